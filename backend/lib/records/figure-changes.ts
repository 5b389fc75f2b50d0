/** What was entered after the end of a month and changed a figure of it: read beside the figure, by the same rights. */
import { sql, type RawBuilder } from 'kysely';
import { addDays, instantInRome } from '#domain/dates.ts';
import { keysOf } from '#domain/record/machine.ts';
import { changeWords, endOfMonth, type Days, type WhatChanged, type Whose } from '#domain/record/figures.ts';
import type { FileAnswer } from '../work/bind.ts';
import { holds, type Ctx, type HeavyCtx } from '../work/context.ts';
import { asFile, contentsOf, type Column } from '../files/export.ts';
import { checkSpan, counts, type Drilled, type Rows, type Seen } from './figures.ts';
import { inBatches } from './list.ts';
import { visible } from './scope.ts';

/** One entry: the record, what happened to it, when, and who asked for it. */
export interface FigureChange {
  id: number;
  number: string | null;
  car: string | null;
  basis: string;
  what: WhatChanged;
  /** Null: it did not count, or counts no more. */
  dayBefore: string | null;
  dayAfter: string | null;
  /** Cents. */
  amountBefore: number;
  amountAfter: number;
  /** Absent for callers who may not see margins; null: unknown. */
  marginBefore?: number | null;
  marginAfter?: number | null;
  /** Whose it was, and whose it is. */
  personBefore: string | null;
  personAfter: string | null;
  at: string;
  by: string | null;
  href: string | null;
}

export interface ChangesAsked extends Days, Whose {
  /** By which days of the figure; absent: all. */
  bases?: readonly string[] | undefined;
  rights: Seen;
}

const seesMargins = (ctx: Pick<Ctx, 'user'>, { changes }: Rows) => holds(ctx, ...changes!.marginSeenWith);

/** The changes of some days of months that are over, the latest first, before their limit. */
function changesOf(
  ctx: Ctx,
  figure: Drilled,
  { bases, from, to, rights, ...whose }: ChangesAsked,
): RawBuilder<StoredChange> {
  const { companyId } = ctx.user;
  const { table, record } = figure.changes!;
  const own = (id: number | undefined, ...columns: readonly RawBuilder<unknown>[]) =>
    id === undefined ? [] : [sql`(${sql.join(columns.map((column) => sql`${column} is not distinct from ${id || null}`), sql` or `)})`]; // prettier-ignore
  const name = (column: RawBuilder<unknown>) =>
    sql`(select u.name from users u where u.company_id = ${companyId} and u.id = ${column})`;
  const conditions = [
    counts(ctx, figure, rights),
    sql`c.basis = any(${bases ?? keysOf(figure.counted.bases)}::text[]) and c.at >= ${instantInRome(addDays(endOfMonth(to), 1), '00:00')}`,
    sql`(c.day_before between ${from}::date and ${to}::date or c.day_after between ${from}::date and ${to}::date)`,
    ...own(whose.locationId, figure.place),
    ...own(whose.personId, sql`c.person_before`, sql`c.person_after`),
    ...(seesMargins(ctx, figure) ? [] : [sql`c.what <> 'margin'`]),
  ];
  const margins = seesMargins(ctx, figure) ? sql`c.margin_before, c.margin_after,` : sql``;
  return sql`select ${sql.ref(`${figure.as}.id`)}, ${figure.row.number} as number, ${figure.row.car} as car, c.basis, c.what,
      c.day_before, c.day_after, c.amount_before, c.amount_after, ${margins} c.at, (${visible(ctx, figure.owned)}) as is_open,
      ${figure.row.located ?? sql`null::jsonb`} as located,
      ${name(sql`c.person_before`)} as person_before, ${name(sql`c.person_after`)} as person_after, ${name(sql`c.user_id`)} as by
    from ${sql.table(table)} c join ${sql.table(figure.table)} ${sql.table(figure.as)}
      on ${sql.ref(`${figure.as}.company_id`)} = c.company_id and ${sql.ref(`${figure.as}.id`)} = c.${sql.ref(record)}
    where c.company_id = ${companyId} and ${sql.join(conditions, sql` and `)} order by c.at desc, c.id desc`;
}

type StoredChange = FigureChange & { isOpen: boolean; located: never };

const changeFor =
  ({ href }: Rows) =>
  ({ isOpen, located, ...row }: StoredChange): FigureChange => ({
    ...row,
    href: isOpen ? href({ id: row.id, located }) : null,
  });

/**
 * What was entered after the end of a month and changed its figure on these days: one more day, one less, another amount.
 * The figure as it was at the end is the one of today with these taken back. Throws `invalid` at the field.
 */
export async function readChanges(
  ctx: Ctx,
  figure: Drilled,
  { limit, ...of }: ChangesAsked & { limit: number },
): Promise<{ rows: FigureChange[]; total: number }> {
  checkSpan(of);
  const all = changesOf(ctx, figure, of);
  const { rows } = await sql<StoredChange>`${all} limit ${limit}`.execute(ctx.db);
  const { rows: counted } = await sql<{ total: number }>`select count(*)::int as total from (${all}) changed`.execute(
    ctx.db,
  );
  return { rows: rows.map(changeFor(figure)), total: counted[0]!.total };
}

const marginColumns: Column<FigureChange>[] = [
  { header: 'Margine II prima', kind: 'money', value: (row) => row.marginBefore ?? null },
  { header: 'Margine II dopo', kind: 'money', value: (row) => row.marginAfter ?? null },
];
const changeColumns = (ctx: Pick<Ctx, 'user'>, figure: Drilled): Column<FigureChange>[] => [
  { header: 'Inserito il', kind: 'instant', value: (row) => row.at },
  { header: 'Numero', kind: 'text', value: (row) => row.number },
  { header: 'Auto', kind: 'text', value: (row) => row.car },
  { header: 'Che cosa', kind: 'text', value: (row) => changeWords(figure.counted, row) },
  { header: 'Per data di', kind: 'text', value: (row) => figure.counted.bases[row.basis]!.label },
  { header: 'Giorno prima', kind: 'day', value: (row) => row.dayBefore },
  { header: 'Giorno dopo', kind: 'day', value: (row) => row.dayAfter },
  { header: 'Importo prima', kind: 'money', value: (row) => row.amountBefore },
  { header: 'Importo dopo', kind: 'money', value: (row) => row.amountAfter },
  { header: 'Venditore prima', kind: 'text', value: (row) => row.personBefore },
  { header: 'Venditore dopo', kind: 'text', value: (row) => row.personAfter },
  ...(seesMargins(ctx, figure) ? marginColumns : []),
  { header: 'Chi', kind: 'text', value: (row) => row.by },
];

/** The same as a file; throws `invalid` when there are too many. */
export async function changesFile(
  ctx: HeavyCtx,
  figure: Drilled,
  { format, ...of }: ChangesAsked & { format: 'csv' | 'xlsx' },
): Promise<FileAnswer> {
  checkSpan(of);
  const contents = await ctx.inside(async (inner) => {
    const read = await contentsOf(
      changeColumns(inner, figure),
      inBatches<FigureChange>(inner, changesOf(inner, figure, of)),
    );
    inner.audit({ action: 'export', entity: figure.changes!.table, after: { rows: read.rows, format } });
    return read;
  });
  return asFile(`${figure.counted.label.toLowerCase()}-cambiati-${of.from}-${of.to}`, format, contents);
}
