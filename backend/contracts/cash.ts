/** The cash book of a till: a location of the company, or 0 for receipts without one. Cents, days in Rome. */
import { sql } from 'kysely';
import type { CashBook, contractAccountCalls } from '#domain/contracts/account-endpoints.ts';
import { Failure } from '#domain/errors.ts';
import { day as italianDay } from '#domain/italian.ts';
import type { Verbs } from '../lib/work/bind.ts';
import type { Ctx } from '../lib/work/context.ts';
import { defaultLocation } from '../lib/people/places.ts';

/** The most receipts of a day on the page; the register has them all. */
const MOST_RECEIPTS = 300;

const lastClosing = ({ db, user }: Pick<Ctx, 'db' | 'user'>, till: number, upTo?: string) =>
  db
    .selectFrom('cashClosings as k')
    .innerJoin('users as u', (on) => on.onRef('u.companyId', '=', 'k.companyId').onRef('u.id', '=', 'k.madeBy'))
    .select([
      'k.id',
      'k.day',
      'k.opening',
      'k.taken',
      'k.counted',
      'k.banked',
      'k.note',
      'k.createdAt as at',
      'u.name as by',
    ])
    .where('k.companyId', '=', user.companyId)
    .where('u.companyId', '=', user.companyId)
    .where(sql<boolean>`coalesce(k.location_id, 0) = ${till}`)
    .where('k.reopenedAt', 'is', null)
    .$if(upTo !== undefined, (query) => query.where('k.day', '<', upTo!))
    .orderBy('k.day', 'desc')
    .executeTakeFirst();

/** Throws `invalid` at the day of a cash receipt that a closing of its till has passed. */
export async function checkOpen(
  ctx: Ctx,
  { locationId, receivedOn }: { locationId: number | null; receivedOn: string },
): Promise<void> {
  const closed = await lastClosing(ctx, locationId ?? 0);
  if (closed && receivedOn <= closed.day)
    throw new Failure('invalid', undefined, {
      fields: {
        receivedOn: `La cassa è chiusa fino al ${italianDay(closed.day)}: mettere un giorno dopo, o riaprirla dalla prima nota di cassa`,
      },
    });
}

async function tillsOf({ db, user }: Ctx, chosen: number): Promise<CashBook['tills']> {
  const places = await db
    .selectFrom('locations')
    .select(['id', 'name'])
    .where('companyId', '=', user.companyId)
    .where('archivedAt', 'is', null)
    .orderBy('name')
    .limit(200)
    .execute();
  const none = await db
    .selectFrom('contractReceipts')
    .select('id')
    .where('companyId', '=', user.companyId)
    .where('locationId', 'is', null)
    .limit(1)
    .executeTakeFirst();
  const hasNone = none !== undefined || chosen === 0 || places.length === 0;
  return [...places, ...(hasNone ? [{ id: 0, name: 'Senza sede' }] : [])];
}

const ofTill = (companyId: number, till: number) =>
  sql`r.company_id = ${companyId} and coalesce(r.location_id, 0) = ${till}`;

async function receiptsOf({ db, user: { companyId } }: Ctx, till: number, day: string) {
  const { rows } = await sql<CashBook['receipts'][number]>`
    select r.id, r.contract_id, c.number as contract, k.name as customer, r.number, r.received_on as on, r.amount, r.kind, r.method,
      r.reference, r.reverses_id is not null as is_reversal, u.name as by
    from contract_receipts r join contracts c on c.company_id = ${companyId} and c.id = r.contract_id
    join users u on u.company_id = ${companyId} and u.id = r.made_by
    left join customers k on k.company_id = ${companyId} and k.id = c.customer_id
    where ${ofTill(companyId, till)} and r.received_on = ${day} order by r.id limit ${MOST_RECEIPTS + 1}`.execute(db);
  return rows;
}

async function sumsOf({ db, user: { companyId } }: Ctx, till: number, day: string): Promise<CashBook['sums']> {
  const { rows } = await sql<CashBook['sums'][number]>`
    select r.method, count(*)::int as count, sum(r.amount)::bigint as amount from contract_receipts r
    where ${ofTill(companyId, till)} and r.received_on = ${day} group by r.method order by r.method`.execute(db);
  return rows.map((row) => ({ ...row, amount: Number(row.amount) }));
}

