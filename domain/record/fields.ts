/**
 * The fields of a record as plain data. Everything about a field is stated here once and read by the checks (`schemaOf`
 * in schema.ts), the form, columns, spreadsheets, import, activity, conflict dialog and blank record. This file does
 * not use zod, because browsers load it.
 */
import type { DaySpan } from '../day-spans.ts';
import { OUTSIDER } from '../privileges.ts';

/** Stored value → Italian word. */
/** The most characters that a field of one telephone or address takes: the rest of them is kept elsewhere in the record. */
export const REACH_LENGTH = 400;

export type Words = Readonly<Record<string, string>>;

interface When {
  field: string;
  is: readonly unknown[];
}

interface Common {
  /** Italian name in the form. */
  label: string;
  /** Shorter name for lists, spreadsheets and activity; absent: the label. */
  short?: string;
  /**
   * Heading of its column in spreadsheets if neither label nor `short` is suitable; false: the field appears in no
   * spreadsheet and no activity.
   */
  head?: string | false;
  help?: string;
  /** The value must not be empty, a flag must be set: the sentence that says so. */
  required?: string;
  /** The sentence for an invalid value; absent: the one of its kind. */
  invalid?: string;
  /** The value may be null. The text is shown for null ("Non indicata"); true: a dash. */
  nullable?: string | true;
  /**
   * The value in a new record; absent: the kind's empty value. An import must give a number, amount or choice without a
   * default.
   */
  default?: unknown;
  /** Computed from other fields, or written by an act of its own: shown, never typed. */
  derived?: true;
  /** The record has the field only while another field, or each of several, has one of these values; else it is null. */
  when?: When | readonly When[];
  /** One of these privileges is needed to see the field; for others the record does not have it. */
  seenWith?: readonly number[];
  /** For ids: the key under which the record contains the name (`maker` beside `makerId`). */
  shown?: string;
  /** The section of a large record to which the field belongs. */
  section?: string;
}

export type Field = Common &
  /**
   * `phone`: a telephone number, which is shown in groups and stored unchanged in spreadsheets. `email`: an address, read
   * from what people write.
   */
  (
    | { kind: 'text' | 'area'; maxLength: number; pattern?: RegExp; phone?: true; email?: true }
    | {
        kind: 'number' | 'percent';
        min?: number;
        max?: number;
        /** Number of decimals; absent: whole numbers. */
        decimals?: number;
        /**
         * How many of the stored unit are one of people's: 10.000 for what is stored in ten-thousandths. It is shown and
         * typed in people's, with as many decimals; limits are of the stored one.
         */
        scale?: number;
        /** Unit after the number. */
        suffix?: string;
        /** The values that the form offers; spreadsheets may contain others. */
        among?: readonly number[];
      }
    | {
        /**
         * In cents; not negative unless `min` says so. What is more than `max` can only be a slip of the keyboard; a test
         * asks for it where the amount is kept.
         */
        kind: 'money';
        min?: number;
        max?: number;
        /**
         * The amount includes VAT; the named field, of this record or the enclosing one, holds the rate in percent.
         * People may also type the net amount.
         */
        rate?: string;
        /** It includes VAT, at whatever rates. */
        isGross?: true;
      }
    /** `span`: how far back and ahead of today the day may lie; a test asks for it where the day is kept. */
    | { kind: 'day'; span?: DaySpan }
    /** A colour is `#rrggbb` in lower case. */
    | { kind: 'time' | 'flag' | 'colour' }
    | { kind: 'choice'; words: Words }
    | { kind: 'many'; words: Words }
    /** All of the words, in an order that the user chooses. */
    | { kind: 'order'; words: Words }
    /** Ids of other records. */
    | { kind: 'lookup' }
    | { kind: 'lookups'; most: number }
    /** Id of an uploaded file: the types (endings or MIME types) that the chooser offers, and the most bytes. */
    | { kind: 'file'; types: readonly string[]; mostBytes: number }
    /** Records within the record. */
    | { kind: 'rows'; fields: Fields; most: number }
    | { kind: 'group'; fields: Fields }
  );

export type Kind = Field['kind'];
export type Fields = Readonly<Record<string, Field>>;

type Plain<F> = F extends { kind: 'text' | 'area' | 'day' | 'time' | 'colour' }
  ? string
  : F extends { kind: 'number' | 'percent' | 'money' | 'lookup' | 'file' }
    ? number
    : F extends { kind: 'flag' }
      ? boolean
      : F extends { kind: 'choice'; words: infer W }
        ? keyof W & string
        : F extends { kind: 'many' | 'order'; words: infer W }
          ? (keyof W & string)[]
          : F extends { kind: 'lookups' }
            ? number[]
            : F extends { kind: 'rows'; fields: infer R }
              ? Values<R>[]
              : F extends { kind: 'group'; fields: infer R }
                ? Values<R>
                : never;
export type ValueOf<F> = F extends { nullable: string | true } ? Plain<F> | null : Plain<F>;

/** Keys of the fields that a person types. */
export type TypedKey<F> = { [K in keyof F & string]: F[K] extends { derived: true } ? never : K }[keyof F & string];

/** The input of a record with these fields. */
export type Values<F> = { [K in TypedKey<F>]: ValueOf<F[K]> };

/** The name of the field in lists, spreadsheets and activity. */
export const shortOf = ({ short, label }: Pick<Field, 'short' | 'label'>): string => short ?? label;

