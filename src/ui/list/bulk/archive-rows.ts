import type { BulkResult } from '#domain/record/records.ts';
import { integer } from '#domain/italian.ts';
import { newKey } from '#site/lib/forms.ts';
import { t } from '#site/lib/intl.ts';
import { archived as words } from '#site/messages/it/lists.ts';
import { toast } from '#site/ui/toast.ts';
import type { Archiving, ArchiveWords, ListedRecord } from '../record/calls.ts';

/** Number of rows that a toast names; further ones are counted. */
const NAMED = 3;
const why: Record<Exclude<BulkResult['outcome'], 'done'>, string> = { stale: words.stale, missing: words.missing };

/**
 * Archives rows or brings them back in one call. A toast reports the changed rows and offers "Annulla" where they can
 * be undone; another names the unchanged rows with their reasons.
 */
export async function archiveRows<R extends ListedRecord, V>(
  rows: readonly R[],
  archived: boolean,
  { calls, nameOf, again, words: given }: Archiving<R, V>,
) {
  const own: Omit<ArchiveWords, 'archive' | 'restore'> = given ?? words;
  const send = (rows: readonly { id: number; version: number }[], archived: boolean, isUndo = false) =>
    calls
      .bulk(
        { action: archived ? 'archive' : 'restore', rows: rows.map(({ id, version }) => ({ id, version })) },
        newKey(),
        isUndo,
      )
      .finally(again);

  const name = (id: number) => nameOf(rows.find((row) => row.id === id)!);
  try {
    const { results } = await send(rows, archived);
    const done = results.flatMap(({ id, outcome, version }) =>
      outcome === 'done' && version !== null ? [{ id, version }] : [],
    );
    const failed = results.flatMap(({ id, outcome }) => (outcome === 'done' ? [] : [`${name(id)} (${why[outcome]})`]));
    const many = archived ? own.didArchiveMany : own.didRestoreMany;
    if (done.length)
      void toast(
        done.length === 1
          ? t((archived ? own.didArchive : own.didRestore) as '{code}', { code: name(done[0]!.id) })
          : t(many as '{n}', { n: integer(done.length) }),
        {
          kind: 'ok',
          duration: 8000,
          action: { label: words.undo, run: async () => void (await send(done, !archived, true)) },
        },
      );
    if (failed.length) {
      const more = failed.length - NAMED;
      const named = [...failed.slice(0, NAMED), ...(more > 0 ? [t(words.andMore, { n: integer(more) })] : [])];
      void toast(t(words.unchanged, { names: named.join(', ') }), { kind: 'bad', duration: 8000 });
    }
  } catch (error) {
    void toast((error as Error).message, { kind: 'bad' });
  }
}
