import type { Version } from '../catalog/schema.ts';
import { round } from '../money.ts';
import type { QuoteParams } from './schema.ts';

/** Emission class 0–6 in a text as `Euro 6e`; the best one where there is none. */
const classOf = (euroClass: string): number => Math.min(6, Number(/\d/.exec(euroClass)?.[0] ?? 6));

const yearOf = (day: string) => Number(day.slice(0, 4));

/**
 * Road tax of a year in cents: by kW, dearer above the threshold, decimals of kW dropped; superbollo above its own threshold, less
 * after 5, 10 and 15 years, none after 20, counted from 1 January of the year after the first registration; nothing on electric cars.
 * Vans pay by payload in their region, so nothing is said of them (domain.md §2.5, §5.1, 17). National tariff: regions may differ.
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
