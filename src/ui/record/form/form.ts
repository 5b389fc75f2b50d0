import type { UploadPurpose } from '#domain/upload-purposes.ts';
import type { ComponentType, ReactNode } from 'react';
import type { Words } from '#domain/record/fields.ts';

/** The choices of a field. Long lists may have groups; `locked` says why a choice is reserved for others. */
export type Choices = readonly { value: string | number; label: string; group?: string; locked?: string }[];

/** A record of another area as a lookup shows it, or a file as its field shows it. */
export interface Found {
  id: number;
  name: string;
}

/** Turns a copied table into rows: the kind of table, and its reader, which loads when needed. */
export interface Pasted {
  table: 'values' | 'premiums' | 'addresses';
  /** What the button that opens it says; absent: that a table is pasted. */
  open?: string;
  read: (text: string, rows: readonly Row[]) => Promise<readonly Row[] | string>;
}

type Keyboard = 'email' | 'numeric' | 'text';

/** What only the form knows of a field: its width, what it loads, and what changes with it. */
export interface Place<V> {
  /** Share of the six columns of a row; by default 3, and the whole row for compound fields. */
  span?: 1 | 2 | 3 | 4 | 6;
  help?: ReactNode;
  /** `choice` with few words: buttons beside each other. `rows` of few short fields: one line each, under heads. */
  look?: 'switch' | 'table';
  /** `lookup`, `lookups`, `choice`: all choices, or a source that depends on another field. */
  options?: Choices;
  from?: { field: keyof V & string; load: (value: unknown) => Promise<Choices> };
  /** `lookup`, `lookups`: finds records by a call. */
  search?: (query: string, signal: AbortSignal) => Promise<readonly Found[]>;
  /** With `search`: how many letters it needs; 0: the list opens when the field is pressed. */
  letters?: number;
  /** Draws it instead of the control of its kind; `file` has none of its own (Upload), so that forms without files do not load it. */
  control?: ComponentType<never>;
  /** `file`: stores a file and answers its id and name. */
  upload?: (file: File) => Promise<Found>;
  /** `file`: it may also come from a phone, for this purpose. */
  phone?: UploadPurpose;
  /** `rows`: files may come from a phone for this purpose, each as a row that has it in the field `into`. */
  fromPhone?: { purpose: UploadPurpose; into: string };
  /** `rows`: a button more beside the one that adds a row. */
  beside?: ReactNode;
  /** `file`: the address of the record's file. */
  fileHref?: (id: number) => string;
  /** `lookup`, `lookups`, `file`: names of the values that the record already has. */
  known?: readonly Found[];
  /** `rows`: what a new row takes from those before it, such as a band that begins where the last one ends. */
  next?: (rows: readonly Row[]) => Row;
  /** `rows`: which ones there are is decided elsewhere; their names, in order. */
  fixed?: readonly string[];
  /** `rows`: what a row says in one line, which opens to its fields; null: it says nothing yet. */
  line?: (row: Row, at: number) => ReactNode;
  /** `rows`: people may paste them as a table. */
  paste?: Pasted;
  /** `rows`, `group`: the layout of the inner fields. */
  layout?: Readonly<Record<string, Place<Row>>>;
  /** The keyboard that a phone shows. */
  keyboard?: Keyboard | ((values: V) => Keyboard);
  /** Drawn below the control: what follows from the values, proposals that fill fields. */
  below?: (values: V, fill: (change: Partial<V>) => void) => ReactNode;
  /** Does the form of these values show the field? By itself as its condition says. */
  when?: (values: V) => boolean;
  /** Values that change together with this one. */
  also?: (value: unknown) => Partial<V>;
}

/**
 * One field of a record form. Its `kind` determines the type of its value: cents, number, day or null, id or null,
 * ids, words, boolean, text, rows, a group's record or null.
 */
