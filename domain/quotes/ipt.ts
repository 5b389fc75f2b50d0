import type { Version } from '../catalog/schema.ts';
import { round } from '../money.ts';
import type { Province, QuoteParams } from './schema.ts';
import type { IptExemption } from './terms.ts';

/** What the tax is computed of: the power of a car, or what a van (N1, N2) may carry. */
export type Taxed = Pick<Version, 'kw' | 'category' | 'payload' | 'fuel'>;
export type Tariff = Pick<QuoteParams, 'iptFixed' | 'iptKwLimit' | 'iptPerKw' | 'iptVans'>;

/** The tariff among the national facts of a day, by their keys; vans' payload bands smallest first, the one without a limit last. */
export const tariffOf = (fact: (key: string) => number, bands: readonly [limit: string, amount: number][]): Tariff => ({
  iptFixed: fact('ipt_fixed'),
  iptKwLimit: fact('ipt_kw_limit'),
  iptPerKw: fact('ipt_per_kw'),
  iptVans: bands
    .map(([limit, amount]) => ({ quintals: limit === 'above' ? null : Number(limit), amount }))
    .sort((a, b) => (a.quintals ?? Infinity) - (b.quintals ?? Infinity)),
});

/** A van pays by payload, where that is known. */
export const isVan = ({ category, payload }: Pick<Version, 'category' | 'payload'>): boolean =>
  category !== 'M1' && payload !== null;

/** Ten-thousandths of a euro before the surcharge: integers, so that half a cent is exactly half. */
function baseOf(car: Taxed, fixed: boolean, { iptFixed, iptKwLimit, iptPerKw, iptVans }: Tariff): number {
  if (fixed) return iptFixed * 100;
  if (isVan(car) && iptVans.length > 0) {
    const band = iptVans.find(({ quintals }) => quintals === null || car.payload! <= quintals * 100);
    return (band ?? iptVans.at(-1)!).amount * 100;
  }
  return car.kw <= iptKwLimit ? iptFixed * 100 : iptPerKw * car.kw;
}

/**
 * Imposta provinciale di trascrizione in cents: all kW of a car count above the limit, not the excess; vans pay by payload in
 * quintals. The surcharge of the buyer's province is multiplied in, the result rounded to the cent and then to the whole euro, half
 * up each time (domain.md §2.4, §5.1). Provinces may keep the fixed tariff for deeds subject to VAT, of vans too, and ask less for a fuel.
 */
export function ipt(car: Taxed, province: Province, params: Tariff, exemption: IptExemption = 'none'): number {
  if (exemption !== 'none') return 0;
  const rule = province.iptRules.find(({ fuels }) => fuels.includes(car.fuel));
  const due = round((baseOf(car, province.fixedForVatDeeds, params) * (100 + province.iptPercent)) / 10_000);
  return round((due * (rule?.percent ?? 100)) / 10_000) * 100;
}
