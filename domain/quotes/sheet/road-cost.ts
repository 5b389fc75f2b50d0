import { DEFAULT_TAX_RATE, grossOf, sum } from '#domain/money.ts';
import type { QuoteSettings } from '../settings/fields.ts';

type Typed = Pick<QuoteSettings, 'roadVat' | 'roadRegistration' | 'roadTransport' | 'roadPreparation'>;

/**
 * The entries of messa su strada that a company charges (rules.md §3, row 7), in cents with VAT; `taxRate` in percent
 * is added to amounts that the company types without it. Entries of 0 are left out.
 */
export function roadEntries(settings: Typed, taxRate = DEFAULT_TAX_RATE): { label: string; amount: number }[] {
  const gross = (typed: number) => (settings.roadVat === 'excluded' ? grossOf(typed, taxRate) : typed);
  return [
    { label: 'immatricolazione', amount: gross(settings.roadRegistration) },
    { label: 'trasporto', amount: gross(settings.roadTransport) },
    { label: 'preparazione', amount: gross(settings.roadPreparation) },
  ].filter(({ amount }) => amount !== 0);
}

/** Messa su strada of a company, in cents with VAT: the sum of its entries, so that what is printed adds up. */
export const roadCostOf = (settings: Typed, taxRate = DEFAULT_TAX_RATE): number =>
  sum(roadEntries(settings, taxRate).map(({ amount }) => amount));
