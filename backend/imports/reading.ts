/** How the cells of a file's rows are read: columns, meanings, defaults, and what is set right. */
import { parseNumber, telephone } from '#domain/italian.ts';
import { isNumber, numberParts } from '#domain/phone-parts.ts';
import { begins, saysMore } from '#domain/record/several.ts';
import { headOf, type Field } from '#domain/record/fields.ts';
import { fixNames, type Fix } from '#domain/imports/fixes.ts';
import { NOTE } from '#domain/imports/terms.ts';
import { dayOfInstant } from '#domain/dates.ts';
import { otherEmails, readEmail } from '#domain/emails.ts';
import { dayIn, tidyDay } from '#domain/imports/days.ts';
import { isNothing, tidy } from '#domain/imports/tidy.ts';
import { inUnit, taxRateIn, unitIn } from '#domain/imports/units.ts';
import { isShouted, writtenName } from '#domain/imports/written.ts';
import { readable } from '../lib/values/html.ts';
import { readPhones } from '../lib/values/phones.ts';
import { plain } from '../lib/records/import-rows.ts';
import type { Cells, Fixing, Importable, Vocabulary } from '../lib/records/importable.ts';
import { columnsOf } from './guess.ts';
import { knownOf, valuesIn, wordsOf, type Known } from './meanings.ts';
import type { ImportRecord } from './record.ts';

/** A row as its area reads it. */
export interface RowCells {
  cells: Cells;
  /** The same as they stand in the file. */
  raw: Cells;
  fix: Fixing;
  /** What was set right in it so far. */
  fixed: ReadonlySet<Fix>;
  /** By field the unit that its value names, '' where it names none. */
  named: ReadonlyMap<string, string>;
  /** How the lines of the notes begin that a column of the file writes. */
  lines: readonly string[];
  /** What other columns than that of the notes write into the notes. */
  beside: () => readonly string[];
}
export type Reader = (texts: readonly string[]) => RowCells;

type Read = Pick<ImportRecord, 'heads' | 'fields' | 'meanings' | 'defaults' | 'unfixed' | 'units'>;

/** The text that a value of a field stands for: what a person said, else what is known, else the value itself. */
export const meaningOf = (
  known: Known,
  { meanings }: Pick<ImportRecord, 'meanings'>,
  key: string,
  value: string,
): string => meanings[key]?.[plain(value)]?.to ?? known(key, value)?.word ?? value;

/**
 * The numbers of two cells in order, for two fields; a cell without any stays as it is. Nothing goes from the second to
 * an empty first, which may have a number in the record.
 */
function dialledIn(first: string, second: string): { phone: string; phone2: string; more: string[] } {
  const [numbers, others] = [readPhones(first), readPhones(second)];
  const [phone = '', phone2, ...more] = [...new Set([...(numbers.length > 0 ? numbers : [first]), ...others])];
  return { phone, phone2: phone2 ?? (others.length > 0 ? '' : second), more };
}

/** A telephone's cell of which the notes keep the text: words, or a number beside another that cannot be read. */
function isKept(cell: string): boolean {
  const count = numberParts(cell).filter(isNumber).length;
  return saysMore(cell) || (count > 1 && count > readPhones(cell).length);
}

/** A quote that is never closed. */
const OPENED = /^"[^"]*$/;

/** A value in the form of its field. */
const plainly = (field: Field, raw: string, today: string): string =>
  (field.kind === 'percent' && /iva/i.test(field.label) ? taxRateIn(raw) : null) ?? tidy(field, raw, today);

/** A day, and what was assumed for it: the zone, the century, what a part of a day leaves open. */
function dayOf(field: Field & { kind: 'day' }, raw: string, { fix, today }: { fix: Fixing; today: string }): string {
  const year = Number(today.slice(0, 4));
  const { text, isAssumed } = dayIn(raw, year, field.span === 'past' ? today : undefined);
  if (text === raw) return text;
  if (dayOfInstant(raw) && text !== raw.slice(0, 10)) return fix('days') ? text : raw.slice(0, 10);
  if (isAssumed && !fix('dates')) return raw;
  // Another century than a day to come would have.
  const other = tidyDay(raw, year);
  return other !== text && !fix('births') ? other : text;
}

