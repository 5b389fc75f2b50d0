import { MOST_CARS } from '#domain/quotes/terms.ts';
import { usedCarMachine as machine } from '#domain/stock/rules.ts';
import { isSellable } from '#domain/stock/terms.ts';
import type { UsedCarRow } from '#domain/stock/schema.ts';
import { t } from '#site/lib/intl.ts';
import { car as words } from '#site/messages/it/used-cars.ts';
import { usedList } from '#site/messages/it/used-list.ts';
import type { Action } from '#site/ui/list/table/columns.ts';
import { attempt } from '#site/ui/attempt.ts';
import { toast } from '#site/ui/toast.ts';
import { move } from '../calls.ts';
import { carActions, type Around } from './rows.ts';

export const rowActions = (
  row: UsedCarRow,
  who: { id: number; privileges: readonly number[] },
  { quote, b2b, value }: { quote: boolean; b2b: boolean; value: boolean },
  list: Around<UsedCarRow>,
): Action[] =>
  carActions('used', row, who, list, {
    machine,
    step: (name, why) => move(name, row, why),
    beside: (may) =>
      isSellable(row.state)
        ? [
            may.includes('save') &&
              row.retailPrice !== null && {
                label: words.markdown,
                run: () => list.ask({ what: 'markdown', car: row }),
              },
            value && {
              label: words.valueAgain,
              run: async () => {
                const { valueAgain } = await import('../value-again.ts');
                await attempt(() => valueAgain(row));
              },
            },
          ]
        : [],
    links: [
      quote && { label: words.quote, href: `/quotation/used/${row.id}` },
      b2b && { label: words.offer, href: `/quotation/b2b?cars=${row.id}` },
    ],
  });

/** Opens a wholesale offer with those of the chosen cars that can be sold. */
export function offerB2b(rows: readonly UsedCarRow[]): void {
  const sellable = rows.filter(({ state, archived }) => isSellable(state) && !archived);
  const refusal = sellable.length === 0 ? usedList.noneSellable : sellable.length > MOST_CARS ? usedList.tooMany : null;
  if (refusal) return void toast(t(refusal, { n: MOST_CARS }), { kind: 'bad' });
  location.assign(`/quotation/b2b?cars=${sellable.map(({ id }) => id).join(',')}`);
}
