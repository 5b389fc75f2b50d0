import type { ComponentType } from 'react';
import type { ReactNode } from 'react';
import type { Words } from '#domain/fields.ts';

/** What may be chosen; `many` may stand in groups, and some of it may be for others to choose: `locked` says why. */
export type Choices = readonly { value: string | number; label: string; group?: string; locked?: string }[];

/** A record of another area as a lookup shows it, or a file as its field does. */
export interface Found {
  id: number;
  name: string;
}

/** How a table that was copied elsewhere becomes rows: what its sides are, and what reads it, loaded when it is wanted. */
export interface Pasted {
  table: 'values' | 'premiums';
  read: (text: string, rows: readonly Row[]) => Promise<readonly Row[] | string>;
}

/** What only the form knows of a field: its share of the row, what is loaded, what changes with it. */
export interface Place<V> {
  /** Share of the row of six; 3 without it, all of it for what holds fields of its own. */
  span?: 1 | 2 | 3 | 4 | 6;
  help?: ReactNode;
  /** `choice` with few words: buttons beside each other; `rows` of few short fields: one line each, under heads. */
  look?: 'switch' | 'table';
  /** `lookup`, `lookups`, `choice`: all that may be chosen, or what follows another field. */
  options?: Choices;
  from?: { field: keyof V & string; load: (value: unknown) => Promise<Choices> };
  /** `lookup`, `lookups`: find records by a call. */
  search?: (query: string, signal: AbortSignal) => Promise<readonly Found[]>;
  /** `file`: what shows it, Upload; most forms have no file. */
  control?: ComponentType<never>;
  /** `file`: keeps a file, so that the record can name it. */
  upload?: (file: File) => Promise<Found>;
  /** `file`: where the record's file is looked at. */
  fileHref?: (id: number) => string;
  /** `lookup`, `lookups`, `file`: the names of those that the record has already. */
  known?: readonly Found[];
  /** `rows`: what a new one takes from those before it, such as a band that begins where the last ends. */
  next?: (rows: readonly Row[]) => Row;
  /** `rows`: they may be pasted as a table. */
  paste?: Pasted;
  /** `rows`, `group`: how the fields stand within one. */
  layout?: Readonly<Record<string, Place<Row>>>;
  /** The keyboard that a phone shows. */
  keyboard?: 'email' | 'numeric';
  /** Values that change together with this one. */
  also?: (value: unknown) => Partial<V>;
}

/**
 * One field of a record form. The value's type goes with `kind`: cents, number, day or null, id or null, ids, words, boolean,
 * text, rows, a group's record or null.
 */
export interface FormField<V> extends Place<V> {
  name: keyof V & string;
  label: string;
  kind:
    | ('text' | 'phone' | 'area' | 'money' | 'taxable' | 'number' | 'day' | 'time' | 'choice' | 'check')
    | ('many' | 'lookup' | 'lookups' | 'file' | 'rows' | 'group' | 'order' | 'colour');
  /** How the value is written where two versions are compared. */
  show: (value: unknown) => ReactNode;
  /** The sentence for a value that is missing; true: the kit's own. */
  required?: string | boolean | undefined;
  /** Nothing is null, not an empty text. */
  nullable?: boolean | undefined;
  maxLength?: number | undefined;
  /** `money`, `taxable`: cents; `number`: units; `rows`, `lookups`: how many; `file`: bytes. */
  min?: number | undefined;
  max?: number | undefined;
  decimals?: number | undefined;
  suffix?: string | undefined;
  /** `choice`: what an empty choice (null) is called. */
  empty?: string | undefined;
  /** `taxable`: the field that holds the VAT rate in percent. */
  rate?: (keyof V & string) | undefined;
  /** `file`: what the chooser offers. */
  accept?: string | undefined;
  /** `order`: what is put in order. */
  words?: Words;
  /** `rows`, `group`: the fields of one, and a new one. */
  within?: { fields: readonly FormField<Row>[]; blank: () => Row };
  /** Does the field stand in the form of these values? */
  when?: (values: V) => boolean;
}
export type Row = Record<string, unknown>;

/** The fields that stand in the form of these values. */
export const shownOf = <V>(fields: readonly FormField<V>[], values: V): FormField<V>[] =>
  fields.filter(({ when }) => !when || when(values));

/** The records that stand within a value, each with its path below the field: rows by number, a group by itself. */
function recordsIn({ kind, within }: Pick<FormField<Row>, 'kind' | 'within'>, value: unknown): [string, Row][] {
  if (!within || !value) return [];
  return kind === 'rows' ? (value as Row[]).map((row, at) => [`${at}.`, row]) : [['', value as Row]];
}

/**
 * What is sent: nothing of the fields that do not stand in the form of these values, nor of those within its rows and groups. Those
 * that cannot be nothing, such as the amount of a tariff of another kind, go along unread.
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
  ((kind === 'lookup' || kind === 'file') && value === 0);

/** Required fields that say nothing, by their paths, each with its sentence. */
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

/** The messages below a path: `days.1.from` of `days` is `1.from`. */
export const errorsBelow = (errors: Readonly<Record<string, string>>, path: string): Record<string, string> =>
  Object.fromEntries(
    Object.entries(errors)
      .filter(([name]) => name.startsWith(`${path}.`))
      .map(([name, text]) => [name.slice(path.length + 1), text]),
  );

/** Rows with one of them moved by some places, within the ends. */
export function moved<R>(rows: readonly R[], index: number, by: number): R[] {
  const to = Math.min(rows.length - 1, Math.max(0, index + by));
  const rest = rows.filter((_, at) => at !== index);
  return [...rest.slice(0, to), rows[index]!, ...rest.slice(to)];
}
