/** Values that a cell or its heading gives in another unit than the field: horsepower, miles, years, without VAT. */
import { hundredths, integer, number, parseNumber, parseWhole } from '../italian.ts';
import { DEFAULT_TAX_RATE, grossOf, netOf, round } from '../money.ts';
import type { Field } from '../record/fields.ts';
import type { Fix } from './fixes.ts';
import { tidyNumber } from './tidy.ts';

/** Metric horsepower (75 kp·m/s) of a kilowatt, and kilometres of a mile. */
const CV_OF_KW = 1.35962;
const KM_OF_MILE = 1.609344;

/** A value in the unit of its field, and what was set right for that. */
export interface InUnit {
  text: string;
  fix: Fix;
}

/** A unit of a measure: how a cell names it, and how a heading does. */
interface Unit {
  name: string;
  cell: RegExp;
  head: RegExp;
}

/** Something that files write in several units. `bare`: what the values are called that name none. */
interface Measure {
  units: readonly Unit[];
  bare: string;
  /** The unit in which a number has to be that names none, because in another it could not be; null: any. */
  obvious?: (cell: string) => string | null;
}

const KW = /(\d[\d.,]*)\s*kw\b/i;
const CV = /(\d[\d.,]*)\s*(?:cv|hp|ps|ch|bhp|cavalli)\b/i;
const CV_HEAD = /(^|[^\p{L}])(cv|hp|ps|bhp|cavalli)([^\p{L}]|$)/iu;

/** `150 CV`, `110 kW (150 CV)`, `150` under `Potenza CV`; of both the kilowatts count. */
function power(cell: string, head: string): InUnit | null {
  const [kw, cv] = [KW.exec(cell)?.[1], CV.exec(cell)?.[1]];
  if (kw !== undefined) return cv === undefined ? null : { text: kw, fix: 'power' };
  const isHorses = CV_HEAD.test(head) && !/kw/i.test(head);
  const bare = /^\d[\d.,]*$/.test(cell) && isHorses ? cell : cv;
  const value = bare === undefined ? null : parseNumber(bare);
  return value === null ? null : { text: integer(round(value / CV_OF_KW)), fix: 'power' };
}

const MILES = /\b(mi|mls?|miles?|miglia)\b\.?/i;
const THOUSANDS = /(?<=\d)\s*(mila|k)\b|\/\s*1000\b|\bmigliaia\b/i;
const KM = /\bkm\b\.?/i;
/** `45 mila`, `45k`, `62.000 miglia`, `85,000`; `45` under `Km (migliaia)`. */
function distance(cell: string, head: string): InUnit | null {
  const bare = tidyNumber(cell.replace(MILES, '').replace(THOUSANDS, '').replace(KM, ''));
  const isThousands = THOUSANDS.test(cell) || (THOUSANDS.test(head) && !KM.test(cell));
  const value = (isThousands ? parseNumber : parseWhole)(bare);
  if (value === null) return null;
  const times = isThousands ? 1000 : 1;
  const each = MILES.test(cell) || (MILES.test(head) && !KM.test(cell)) ? KM_OF_MILE : 1;
  const isSame = times === 1 && each === 1 && !/^\d{1,3}(,\d{3})+$/.test(bare);
  return isSame ? null : { text: integer(round(value * times * each)), fix: 'distance' };
}

const FEW: Readonly<Record<string, number>> = { un: 1, uno: 1, una: 1, due: 2, tre: 3, quattro: 4, cinque: 5 };
/** `2 anni`, `1 anno e 6 mesi`, `due anni`; `3` under `Anni`. */
function months(cell: string, head: string): InUnit | null {
  const [, years, rest] =
    /^(\d+(?:[.,]5)?|\p{L}+)\s*(?:anni|anno|aa|years?|y)\b\.?(?:\s*(?:,|e|\+)?\s*(\d+)\s*(?:mesi|mese|m)\b\.?)?$/iu.exec(
      cell.trim(),
    ) ?? [];
  const isYears = /(^|[^\p{L}])(anni|anno|years?)([^\p{L}]|$)/iu.test(head) && !/mesi/i.test(head);
  const said = years ?? (isYears && /^\d+([.,]5)?$/.test(cell.trim()) ? cell.trim() : undefined);
  const value = said === undefined ? null : (FEW[said.toLowerCase()] ?? parseNumber(said));
  return value === null ? null : { text: integer(round(value * 12) + Number(rest ?? 0)), fix: 'spans' };
}

const WITHOUT =
  /\biva\s+(escl|non\s+incl|non\s+compr)|\bi\.?\s?e\.?$|(\+|oltre|pi[uù]|senza|nett[oi])\s*iva\b|\bimponibile\b/i;
const WITH = /\biva\s+(incl|compr)|\bi\.?\s?i\.?$|\b(con|compres[ao])\s+iva\b|\bivat[oa]\b/i;

/** Whether the amounts of a field have VAT in them. */
const isTaxed = (field: Field & { kind: 'money' }): boolean =>
  field.rate !== undefined || (/prezz/i.test(field.label) && field.help !== 'Senza IVA');

