import type { BulkClaimed, ClaimRow } from '#domain/contracts/claims/schema.ts';
import { integer } from '#domain/italian.ts';
import { call } from '#site/lib/call.ts';
import { newKey } from '#site/lib/forms.ts';
import { t } from '#site/lib/intl.ts';
import { claimsList as words } from '#site/messages/it/claims.ts';
import { toast } from '#site/ui/toast.ts';

/** Names those that stayed, with the reasons. */
function tellLeft(results: readonly BulkClaimed[], rows: readonly ClaimRow[]): void {
  const names = results.flatMap(({ id, message }) =>
    message === null ? [] : [`${rows.find((row) => row.id === id)!.number} (${message})`],
  );
  if (names.length > 0) void toast(t(words.left, { names: names.join(', ') }), { kind: 'bad', duration: 8000 });
}

/** Takes back what one press has asked for. */
async function takeBack(done: readonly BulkClaimed[], rows: readonly ClaimRow[], again: () => void): Promise<void> {
  const body = { move: 'takeBack' as const, rows: done.map(({ id, version }) => ({ id, version: version! })) };
  try {
    const { results } = await call('POST /claims/bulk', { body, key: newKey() }).finally(again);
    const back = results.filter(({ version }) => version !== null).length;
    if (back > 0) void toast(t(words.undone, { n: integer(back) }), { kind: 'ok' });
    tellLeft(results, rows);
  } catch (error) {
    void toast((error as Error).message, { kind: 'bad' });
  }
}

/** Marks the chosen claims of one payer as asked for today; the toast takes them back. */
export async function claimRows(rows: readonly ClaimRow[], again: () => void): Promise<void> {
  if (new Set(rows.map(({ payer }) => payer)).size > 1) return void toast(words.onePayer, { kind: 'bad' });
  const body = { move: 'claim' as const, rows: rows.map(({ id, version }) => ({ id, version })) };
  try {
    const { results } = await call('POST /claims/bulk', { body, key: newKey() }).finally(again);
    const done = results.filter(({ version }) => version !== null);
    if (done.length > 0)
      void toast(t(words.claimed, { n: integer(done.length) }), {
        kind: 'ok',
        duration: 8000,
        // What was refused before would come back without its reason.
        ...(rows.every(({ state }) => state === 'due') && {
          action: { label: words.undo, run: () => takeBack(done, rows, again) },
        }),
      });
    tellLeft(results, rows);
  } catch (error) {
    void toast((error as Error).message, { kind: 'bad' });
  }
}
