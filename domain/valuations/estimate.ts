/** The value of a used car for the dealer (rules.md §12); cents, VAT included. */
import { monthsBetween } from '../dates.ts';
import { integer, money, number, percent } from '../italian.ts';
import { percentOf, round } from '../money.ts';
import { damageKinds } from '../stock/damages.ts';
import type { EstimateInput } from './estimate-fields.ts';
import { summed, type Line, type Lines } from './lines.ts';
import type { ValuationTables } from '../stock/valuation-fields.ts';

/** The car to be valued; null: unknown. */
export interface Valued extends EstimateInput {
  km: number | null;
  /** First registration. */
  registeredOn: string | null;
}

/** The company's tables, and the cost in cents with VAT that it expects for every car. */
export interface ValuedBy extends ValuationTables {
  expected: number;
}

const smallest = <Row>(rows: readonly Row[], value: (row: Row) => number) =>
  rows.toSorted((a, b) => value(a) - value(b));

/** The mileage that a quotation assumes for a car of this age in months. */
const standardKm = (months: number, fuel: Valued['fuel'], by: ValuedBy): number =>
  round((months * (by.fuelKm.find((row) => row.fuel === fuel)?.km ?? by.standardKm)) / 12);

/** The correction for kilometres of a car of this age in months; none while they or its age are unknown. */
export function kmLines(
  { base, km, fuel }: Pick<Valued, 'base' | 'km' | 'fuel'>,
  months: number | null,
  by: ValuedBy,
): Line[] {
  const bands = smallest(by.kmRates, ({ from }) => from);
  const band = bands.findLast(({ from }) => from <= base) ?? bands[0];
  if (km === null || months === null || !band) return [];
  const standard = standardKm(months, fuel, by);
  // In tenths of a cent, because a rate has three decimals.
  const due = round(((standard - km) * round(band.rate * 1000)) / 10);
  const most = percentOf(base, by.mostKmShare);
  const amount = Math.min(most, Math.max(-most, due));
  const limit = amount === due ? '' : `, al massimo ${percent(by.mostKmShare)}`;
  return [
    { label: `${integer(km)}\u00a0km invece di ${integer(standard)}, ${number(band.rate)}\u00a0€/km${limit}`, amount },
  ];
}

export type DamageCosts = ValuationTables['damageCosts'];

/** What a damage of this kind costs by the company's tables, in cents with VAT; 0: they do not say. */
export const usualCost = (costs: DamageCosts, kind: string): number =>
  costs.find((row) => row.kind === kind)?.amount ?? 0;

/** What is left of the optionals of a car of this age in months. */
export function optionalsLines({ optionals }: Pick<Valued, 'optionals'>, months: number | null, by: ValuedBy): Line[] {
  const band = smallest(by.optionShares, ({ years }) => years).find(({ years }) => (months ?? Infinity) <= years * 12);
  if (!band) return [];
  return [
    { label: `Optional, ${percent(band.percent)} di ${money(optionals)}`, amount: percentOf(optionals, band.percent) },
  ];
}

/** The cost of the damages of a car by the table and as typed, in cents. */
export const damagesOf = (
  { damages, otherDamages }: Pick<Valued, 'damages' | 'otherDamages'>,
  { damageCosts }: Pick<ValuationTables, 'damageCosts'>,
): number => damageCosts.reduce((sum, { kind, amount }) => sum + (damages.includes(kind) ? amount : 0), otherDamages);

/**
 * `base − (km − km_std)·€/km + residual of the optionals − damages − preparation`, line by line. Kilometres count when
 * they and the first registration are known, at one price for the whole band of the quotation and up to a share of it;
 * optionals count with the share of the first age that the car has not passed.
 *
 * @param day the day of the estimate, `YYYY-MM-DD`: age is counted in whole months up to it
 * @returns lines whose sum is the total, which is never negative and never rises with the kilometres
 */
export function estimate(car: Valued, by: ValuedBy, day: string): Lines {
  const months = car.registeredOn === null ? null : Math.max(0, monthsBetween(car.registeredOn, day));
  return summed([
    { label: 'Quotazione di ritiro', amount: car.base },
    ...kmLines(car, months, by),
    ...optionalsLines(car, months, by),
    ...by.damageCosts
      .filter(({ kind }) => car.damages.includes(kind))
      .map(({ kind, amount }) => ({ label: damageKinds[kind], amount: -amount })),
    { label: 'Altri danni', amount: -car.otherDamages },
    { label: 'Preparazione', amount: -(car.preparation ?? by.expected) },
  ]);
}
