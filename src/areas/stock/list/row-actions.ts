import { dayInRome } from '#domain/dates.ts';
import { movesOf, offeredOf } from '#domain/machine.ts';
import { MOST_CARS } from '#domain/quotes/b2b/terms.ts';
import { usedCarMachine as machine } from '#domain/stock/rules.ts';
import { isSellable } from '#domain/stock/terms.ts';
import type { UsedCarRow } from '#domain/stock/schema.ts';
import { call } from '#site/lib/call.ts';
import { t } from '#site/lib/intl.ts';
import { priced } from '#site/messages/it/lists.ts';
import { car as words, usedList } from '#site/messages/it/used-cars.ts';
import { attempt } from '#site/ui/list/attempt.ts';
import type { Action } from '#site/ui/list/columns.ts';
import { toast } from '#site/ui/toast.ts';
import { move } from '../calls.ts';
import { moveActions, type Around } from './rows.ts';

export function rowActions(
  row: UsedCarRow,
  who: { id: number; privileges: readonly number[] },
  { quote, b2b }: { quote: boolean; b2b: boolean },
  list: Around<UsedCarRow>,
): Action[] {
  const { id } = row;
  const may = offeredOf(machine, row, { ...who, today: dayInRome(new Date()) });
  const moves = moveActions(
    machine.moves,
    movesOf(machine).filter((name) => may.includes(name)),
    (name, why) => move(name, row, why),
    list,
  );
  const actions: (Action | false)[] = [
    { label: priced.open, href: `/dealer/stock/used/${id}` },
    quote && may.includes('quote') && { label: words.quote, href: `/quotation/used/${id}` },
    b2b && may.includes('quote') && { label: words.offer, href: `/quotation/b2b?cars=${id}` },
    may.includes('reserve') &&
      (row.held !== 'now' || row.reservedBy === who.id) && {
        label: row.held === 'now' ? words.extend : words.reserve,
        run: () => list.ask({ what: 'reserve', car: row }),
      },
    row.held !== null &&
      may.includes('release') && {
        label: words.release,
        run: () =>
          void attempt(() => call('POST /stock/used/:id/release', { params: { id } }), list.again, words.released),
      },
    ...moves,
  ];
  return actions.filter((action) => action !== false);
}

/** Opens a wholesale offer with those of the chosen cars that can be sold. */
export function offerB2b(rows: readonly UsedCarRow[]): void {
  const sellable = rows.filter(({ state, archived }) => isSellable(state) && !archived);
  const refusal = sellable.length === 0 ? usedList.noneSellable : sellable.length > MOST_CARS ? usedList.tooMany : null;
  if (refusal) return void toast(t(refusal, { n: MOST_CARS }), { kind: 'bad' });
  location.assign(`/quotation/b2b?cars=${sellable.map(({ id }) => id).join(',')}`);
}