/** An amount that is said to be without VAT where the field's has it, or with it where the field's has none. */
function amount(field: Field & { kind: 'money' }, cell: string, head: string, rate: number): InUnit | null {
  const hasTax = isTaxed(field);
  const says = (text: string) => (WITHOUT.test(text) ? 'without' : WITH.test(text) ? 'with' : null);
  const said = says(cell) ?? says(head);
  const cents = parseNumber(tidyNumber(cell));
  if (said === null || cents === null || hasTax === (said === 'with')) return null;
  const other = (hasTax ? grossOf : netOf)(round(cents * 100), rate);
  return { text: hundredths(other / 100), fix: 'net' };
}

/**
 * The value of a cell in the unit of its field, where the cell or its heading names another one; null: nothing is to be
 * converted. `rate`: the percentage of VAT of the row, where it has one.
 */
export function inUnit(field: Field, cell: string, head: string, rate: number | null): InUnit | null {
  if (field.kind === 'money') return amount(field, cell, head, rate ?? DEFAULT_TAX_RATE);
  if (field.kind !== 'number' || !/\d|\p{L}/u.test(cell)) return null;
  if (field.suffix === 'kW') return power(cell, head);
  if (field.suffix === 'km') return distance(cell, head);
  return field.suffix === 'mesi' ? months(cell, head) : null;
}

const gross: Unit = { name: 'IVA inclusa', cell: WITH, head: WITH };
const net: Unit = { name: 'IVA esclusa', cell: WITHOUT, head: WITHOUT };
/** More kilometres than anybody counts in thousands, and more years than anything is granted for. */
const [MOST_THOUSANDS, MOST_YEARS] = [1000, 10];

/** What a field measures, its own unit first; null: its values have only one. */
function measureOf(field: Field): Measure | null {
  if (field.kind === 'money') return { units: isTaxed(field) ? [gross, net] : [net, gross], bare: 'IVA non detta' };
  if (field.kind !== 'number') return null;
  switch (field.suffix) {
    case 'kW':
      return {
        units: [
          { name: 'kW', cell: KW, head: /kw/i },
          { name: 'CV', cell: CV, head: CV_HEAD },
        ],
        bare: 'senza unità',
      };
    case 'km':
      return {
        units: [
          { name: 'km', cell: /\d\s*km\b/i, head: /^(?!.*(migliaia|miglia|1000)).*\bkm\b/i },
          { name: 'migliaia di km', cell: THOUSANDS, head: THOUSANDS },
          { name: 'miglia', cell: MILES, head: MILES },
        ],
        bare: `sotto ${integer(MOST_THOUSANDS)}, senza unità`,
        obvious: (cell) =>
          (parseWhole(tidyNumber(cell)) ?? 0) >= MOST_THOUSANDS || /,\d{3}$/.test(cell) ? 'km' : null,
      };
    case 'mesi':
      return {
        units: [
          { name: 'mesi', cell: /^\d+\s*(mesi|mese|m)\b/i, head: /mesi/i },
          { name: 'anni', cell: /\b(anni|anno|aa|years?|y)\b/i, head: /(^|[^\p{L}])(anni|anno|years?)([^\p{L}]|$)/iu },
        ],
        bare: `fino a ${MOST_YEARS}, senza unità`,
        obvious: (cell) => ((parseNumber(cell) ?? 0) > MOST_YEARS ? 'mesi' : null),
      };
    default:
      return null;
  }
}

/** The units that a field's values may be in, its own first, and what those are called that name none; null: only one. */
export function unitsOf(field: Field): { names: readonly string[]; bare: string } | null {
  const measure = measureOf(field);
  return measure && { names: measure.units.map(({ name }) => name), bare: measure.bare };
}

/** The unit that a cell names, or in which its number has to be; '' where it may be in any; null where it has no number. */
export function unitIn(field: Field, cell: string): string | null {
  const measure = measureOf(field);
  const named = measure?.units.find((unit) => unit.cell.test(cell));
  if (named) return named.name;
  return measure && /\d/.test(cell) ? (measure.obvious?.(cell) ?? '') : null;
}

/** The unit that a heading names for the cells below it; null: none. */
export const unitOfHead = (field: Field, head: string): string | null =>
  measureOf(field)?.units.find((unit) => unit.head.test(head))?.name ?? null;

/** A rate of VAT as files write it: `22`, `22 %`, `Esente`, `N4`, `Art. 10`; null where it says none. */
export function taxRateIn(cell: string): string | null {
  if (
    /^(esente|es\.?|esenzione|fuori campo|f\.?c\.?|non imponibile|n\.?i\.?|n[1-7](\.\d)?|art\.?\s*\d.*)$/i.test(
      cell.trim(),
    )
  )
    return '0';
  const rate = parseNumber(tidyNumber(cell.replace(/^(iva|aliquota)\s*/i, '')));
  return rate === null ? null : number(rate);
}
