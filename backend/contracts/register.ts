/**
 * The register for the accountant: invoices and credit notes by rate and nature of VAT, receipts by method. A row goes out
 * in one file and never again, unless the last file is taken back; what corrects it, a credit note or a reversal, is a row of
 * its own.
 */
import { sql } from 'kysely';
import { accountingFields, type Accounting } from '#domain/contracts/accounting-fields.ts';
import type { Register, registerCalls } from '#domain/contracts/register-endpoints.ts';
import { noMoney } from '#domain/contracts/terms.ts';
import { marginSeenWith } from '#domain/contracts/rights.ts';
import { Failure } from '#domain/errors.ts';
import type { Days } from '#domain/record/figures.ts';
import { asFile, contentsOf } from '../lib/files/export.ts';
import type { Sources } from '../lib/ports/agreed.ts';
import { nextNumber } from '../lib/records/counters.ts';
import { datedSettings } from '../lib/records/dated.ts';
import { checkSpan } from '../lib/records/figures.ts';
import { inBatches } from '../lib/records/list.ts';
import { readSettingsOn } from '../lib/records/params.ts';
import type { Verbs } from '../lib/work/bind.ts';
import { holds, type Ctx } from '../lib/work/context.ts';
import { columnsBy, linesOf, type Line } from './register-file.ts';
import { PARTS, splitSome } from './split.ts';

/** The most days at once: a year of accounts, with its turn. */
const MOST_DAYS = 371;
/** The files that are listed: ten years of months. */
const MOST_RUNS = 120;

const settings = { group: 'accounting', fields: accountingFields } as const;
const dated = datedSettings({ ...settings, entity: 'accounting_settings' });

async function sumsOf(
  ctx: Ctx,
  { from, to }: Days,
): Promise<Pick<Register, 'invoiced' | 'byTax' | 'received' | 'byMethod'>> {
  const { db, user: { companyId } } = ctx; // prettier-ignore
  const { rows: byMethod } = await sql<Register['byMethod'][number]>`
    select r.method, sum(r.amount)::bigint as amount from contract_receipts r
    where r.company_id = ${companyId} and r.received_on between ${from}::date and ${to}::date
    group by r.method order by r.method`.execute(db);
  const { rows } = await sql<Register['byTax'][number]>`
    select x.tax, sum(x.gross)::bigint as gross, sum(x.vat)::bigint as vat, sum(x."marginVat")::bigint as margin_vat
    from contract_invoices i ${PARTS}
    where i.company_id = ${companyId} and i.issued_on between ${from}::date and ${to}::date
    group by x.tax order by x.tax ~ '^[0-9]' desc, x.tax`.execute(db);
  const sees = holds(ctx, ...marginSeenWith);
  return {
    invoiced: rows.reduce((sum, { gross }) => sum + gross, 0),
    byTax: rows.map((row) => ({ ...row, marginVat: sees ? row.marginVat : null })),
    received: byMethod.reduce((sum, { method, amount }) => (noMoney.includes(method) ? sum : sum + amount), 0),
    byMethod,
  };
}

/** What of these days has not gone out. */
async function openOf({ db, user: { companyId } }: Ctx, { from, to }: Days): Promise<Register['open']> {
  const { rows } = await sql<Register['open']>`select
    (select count(*)::int from contract_invoices i where i.company_id = ${companyId} and i.run_id is null
      and i.issued_on between ${from}::date and ${to}::date) as documents,
    (select count(*)::int from contract_receipts r where r.company_id = ${companyId} and r.run_id is null
      and r.received_on between ${from}::date and ${to}::date) as receipts`.execute(db);
  return rows[0]!;
}

async function oldestOf({ db, user: { companyId } }: Ctx): Promise<string | null> {
  const { rows } = await sql<{ oldest: string | null }>`select least(
    (select min(i.issued_on) from contract_invoices i where i.company_id = ${companyId} and i.run_id is null),
    (select min(r.received_on) from contract_receipts r where r.company_id = ${companyId} and r.run_id is null)) as oldest`.execute(
    db,
  );
  return rows[0]!.oldest;
}

const runsOf = ({ user: { companyId } }: Ctx, id?: number) => sql<Register['runs'][number]>`
  select u.id, u.number, u.first_day as from, u.last_day as to, u.documents, u.receipts, p.name as by, u.created_at as at, u.taken_back_at
  from register_runs u join users p on p.company_id = ${companyId} and p.id = u.made_by
  where u.company_id = ${companyId} ${id === undefined ? sql`` : sql`and u.id = ${id}`}
  order by u.id desc limit ${MOST_RUNS}`;

