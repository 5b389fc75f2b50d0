/** One row of a spreadsheet as somebody could have typed it in the form. */
import { isDeepStrictEqual } from 'node:util';
import { textOf } from '#domain/field-text.ts';
import { blankValue, headOf, seenFields, shortOf, typed, type Field } from '#domain/fields.ts';
import { parseDay, parseNumber } from '#domain/italian.ts';
import { round } from '#domain/money.ts';
import type { ImportChange } from '#domain/imports/schema.ts';
import { readRows } from '#domain/rows-text.ts';
import { fieldMessages, italian } from '#domain/validation.ts';
import type { Ctx } from './context.ts';
import type { Cells, Imported } from './importable.ts';
import type { Stored } from './records.ts';

/** Text without accents and case, as people's headers and names are compared. */
export const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').trim().toLowerCase();

export class Unreadable extends Error {}

/** Leaves the row out, with the reason for the person. */
export const refuse = (message: string): never => {
  throw new Unreadable(message);
};

export function readCell(field: Field, cell: string): unknown {
  const header = headOf(field);
  const number = (unit = '') => parseNumber(cell, unit) ?? refuse(`${header}: «${cell}» non è un numero`);
  switch (field.kind) {
    case 'money':
      return round(number() * 100);
    case 'number':
      return number(field.suffix);
    case 'percent':
      return number('%');
    case 'day':
      return parseDay(cell) ?? refuse(`${header}: «${cell}» non è una data`);
    case 'flag':
      if (/^(si|s|1|x|true|vero|yes)$/.test(plain(cell))) return true;
      return /^(no|n|0|false|falso)$/.test(plain(cell)) ? false : refuse(`${header}: «${cell}» non è Sì o No`);
    case 'choice': {
      const is = ([value, word]: [string, string]) => cell === value || (word !== value && plain(word) === plain(cell));
      const found = Object.entries(field.words).find(is);
      if (found) return found[0];
      // The check of the field says it in its own sentence.
      return field.invalid ? cell : refuse(`${header}: «${cell}» non è tra ${Object.values(field.words).join(', ')}`);
    }
    case 'many':
      return cell.split(',').map((word) => {
        const is = ([value, label]: [string, string]) => plain(label) === plain(word) || value === word.trim();
        return (
          Object.entries(field.words).find(is)?.[0] ??
          refuse(`${header}: «${word.trim()}» non è tra ${Object.values(field.words).join(', ')}`)
        );
      });
    case 'rows':
      return (
        readRows(field.fields, cell) ??
        refuse(`${header}: «${cell}» non si legge; usare la forma dell’esportazione, o cambiarlo nella scheda`)
      );
    default:
      return cell;
  }
}

/** May a spreadsheet leave the field out for a new record? A number, an amount or a choice would be made up. */
export const mayBeAbsent = (field: Field): boolean =>
  headOf(field) === null ||
  field.default !== undefined ||
  field.nullable !== undefined ||
  !['number', 'percent', 'money', 'choice'].includes(field.kind);

/**
 * What the file leaves out keeps its value, or starts from the default. Throws `Unreadable` with everything that is wrong with the
 * row, `others` too, so that a file is mended once.
 */
export function readRow<Row extends Stored>(
  of: Imported<Row, never>,
  cells: Cells,
  old: Row | undefined,
  finish: ((cells: Cells, old: Row | undefined) => object) | undefined,
  others: readonly string[] = [],
): object {
  const faults = new Map<string, string>();
  const attempt = (key: string, work: () => unknown): unknown => {
    try {
      return work();
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      faults.set(key, error.message);
      return undefined;
    }
  };
  const input: Record<string, unknown> = {};
  for (const [key, field] of typed(of.fields)) {
    const header = headOf(field);
    // What another record stands for is read by the area.
    const cell = header === null || isLookup(field) ? '' : cells(header);
    // A tariff whose text cannot be read back is left as it is where the file says what the record says.
    const isSame = old && cell && field.kind === 'rows' && textOf(field, old[key as keyof Row]).trim() === cell.trim();
    if (cell && !isSame) input[key] = attempt(key, () => readCell(field, cell));
    else if (old) input[key] = old[key as keyof Row];
    else input[key] = mayBeAbsent(field) ? blankValue(field) : attempt(key, () => refuse(`${header}: manca`));
  }
  const finished = attempt(AREA, () => finish?.(cells, old)) as object | undefined;
  const parsed = of.input.safeParse({ ...input, ...finished }, { error: italian });
  if (parsed.success && faults.size + others.length === 0) return parsed.data as object;
  // What a cell that was not read leaves open is no fault of its own.
  const isOpen = (key: string) => faults.has(key) || (faults.has(AREA) && isFilled(of.fields[key]));
  const refused = Object.entries(parsed.success ? {} : fieldMessages(parsed.error))
    .filter(([path]) => !isOpen(path.split('.')[0]!))
    .map(([, message]) => message);
  return refuse([...new Set([...faults.values(), ...refused, ...others])].join('; '));
}

/** Under which a fault of what the area reads is kept, and the fields that it fills. */
const AREA = ' area';
const isFilled = (field: Field | undefined) => field !== undefined && (headOf(field) === null || isLookup(field));
const isLookup = ({ kind }: Field) => kind === 'lookup' || kind === 'lookups';

/** Would the row change the record? Written are those alone: the others keep their version, and whoever has them open is not stale. */
export const isChanged = <Row extends Stored>(old: Row, input: object): boolean =>
  Object.entries(input).some(([key, value]) => !isDeepStrictEqual(old[key as keyof Row], value));

/** What of the row's change the caller may see, value by value before and after; of a new record what the file says of it. */
export function changesOf<Row extends Stored>(
  { user }: Pick<Ctx, 'user'>,
  { fields }: Imported<Row, never>,
  cells: Cells,
  { old, input }: { old: Row | undefined; input: object },
): ImportChange['changes'] {
  return Object.entries(seenFields(fields, user.privileges)).flatMap(([key, field]) => {
    const head = headOf(field);
    const isSame = old ? isDeepStrictEqual(old[key as keyof Row], input[key as 'constructor']) : !head || !cells(head);
    if (!(key in input) || isSame) return [];
    const from = old ? textOf(field, old[(field.shown ?? key) as keyof Row]) : '';
    const to = isLookup(field) && head ? cells(head) : textOf(field, input[key as 'constructor']);
    return [{ field: shortOf(field), from, to }];
  });
}
