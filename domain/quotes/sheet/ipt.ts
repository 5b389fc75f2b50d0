import type { Version } from '#domain/catalog/schema.ts';
import { round } from '#domain/money.ts';
import type { Province, QuoteParams } from '../schema.ts';
import type { IptExemption } from '../terms.ts';

/** The data that the tax depends on: the power of a car, or the payload of a van (N1, N2). */
export type Taxed = Pick<Version, 'kw' | 'category' | 'payload' | 'fuel'>;
export type Tariff = Pick<QuoteParams, 'iptFixed' | 'iptKwLimit' | 'iptPerKw' | 'iptVans'>;

/**
 * The tariff from the national parameters of a day, by their keys; payload bands of vans from the smallest, the one without
 * limit last.
 */
export const tariffOf = (
  param: (key: string) => number,
  bands: readonly [limit: string, amount: number][],
): Tariff => ({
  iptFixed: param('ipt_fixed'),
  iptKwLimit: param('ipt_kw_limit'),
  iptPerKw: param('ipt_per_kw'),
  iptVans: upward(bands),
});

/** Amounts by payload, from their keys: a limit in quintals, or `above`; the smallest first. */
export const upward = <Amount>(bands: readonly [limit: string, amount: Amount][]) =>
  bands
    .map(([limit, amount]) => ({ quintals: limit === 'above' ? null : Number(limit), amount }))
    .sort((a, b) => (a.quintals ?? Infinity) - (b.quintals ?? Infinity));

/** Whether it is a van with a known payload, which is taxed by payload. */
export const isVan = ({ category, payload }: Pick<Version, 'category' | 'payload'>): boolean =>
  category !== 'M1' && payload !== null;

/** The tax before the surcharge in ten-thousandths of a euro: integers, so that half a cent is exact. */
function baseOf(car: Taxed, fixed: boolean, { iptFixed, iptKwLimit, iptPerKw, iptVans }: Tariff): number {
  if (fixed) return iptFixed * 100;
  if (isVan(car) && iptVans.length > 0) {
    const band = iptVans.find(({ quintals }) => quintals === null || car.payload! <= quintals * 100);
    return (band ?? iptVans.at(-1)!).amount * 100;
  }
  return car.kw <= iptKwLimit ? iptFixed * 100 : iptPerKw * car.kw;
}

/**
 * Imposta provinciale di trascrizione in cents. Above the limit all kW of a car count, not only the excess; vans pay by
 * payload in quintals. The surcharge of the buyer's province is multiplied in; the result is rounded to the cent and
 * then to the whole euro, half up each time (rules.md §4, 1). Provinces may keep the fixed tariff for deeds
 * subject to VAT, also for vans, and reduce the tax for a fuel.
 */
export function ipt(car: Taxed, province: Province, params: Tariff, exemption: IptExemption = 'none'): number {
  if (exemption !== 'none') return 0;
  const rule = province.iptRules.find(({ fuels }) => fuels.includes(car.fuel));
  const due = round((baseOf(car, province.fixedForVatDeeds, params) * (100 + province.iptPercent)) / 10_000);
  return round((due * (rule?.percent ?? 100)) / 10_000) * 100;
}