export interface FormField<V> extends Place<V> {
  name: keyof V & string;
  label: string;
  kind:
    | ('text' | 'phone' | 'area' | 'money' | 'taxable' | 'number' | 'day' | 'time' | 'choice' | 'check')
    | ('many' | 'lookup' | 'lookups' | 'file' | 'rows' | 'group' | 'order' | 'colour');
  /** Formats the value for the comparison of two versions. */
  show: (value: unknown) => ReactNode;
  /** The message for a missing value; true: the default message. */
  required?: string | boolean | undefined;
  /** An empty field means null, not an empty text. */
  nullable?: boolean | undefined;
  maxLength?: number | undefined;
  /** `money`, `taxable`: cents; `number`: units; `rows`, `lookups`: how many; `file`: bytes. */
  min?: number | undefined;
  max?: number | undefined;
  decimals?: number | undefined;
  /** `number`: how many of the value's unit are one of the typed unit. */
  scale?: number | undefined;
  suffix?: string | undefined;
  /** `choice`: the label of the empty choice (null). */
  empty?: string | undefined;
  /** `taxable`: the field that holds the VAT rate in percent. */
  rate?: (keyof V & string) | undefined;
  /** `file`: the types that the file chooser offers. */
  accept?: string | undefined;
  /** `order`: the words to put in order. */
  words?: Words;
  /** `rows`, `group`: the inner fields, and a blank record. */
  within?: { fields: readonly FormField<Row>[]; blank: () => Row };
}
export type Row = Record<string, unknown>;

/** The fields that the form of these values shows. */
export const shownOf = <V>(fields: readonly FormField<V>[], values: V): FormField<V>[] =>
  fields.filter(({ when }) => !when || when(values));

/** The records within a value, each with its path below the field: rows by number, a group without a path. */
function recordsIn({ kind, within }: Pick<FormField<Row>, 'kind' | 'within'>, value: unknown): [string, Row][] {
  if (!within || !value) return [];
  return kind === 'rows' ? (value as Row[]).map((row, at) => [`${at}.`, row]) : [['', value as Row]];
}

/**
 * The values to send. A hidden field is sent as null, also within rows and groups. One that cannot be null, such as
 * the amount of a tariff of another kind, is sent as it is, and the server ignores it.
 */
export function sentOf<V extends object>(fields: readonly FormField<V>[], values: V): V {
  const shown = shownOf(fields, values);
  const sent = fields.map((field) => {
    const value: unknown = values[field.name];
    if (!shown.includes(field)) return [field.name, field.nullable ? null : value];
    const records = recordsIn(field, value).map(([, record]) => sentOf(field.within!.fields, record));
    return [field.name, records.length === 0 ? value : field.kind === 'rows' ? records : records[0]];
  });
  return { ...values, ...(Object.fromEntries(sent) as Partial<V>) };
}

const isNothing = ({ kind }: Pick<FormField<Row>, 'kind'>, value: unknown) =>
  value === '' ||
  value === null ||
  (Array.isArray(value) && value.length === 0) ||
  value === false ||
  ((kind === 'lookup' || kind === 'file') && value === 0);

/** Required fields without a value: their paths and messages. */
export const missingOf = <V>(fields: readonly FormField<V>[], values: V, sentence: string): Record<string, string> =>
  Object.fromEntries(
    shownOf(fields, values).flatMap((field): [string, string][] => {
      const { name, required, within } = field;
      if (required && isNothing(field, values[name]))
        return [[name, typeof required === 'string' ? required : sentence]];
      return recordsIn(field, values[name]).flatMap(([path, record]) =>
        Object.entries(missingOf(within!.fields, record, sentence)).map(([at, text]): [string, string] => [
          `${name}.${path}${at}`,
          text,
        ]),
      );
    }),
  );

/** The paths at which the form can show a message. */
export const pathsOf = <V>(fields: readonly FormField<V>[], values: V): string[] =>
  shownOf(fields, values).flatMap((field) => [
    field.name,
    ...recordsIn(field, values[field.name]).flatMap(([path, record]) =>
      pathsOf(field.within!.fields, record).map((at) => `${field.name}.${path}${at}`),
    ),
  ]);

/** The messages below a path: `days.1.from` becomes `1.from` below `days`. */
export const errorsBelow = (errors: Readonly<Record<string, string>>, path: string): Record<string, string> =>
  Object.fromEntries(
    Object.entries(errors)
      .filter(([name]) => name.startsWith(`${path}.`))
      .map(([name, text]) => [name.slice(path.length + 1), text]),
  );

/** The rows with one of them moved by some places, at most to either end. */
export function moved<R>(rows: readonly R[], index: number, by: number): R[] {
  const to = Math.min(rows.length - 1, Math.max(0, index + by));
  const rest = rows.filter((_, at) => at !== index);
  return [...rest.slice(0, to), rows[index]!, ...rest.slice(to)];
}