/** Reads the rows of an import; made once for many rows. `today`: a day in Rome. */
export function readerOf(kind: Importable, it: Read, vocabulary: Vocabulary, today: string): Reader {
  const known = knownOf(kind, vocabulary);
  const notes = it.heads.flatMap((head, index) => (it.fields[index] === NOTE ? [{ begin: `${head}: `, index }] : []));
  const lines = notes.map(({ begin }) => begin);
  const columns = new Map(
    Object.entries(columnsOf(kind)).map(([key, field]) => {
      const isWord = wordsOf(key, field, vocabulary) !== null;
      return [headOf(field)!, { key, field, isWord, index: it.fields.indexOf(key), memo: new Map<string, string>() }];
    }),
  );
  const off = new Set(it.unfixed);
  const hasTwo = ['phone', 'phone2'].every((key) => key in kind.of.fields);
  return (texts) => {
    const fixed = new Set<Fix>();
    const named = new Map<string, string>();
    const fix: Fixing = (name) => !off.has(name) && Boolean(fixed.add(name));
    const rawAt = (index: number) => {
      const text = index < 0 ? '' : readable(texts[index] ?? '');
      if (isNothing(text)) return '';
      return OPENED.test(text) && fix('quotes') ? text.slice(1).trim() : text;
    };
    const rawOf = (key: string) => rawAt(it.fields.indexOf(key));
    let dialled: ReturnType<typeof dialledIn> | null = null;
    const dial = () => (dialled ??= dialledIn(rawOf('phone'), rawOf('phone2')));
    const beside = (): string[] => {
      const more = notes.flatMap((one) =>
        // One line each: when the file comes again, the line that begins so takes the place of the former one.
        rawAt(one.index) ? [one.begin + rawAt(one.index).replace(/\s*\n\s*/g, ' ')] : [],
      );
      const numbers = hasTwo && !off.has('phones') ? dial().more : [];
      const mails = 'email' in kind.of.fields ? otherEmails(rawOf('email')) : [];
      const words = hasTwo ? [rawOf('phone'), rawOf('phone2')].filter(isKept) : [];
      return [
        ...more,
        ...words.map((text) => begins.words + text),
        ...numbers.map((number) => begins.phone + telephone(number)),
        ...mails.map((mail) => begins.email + mail),
      ];
    };
    const rateOf = (field: Field): number | null => {
      const key = field.kind === 'money' ? field.rate : undefined;
      const rate = key === undefined ? undefined : columns.get(headOf(kind.of.fields[key]!) ?? '');
      return rate ? parseNumber(cells(headOf(rate.field)!) || String(rate.field.default ?? '')) : null;
    };
    const read = new Map<string, string>();
    // Names, codes and places follow from each other: a cell is asked for several times.
    const cells: Cells = (header) => {
      const text = read.get(header) ?? cell(header);
      read.set(header, text);
      return text;
    };
    const cell: Cells = (header) => {
      const column = columns.get(header);
      if (!column) return '';
      const { key, field, isWord, index, memo } = column;
      const raw = rawAt(index);
      if (index < 0 && it.defaults[key]) return it.defaults[key];
      if (key === 'notes') return [raw, ...beside()].filter(Boolean).join('\n');
      if (isWord) {
        const isSaid = (one: string) => Boolean(it.meanings[key]?.[plain(one)] ?? known(key, one));
        const all = () => valuesIn(field, raw, isSaid).map((one) => meaningOf(known, it, key, one));
        const word = memo.get(raw) ?? all().filter(Boolean).join(', ');
        memo.set(raw, word);
        return field.kind === 'flag' ? tidy(field, word, today) : word;
      }
      if (field.kind === 'text' && field.phone) {
        // Where there are two fields, the numbers of both cells go to them in order.
        const isOne = key === 'phone' || key === 'phone2';
        const numbers = hasTwo && isOne ? [dial()[key]] : readPhones(raw);
        if (numbers.length > 1 && !fix('first')) return raw;
        const number = numbers[0] ?? raw;
        return number !== raw && fix('phones') ? number : raw;
      }
      if (raw === '') return '';
      if (field.kind === 'text' && field.email) return readEmail(raw) ?? raw;
      const what = kind.names?.[key];
      if (what && isShouted(raw) && fix('names')) return writtenName(raw, what);
      const code = kind.codes?.[key]?.(raw, cells);
      if (code) return code.fix === undefined || fix(code.fix) ? code.text : raw;
      const said = unitIn(field, raw);
      if (said !== null) named.set(key, said);
      // What a person says of the values that name no unit stands for the heading, which may name one for all.
      const bare = said === '' ? it.units[key]?.bare : undefined;
      if (bare === '') return '';
      const unit = inUnit(field, raw, said || (bare ?? it.heads[index] ?? ''), rateOf(field));
      const text = unit && fix(unit.fix) ? unit.text : raw;
      if (field.kind === 'day') return dayOf(field, text, { fix, today });
      return unit ? text : plainly(field, raw, today);
    };
    const raw: Cells = (header) => (texts[columns.get(header)?.index ?? -1] ?? '').trim();
    return { cells, raw, fix, fixed, named, lines, beside };
  };
}

/** Adds what was set right in rows to the counts of an import; a rejected row is looked at again. */
export function addFixed(
  counts: ImportRecord['fixed'],
  rows: readonly { fixed: ReadonlySet<Fix>; outcome: string }[],
): ImportRecord['fixed'] {
  const taken = rows.filter(({ outcome }) => outcome !== 'refused');
  const add = (name: Fix) => (counts[name] ?? 0) + taken.filter(({ fixed }) => fixed.has(name)).length;
  return Object.fromEntries(fixNames.map((name) => [name, add(name)]));
}
