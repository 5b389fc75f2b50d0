/** What a list with a course reads, asks for and exports of its rows, as they are described (domain/record/row.ts). */
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { addDays, instantInRome } from '#domain/dates.ts';
import { isSeen } from '#domain/record/fields.ts';
import type { ReadRow, RowField, RowFields } from '#domain/record/row.ts';
import type { DB } from '#backend/db/types.gen.ts';
import type { Column, Kind } from '../files/export.ts';
import type { Ctx } from '../work/context.ts';
import { inStates } from './course.ts';
import { between, is, type Listed } from './list.ts';
import { columnOf } from './records.ts';

interface Source<F> {
  table: keyof DB & string;
  /** The alias of the table; the fields name those of joined ones. */
  as: string;
  joins?: RawBuilder<unknown>;
  /** SQL of what is no column. */
  computed?: { readonly [K in keyof F]?: RawBuilder<unknown> };
  /** Columns of the table that the backend alone reads. */
  beside?: readonly string[];
}

const sourceOf = (as: string, key: string, { of = key }: RowField): string =>
  columnOf(of.includes('.') ? of : `${as}.${of}`);

/** Table, `select` and order of a list with these rows, and who may see what. */
export function rowsOf<F extends RowFields, Row extends ReadRow<F> = ReadRow<F>>(
  fields: F,
  { table, as, joins = sql``, computed = {}, beside = [] }: Source<F>,
): Pick<Listed<Row, never>, 'table' | 'as' | 'select' | 'order' | 'fields'> {
  const read = Object.entries(fields).filter(([, { derived }]) => !derived);
  const columns = [
    ...['id', 'version', ...beside].map((key) => sql.ref(`${as}.${columnOf(key)}`)),
    ...read.map(
      ([key, field]) => sql`${computed[key] ?? sql.ref(sourceOf(as, key, field))} as ${sql.ref(columnOf(key))}`,
    ),
  ];
  const order = read.filter(([, { ordered }]) => ordered).map(([key, field]) => [key, sourceOf(as, key, field)]);
  return {
    table,
    as,
    select: sql<Row>`select ${sql.join(columns)} from ${sql.table(table)} ${sql.table(as)} ${joins}`,
    order: Object.fromEntries(order),
    fields,
  };
}

/** Conditions for the rows that the filters of the fields ask for; what is derived the list asks for itself. */
export const rowWhere = (fields: RowFields, as: string, { today }: Pick<Ctx, 'today'>, query: object) => {
  const values = query as Readonly<Record<string, unknown>>;
  return Object.entries(fields).flatMap(([key, field]): RawBuilder<SqlBool>[] => {
    if (field.derived || !('filter' in field) || !field.filter) return [];
    const asked = (name: string) => values[name] as string | undefined;
    const column = sourceOf(as, key, field);
    if (field.kind === 'state') {
      const states = values[key] as string[] | undefined;
      return states?.length ? [inStates(field.states, as, states, today)] : [];
    }
    if (field.filter === true) return is(column, asked(key));
    const [from, to] = field.filter.map(asked);
    if (field.kind !== 'instant') return between(column, from, to);
    return [
      ...(from === undefined ? [] : [sql<SqlBool>`${sql.ref(column)} >= ${instantInRome(from, '00:00')}`]),
      ...(to === undefined ? [] : [sql<SqlBool>`${sql.ref(column)} < ${instantInRome(addDays(to, 1), '00:00')}`]),
    ];
  });
};

const kinds = { phone: 'text', state: 'text', badge: 'text', choice: 'text', many: 'text' } as const;

/** The content of a cell. */
function contentOf(field: RowField, value: unknown): string | number | boolean | null {
  if (value === null || value === undefined) return null;
  if ('states' in field) return field.states[value as string]!.label;
  if (field.kind === 'many') return (value as string[]).map((one) => field.words[one]!).join(', ');
  return field.kind === 'choice' ? field.words[value as string]! : (value as string | number | boolean);
}

/**
 * The columns of the spreadsheet that the caller may see. `own`: how a column differs, as one whose value is computed from
 * the row.
 */
export const rowSpreadsheet = <F extends RowFields, Row extends ReadRow<F>>(
  { user }: Pick<Ctx, 'user'>,
  fields: F,
  own: { readonly [K in keyof F]?: Partial<Column<Row>> } = {},
): Column<Row>[] =>
  Object.entries(fields).flatMap(([key, field]): Column<Row>[] => {
    const header = field.head ?? field.label;
    if (!header || !isSeen(field, user.privileges)) return [];
    const kind: Kind = kinds[field.kind as keyof typeof kinds] ?? field.kind;
    return [{ header, kind, value: (row) => contentOf(field, row[key as keyof Row]), ...own[key] }];
  });