/** Cash in the till before and since its last closing before this day. */
async function balanceOf(ctx: Ctx, till: number, day: string): Promise<{ opening: number; taken: number }> {
  const { companyId } = ctx.user;
  const before = await lastClosing(ctx, till, day);
  const { rows } = await sql<{ taken: number }>`
    select coalesce(sum(r.amount), 0)::bigint as taken from contract_receipts r
    where ${ofTill(companyId, till)} and r.method = 'cash' and r.received_on > ${before?.day ?? '-infinity'}
      and r.received_on <= ${day}`.execute(ctx.db);
  return { opening: before ? before.counted - before.banked : 0, taken: Number(rows[0]!.taken) };
}

async function bookOf(ctx: Ctx, till: number, day: string): Promise<CashBook> {
  const receipts = await receiptsOf(ctx, till, day);
  return {
    day,
    locationId: till,
    tills: await tillsOf(ctx, till),
    receipts: receipts.slice(0, MOST_RECEIPTS),
    more: receipts.length > MOST_RECEIPTS,
    sums: await sumsOf(ctx, till, day),
    ...(await balanceOf(ctx, till, day)),
    closed: (await lastClosing(ctx, till)) ?? null,
  };
}

/** Keeps receipts waiting until this transaction ends: each takes its number from this row. */
const waitForReceipts = ({ db, user, today }: Ctx) =>
  db
    .selectFrom('counters')
    .select('last')
    .where('companyId', '=', user.companyId)
    .where('kind', '=', 'receipt')
    .where('year', '=', Number(today.slice(0, 4)))
    .forUpdate()
    .execute();

const wrong = (field: string, message: string) => new Failure('invalid', undefined, { fields: { [field]: message } });

type CashVerbs = Pick<
  Verbs<typeof contractAccountCalls>,
  'GET /contracts/cash' | 'POST /contracts/cash/closings' | 'POST /contracts/cash/closings/:id/reopen'
>;

export const cashVerbs: CashVerbs = {
  'GET /contracts/cash': async (ctx, { query }) =>
    bookOf(ctx, query.locationId ?? (await defaultLocation(ctx, ctx.user.id)) ?? 0, query.day ?? ctx.today),
  'POST /contracts/cash/closings': async (ctx, { body }) => {
    await waitForReceipts(ctx);
    const { locationId, day, counted, banked, note } = body;
    if (day > ctx.today) throw wrong('day', 'Il giorno non può essere nel futuro');
    const closed = await lastClosing(ctx, locationId);
    if (closed && day <= closed.day) throw wrong('day', `La cassa è già chiusa fino al ${italianDay(closed.day)}`);
    const { opening, taken } = await balanceOf(ctx, locationId, day);
    if (banked > counted) throw wrong('banked', 'È più di quanto è contato');
    if (counted !== opening + taken && note === '') throw wrong('note', 'Scrivere perché il contato è diverso');
    await ctx.db
      .insertInto('cashClosings')
      .values({
        companyId: ctx.user.companyId,
        locationId: locationId || null,
        day,
        opening,
        taken,
        counted,
        banked,
        note,
        madeBy: ctx.user.id,
        createdAt: ctx.now,
      })
      .execute();
    const after = { day, expected: opening + taken, counted, banked };
    ctx.audit({ action: 'close', entity: 'cash', entityId: locationId, before: {}, after });
    return bookOf(ctx, locationId, day);
  },
  'POST /contracts/cash/closings/:id/reopen': async (ctx, { params }) => {
    await waitForReceipts(ctx);
    const row = await ctx.db
      .selectFrom('cashClosings')
      .select(['locationId', 'day', 'reopenedAt'])
      .where('companyId', '=', ctx.user.companyId)
      .where('id', '=', params.id)
      .forUpdate()
      .executeTakeFirst();
    if (!row) throw new Failure('not_found');
    const till = row.locationId ?? 0;
    const last = await lastClosing(ctx, till);
    if (row.reopenedAt !== null || last?.id !== params.id)
      throw new Failure('conflict', 'Si riapre solo l’ultima chiusura della cassa.');
    await ctx.db
      .updateTable('cashClosings')
      .set({ reopenedAt: ctx.now, reopenedBy: ctx.user.id })
      .where('companyId', '=', ctx.user.companyId)
      .where('id', '=', params.id)
      .execute();
    ctx.audit({ action: 'reopen', entity: 'cash', entityId: till, before: { day: row.day }, after: {} });
    return bookOf(ctx, till, row.day);
  },
};
