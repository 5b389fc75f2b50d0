/** Cells of other programs, written as a person would type them. */
import type { Field } from '../record/fields.ts';
import { tidyDay } from './days.ts';

/** What programs write for nothing. */
const NOTHING =
  /^([-–—_.*/?\s]+|n[./]\s?[dap]\.?|null|nil|none|nan|undefined|\(?vuoto\)?|#n\/?[dac]!?|non (indicat|disponibil|present)[aoe])$/i;

export const isNothing = (cell: string): boolean => NOTHING.test(cell);

/** Units that stand behind numbers, each line one measure. */
const UNITS: readonly (readonly string[])[] = [
  ['km', 'kms', 'chilometri', 'kilometri'],
  ['kw'],
  ['cv'],
  ['cc', 'ccm', 'cmc', 'cm3', 'cm³'],
  ['kg'],
  ['g/km', 'gr/km'],
  ['mesi', 'mese'],
  ['anni', 'anno'],
  ['mm'],
  ['min', 'minuti'],
  ['posti'],
  ['porte'],
  ['db'],
  ['eur', 'euro', '€', '€uro'],
  ['%'],
  ['"', 'n', 'nr', 'pz'],
];
const UNIT = new RegExp(`\\s*(${UNITS.flat().join('|').replaceAll('/', '\\/')})\\.?$`, 'i');

/** Whether a number names a unit of another measure than its field's: `110 kW` are no kilometres. */
export function isOfAnother(suffix: string | undefined, cell: string): boolean {
  const unit = UNIT.exec(cell.trim())?.[1]?.toLowerCase();
  const own = UNITS.find((measure) => measure.includes(suffix?.toLowerCase() ?? ''));
  const named = UNITS.find((measure) => measure.includes(unit ?? ''));
  return own !== undefined && named !== undefined && named !== own && named !== UNITS.at(-1);
}

/** Whether an amount has VAT in it, as people write behind it: `IVA incl.`, `i.e.`, `+ IVA 22%`, `oltre IVA`. */
export const TAXED =
  /[\s,;(]*\b((prezzo\s+)?iva\s+(\d{1,2}\s*%\s*)?(incl|compr|escl|esente|espost)\S*|i\.?\s?[iec]\.?|(\+|oltre|pi[uù]|senza|con|netto|netti|[sc]\/)\s*iva(\s*\d{1,2}\s*%)?|ivato|iva)\)?\.?$|\s*\+\s*iva(\s*\d{1,2}\s*%)?$/i;

/** The most characters of a number with what stands beside it: what is longer is no number, and patterns take long over it. */
export const MOST_NUMBER = 100;

/** Words before a number that do not change it. */
const BEFORE =
  /^[*~<>≈\s]+(?=\d)|^(circa|ca|oltre|da|max|min|prezzo|pari a)[.:]?\s*(?=[\d€])|^(euro|eur|eu|€|\+|km|kw|n|nr)[.:]?\s*|^iva\s+(incl|compr)\p{L}*[.:]?\s*(?=[\d€])/iu;
/** Words behind a number that do not change it: how sure it is, or what a price is of. */
const BEHIND =
  /(?<=\d.*)\s*(?<!\p{L})((non\s+)?(tratt(abil[ei]|\.li)?|neg(oziabil[ei])?)|circa|ca|reali|certif(icat[io])?|orig(inali)?|effettivi|dichiarati|garantiti|tagliandati|chiavi in mano|c\.i\.m|p\.t|nett[oi]|lord[oi]|regime del margine|(\+\s*)?messa in strada|\+\s*(passaggio(\s+(di\s+)?propriet[aà])?|p\.?\s?p|p\.?d\.?p)|\+|\*)\.?$/iu;
/** A remark in brackets or behind a dash; one with figures says another number. */
const REMARK = /(?<=\d.*)\s*(\([^()\d]*\)|\s-\s+\p{L}+)$/u;

/** A number without what programs write beside it: `EUR 18.900,-` → `18.900`, `1.598 cm3` → `1.598`. */
export function tidyNumber(text: string): string {
  if (text.length > MOST_NUMBER) return text;
  let bare = text.replace(TAXED, '').trim();
  // `85.000 km originali certificati`: word by word, from the outside.
  for (let before = ''; before !== bare;) {
    before = bare;
    bare = bare
      .replace(REMARK, '')
      .replace(BEHIND, '')
      .replace(BEFORE, '')
      .replace(/[,.](-{1,2}|=)$|=$|(?<=\d)[.,;]$/, '')
      .replace(UNIT, '')
      .replace(TAXED, '')
      .trim();
  }
  return bare;
}

/** The cell as its field reads it, on a day in Rome. */
export function tidy(field: Field, cell: string, today: string): string {
  if (isNothing(cell)) return '';
  switch (field.kind) {
    case 'day':
      return tidyDay(cell, Number(today.slice(0, 4)), field.span === 'past' ? today : undefined);
    case 'number': {
      // Whole numbers that a program kept with decimals: `12,00`.
      if (isOfAnother(field.suffix, cell)) return cell;
      const number = tidyNumber(cell);
      return field.decimals ? number : number.replace(/[.,]0{1,2}$/, '');
    }
    case 'money':
      // A share is no amount.
      return cell.includes('%') && !/iva/i.test(cell) ? cell : tidyNumber(cell);
    case 'percent':
      return tidyNumber(cell);
    case 'flag': {
      // A quantity: there is some, or none.
      const [, sign, whole = ''] = /^(-?)(\d+)([.,]\d+)?$/.exec(tidyNumber(cell)) ?? [];
      return whole === '' ? cell : sign || Number(whole) === 0 ? 'No' : 'Sì';
    }
    default:
      return cell;
  }
}
