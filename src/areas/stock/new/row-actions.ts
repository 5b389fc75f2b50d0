import { dayInRome } from '#domain/dates.ts';
import { actionsOf, movesOf, type Move } from '#domain/machine.ts';
import { newCarMachine as machine } from '#domain/stock/new/rules.ts';
import type { NewCarRow } from '#domain/stock/new/schema.ts';
import { call } from '#site/lib/call.ts';
import { newList } from '#site/messages/it/new-list.ts';
import { priced } from '#site/messages/it/priced.ts';
import { car as words } from '#site/messages/it/used-car.ts';
import type { Action } from '#site/ui/list/columns.ts';
import type { AskedWhy, Chosen } from '../calls.ts';
import { moveNew, quoteOf } from './calls.ts';

/** What a dialog of the list is about. */
export type Asked =
  | { what: 'new' | 'import' }
  | { what: 'reprice'; ids: readonly number[] }
  | { what: 'reserve'; car: NewCarRow }
  | AskedWhy;

/** What this person may do with a car of the list. */
export function rowActions(
  row: NewCarRow,
  who: { id: number; privileges: readonly number[] },
  { quote }: { quote: boolean },
  attempt: (work: () => Promise<unknown>, done: string) => Promise<void>,
  ask: (asked: Asked) => void,
): Action[] {
  const { id } = row;
  const facts = { ...row, purchaseCost: row.purchaseCost ?? null, saleChannel: null };
  const may = actionsOf(machine, facts, { ...who, today: dayInRome(new Date()) });
  const moves = movesOf(machine)
    .filter((name) => may.includes(name))
    .map((name): Action => {
      const { label, done, reasons, noteFor = [] } = machine.moves[name] as Move;
      const run = (why?: Chosen) => attempt(() => moveNew(name, row, why), done);
      if (!reasons) return { label, run: () => void run() };
      return { label, run: () => ask({ what: 'why', title: words.why, verb: label, reasons, noteFor, run }) };
    });
  const held = row.held === 'now' || row.held === 'assigned';
  const actions: (Action | false)[] = [
    { label: priced.open, href: `/dealer/stock/new/${id}` },
    quote && may.includes('quote') && { label: newList.quote, href: quoteOf(row) },
    may.includes('reserve') &&
      (!held || row.reservedBy === who.id) && {
        label: held ? words.extend : words.reserve,
        run: () => ask({ what: 'reserve', car: row }),
      },
    row.held !== null &&
      may.includes('release') && {
        label: words.release,
        run: () => void attempt(() => call('POST /stock/new/:id/release', { params: { id } }), words.released),
      },
    ...moves,
  ];
  return actions.filter((action) => action !== false);
}
