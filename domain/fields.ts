/**
 * The fields of a record as plain data. What is said of a field here is said once: the checks (`schemaOf` in schema.ts), the
 * form, columns, spreadsheets, import, activity, conflict dialog and blank record read it. No zod in here: browsers read it too.
 */

/** Stored value → Italian word. */
export type Words = Readonly<Record<string, string>>;

interface Common {
  /** Italian, as the form says it. */
  label: string;
  /** In lists, spreadsheets and activity, where the label is too long. */
  short?: string;
  /** Head of its column in spreadsheets, where neither label nor `short` will do; false: the field is in no spreadsheet and no activity. */
  head?: string | false;
  help?: string;
  /** Must not be left empty: the sentence that says so. */
  required?: string;
  /** The sentence for a value that cannot be accepted, in place of the one that its kind has. */
  invalid?: string;
  /** May be null. The text is what people see then ("Non indicata"); true: a dash. */
  nullable?: string | true;
  /** The value of a new record; without it the kind's empty one. A number, amount or choice without it must be given in an import. */
  default?: unknown;
  /** Follows from other fields: shown, never typed. */
  derived?: true;
  /** The record has the field only while another one holds one of these values; else it is null. */
  when?: { field: string; is: readonly unknown[] };
  /** Privileges of which one is needed to see it: to others the record has no such field. */
  seenWith?: readonly number[];
  /** Where the value is an id: the key under which the record carries its name (`maker` beside `makerId`). */
  shown?: string;
  /** The section of a large record that the field belongs to. */
  section?: string;
}

export type Field = Common &
  /** `phone`: a telephone, which people read in groups and spreadsheets keep as it is. */
  (
    | { kind: 'text' | 'area'; maxLength: number; pattern?: RegExp; phone?: true }
    | {
        kind: 'number' | 'percent';
        min?: number;
        max?: number;
        /** Digits behind the comma; whole without it. */
        decimals?: number;
        /** Unit behind the number. */
        suffix?: string;
        /** What the form lets choose; spreadsheets may hold others. */
        among?: readonly number[];
      }
    | {
        /** Cents; not negative without `min`. */
        kind: 'money';
        min?: number;
        max?: number;
        /** The amount includes VAT; this field, of the record or of the one around it, holds the rate in percent. People may type it net, too. */
        rate?: string;
      }
    /** A colour is `#rrggbb`, in small letters. */
    | { kind: 'day' | 'time' | 'flag' | 'colour' }
    | { kind: 'choice'; words: Words }
    | { kind: 'many'; words: Words }
    /** All of the words, in an order of one's own. */
    | { kind: 'order'; words: Words }
    /** Ids of other records. */
    | { kind: 'lookup' }
    | { kind: 'lookups'; most: number }
    /** Id of a file that was uploaded: what the chooser offers (endings or types), and how many bytes it may have. */
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

/** What a person types of a record with these fields. */
export type Values<F> = { [K in TypedKey<F>]: ValueOf<F[K]> };

/** What the field is called in lists, spreadsheets and activity. */
export const shortOf = ({ short, label }: Pick<Field, 'short' | 'label'>): string => short ?? label;

/** The head of the field's column in a spreadsheet; null: it has none, and the activity does not know it. */
export const headOf = (field: Field): string | null => (field.head === false ? null : (field.head ?? shortOf(field)));

/** May who holds these privileges see the field? */
export const isSeen = ({ seenWith }: Pick<Field, 'seenWith'>, held: readonly number[]): boolean =>
  !seenWith || seenWith.some((number) => held.includes(number));

/** The fields that who holds these privileges may see, those of records within the record too. */
export const seenFields = (fields: Fields, held: readonly number[]): Fields =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([, field]) => isSeen(field, held))
      .map(([key, field]) => [key, 'fields' in field ? { ...field, fields: seenFields(field.fields, held) } : field]),
  );

/** Typed fields with their keys, in the order of the record. */
export const typed = (fields: Fields): [string, Field][] =>
  Object.entries(fields).filter(([, field]) => !field.derived);

/** Has a record with these values the field? */
export const applies = ({ when }: Field, values: Readonly<Record<string, unknown>>): boolean =>
  !when || when.is.includes(values[when.field]);

/**
 * What is left of a stored record when nothing is to be read in it that a person wrote: texts that no pattern bounds are blank, also in
 * records within it. Numbers, days, choices and ids stay, and so does what the fields do not know.
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

/** A record before anything is typed. */
export const blankOf = <const F extends Fields>(fields: F): Values<F> =>
  Object.fromEntries(typed(fields).map(([key, field]) => [key, blankValue(field)])) as Values<F>;
