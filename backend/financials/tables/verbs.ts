/** Calls about tables of future values: list and record, editions, publishing. */
import { sql } from 'kysely';
import { MANUFACTURER } from '#domain/endpoint.ts';
import { Failure } from '#domain/errors.ts';
import type { futureTables as table } from '#domain/financials/tables/endpoints.ts';
import { futureTableFields } from '#domain/financials/tables/fields.ts';
import type { FutureTable, FutureTableChoices, FutureTablePage } from '#domain/financials/tables/schema.ts';
import { tableStateOn } from '#domain/financials/tables/terms.ts';
import { day } from '#domain/italian.ts';
import { typed } from '#domain/record/fields.ts';
import type { VerbOf } from '#backend/lib/work/bind.ts';
import type { Ctx } from '#backend/lib/work/context.ts';
import { readDealers } from '#backend/lib/people/companies.ts';
import { readBaskets } from '#backend/lib/ports/baskets.ts';
import { seriesSql, untilSql } from '#backend/lib/ports/future-tables.ts';
import { list } from '#backend/lib/records/list.ts';
import { recordVerbs } from '#backend/lib/records/record-verbs.ts';
import { create } from '#backend/lib/records/make.ts';
import { activity, bulk, readByIds, readOne, update } from '#backend/lib/records/records.ts';
import { stale } from '#backend/lib/records/stale.ts';
import { stands } from '#backend/lib/records/told.ts';
import { answerOf, refusedFields, tables, type FutureTableRow } from './records.ts';

type Table = typeof table;
const PUBLISHED = 'La tabella è pubblicata e non si riscrive: fare una nuova versione.';

/** Publishing is one after the other: what one publishes, the next compares with. */
const inTurn = ({ db }: Ctx) => sql`select pg_advisory_xact_lock(hashtextextended('future tables', 0))`.execute(db);

const answer = async (ctx: Ctx, id: number): Promise<FutureTable> => answerOf(ctx)(await readOne(ctx, tables, id));

/** A table, locked, as the caller saw it; throws `not_found` and `stale`. */
async function take(ctx: Ctx, { params: { id }, version }: { params: { id: number }; version: number }) {
  const [row] = await readByIds(ctx, tables, [id]);
  if (!row) throw new Failure('not_found');
  if (row.version !== version) throw await stale(ctx, tables.entity, id, answerOf(ctx)(row));
  if (row.archived) throw new Failure('conflict', 'La tabella è archiviata.');
  return row;
}

/** Writes columns of a taken table, with what the audit says of it. */
async function write(
  ctx: Ctx,
  row: FutureTableRow,
  { action, columns, after }: { action: string; columns: object; after: Record<string, unknown> },
): Promise<FutureTable> {
  await ctx.db
    .updateTable('futureTables')
    .set({ ...columns, version: row.version + 1, updatedAt: ctx.now })
    .where('companyId', '=', MANUFACTURER)
    .where('id', '=', row.id)
    .execute();
  const before = Object.fromEntries(Object.keys(after).map((key) => [key, row[key as keyof FutureTableRow]]));
  ctx.audit({ action, entity: tables.entity, entityId: row.id, before, after });
  return answer(ctx, row.id);
}

const save: VerbOf<Table, 'PUT /future-tables/:id'> = async (ctx, input) => {
  if (!(await take(ctx, input)).draft) throw new Failure('conflict', PUBLISHED);
  return answerOf(ctx)(await update(ctx, tables, input));
};

const publish: VerbOf<Table, 'POST /future-tables/:id/publish'> = async (ctx, input) => {
  await inTurn(ctx);
  const row = await take(ctx, input);
  if (!row.draft) throw new Failure('conflict', 'La tabella è già pubblicata.');
  const fields = await refusedFields(ctx, row);
  if (Object.keys(fields).length > 0) throw new Failure('invalid', undefined, { fields });
  return write(ctx, row, { action: 'publish', columns: { draft: false }, after: { draft: false } });
};

const withdraw: VerbOf<Table, 'POST /future-tables/:id/withdraw'> = async (ctx, input) => {
  await inTurn(ctx);
  const row = await take(ctx, input);
  if (tableStateOn(row, ctx.today) !== 'scheduled')
    throw new Failure('conflict', 'Si ritira solo una tabella che non è ancora in vigore.');
  return write(ctx, row, { action: 'withdraw', columns: { draft: true }, after: { draft: true } });
};

const end: VerbOf<Table, 'POST /future-tables/:id/end'> = async (ctx, input) => {
  await inTurn(ctx);
  const row = await take(ctx, input);
  const { validTo } = input.body;
  if (tableStateOn(row, ctx.today) !== 'running')
    throw new Failure('conflict', 'Si chiude solo una tabella in vigore.');
  const wrong =
    validTo < ctx.today
      ? 'Oggi è il primo giorno possibile'
      : row.until !== null && validTo > row.until
        ? `Finisce già il ${day(row.until)}`
        : null;
  if (wrong) throw new Failure('invalid', undefined, { fields: { validTo: wrong } });
  return write(ctx, row, { action: 'end', columns: { validTo }, after: { validTo } });
};

/** The first day of the month after a day. */
const nextMonth = (from: string): string => {
  const [year, month] = [Number(from.slice(0, 4)), Number(from.slice(5, 7))];
  return new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 10);
};

