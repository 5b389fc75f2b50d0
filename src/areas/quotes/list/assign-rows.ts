import { integer } from '#domain/italian.ts';
import type { Assigned } from '#domain/quotes/assigning.ts';
import type { QuoteRow } from '#domain/quotes/schema.ts';
import { call } from '#site/lib/call.ts';
import { newKey } from '#site/lib/forms.ts';
import { t } from '#site/lib/intl.ts';
import { assign as words } from '#site/messages/it/assign.ts';
import { toast } from '#site/ui/toast.ts';

/** Quotes that are named in a toast; more are only counted. */
const NAMED = 3;

type Given = { id: number; version: number; sellerId: number };
const send = async (rows: readonly Given[], key: string) =>
  (await call('POST /quotes/assign', { body: { rows: [...rows] }, key })).results;
const isDone = ({ outcome }: Assigned) => outcome === 'done';

/** What kept which quotes where they are, by name. */
function tellFailed(results: readonly Assigned[], rows: readonly QuoteRow[]): void {
  const named = results.flatMap(({ id, outcome, why }) => {
    if (outcome === 'done') return [];
    const row = rows.find((one) => one.id === id);
    return [`${row?.number ?? row?.customer ?? words.draft} (${why?.replace(/\.$/, '') ?? words[outcome]})`];
  });
  if (named.length === 0) return;
  const more = named.length - NAMED;
  const names = [...named.slice(0, NAMED), ...(more > 0 ? [t(words.andMore, { n: integer(more) })] : [])].join(', ');
  void toast(t(words.unchanged, { names }), { kind: 'bad', duration: 8000 });
}

/** Says what became of each quote; those that were given can be given back, each to whom it was. `again` reads the list again. */
function tell(results: readonly Assigned[], rows: readonly QuoteRow[], name: string, again: () => void): void {
  const done = results.filter(isDone);
  const back = async () => {
    const before = done.map(({ id, version, from }) => ({ id, version: version!, sellerId: from! }));
    try {
      const undone = await send(before, newKey()).finally(again);
      void toast(t(words.undone, { n: integer(undone.filter(isDone).length) }), { kind: 'ok' });
      tellFailed(undone, rows);
    } catch (error) {
      void toast((error as Error).message, { kind: 'bad' });
    }
  };
  if (done.length > 0)
    void toast(done.length === 1 ? t(words.doneOne, { name }) : t(words.done, { name, n: integer(done.length) }), {
      ...{ kind: 'ok', duration: 8000, action: { label: words.undo, run: back } },
    });
  tellFailed(results, rows);
}

/** Gives the rows to a seller. Throws what the call throws. */
export async function assignRows(
  rows: readonly QuoteRow[],
  { id, name }: { id: number; name: string },
  key: string,
  again: () => void,
): Promise<void> {
  const results = await send(
    rows.map((row) => ({ id: row.id, version: row.version, sellerId: id })),
    key,
  );
  again();
  tell(results, rows, name, again);
}
