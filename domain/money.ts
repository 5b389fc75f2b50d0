/** Money is integer cents everywhere; every rounding in the product goes through this file. */

/** Largest amount a field accepts, in cents (specification §5: about ±21,474,836 euro). */
export const MONEY_LIMIT = 2_147_483_600;

/** The most that one car is worth or costs, in cents, whatever the car. */
export const CAR_LIMIT = 5_000_000_00;
/** The most for one tax, fee, part, service or policy, in cents. */
export const FEE_LIMIT = 200_000_00;

/** The most for a sum over many cars: a budget, a capital, the money of a fleet's contract, in cents. */
export const SUM_LIMIT = 20_000_000_00;

/** Default VAT rate in percent (specification §9). */
export const DEFAULT_TAX_RATE = 22;

/**
 * Rounds half away from zero to an integer: 0.5 → 1, −0.5 → −1. A small relative correction removes binary noise such
 * as 1.005 × 100 = 100.49999999999999.
 */
export function round(value: number): number {
  if (Number.isInteger(value)) return value + 0;
  const magnitude = Math.abs(value);
  const rounded = Math.floor(magnitude * (1 + Number.EPSILON * 4) + 0.5);
  return value < 0 ? (rounded === 0 ? 0 : -rounded) : rounded;
}

/** `percent` % of `cents`, rounded once to the cent. */
export const percentOf = (cents: number, percent: number): number => round((cents * percent) / 100);

/** `part` as a percentage of `whole`, to two decimals as percentages are typed; 0 when `whole` is 0. */
export const shareOf = (part: number, whole: number): number =>
  whole === 0 ? 0 : round((part / whole) * 10_000) / 100;

/** Cents changed by `percent` %, rounded once to the cent. */
export const raised = (cents: number, percent: number): number => round((cents * (100 + percent)) / 100);

/** Net part of a VAT-inclusive amount in cents (rules.md §1: net = round(gross / 1.22)). */
export const netOf = (gross: number, rate = DEFAULT_TAX_RATE): number => round((gross * 100) / (100 + rate));

/** VAT part of an amount with VAT, in cents: the remainder, never rounded on its own (rules.md §1). */
export const vatOf = (gross: number, rate = DEFAULT_TAX_RATE): number => gross - netOf(gross, rate);

/** VAT-inclusive amount of a net amount in cents. */
export const grossOf = (net: number, rate = DEFAULT_TAX_RATE): number => round((net * (100 + rate)) / 100);

/** Whether the amount, in cents, fits a money field (specification §5). */
export const inMoneyRange = (cents: number): boolean => Number.isSafeInteger(cents) && Math.abs(cents) <= MONEY_LIMIT;

export const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0);