const nextEdition: VerbOf<Table, 'POST /future-tables/:id/edition'> = async (ctx, { params }) => {
  await inTurn(ctx);
  const row = await readOne(ctx, tables, params.id);
  const { rows } = await sql<{ id: number; edition: number; draft: boolean }>`
    select r.id, r.edition, r.draft and r.archived_at is null as draft from future_tables r
    where r.company_id = ${MANUFACTURER} and ${seriesSql} = ${row.series} order by r.edition desc`.execute(ctx.db);
  const draft = rows.find((one) => one.draft);
  if (draft) throw new Failure('conflict', `C’è già una bozza di questa tabella: la versione ${draft.edition}.`);
  const validFrom = nextMonth(row.validFrom > ctx.today ? row.validFrom : ctx.today);
  const values = Object.fromEntries(typed(futureTableFields).map(([key]) => [key, row[key as keyof FutureTableRow]]));
  const made = await create(ctx, tables, {
    ...values,
    validFrom,
    validTo: row.validTo !== null && row.validTo < validFrom ? null : row.validTo,
  });
  await ctx.db
    .updateTable('futureTables')
    .set({ seriesId: row.series, edition: rows[0]!.edition + 1 })
    .where('companyId', '=', MANUFACTURER)
    .where('id', '=', made.id)
    .execute();
  return answer(ctx, made.id);
};

/** Archives what is in no plan’s way: drafts, and tables that are over. */
const archive: VerbOf<Table, 'POST /future-tables/bulk'> = async (ctx, { body }) => {
  const found = await readByIds(ctx, tables, body.rows.map(({ id }) => id)); // prettier-ignore
  const held = found.find((row) => ['running', 'scheduled'].includes(tableStateOn(row, ctx.today)));
  if (body.action === 'archive' && held)
    throw new Failure('conflict', `«${held.name}» è in vigore o programmata: prima chiuderla o ritirarla.`);
  return bulk(ctx, tables, body);
};

const readPage: VerbOf<Table, 'GET /future-tables/:id/page'> = async (ctx, { params }) => {
  const row = await readOne(ctx, tables, params.id);
  const { rows } = await sql<Pick<FutureTableRow, 'id' | 'edition' | 'draft' | 'cells' | 'validFrom' | 'until'>>`
    select r.id, r.edition, r.draft, r.cells, r.valid_from, ${untilSql}::text as until from future_tables r
    where r.company_id = ${MANUFACTURER} and ${seriesSql} = ${row.series} and r.archived_at is null
    order by r.edition desc limit 100`.execute(ctx.db);
  const before = rows
    .filter((one) => !one.draft && one.id !== row.id && one.validFrom < row.validFrom)
    .toSorted((a, b) => b.validFrom.localeCompare(a.validFrom))[0];
  const used = await sql<FutureTablePage['uses'][number]>`
    select p.company_id, c.name as company, count(distinct p.plan_id)::int as plans, count(f.id)::int as quotes
    from network_plans p join companies c on c.company_id = p.company_id
      left join network_facts f on f.company_id = p.company_id and f.plan_id = p.plan_id and f.entity = 'quote'
        and f.state in ('issued', 'accepted') and ${stands('f', ctx.today)}
    where p.table_id = ${row.series} group by p.company_id, c.name order by quotes desc, plans desc, c.name, p.company_id`.execute(
    ctx.db,
  );
  return {
    before: before ? { edition: before.edition, validFrom: before.validFrom, cells: before.cells } : null,
    editions: rows.map((one) => ({
      id: one.id,
      edition: one.edition,
      state: tableStateOn(one, ctx.today),
      validFrom: one.validFrom,
      until: one.until,
    })),
    uses: used.rows,
  } satisfies FutureTablePage;
};

const readChoices: VerbOf<Table, 'GET /future-tables/choices'> = async (ctx) => {
  const { rows } = await sql<Pick<FutureTableChoices, 'lenders'>>`select
    array(select distinct t.lender from future_tables t where t.company_id = ${MANUFACTURER} order by t.lender) as lenders`.execute(
    ctx.db,
  );
  return { ...rows[0]!, baskets: await readBaskets(ctx, 'table'), companies: await readDealers(ctx.db) };
};

/** The verbs of the tables. */
export const futureTableVerbs = {
  ...recordVerbs('future-tables', tables),
  'GET /future-tables': async (ctx, { query }) => {
    const page = await list(ctx, tables, query);
    return { ...page, rows: page.rows.map(answerOf(ctx)) };
  },
  'GET /future-tables/choices': readChoices,
  'GET /future-tables/:id': (ctx, { params }) => answer(ctx, params.id),
  'GET /future-tables/:id/page': readPage,
  'GET /future-tables/:id/timeline': (ctx, { params }) =>
    activity(ctx, tables, params.id, {
      actions: {
        publish: 'ha pubblicato la tabella',
        withdraw: 'ha ritirato la tabella',
        end: 'ha chiuso la tabella',
      },
    }),
  'POST /future-tables': async (ctx, { body }) => answerOf(ctx)(await create(ctx, tables, body)),
  'PUT /future-tables/:id': save,
  'POST /future-tables/bulk': archive,
  'POST /future-tables/:id/edition': nextEdition,
  'POST /future-tables/:id/publish': publish,
  'POST /future-tables/:id/withdraw': withdraw,
  'POST /future-tables/:id/end': end,
} satisfies Partial<{ [N in keyof Table]: VerbOf<Table, N> }>;
