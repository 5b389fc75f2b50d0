/** Reads one row of a spreadsheet as if somebody had typed it in the form. */
import { isDeepStrictEqual } from 'node:util';
import { textOf } from '#domain/record/field-text.ts';
import { blankValue, headOf, seenFields, shortOf, typed, type Field, type Fields } from '#domain/record/fields.ts';
import { parseDay, parseNumber, parseWhole } from '#domain/italian.ts';
import { round } from '#domain/money.ts';
import type { ImportChange } from '#domain/imports/schema.ts';
import { readRows } from '#domain/record/rows-text.ts';
import { fieldMessages, italian } from '#domain/validation.ts';
import type { Ctx } from '../work/context.ts';
import type { Cells, Fixing, Imported } from './importable.ts';
import type { Stored } from './records.ts';

/** Text without accents and case, for comparing headers and names that people write. */
export const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').trim().toLowerCase();

/** What is wrong in a row: the field, the sentence without the value, and the value. */
export type Fault = [field: string, sentence: string, cell: string];

export class Unreadable extends Error {
  readonly faults: readonly Fault[];

  constructor(message: string, faults: readonly Fault[] = []) {
    super(message);
    this.faults = faults;
  }
}

/** Rejects the row with a reason for the person. */
export const refuse = (message: string): never => {
  throw new Unreadable(message);
};

/** Amounts of other countries: nobody says at which rate they are euros. */
const OTHER_MONEY = /[$£¥]|(?<!\p{L})(chf|sfr|usd|gbp|jpy|pln|ron|czk|huf|sek|dkk|nok|lire|lit)(?!\p{L})/iu;

/** The sentence without the quoted value, so that the same fault of many rows is recognised. */
const general = (message: string) =>
  message.replace(/:? «[^»]*»/g, '').replace(/(alla riga|a riga) \d+/, 'in un’altra riga');

