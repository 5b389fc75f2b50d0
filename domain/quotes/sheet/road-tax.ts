import type { Version } from '#domain/catalog/schema.ts';
import { round } from '#domain/money.ts';
import type { QuoteParams } from '../schema.ts';

/** Emission class 0–6 from a text like `Euro 6e`; 6 when it contains no number. */
const classOf = (euroClass: string): number => Math.min(6, Number(/\d/.exec(euroClass)?.[0] ?? 6));

const yearOf = (day: string) => Number(day.slice(0, 4));

/** The amount that the company has typed for the payload in kg; 0 where it has none. */
function vanTax(payload: number | null, vans: QuoteParams['roadTax']['vans']): number {
  const band = vans.find(({ quintals }) => payload !== null && (quintals === null || payload <= quintals * 100));
  return band?.amount ?? 0;
}

/**
 * Yearly road tax in cents. By kW (decimals dropped), at a higher rate above the threshold; superbollo above its own
 * threshold, reduced after 5, 10 and 15 years and none after 20, counted from 1 January of the year after the first
 * registration; 0 for electric ones. Vans (N1) pay what the company has typed for their payload (rules.md §5). This is the national tariff; regions may differ.
 *
 * @param registeredOn first registration; null: a new car
 * @param today the day of the sheet
 */
export function roadTax(
  { kw, fuel, euroClass, category, payload }: Pick<Version, 'kw' | 'fuel' | 'euroClass' | 'category' | 'payload'>,
  { perKw, kwLimit, superKwLimit, superPerKw, vans }: QuoteParams['roadTax'],
  registeredOn: string | null,
  today: string,
): { bollo: number; superbollo: number } {
  if (fuel === 'bev' || fuel === 'fcev') return { bollo: 0, superbollo: 0 };
  if (category === 'N1') return { bollo: vanTax(payload, vans), superbollo: 0 };
  const age = registeredOn === null ? 0 : yearOf(today) - yearOf(registeredOn) - 1;
  const tariff = perKw.find((one) => one.euro === classOf(euroClass)) ?? perKw.at(-1);
  if (!tariff || category !== 'M1') return { bollo: 0, superbollo: 0 };
  const whole = Math.floor(kw);
  const over = Math.max(0, whole - kwLimit);
  const full = (whole - over) * tariff.upTo + over * tariff.above;
  const share = age >= 20 ? 0 : age >= 15 ? 0.15 : age >= 10 ? 0.3 : age >= 5 ? 0.6 : 1;
  return {
    bollo: full,
    superbollo: round(Math.max(0, whole - superKwLimit) * superPerKw * share),
  };
}
