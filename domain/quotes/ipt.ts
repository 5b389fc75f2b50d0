import { round } from '../money.ts';
import type { Province, QuoteParams } from './schema.ts';

/**
 * Imposta provinciale di trascrizione of a car in cents: all kW count above the limit, not the excess; the surcharge of the
 * buyer's province is multiplied in first and the result rounded once, half up, to the whole euro (domain.md §2.4).
 * Provinces that keep the fixed tariff for deeds subject to VAT pay the fixed amount whatever the power.
 */
export function ipt(
  kw: number,
  province: Pick<Province, 'iptPercent' | 'fixedForVatDeeds'>,
  params: Pick<QuoteParams, 'iptFixed' | 'iptKwLimit' | 'iptPerKw'>,
): number {
  const fixed = kw <= params.iptKwLimit || province.fixedForVatDeeds;
  // ten-thousandths of a euro: integers, so that half a euro is exactly half
  const base = fixed ? params.iptFixed * 100 : params.iptPerKw * kw;
  return round((base * (100 + province.iptPercent)) / 1_000_000) * 100;
}
