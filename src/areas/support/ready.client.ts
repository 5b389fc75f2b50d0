import { call } from '#site/lib/call.ts';
import { attempt } from '#site/ui/attempt.ts';
import { toast } from '#site/ui/toast.ts';
import { reloadTyped } from './typed.client.ts';

const ready = document.querySelector<HTMLElement>('[data-ready]');
const typed = document.querySelector<HTMLTextAreaElement>('#text');

/** The first line of an answer is its name. */
const titleOf = (text: string, most: number) => text.split('\n')[0]!.trim().slice(0, most);

ready?.addEventListener('click', ({ target }) => {
  const button = (target as Element).closest('button');
  if (!button || !typed) return;
  const { use, drop, keep } = button.dataset;
  if (use !== undefined) {
    // What is typed already stays before it.
    typed.value = [typed.value.trim(), use].filter(Boolean).join('\n\n');
    typed.focus();
  }
  const text = typed.value.trim();
  if (keep !== undefined && text === '') return void toast(ready.dataset.empty!, { kind: 'bad' });
  if (keep !== undefined)
    void attempt(async () => {
      const title = titleOf(text, Number(ready.dataset.titleLength));
      await call('POST /network/answers', { body: { title, text }, key: crypto.randomUUID() });
      reloadTyped();
    });
  if (drop !== undefined)
    void attempt(async () => {
      await call('DELETE /network/answers/:id', { params: { id: Number(drop) } });
      reloadTyped();
    });
});
