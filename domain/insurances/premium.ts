/** Premiums of insurance products (rules.md §10). Amounts are cents; a guarantee's net premium and its tax are rounded once each. */
import type { Values } from '../record/fields.ts';
import { percentOf, raised, round } from '../money.ts';
import type { coverFields, insuranceFields } from './fields.ts';
import { covers, HEALTH_PERCENT } from './terms.ts';

/** The parts of a product that decide its premium. */
export type Tariff = Pick<
  Values<typeof insuranceFields>,
  'type' | 'usages' | 'durations' | 'covers' | 'zones' | 'powers' | 'minValue' | 'maxValue' | 'maxMonths'
>;
type TariffCover = Values<typeof coverFields>;

export interface Risk {
  usage: 'new' | 'used';
  /** Insured value in cents, VAT-inclusive. */
  value: number;
  /** Two letters; null: unknown. */
  province: string | null;
  /** Duration of the policy in months. */
  months: number;
  /** Power of the car in kW; null: unknown. */
  kw: number | null;
  /** Age of the car in months; 0 for a new one. */
  age: number;
  /** Capital of the loan in cents that a credit protection covers; 0: no loan. */
  financed: number;
}

export interface CoverPremium {
  label: string;
  conditions: string;
  net: number;
  taxPercent: number;
  tax: number;
  gross: number;
}

export interface Premium {
  months: number;
  /** Name of the zone of the province; null: none of the tariff's. */
  zone: string | null;
  covers: CoverPremium[];
  net: number;
  tax: number;
  gross: number;
}

const zoneOf = ({ zones }: Tariff, province: string | null) =>
  zones.find((zone) => province !== null && zone.provinces.split(' ').includes(province)) ??
  zones.find((zone) => zone.provinces === '');

const powerOf = ({ powers }: Tariff, kw: number | null) =>
  powers.find(({ kwTo }) => kwTo === null || (kw !== null && kw <= kwTo));

/** The cell of a table for a duration: the first whose value limit is not exceeded. */
const cellOf = ({ cells }: TariffCover, { value, months }: Risk) =>
  cells.find((cell) => cell.months === months && (cell.valueTo === null || value <= cell.valueTo));

/** The net premium of one guarantee in cents; null when its table has none for the risk. */
function netOf(cover: TariffCover, risk: Risk, coefficient: number): number | null {
  const years = risk.months / 12;
  switch (cover.model) {
    case 'fixed':
      return round(cover.premium * (cover.yearly ? years : 1) * coefficient);
    case 'rate':
      return Math.max(cover.minimum, round((risk.value * cover.rate * coefficient * years) / 1000));
    case 'matrix': {
      const cell = cellOf(cover, risk);
      return cell ? round(cell.premium * coefficient) : null;
    }
    case 'financed':
      return round((risk.financed * cover.percentPerMonth * risk.months) / 100);
  }
}

/** Why the product is not sold for the risk, as a sentence; null if it is. */
export function refusalOf(tariff: Tariff, risk: Risk): string | null {
  const { type, usages, durations, minValue, maxValue, maxMonths } = tariff;
  if (tariff.covers.length === 0) return 'Nessuna garanzia in tariffa';
  if (!usages.includes(risk.usage)) return risk.usage === 'new' ? 'Non per auto nuove' : 'Non per auto usate';
  if (type === 'credit_protection') {
    if (risk.financed <= 0) return 'Solo con un finanziamento';
  } else if (!(durations as readonly string[]).includes(String(risk.months)))
    return `Durata di ${risk.months} mesi non prevista`;
  if (maxMonths !== null && risk.age > maxMonths) return `Solo per auto fino a ${maxMonths} mesi`;
  if (minValue !== null && risk.value < minValue) return 'Valore dell’auto sotto il minimo assicurabile';
  if (maxValue !== null && risk.value > maxValue) return 'Valore dell’auto oltre il massimo assicurabile';
  if (tariff.powers.length > 0 && !powerOf(tariff, risk.kw)) return 'Potenza dell’auto non prevista dalla tariffa';
  if (tariff.covers.some((cover) => netOf(cover, risk, 1) === null))
    return 'Valore o durata fuori dalla tabella dei premi';
  return null;
}

/**
 * The premium of a product for a risk, by guarantee: the net premium of its tariff, times the coefficients of zone and
 * power (not for a percentage of the financed capital), plus the tax of the guarantee; for RCA the zone's provincial
 * tax and the contribution to the national health service. Null when the product is not sold for the risk (`refusalOf`
 * says why).
 */
export function premiumOf(tariff: Tariff, risk: Risk): Premium | null {
  if (refusalOf(tariff, risk) !== null) return null;
  const zone = zoneOf(tariff, risk.province);
  const coefficient = (zone?.coefficient ?? 1) * (powerOf(tariff, risk.kw)?.coefficient ?? 1);
  const lines = tariff.covers.map((cover): CoverPremium => {
    const net = netOf(cover, risk, coefficient)!;
    const provincial = cover.cover === 'liability' ? (zone?.provincialTax ?? null) : null;
    const taxPercent = provincial === null ? cover.taxPercent : provincial + HEALTH_PERCENT;
    const tax = percentOf(net, taxPercent);
    return { label: covers[cover.cover], conditions: cover.conditions, net, taxPercent, tax, gross: net + tax };
  });
  const sum = (key: 'net' | 'tax' | 'gross') => lines.reduce((total, line) => total + line[key], 0);
  return {
    months: risk.months,
    zone: zone?.name ?? null,
    covers: lines,
    net: sum('net'),
    tax: sum('tax'),
    gross: sum('gross'),
  };
}

/** The dealer's commission on a premium, in cents: commission and rappel are percent of its net part. */
export const commissionOf = (
  { commissionPercent = 0, rappelPercent = 0 }: { commissionPercent?: number; rappelPercent?: number },
  { net }: Pick<Premium, 'net'>,
): number => percentOf(net, commissionPercent) + percentOf(net, rappelPercent);

const times = (value: number, percent: number, decimals: number) =>
  round(((value * (100 + percent)) / 100) * 10 ** decimals) / 10 ** decimals;

/**
 * Tariffs raised by `percent` %: premiums and minimums rounded to the cent, rates to the decimals that a person can
 * type.
 */
export const raisedCovers = (lines: readonly TariffCover[], percent: number): TariffCover[] =>
  lines.map((line) => ({
    ...line,
    premium: raised(line.premium, percent),
    minimum: raised(line.minimum, percent),
    rate: times(line.rate, percent, 3),
    percentPerMonth: times(line.percentPerMonth, percent, 4),
    cells: line.cells.map((cell) => ({ ...cell, premium: raised(cell.premium, percent) })),
  }));
