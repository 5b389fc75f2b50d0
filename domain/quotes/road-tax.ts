import type { Version } from '../catalog/schema.ts';
import { round } from '../money.ts';
import type { QuoteParams } from './schema.ts';

/** Emission class 0–6 from a text like `Euro 6e`; 6 when it contains no number. */
const classOf = (euroClass: string): number => Math.min(6, Number(/\d/.exec(euroClass)?.[0] ?? 6));

const yearOf = (day: string) => Number(day.slice(0, 4));

/**
 * Yearly road tax in cents. By kW (decimals dropped), at a higher rate above the threshold; superbollo above its own
 * threshold, reduced after 5, 10 and 15 years and none after 20, counted from 1 January of the year after the first
 * registration; 0 for electric cars, and for vans, which pay by payload in their region (domain.md §2.5, §5.1,
 * 17). This is the national tariff; regions may differ.
 *
 * @param registeredOn first registration; null: a new car
 * @param today the day of the sheet
 */
export function roadTax(
  { kw, fuel, euroClass, category }: Pick<Version, 'kw' | 'fuel' | 'euroClass' | 'category'>,
  { perKw, kwLimit, superKwLimit, superPerKw }: QuoteParams['roadTax'],
  registeredOn: string | null,
  today: string,
): { bollo: number; superbollo: number } {
  const age = registeredOn === null ? 0 : yearOf(today) - yearOf(registeredOn) - 1;
  const tariff = perKw.find((one) => one.euro === classOf(euroClass)) ?? perKw.at(-1);
  if (!tariff || category !== 'M1' || fuel === 'bev' || fuel === 'fcev') return { bollo: 0, superbollo: 0 };
  const whole = Math.floor(kw);
  const over = Math.max(0, whole - kwLimit);
  const full = (whole - over) * tariff.upTo + over * tariff.above;
  const share = age >= 20 ? 0 : age >= 15 ? 0.15 : age >= 10 ? 0.3 : age >= 5 ? 0.6 : 1;
  return {
    bollo: full,
    superbollo: round(Math.max(0, whole - superKwLimit) * superPerKw * share),
  };
}