export function readCell(field: Field, cell: string): unknown {
  const header = headOf(field);
  const number = (unit = '') => parseNumber(cell, unit) ?? refuse(`${header}: «${cell}» non è un numero`);
  switch (field.kind) {
    case 'money':
      if (OTHER_MONEY.test(cell)) refuse(`${header}: «${cell}» non è in euro`);
      return round(number() * 100);
    case 'number':
      return field.decimals
        ? number(field.suffix)
        : (parseWhole(cell, field.suffix) ?? refuse(`${header}: «${cell}» non è un numero`));
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
      // A field with its own message reports the value itself.
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

/**
 * Whether a spreadsheet may omit the field for a new record. Numbers, amounts and choices may not be omitted: their
 * value would be invented.
 */
export const mayBeAbsent = (field: Field): boolean =>
  headOf(field) === null ||
  field.default !== undefined ||
  field.nullable !== undefined ||
  !['number', 'percent', 'money', 'choice'].includes(field.kind);

/** Kinds of values that a record may lack: what cannot be read of them keeps no row out. Words are asked about. */
const BLANK = ['text', 'number', 'percent', 'money', 'day'];

interface Reading<Row extends Stored> {
  cells: Cells;
  fix: Fixing;
  old: Row | undefined;
  finish: ((cells: Cells, old: Row | undefined, fix: Fixing) => object) | undefined;
  /** What is wrong in the row besides. */
  others: readonly Fault[];
  /** The fields that find the record: they are not left empty. */
  keys: readonly string[];
}

/**
 * Reads a row; omitted fields keep their value, or get the default in a new record, and so do fields that may be empty
 * where their cell cannot be read: `blanks` names them. Throws `Unreadable` with everything that is wrong in the row,
 * including `others`, so that a person can correct the file in one pass.
 */
export function readRow<Row extends Stored>(
  of: Imported<Row, never>,
  { cells, fix, old, finish, others, keys }: Reading<Row>,
): { input: object; blanks: readonly Fault[] } {
  const faults = new Map<string, string>();
  const blanks = new Map<string, string>();
  const mayBlank = (key: string) => {
    const field = of.fields[key];
    return field?.nullable !== undefined && BLANK.includes(field.kind) && !keys.includes(key) && fix('blanks');
  };
  const without = (key: string) => (old ? old[key as keyof Row] : blankValue(of.fields[key]!));
  const collect = (key: string, work: () => unknown): unknown => {
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
    // The area reads fields that refer to another record.
    const cell = header === null || isLookup(field) ? '' : cells(header);
    // The text of a tariff cannot always be read back: a text that equals the record's own leaves the tariff unchanged.
    const isSame = old && cell && field.kind === 'rows' && textOf(field, old[key as keyof Row]).trim() === cell.trim();
    if (cell && !isSame) {
      input[key] = collect(key, () => readCell(field, cell));
      const fault = faults.get(key);
      if (fault !== undefined && mayBlank(key)) {
        faults.delete(key);
        blanks.set(key, fault);
        input[key] = without(key);
      }
    } else if (old) input[key] = old[key as keyof Row];
    else input[key] = mayBeAbsent(field) ? blankValue(field) : collect(key, () => refuse(`${header}: manca`));
  }
  const finished = collect(AREA, () => finish?.(cells, old, fix)) as object | undefined;
  const whole: Record<string, unknown> = { ...input, ...finished };
  let parsed = of.input.safeParse(whole, { error: italian });
  // Limits are no matter of reading; a text that its field does not know is, and a birth that nobody alive has.
  const isUnread = (field: Field | undefined) =>
    field?.kind === 'text' || (field?.kind === 'day' && field.span === 'past');
  const unread = Object.entries(parsed.success ? {} : fieldMessages(parsed.error)).filter(
    ([key]) => isUnread(of.fields[key]) && whole[key] !== null && mayBlank(key),
  );
  for (const [key, message] of unread) {
    blanks.set(key, message);
    whole[key] = without(key);
  }
  if (unread.length > 0) parsed = of.input.safeParse(whole, { error: italian });
  const left = [...blanks].map(([key, message]): Fault => faultOf(of.fields, key, message, cells));
  if (parsed.success && faults.size + others.length === 0) return { input: parsed.data as object, blanks: left };
  // A value that is missing only because its cell could not be read is not reported twice.
  const isOpen = (key: string) => faults.has(key) || (faults.has(AREA) && isFilled(of.fields[key]));
  const refused = Object.entries(parsed.success ? {} : fieldMessages(parsed.error))
    .map(([path, message]) => [path.split('.')[0]!, message] as const)
    .filter(([key]) => !isOpen(key));
  const all = [...faults, ...refused].map(([key, message]): Fault => faultOf(of.fields, key, message, cells));
  const messages = [...faults.values(), ...refused.map(([, message]) => message), ...others.map(([, said]) => said)];
  throw new Unreadable([...new Set(messages)].join('; '), [
    ...all,
    ...others.map(([key, said, cell]): Fault => [key, general(said), cell]),
  ]);
}

/** The field of a fault that the area itself reports: the one with whose heading the sentence begins. */
function faultOf(fields: Fields, key: string, message: string, cells: Cells): Fault {
  const begins = (field: Field) => headOf(field) !== null && message.startsWith(`${headOf(field)}:`);
  const at = key === AREA ? Object.keys(fields).find((one) => begins(fields[one]!)) : key;
  const head = at && fields[at] ? headOf(fields[at]) : null;
  return [at ?? '', general(message), head === null ? '' : cells(head)];
}

/** Key under which faults of the area's own reading are kept; they stand for the fields that the area fills. */
const AREA = ' area';
const isFilled = (field: Field | undefined) => field !== undefined && (headOf(field) === null || isLookup(field));
const isLookup = ({ kind }: Field) => kind === 'lookup' || kind === 'lookups';

/**
 * Whether the row changes the record. Only changed records are written: the others keep their version, so nobody who
 * has them open gets `stale`.
 */
export const isChanged = <Row extends Stored>(old: Row, input: object): boolean =>
  Object.entries(input).some(([key, value]) => !isDeepStrictEqual(old[key as keyof Row], value));

/**
 * The changes of the row that the caller may see, value by value before and after; for a new record the values in the
 * file.
 */
export function changesOf<Row extends Stored>(
  { user }: Pick<Ctx, 'user'>,
  { fields }: Imported<Row, never>,
  cells: Cells,
  { old, input }: { old: Row | undefined; input: object },
): ImportChange['changes'] {
  return Object.entries(seenFields(fields, user.privileges)).flatMap(([key, field]) => {
    const head = headOf(field);
    const value: unknown = input[key as 'constructor'];
    // What a cell says may stand in another field, such as a make that is not in the catalogue.
    const isSame = old ? isDeepStrictEqual(old[key as keyof Row], value) : !head || !cells(head) || value === null;
    if (!(key in input) || isSame) return [];
    const from = old ? textOf(field, old[(field.shown ?? key) as keyof Row]) : '';
    const to = isLookup(field) && head ? cells(head) : textOf(field, value);
    return [{ field: shortOf(field), from, to }];
  });
}
