/** Builds the form of a record from its fields: each kind of field has its control. */
import { textOf } from '#domain/record/field-text.ts';
import {
  applies,
  REACH_LENGTH,
  blankOf,
  typed,
  type Field,
  type Fields,
  type TypedKey,
  type ValueOf,
  type Values,
} from '#domain/record/fields.ts';
import { choicesOf } from '#site/ui/choices.ts';
import type { FormField, Pasted, Place, Row } from './form.ts';

/**
 * What a field cannot know: the call that finds records of other areas, the list they are chosen from, the call that
 * keeps a file.
 */
type Needs<V, F> = F extends { kind: 'lookup' | 'lookups' }
  ? Required<Pick<Place<V>, 'search'>> | Required<Pick<Place<V>, 'options'>> | Required<Pick<Place<V>, 'from'>>
  : F extends { kind: 'file' }
    ? Required<Pick<Place<V>, 'upload' | 'control'>>
    : F extends { kind: 'rows' | 'group'; fields: infer Within }
      ? {
          next?: (rows: readonly Values<Within>[]) => Partial<Values<Within>>;
          paste?: {
            table: Pasted['table'];
            open?: string;
            read: (text: string, rows: readonly Values<Within>[]) => Promise<readonly Values<Within>[] | string>;
          };
        } & (object extends Layout<Within> ? { layout?: Layout<Within> } : { layout: Layout<Within> })
      : object;
type PlaceOf<V, F> = Omit<Place<V>, 'also' | keyof Needs<V, F>> & { also?: (value: ValueOf<F>) => Partial<V> } & Needs<
    V,
    F
  >;

type Any = Readonly<Record<string, Place<Row>>>;

/** The layout of a record's fields in its form; fields that need a call or a list must be named. */
export type Layout<F> = string extends keyof F
  ? Any
  : {
      readonly [K in TypedKey<F> as object extends Needs<Values<F>, F[K]> ? K : never]?: PlaceOf<Values<F>, F[K]>;
    } & {
      readonly [K in TypedKey<F> as object extends Needs<Values<F>, F[K]> ? never : K]: PlaceOf<Values<F>, F[K]>;
    };

type Control = Partial<FormField<Row>> & Pick<FormField<Row>, 'kind'>;

/** The properties that the kind of a field gives its control. */
function controlOf(field: Field, place: Place<Row>): Control {
  const listed = place.options !== undefined || place.from !== undefined;
  switch (field.kind) {
    case 'text':
    case 'area':
      // What stands beside a number or an address is kept elsewhere in the record.
      return {
        kind: listed ? 'choice' : field.phone ? 'phone' : field.kind,
        maxLength: field.phone || field.email ? REACH_LENGTH : field.maxLength,
      };
    case 'number':
    case 'percent': {
      const { min, max, among, decimals, scale } = field;
      if (among) return { kind: 'choice', options: among.map((value) => ({ value, label: textOf(field, value) })) };
      const suffix = field.kind === 'percent' ? '%' : field.suffix;
      return { kind: listed ? 'choice' : 'number', min, max, suffix, decimals, scale };
    }
    case 'money':
      return { kind: field.rate ? 'taxable' : 'money', min: field.min ?? 0, max: field.max, rate: field.rate };
    case 'flag':
      return { kind: 'check' };
    case 'choice':
    case 'many':
      return { kind: field.kind, options: choicesOf(field.words) };
    case 'lookup':
      return { kind: listed ? 'choice' : 'lookup' };
    case 'lookups':
      return { kind: listed ? 'many' : 'lookups', max: field.most };
    case 'file':
      return { kind: 'file', accept: field.types.join(','), max: field.mostBytes };
    case 'rows':
    case 'group': {
      const within = { fields: build(field.fields, place.layout ?? {}), blank: () => blankOf(field.fields) };
      return { kind: field.kind, within, span: 6, ...(field.kind === 'rows' && { max: field.most }) };
    }
    case 'order':
      return { kind: 'order', words: field.words, span: 6 };
    case 'day':
    case 'time':
    case 'colour':
      return { kind: field.kind };
  }
}

/** Shows the names that the form knows for ids; other values as their field formats them. */
const showOf = (field: Field, { options = [], known = [] }: Place<Row>) => {
  const names = new Map<unknown, string>([
    ...options.map(({ value, label }) => [value, label] as const),
    ...known.map(({ id, name }) => [id, name] as const),
  ]);
  return (value: unknown) =>
    Array.isArray(value) && field.kind === 'lookups'
      ? textOf(
          field,
          value.map((id) => names.get(id) ?? id),
        )
      : (names.get(value) ?? textOf(field, value));
};

const build = (fields: Fields, layout: Any): FormField<Row>[] =>
  typed(fields).map(([name, field]) => {
    const place = layout[name] ?? {};
    return {
      name,
      label: field.label,
      help: field.help,
      required: field.required,
      ...(field.nullable && { nullable: true, empty: field.nullable === true ? '—' : field.nullable }),
      ...(field.when && { when: (values: Row) => applies(field, values) }),
      show: showOf(field, place),
      ...controlOf(field, place),
      ...place,
    };
  });

/** The fields of one part of a record: only the running code knows which of V they are. */
export const partOf = <V extends object>(fields: Fields, layout: Any): FormField<V>[] =>
  build(fields, layout) as unknown as FormField<V>[];

/** The fields that a person types, in the order of the record; `layout` adds what the fields do not describe. */
export function formOf<F extends Fields>(fields: F, layout: NoInfer<Layout<F>>): FormField<Values<NoInfer<F>>>[];
export function formOf(fields: Fields, layout: Any): unknown {
  return build(fields, layout);
}
