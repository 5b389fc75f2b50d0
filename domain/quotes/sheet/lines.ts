import { monthsBetween } from '#domain/dates.ts';
import { configuredOf } from '#domain/homologations/emissions.ts';
import { sum } from '#domain/money.ts';
import { resolveOptions } from './options.ts';
import type { Priced } from './priced.ts';
import type { PriceSheet, QuoteDraft, SaleItem } from '../schema.ts';

/** Cents with VAT before any discount: rows 1–5 of rules.md §3; `listTotal` is rows 1–4. */
export interface Lines {
  list: number;
  optional: number;
  pack: number;
  paint: number;
  accessory: number;
  listTotal: number;
  /** Of the car with its options, g/km. */
  co2: number;
}

export const priceOf = (items: readonly SaleItem[]): number => sum(items.map(({ price }) => price));

/** Months from the first registration of a used car to the day of the sheet; 0 for a new car. */
export const ageOf = ({ used, params }: Pick<PriceSheet, 'used' | 'params'>): number =>
  used?.registeredOn ? Math.max(0, monthsBetween(used.registeredOn, params.day)) : 0;

/** The chosen items of a list, in the list's order. */
export function chosenOf<Item extends SaleItem>(ids: readonly number[], list: readonly Item[]): Item[] {
  const wanted = new Set(ids);
  return list.filter(({ id }) => wanted.has(id));
}

/** Rows 1–5 from the options on the car and the chosen accessories. */
export function linesFrom(
  options: Priced['options'],
  accessories: PriceSheet['accessories'],
  sheet: Pick<PriceSheet, 'version' | 'homologation'>,
): Lines {
  const { version } = sheet;
  const ofKind = (...kinds: string[]) =>
    sum(options.filter((option) => kinds.includes(option.kind)).map((option) => option.price));
  const [list, optional, pack] = [version.listPrice, ofKind('optional'), ofKind('pack')];
  const paint = ofKind('colour', 'interior');
  return {
    list,
    optional,
    pack,
    paint,
    accessory: priceOf(accessories),
    listTotal: list + optional + pack + paint,
    co2: configuredOf(sheet, options).co2,
  };
}

/** Rows 1–5 of a draft, before discounts. */
export const linesOf = (draft: Pick<QuoteDraft, 'optionIds' | 'accessoryIds'>, sheet: PriceSheet): Lines =>
  linesFrom(resolveOptions(draft.optionIds, sheet).options, chosenOf(draft.accessoryIds, sheet.accessories), sheet);
