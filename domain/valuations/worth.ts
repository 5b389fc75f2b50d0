/** The corrected value of a car that is valued (rules.md §12); cents, VAT included. */
import { optionalsLines, kmLines, type ValuedBy } from './estimate.ts';
import type { Damage, ValuationValues } from './fields.ts';
import { summed, type Line, type Lines } from './lines.ts';
import { monthsBetween } from '../dates.ts';

export type Worthy = Pick<
  ValuationValues,
  | 'base'
  | 'source'
  | 'monthly'
  | 'monthTyped'
  | 'km'
  | 'kmTyped'
  | 'fuel'
  | 'registeredOn'
  | 'equipment'
  | 'optionals'
  | 'optionalsTyped'
  | 'preparation'
  | 'damages'
>;

const months = [
  ...['gennaio', 'febbraio', 'marzo', 'aprile', 'maggio', 'giugno'],
  ...['luglio', 'agosto', 'settembre', 'ottobre', 'novembre', 'dicembre'],
];

/** A guide's quotation is for a semester: a car loses the same for each month of it up to the day. */
function monthLine(monthly: number, day: string): Line {
  const month = Number(day.slice(5, 7));
  const place = ((month - 1) % 6) + 1;
  return { label: `Mese: ${months[month - 1]!}, ${place}º del semestre`, amount: -monthly * place };
}

/** The line as it is computed, unless somebody typed another amount. */
const orTyped = (label: string, typed: number | null, computed: readonly Line[]): readonly Line[] =>
  typed === null ? computed : [{ label: `${label}, scritta a mano`, amount: typed }];

export const damageCost = (damages: readonly Damage[]): number => damages.reduce((sum, { amount }) => sum + amount, 0);

/**
 * `base(month) − (km − km_std)·€/km + residual of the optionals − damages − preparation`, line by line: each correction
 * as the company's tables say, or as it was typed.
 *
 * @param day the day of the valuation, `YYYY-MM-DD`
 * @returns lines whose sum is the total, which is never negative
 */
export function worth(car: Worthy, by: ValuedBy, day: string): Lines {
  const { base, source, damages, registeredOn, equipment } = car;
  const age = registeredOn === null ? null : Math.max(0, monthsBetween(registeredOn, day));
  const optionals = optionalsLines(car, age, by).map(({ label, amount }) => ({
    label: equipment ? `${label} (${equipment})` : label,
    amount,
  }));
  return summed([
    { label: source === null ? 'Quotazione di ritiro' : `Ritiro ${source}`, amount: base },
    ...orTyped('Correzione del mese', car.monthTyped, [monthLine(car.monthly, day)]),
    ...orTyped('Correzione dei chilometri', car.kmTyped, kmLines(car, age, by)),
    ...orTyped('Correzione degli optional', car.optionalsTyped, optionals),
    {
      label: damages.length === 1 ? 'Danni: 1 sulla mappa' : `Danni: ${damages.length} sulla mappa`,
      amount: -damageCost(damages),
    },
    { label: 'Preparazione', amount: -(car.preparation ?? by.expected) },
  ]);
}
