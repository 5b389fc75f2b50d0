/** Values that a cell or its heading gives in another unit than the field: horsepower, miles, years, without VAT. */
import { hundredths, integer, number, parseNumber, parseWhole } from '../italian.ts';
import { DEFAULT_TAX_RATE, grossOf, netOf, round } from '../money.ts';
import type { Field } from '../record/fields.ts';
import type { Fix } from './fixes.ts';
import { isAmbiguous, orderIn, turned } from './days.ts';
import { MOST_NUMBER, tidyNumber } from './tidy.ts';

/** Metric horsepower (75 kp·m/s) of a kilowatt, British ones, and kilometres of a mile. */
const CV_OF_KW = 1.35962;
const BHP_OF_KW = 1.34102;
const KM_OF_MILE = 1.609344;

/** A value in the unit of its field, and what was set right for that. */
export interface InUnit {
  text: string;
  fix: Fix;
}

/** A unit of a measure: how a cell names it, and how a heading does. */
interface Unit {
  name: string;
  cell: { test: (cell: string) => boolean };
  head: RegExp;
}

/** Something that files write in several units. `bare`: what the values are called that name none. */
interface Measure {
  units: readonly Unit[];
  bare: string;
  /** Whether a cell has a value of the measure at all; without it any that has a figure. */
  is?: (cell: string) => boolean;
  /** The unit in which a number has to be that names none, because in another it could not be; null: any. */
  obvious?: (cell: string) => string | null;
}

