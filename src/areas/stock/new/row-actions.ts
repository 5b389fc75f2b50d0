/** The actions of a row of new cars: opening its menu loads them. */
import { newCarMachine as machine } from '#domain/stock/new/rules.ts';
import type { NewCarRow } from '#domain/stock/new/schema.ts';
import { newList as words } from '#site/messages/it/new-cars.ts';
import type { Action } from '#site/ui/list/table/columns.ts';
import { moveNew, quoteOf } from '../calls.ts';
import { carActions, type Around } from '../list/rows.ts';

export const rowActions = (
  row: NewCarRow,
  who: { id: number; privileges: readonly number[] },
  may: { quote: boolean },
  list: Around<NewCarRow>,
): Action[] =>
  carActions('new', row, who, list, {
    machine,
    step: (name, why) => moveNew(name, row, why),
    links: [may.quote && { label: words.quote, href: quoteOf(row) }],
  });
