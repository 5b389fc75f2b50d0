import { dayInRome } from '#domain/dates.ts';
import { actionsOf, movesOf } from '#domain/machine.ts';
import { newCarMachine as machine } from '#domain/stock/new/rules.ts';
import type { NewCarRow } from '#domain/stock/new/schema.ts';
import { call } from '#site/lib/call.ts';
import { newList } from '#site/messages/it/new-cars.ts';
import { priced } from '#site/messages/it/lists.ts';
import { car as words } from '#site/messages/it/used-cars.ts';
import type { Action } from '#site/ui/list/columns.ts';
import { attempt, moveActions, type Around } from '../list/rows.ts';
import { moveNew, quoteOf } from './calls.ts';

/** What this person may do with a car of the list. */
export function rowActions(
  row: NewCarRow,
  who: { id: number; privileges: readonly number[] },
  { quote }: { quote: boolean },
  list: Around<NewCarRow>,
): Action[] {
  const { id } = row;
  const facts = { ...row, purchaseCost: row.purchaseCost ?? null, saleChannel: null };
  const may = actionsOf(machine, facts, { ...who, today: dayInRome(new Date()) });
  const moves = moveActions(
    machine.moves,
    movesOf(machine).filter((name) => may.includes(name)),
    (name, why) => moveNew(name, row, why),
    list,
  );
  const held = row.held === 'now' || row.held === 'assigned';
  const actions: (Action | false)[] = [
    { label: priced.open, href: `/dealer/stock/new/${id}` },
    quote && may.includes('quote') && { label: newList.quote, href: quoteOf(row) },
    may.includes('reserve') &&
      (!held || row.reservedBy === who.id) && {
        label: held ? words.extend : words.reserve,
        run: () => list.ask({ what: 'reserve', car: row }),
      },
    row.held !== null &&
      may.includes('release') && {
        label: words.release,
        run: () => void attempt(call('POST /stock/new/:id/release', { params: { id } }), words.released, list),
      },
    ...moves,
  ];
  return actions.filter((action) => action !== false);
}
