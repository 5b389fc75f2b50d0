import type { Priced } from './priced.ts';
import type { PriceSheet } from '../schema.ts';

/**
 * The colour of a quote's car, to draw it: `#rrggbb`, or a name where the catalogue knows no paint (as of used cars);
 * null: unknown.
 */
export function carColour(sheet: PriceSheet, { options }: Pick<Priced, 'options'>): string | null {
  if (sheet.used) return sheet.used.colour || null;
  const chosen = options.find(({ kind }) => kind === 'colour')?.id;
  const option = sheet.options.find(({ id, kind, standard }) =>
    chosen ? id === chosen : kind === 'colour' && standard,
  );
  return option?.colour ?? option?.name ?? null;
}
