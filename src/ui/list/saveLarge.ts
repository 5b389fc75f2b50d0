import { lists as words } from '#site/messages/it/lists.ts';
import { toast } from '../toast.ts';

/** The name that the answer gives its file. */
const nameIn = (disposition: string) => decodeURIComponent(/filename\*=UTF-8''([^;]+)/.exec(disposition)?.[1] ?? '');

/** Fetches an export that may be too large and saves it, or says why there is none, such as that a job makes it. */
export async function saveLarge(href: string): Promise<void> {
  void toast(words.preparing);
  const answer = await fetch(href).catch(() => null);
  if (!answer?.ok) {
    const { message } = ((await answer?.json().catch(() => null)) ?? {}) as { message?: string };
    return toast(message ?? words.failedExport, { kind: answer?.status === 422 ? 'info' : 'bad', duration: 10_000 });
  }
  const url = URL.createObjectURL(await answer.blob());
  const link = document.createElement('a');
  link.href = url;
  link.download = nameIn(answer.headers.get('content-disposition') ?? '');
  link.click();
  URL.revokeObjectURL(url);
}