const KW = /(\d[\d.,]*)\s*\(?kw\b|\bkw\s*:?\s*(\d[\d.,]*)/i;
const CV =
  /(\d[\d.,]*)\s*\(?(?:cv|c\.v\.?|hp|ps|pk|ch|bhp|cavalli)(?!\p{L})|^(?:cv|hp|ps|pk|ch|bhp)\s*:?\s*(\d[\d.,]*)$/iu;
const CV_HEAD = /(^|[^\p{L}])(cv|hp|ps|bhp|cavalli)([^\p{L}]|$)/iu;
/** Kilowatts and horses side by side, in any order: `110/150`. */
const BOTH = /^(\d{2,4}(?:[.,]\d+)?)\s*[/|(-]\s*(\d{2,4}(?:[.,]\d+)?)\)?$/;

/** The smaller of two numbers that are one power in kilowatts and in horses; null where they are not. */
function kwOfBoth(cell: string): number | null {
  const [, ...both] = BOTH.exec(cell.trim()) ?? [];
  const [kw = 0, cv = 0] = both.map((one) => parseNumber(one) ?? 0).toSorted((a, b) => a - b);
  return kw > 0 && Math.abs(cv / CV_OF_KW - kw) <= 1 ? kw : null;
}

/** `150 CV`, `110 kW (150 CV)`, `110/150`, `150` under `Potenza CV`; of both the kilowatts count. */
function power(cell: string, head: string): InUnit | null {
  const both = kwOfBoth(cell);
  if (both !== null) return { text: number(both), fix: 'power' };
  const [, first, last] = KW.exec(cell) ?? [];
  const kw = first ?? last;
  const [, behind, before] = CV.exec(cell) ?? [];
  const cv = behind ?? before;
  const isAlone = parseNumber(tidyNumber(cell)) !== null;
  if (kw !== undefined) return cv === undefined && last === undefined && isAlone ? null : { text: kw, fix: 'power' };
  const isHorses = CV_HEAD.test(head) && !/kw/i.test(head);
  const bare = /^\d[\d.,]*$/.test(cell) && isHorses ? cell : cv;
  const value = bare === undefined ? null : parseNumber(bare);
  const each = /bhp/i.test(cv === undefined ? head : cell) ? BHP_OF_KW : CV_OF_KW;
  return value === null ? null : { text: integer(round(value / each)), fix: 'power' };
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

/** How long something lasts that is of so many months. */
const LASTING: Readonly<Record<string, number>> = {
  mensile: 1,
  trimestrale: 3,
  semestrale: 6,
  annuale: 12,
  biennale: 24,
  triennale: 36,
  quadriennale: 48,
  quinquennale: 60,
};
const FEW: Readonly<Record<string, number>> = {
  mezzo: 0.5,
  '1/2': 0.5,
  un: 1,
  uno: 1,
  una: 1,
  due: 2,
  tre: 3,
  quattro: 4,
  cinque: 5,
  sei: 6,
  otto: 8,
  dieci: 10,
  dodici: 12,
  diciotto: 18,
  ventiquattro: 24,
  trenta: 30,
  trentasei: 36,
  quarantotto: 48,
  sessanta: 60,
};
/** A warranty's kilometres behind its months: `2 anni/100.000 km`. */
const OR_KM = /\s*(?:[/+,-]|o|oppure)\s*\d[\d.]*\s*km\.?$/i;
const MONTHS = /^(\d{1,3})\s*(?:m|mos?|mths?|months?|monate?|mois)\.?$|^(?:mesi|m\.)\s*:?\s*(\d{1,3})$/i;
/** What stands beside a time and changes nothing: its number in words, that kilometres have no end. */
const BESIDE = /^n[.r°]*\s+(?=\d)|\s*\(\p{L}+\)|\s+(illimitat[oie]|km illimitati)$/giu;
/** A unit in brackets: `2 (anni)`. */
const BRACKETED = /\(\s*(anni|anno|mesi|mese)\s*\)/gi;
const YEARS =
  /^(\d+(?:[.,]5)?|1\/2|\p{L}+)\s*(?:anni|anno|aa?|years?|yrs?|y|jahre?|ans?)\b\.?(?:\s*(?:,|e|\+)?\s*(?:(\d+)\s*(?:mesi|mese|m)\b\.?|(mezzo)))?\.?$/iu;
/** `2 anni`, `1 anno e 6 mesi`, `due anni`, `2 anni/100.000 km`; `3` under `Anni`. */
function months(text: string, head: string): InUnit | null {
  const cell = text.trim().replace(BRACKETED, '$1').replace(BESIDE, '').replace(OR_KM, '');
  const isYears = /(^|[^\p{L}])(anni|anno|years?)([^\p{L}]|$)/iu.test(head) && !/mesi/i.test(head);
  const [, behind, before] = MONTHS.exec(cell) ?? [];
  const [, alone, word, unit] = /^(?:(\d{1,3})|(\p{L}+))(?:\s*(mes[ei])\.?)?$/iu.exec(cell) ?? [];
  const few = FEW[word?.toLowerCase() ?? ''];
  const isBare = isYears && unit === undefined;
  const said = isBare ? undefined : (few ?? (cell === text.trim() ? undefined : alone));
  const lasting = LASTING[cell.toLowerCase()] ?? behind ?? before ?? said;
  if (lasting !== undefined) return { text: String(lasting), fix: 'spans' };
  const [, named, rest, half] = YEARS.exec(cell) ?? [];
  const years = named ?? (isBare && (few !== undefined || /^\d+([.,]5)?$/.test(cell)) ? cell : undefined);
  const value = years === undefined ? null : (FEW[years.toLowerCase()] ?? parseNumber(years));
  return value === null ? null : { text: integer(round(value * 12) + Number(rest ?? (half ? 6 : 0))), fix: 'spans' };
}

const MONTH_FIRST = /mese\/giorno|\bmm?\s?[/.-]\s?(dd?|gg?)\b/i;
/** A day whose month stands first, because its other number is none of a month, or because the heading says so. */
function monthFirst(cell: string, head: string): InUnit | null {
  const isFirst = orderIn(cell) === 'month' || (isAmbiguous(cell) && MONTH_FIRST.test(head));
  return isFirst ? { text: turned(cell), fix: 'order' } : null;
}

const WITHOUT =
  /\biva\s+(escl|non\s+incl|non\s+compr)|\bi\.?\s?e\.?$|(\+|oltre|pi[uù]|senza|nett[oi]|\bs\/)\s*iva\b|\bimponibile\b/i;
const WITH = /\biva\s+(incl|compr)|\bi\.?\s?[ic]\.?$|\b(con|compres[ao])\s+iva\b|\bc\/\s*iva\b|\bivat[oa]\b/i;

/** Whether the amounts of a field have VAT in them. */
const isTaxed = (field: Field & { kind: 'money' }): boolean =>
  field.rate !== undefined || field.isGross === true || (/prezz/i.test(field.label) && field.help !== 'Senza IVA');

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
  if (cell.length > MOST_NUMBER) return null;
  if (field.kind === 'money') return amount(field, cell, head, rate ?? DEFAULT_TAX_RATE);
  if (field.kind === 'day') return monthFirst(cell, head);
  if (field.kind !== 'number' || !/\d|\p{L}/u.test(cell)) return null;
  if (field.suffix === 'kW') return power(cell, head);
  if (field.suffix === 'km') return distance(cell, head);
  return field.suffix === 'mesi' ? months(cell, head) : null;
}

const gross: Unit = { name: 'IVA inclusa', cell: WITH, head: WITH };
const net: Unit = { name: 'IVA esclusa', cell: WITHOUT, head: WITHOUT };
/** More kilometres than anybody counts in thousands, and more years than anything is granted for. */
const [MOST_THOUSANDS, MOST_YEARS] = [1000, 10];

/** Days of numbers alone: which of them is the month. */
const days: Measure = {
  units: [
    {
      name: 'giorno/mese',
      cell: { test: (cell) => orderIn(cell) === 'day' },
      head: /giorno\/mese|\b(dd?|gg?)\s?[/.-]\s?mm?\b/i,
    },
    { name: 'mese/giorno', cell: { test: (cell) => orderIn(cell) === 'month' }, head: MONTH_FIRST },
  ],
  bare: 'giorno o mese non detto',
  is: isAmbiguous,
};
/** What a field measures, its own unit first; null: its values have only one. */
function measureOf(field: Field): Measure | null {
  if (field.kind === 'money') return { units: isTaxed(field) ? [gross, net] : [net, gross], bare: 'IVA non detta' };
  if (field.kind === 'day') return days;
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
  if (cell.length > MOST_NUMBER) return null;
  const measure = measureOf(field);
  const named = measure?.units.find((unit) => unit.cell.test(cell));
  if (named) return named.name;
  const is = measure?.is ?? ((text: string) => /\d/.test(text));
  return measure && is(cell) ? (measure.obvious?.(cell) ?? '') : null;
}

/** The unit that a heading names for the cells below it; null: none. */
export const unitOfHead = (field: Field, head: string): string | null =>
  measureOf(field)?.units.find((unit) => unit.head.test(head))?.name ?? null;

/** Rates of VAT in force (D.P.R. 633/1972, art. 16), of which no other is a hundredth. */
const RATES = [4, 5, 10, 22];
/** A rate of VAT as files write it: `22`, `22 %`, `Esente`, `N4`, `Art. 10`; null where it says none. */
export function taxRateIn(cell: string): string | null {
  if (cell.length > MOST_NUMBER) return null;
  if (
    /^((esente|es\.?|esenzione|esclus[oa](?=\s+(ex\s+)?art)|fuori campo|f\.?\s?c\.?|non (imponibile|soggett[oa])|n\.?\s?[is]\.?|margine)(\s*(ex\s+)?art.*)?|n[1-7](\.\d)?|art\.?\s*\d.*)$/i.test(
      cell.trim(),
    )
  )
    return '0';
  if (/^(iva\s+)?ordinaria$/i.test(cell.trim())) return number(DEFAULT_TAX_RATE);
  const rate = parseNumber(tidyNumber(cell.replace(/^((iva|aliquota|al)\s*)+|\s*\b(ordinaria|ridotta|minima)$/gi, '')));
  // A spreadsheet's 22 % is 0,22.
  const whole = rate === null ? 0 : round(rate * 10_000) / 100;
  return rate === null ? null : number(RATES.includes(whole) ? whole : rate);
}
