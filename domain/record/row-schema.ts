/** The schemas of a row that is described as data (row.ts): its answer, and the filters of its call. */
import { z } from 'zod';
import { csvOf } from '../endpoint.ts';
import { calendarDay } from '../text.ts';
import { keysOf } from './machine.ts';
import { objectOf } from './schema.ts';
import type { CellOf, PlainOf, RowField, RowFields } from './row.ts';

/** What not everybody may see is missing from the rows of others. */
type AnswerShape<F> = { id: z.ZodInt; version: z.ZodInt } & {
  -readonly [K in keyof F]: F[K] extends { seenWith: readonly number[] }
    ? z.ZodOptional<z.ZodType<CellOf<F[K]>>>
    : z.ZodType<CellOf<F[K]>>;
};

type EndOf<F> = F extends { filter: readonly (infer End extends string)[] } ? End : never;
type FilterShape<F> = {
  -readonly [K in keyof F as F[K] extends { filter: true } ? K : never]: z.ZodOptional<
    F[K] extends { kind: 'state' } ? z.ZodType<PlainOf<F[K]>[], string> : z.ZodType<PlainOf<F[K]>, PlainOf<F[K]>>
  >;
} & {
  -readonly [K in keyof F as EndOf<F[K]>]: z.ZodOptional<z.ZodType<PlainOf<F[K]>, PlainOf<F[K]>>>;
};

function plain(field: RowField): z.ZodType {
  switch (field.kind) {
    case 'money':
    case 'number':
      return z.int();
    case 'percent':
      return z.number();
    case 'flag':
      return z.boolean();
    case 'instant':
      return z.iso.datetime({ offset: true });
    case 'state':
    case 'badge':
      return z.enum(keysOf(field.states));
    case 'choice':
      return z.enum(keysOf(field.words));
    case 'many':
      return z.array(z.enum(keysOf(field.words)));
    default:
      return z.string();
  }
}

function answered(field: RowField): z.ZodType {
  const value = field.nullable ? plain(field).nullable() : plain(field);
  return field.seenWith ? value.optional() : value;
}

/** A row in answers: id, version and what is described. */
export const rowAnswer = <const F extends RowFields>(fields: F) =>
  objectOf<AnswerShape<F>>([
    ['id', z.int()],
    ['version', z.int()],
    ...Object.entries(fields).map(([key, field]): [string, z.ZodType] => [key, answered(field)]),
  ]);

function filters(key: string, field: RowField): [string, z.ZodType][] {
  if (!('filter' in field) || !field.filter) return [];
  if (field.kind === 'state') return [[key, csvOf(z.enum(keysOf(field.states)))]];
  if (field.filter === true) return [[key, plain(field)]];
  const end = field.kind === 'money' ? z.coerce.number().int() : calendarDay;
  return field.filter.map((name) => [name, end]);
}

/** The filters of the list's call: states, separated by commas, a choice, or both ends of a range of amounts or days. */
export const rowFilters = <const F extends RowFields>(fields: F) =>
  objectOf<FilterShape<F>>(
    Object.entries(fields)
      .flatMap(([key, field]) => filters(key, field))
      .map(([name, filter]) => [name, filter.optional()]),
  ).shape;