/** The heading of the field's column in a spreadsheet; null: the field is in no spreadsheet and no activity. */
export const headOf = (field: Field): string | null => (field.head === false ? null : (field.head ?? shortOf(field)));

/** Whether a person with these privileges may see the field. */
export const isSeen = ({ seenWith }: Pick<Field, 'seenWith'>, held: readonly number[]): boolean =>
  !seenWith || (!held.includes(OUTSIDER) && seenWith.some((number) => held.includes(number)));

type Held = Readonly<Record<string, unknown>>;

/**
 * What is written by somebody who does not see all of a record: of what they do not see, what is stored (`old`) stays.
 * Rows within it are told apart by what they hold beside amounts; a new one has blank values.
 */
export function withUnseen(fields: Fields, held: readonly number[], { body, old }: { body: Held; old: Held }): Held {
  const kept: Record<string, unknown> = { ...body };
  for (const [key, field] of typed(fields)) {
    const rows = body[key];
    if (!isSeen(field, held)) kept[key] = old[key] ?? blankValue(field);
    else if ('fields' in field && Array.isArray(rows)) {
      const stored = (old[key] ?? []) as readonly Held[];
      const named = Object.keys(field.fields).filter(
        (each) => isSeen(field.fields[each]!, held) && field.fields[each]!.kind !== 'money',
      );
      const isSame = (one: Held, other: Held) => named.every((each) => one[each] === other[each]);
      kept[key] = rows.map((row: Held) =>
        withUnseen(field.fields, held, { body: row, old: stored.find((one) => isSame(one, row)) ?? {} }),
      );
    }
  }
  return kept;
}

/**
 * What is sent of a record by somebody who acts on a company's behalf: what they do not see is blank, also in rows within
 * it, because a call wants all of it; what is stored stays (`withUnseen`). Of everybody else it is what they typed.
 */
export function whole<T extends object>(fields: Fields, held: readonly number[], values: T): T {
  if (!held.includes(OUTSIDER)) return values;
  const filled: Record<string, unknown> = Object.fromEntries(Object.entries(values));
  for (const [key, field] of typed(fields)) {
    const rows = filled[key];
    if (!isSeen(field, held)) filled[key] ??= blankValue(field);
    else if ('fields' in field && Array.isArray(rows))
      filled[key] = rows.map((row: Held) => whole(field.fields, held, row));
  }
  return filled as T;
}

/** The fields that a person with these privileges may see, also in records within the record. */
export const seenFields = (fields: Fields, held: readonly number[]): Fields =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([, field]) => isSeen(field, held))
      .map(([key, field]) => [key, 'fields' in field ? { ...field, fields: seenFields(field.fields, held) } : field]),
  );

const typedOf = new WeakMap<Fields, readonly [string, Field][]>();
/** Typed fields with their keys, in the order of the record; found once for each record, as a file has many rows. */
export function typed(fields: Fields): readonly [string, Field][] {
  const known = typedOf.get(fields) ?? Object.entries(fields).filter(([, field]) => !field.derived);
  typedOf.set(fields, known);
  return known;
}

/** Whether a record with these values has the field. */
export const applies = ({ when }: Field, values: Readonly<Record<string, unknown>>): boolean =>
  !when || [when].flat().every(({ field, is }) => is.includes(values[field]));

/**
 * A stored record without anything that a person wrote: texts without a pattern become blank, also in records within
 * it. Numbers, days, choices and ids stay, and so do keys that are not among the fields.
 */
export function withoutTexts(fields: Fields, values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const blank = (field: Field, value: unknown): unknown => {
    if (value === null || value === undefined) return value;
    if (field.kind === 'text' || field.kind === 'area') return field.pattern ? value : blankValue(field);
    if (field.kind === 'group') return withoutTexts(field.fields, value as Record<string, unknown>);
    if (field.kind !== 'rows') return value;
    return (value as Record<string, unknown>[]).map((row) => withoutTexts(field.fields, row));
  };
  const known = Object.entries(fields).filter(([key]) => key in values);
  return { ...values, ...Object.fromEntries(known.map(([key, field]) => [key, blank(field, values[key])])) };
}

/** Values that are their own words. */
export const sameWords = <const T extends string>(values: readonly T[]) =>
  Object.fromEntries(values.map((value) => [value, value])) as { readonly [K in T]: K };

/** The value of a field before anything is typed. */
export function blankValue(field: Field): unknown {
  if (field.default !== undefined) return field.default;
  if (field.nullable) return null;
  switch (field.kind) {
    case 'number':
    case 'percent':
    case 'money':
    case 'lookup':
    case 'file':
      return 0;
    case 'flag':
      return false;
    case 'choice':
      return Object.keys(field.words)[0];
    case 'order':
      return Object.keys(field.words);
    case 'many':
    case 'lookups':
    case 'rows':
      return [];
    case 'group':
      return blankOf(field.fields);
    default:
      return '';
  }
}

/** A field that is empty when its form opens, as the call takes it: given. */
export const given = <const F extends Field>({ nullable: _nullable, ...field }: F) => field;

/** A record before anything is typed. */
export const blankOf = <const F extends Fields>(fields: F): Values<F> =>
  Object.fromEntries(typed(fields).map(([key, field]) => [key, blankValue(field)])) as Values<F>;

/** What a person types of a record that has more: the values of its fields. */
export const valuesIn = <const F extends Fields>(fields: F, record: object): Values<F> =>
  Object.fromEntries(typed(fields).map(([key]) => [key, (record as Record<string, unknown>)[key]])) as Values<F>;
