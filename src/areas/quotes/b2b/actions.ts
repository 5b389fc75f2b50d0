import { day } from '#domain/italian.ts';
import { b2bMachine } from '#domain/quotes/b2b/rules.ts';
import type { B2bQuote } from '#domain/quotes/b2b/schema.ts';
import type { Lost } from '#site/areas/quotes/builder/Lose.tsx';
import { call, CallError } from '#site/lib/call.ts';
import { t } from '#site/lib/intl.ts';
import { b2b as words } from '#site/messages/it/b2b.ts';
import { keptQuotes as pages, builder } from '#site/messages/it/quotes.ts';
import { toast } from '#site/ui/toast.ts';
import { createDeeds } from '#site/ui/record/deeds.ts';
import { showProblem } from '#site/ui/record/problems.ts';
import type { B2bStore } from './store.ts';

const { moves } = b2bMachine;
/** What takes a move back. */
const wayBack = { accept: 'withdraw', close: 'reopen', withdraw: null, reopen: null } as const;

/** What a person does with the whole offer. */
export function createActions(store: B2bStore) {
  const { alone, derive } = createDeeds<B2bQuote>(store);
  const quote = () => store.$quote.get()!;
  const refuse = (message: string) => void toast(t(words.issueBlocked, { message }), { kind: 'bad' });

  async function issue() {
    const unread = document.querySelector<HTMLElement>('#content [data-unread]');
    if (unread) {
      unread.focus();
      return refuse(builder.unread);
    }
    // Somebody may have decided meanwhile what this page still shows as asked.
    if (store.$sheet.get().approval?.state === 'asked') await refresh().catch(console.info);
    const [blocker] = store.$blockers.get();
    store.ask();
    if (blocker) {
      showProblem(store.sectionOf(blocker.path));
      return refuse(blocker.message);
    }
    if (!(await store.autosave.flush())) return;
    const { id, version } = quote();
    try {
      const issued = await call('POST /quotes/b2b/:id/issue', { params: { id }, version });
      store.adopt(issued);
      const values = { number: issued.number ?? '', day: issued.expiresOn ? day(issued.expiresOn) : '' };
      void toast(t(moves.issue.done, values), { kind: 'ok' });
      scrollTo({ top: 0 });
      document.getElementById('content')?.focus({ preventScroll: true });
    } catch (error) {
      // A car was sold, or its price changed, since the page was opened: what is so now is shown.
      if (error instanceof CallError && error.body.fields) await refresh();
      throw error;
    }
  }

  async function refresh() {
    const now = await call('GET /quotes/b2b/:id', { params: { id: quote().id } });
    store.$sheet.set(now.sheet);
  }

  /** A new offer made from this one opens in its own builder. */
  const another = (name: 'revise' | 'duplicate') =>
    derive(name, (key) => call(`POST /quotes/b2b/:id/${name}`, { params: { id: quote().id }, key }));

  /** A move that asks for nothing else, or for the reason alone. */
  async function move(name: keyof typeof wayBack, why?: Lost) {
    const { id, version } = quote();
    const target = { params: { id }, version };
    store.adopt(
      why
        ? await call('POST /quotes/b2b/:id/close', { ...target, body: why })
        : await call(`POST /quotes/b2b/:id/${name as Exclude<typeof name, 'close'>}`, target),
    );
    const back = wayBack[name];
    void toast(moves[name].done, {
      kind: 'ok',
      ...(back && { action: { label: pages.undo, run: () => void moving(back) }, duration: 8000 }),
    });
  }
  const moving = alone(move);

  return {
    issue: alone(issue),
    accept: () => moving('accept'),
    withdraw: () => moving('withdraw'),
    reopen: () => moving('reopen'),
    close: (why: Lost) => moving('close', why),
    revise: alone(() => another('revise')),
    duplicate: alone(() => another('duplicate')),
    remove: alone(async () => {
      const { id, version } = quote();
      await call('DELETE /quotes/b2b/:id', { params: { id }, version });
      store.autosave.forget();
      location.assign('/dealer/quotes/b2b');
    }),
  };
}