/** Marks what of these days has not gone out as the rows of one file. */
async function run(ctx: Ctx, sources: Sources, days: Days): Promise<Register['runs'][number]> {
  const { db, user } = ctx;
  const own = { companyId: user.companyId };
  // The number keeps another run waiting until this one is written, and finds nothing then.
  const number = await nextNumber(ctx, 'accounting');
  while ((await splitSome(ctx, sources)) > 0);
  const open = await openOf(ctx, days);
  if (open.documents + open.receipts === 0)
    throw new Failure('conflict', 'In questi giorni non c’è nulla che non sia già uscito.');
  const [accounting] = await readSettingsOn(db, user.companyId, settings, [ctx.today]);
  const { id } = await db
    .insertInto('registerRuns')
    .values({
      ...own,
      number,
      firstDay: days.from,
      lastDay: days.to,
      ...open,
      accounting: JSON.stringify(accounting),
      madeBy: user.id,
      createdAt: ctx.now,
    }) // prettier-ignore
    .returning('id')
    .executeTakeFirstOrThrow();
  // What was entered since it was counted goes out with it.
  const out = async (table: string, day: string) => {
    const { numAffectedRows } = await sql`update ${sql.table(table)} r set run_id = ${id}
      where r.company_id = ${user.companyId} and r.run_id is null
        and ${sql.ref(`r.${day}`)} between ${days.from}::date and ${days.to}::date`.execute(db);
    return Number(numAffectedRows);
  };
  const documents = await out('contract_invoices', 'issued_on');
  const receipts = await out('contract_receipts', 'received_on');
  await db
    .updateTable('registerRuns')
    .set({ documents, receipts })
    .where('companyId', '=', user.companyId)
    .where('id', '=', id)
    .execute();
  ctx.audit({ action: 'create', entity: 'register_run', entityId: id, before: {}, after: { number, ...days, documents, receipts } }); // prettier-ignore
  const { rows } = await runsOf(ctx, id).execute(db);
  return rows[0]!;
}

/** A file that was made by mistake holds nothing any more; throws unless it is the last one that holds. */
async function takeBack(ctx: Ctx, id: number): Promise<Register['runs'][number]> {
  const { db, user: { companyId } } = ctx; // prettier-ignore
  const { rows: later } = await sql<{ id: number; number: string; takenBackAt: string | null }>`
    select id, number, taken_back_at from register_runs
    where company_id = ${companyId} and (id = ${id} or id > ${id} and taken_back_at is null) order by id for update`.execute(
    db,
  );
  const [own, next] = later;
  if (own?.id !== id) throw new Failure('not_found');
  if (own.takenBackAt !== null) throw new Failure('conflict', 'Questa esportazione è già ritirata.');
  if (next) throw new Failure('conflict', `Si ritira solo l’ultima: dopo è uscita la ${next.number}.`);
  await sql`update contract_invoices set run_id = null where company_id = ${companyId} and run_id = ${id}`.execute(db);
  await sql`update contract_receipts set run_id = null where company_id = ${companyId} and run_id = ${id}`.execute(db);
  await db
    .updateTable('registerRuns')
    .set({ takenBackAt: ctx.now, takenBackBy: ctx.user.id })
    .where('companyId', '=', companyId)
    .where('id', '=', id)
    .execute();
  ctx.audit({ action: 'take_back', entity: 'register_run', entityId: id, before: { number: own.number }, after: {} });
  const { rows } = await runsOf(ctx, id).execute(db);
  return rows[0]!;
}

export const registerVerbs = (sources: Sources): Verbs<typeof registerCalls> => ({
  'GET /contracts/register': async (ctx, { query }) => {
    checkSpan(query, MOST_DAYS);
    const { rows: runs } = await runsOf(ctx).execute(ctx.db);
    return { ...(await sumsOf(ctx, query)), open: await openOf(ctx, query), oldest: await oldestOf(ctx), runs };
  },
  'POST /contracts/register/runs': async (ctx, { body }) => {
    checkSpan(body, MOST_DAYS);
    return run(ctx, sources, body);
  },
  'POST /contracts/register/runs/:id/takeBack': (ctx, { params: { id } }) => takeBack(ctx, id),
  'GET /contracts/register/runs/:id/file': async (ctx, { params: { id }, query: { format } }) => {
    const { spool } = ctx;
    const { name, contents } = await ctx.inside(async (inner) => {
      const { companyId } = inner.user;
      const { rows } = await sql<{
        number: string;
        accounting: Accounting;
        takenBackAt: string | null;
      }>`select number, accounting, taken_back_at from register_runs
        where company_id = ${companyId} and id = ${id}`.execute(inner.db);
      if (!rows[0]) throw new Failure('not_found');
      if (rows[0].takenBackAt !== null) throw new Failure('conflict', 'Questa esportazione è stata ritirata.');
      const called = `registro ${rows[0].number}`;
      const columns = columnsBy(rows[0].accounting, holds(inner, ...marginSeenWith));
      const lines = inBatches<Line>(inner, linesOf(inner, id), spool);
      const read = await contentsOf(columns, lines, { name: called, spool });
      inner.audit({ action: 'export', entity: 'register_run', entityId: id, after: { rows: read.rows, format } });
      return { name: called, contents: read };
    });
    return asFile(name, format, contents);
  },
  'GET /contracts/accounting': dated.read,
  'PUT /contracts/accounting': dated.save,
  'POST /contracts/accounting/unschedule': dated.unschedule,
  'GET /contracts/accounting/timeline': dated.history,
});
