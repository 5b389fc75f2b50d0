import { integer } from '#domain/italian.ts';
import type { Assigned } from '#domain/record/records.ts';
import { newKey } from '#site/lib/forms.ts';
import { t } from '#site/lib/intl.ts';
import { assign as words } from '#site/messages/it/lists.ts';
import { toast } from '#site/ui/toast.ts';

/** Number of records that a toast names; further ones are counted. */
const NAMED = 3;

export interface AssignableRow {
  id: number;
  version: number;
  sellerId: number | null;
  seller: string | null;
}
type RowToAssign = { id: number; version: number; sellerId: number | null };

/** How an area gives its records to other colleagues. */
export interface Assigning<R extends AssignableRow> {
  send: (rows: RowToAssign[], key: string) => Promise<{ results: readonly Assigned[] }>;
  people: () => Promise<readonly { id: number; name: string }[]>;
  /** The record's name in sentences. */
  nameOf: (row: R) => string;
  words: typeof words.quotes | typeof words.customers | typeof words.contracts | typeof words.leads;
  /** The choice that leaves a record without a seller, where that is allowed. */
  nobody?: string;
}

const isDone = ({ outcome }: Assigned) => outcome === 'done';

/** Reports by name the records that kept their seller, with the reasons. */
function tellFailed<R extends AssignableRow>(
  results: readonly Assigned[],
  rows: readonly R[],
  { nameOf, words: own }: Assigning<R>,
): void {
  const named = results.flatMap(({ id, outcome, why }) => {
    const row = rows.find((one) => one.id === id);
    if (outcome === 'done' || !row) return [];
    return [`${nameOf(row)} (${why?.replace(/\.$/, '') ?? { ...words.why, nobody: own.nobody }[outcome]})`];
  });
  if (named.length === 0) return;
  const more = named.length - NAMED;
  const names = [...named.slice(0, NAMED), ...(more > 0 ? [t(words.andMore, { n: integer(more) })] : [])].join(', ');
  void toast(t(words.unchanged, { names }), { kind: 'bad', duration: 8000 });
}

/**
 * Reports the result for each record. "Annulla" gives each record back to its former seller; `again` reads the list
 * again.
 */
function tell<R extends AssignableRow>(
  results: readonly Assigned[],
  rows: readonly R[],
  name: string,
  again: () => void,
  given: Assigning<R>,
): void {
  const done = results.filter(isDone);
  const back = async () => {
    const before = done.map(({ id, version, from }) => ({ id, version: version!, sellerId: from }));
    try {
      const { results: undone } = await given.send(before, newKey()).finally(again);
      void toast(t(words.undone, { n: integer(undone.filter(isDone).length) }), { kind: 'ok' });
      tellFailed(undone, rows, given);
    } catch (error) {
      void toast((error as Error).message, { kind: 'bad' });
    }
  };
  if (done.length > 0)
    void toast(done.length === 1 ? t(words.doneOne, { name }) : t(words.done, { name, n: integer(done.length) }), {
      kind: 'ok',
      duration: 8000,
      action: { label: words.undo, run: back },
    });
  tellFailed(results, rows, given);
}

/** Gives the rows to a colleague, or to nobody. Throws the errors of the call. */
export async function assignRows<R extends AssignableRow>(
  rows: readonly R[],
  { id, name }: { id: number | null; name: string },
  key: string,
  again: () => void,
  given: Assigning<R>,
): Promise<void> {
  const wanted = rows.map((row) => ({ id: row.id, version: row.version, sellerId: id }));
  const { results } = await given.send(wanted, key);
  again();
  tell(results, rows, name, again, given);
}
