import type { Priced, Row } from './priced.ts';

/** Something sold beside the car. */
interface Item {
  code: string;
  description: string;
  price: number;
}
/** The chosen items beside the car. */
export interface Beside {
  accessories: readonly Item[];
  services: readonly Item[];
  makerServices: readonly Item[];
}

type PricedOption = Priced['options'][number];

/** The options that belong to each row; options from a pack are listed with the packs. */
const belongs: Record<number, (option: PricedOption) => boolean> = {
  2: ({ kind, included }) => kind === 'optional' && !included,
  3: ({ kind, included }) => kind === 'pack' || included,
  4: ({ kind, included }) => (kind === 'colour' || kind === 'interior') && !included,
};

/** The items of a row of the quote, in cents: single options under rows 2–4, accessories and services under row 5. */
export function rowItems(
  { no, key }: Pick<Row, 'no' | 'key'>,
  { options }: Pick<Priced, 'options'>,
  { accessories, services, makerServices }: Beside,
): { name: string; code: string; price: number }[] {
  const beside = { accessory: accessories, service: services, makerService: makerServices }[key] ?? [];
  return [
    ...options
      .filter((option) => belongs[no]?.(option))
      // Options from packs come last.
      .toSorted((a, b) => Number(a.included) - Number(b.included)),
    ...beside.map(({ description, code, price }) => ({ name: description, code, price })),
  ];
}
