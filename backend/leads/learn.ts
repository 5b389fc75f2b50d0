/** What a lead learns of what other areas make of it: appointments, visits, quotes, contracts. */
import { sql, type SqlBool } from 'kysely';
import { effectOf } from '#domain/leads/actions.ts';
import type { Ctx, Effects } from '../lib/work/context.ts';
import { carry } from '../lib/records/move.ts';
import { carryOut, keepAction, type Done } from './actions.ts';
import { asSoonAs, endOfToday, nextColumns } from './hours.ts';
import { link } from './link.ts';
import { moveColumns } from './moves.ts';
import { leadCourse, type LeadRecord } from './records.ts';

/** Writes what happened with an open lead, whoever did it. `at`: what comes next; null: by its deadline. */
async function happened(ctx: Ctx, record: LeadRecord, done: Done, at: Date | null): Promise<void> {
  const effect = effectOf(record.state, done.type, done.result);
  if (!effect || record.state === 'closed') return;
  const state =
    effect.leads === 'advance' ? 'negotiation' : record.state === 'to_handle' ? 'in_progress' : record.state;
  const due = at ?? new Date((await nextColumns(ctx, { ...record, state }, { type: 'follow_up', at })).nextAt);
  await carryOut(ctx, record, done, { effect, next: { type: 'follow_up', at: due }, why: {}, byPerson: false });
}

/**
 * The offer has expired (L4): the lead goes back to work, and a contact that is already planned stays its next action.
 */
export async function fallBack(ctx: Ctx, record: LeadRecord, note: string): Promise<void> {
  const due = new Date(
    (await nextColumns(ctx, { ...record, state: 'in_progress' }, { type: 'follow_up', at: null })).nextAt,
  );
  const planned = record.nextAt === null ? due : new Date(record.nextAt);
  const at = planned > ctx.now && planned < due ? planned : due;
  await happened(ctx, record, { type: 'negotiation', result: 'failed', note }, at);
}

/**
 * A contact with the person was planned: it becomes the next action. A moved one gets its new time, if it was the next
 * action.
 */
export const learnPlan: NonNullable<Effects['lead.planned']> = async (ctx, { leadId, at, before, what }) => {
  const record = await leadCourse.find(ctx, leadId, { lock: true });
  if (before !== null && (record.nextAt === null || Date.parse(record.nextAt) !== Date.parse(before))) return;
  const result = before === null ? 'scheduled' : 'rescheduled';
  await happened(ctx, record, { type: 'in_progress', result, note: what }, new Date(at));
};

/** When a lead is due whose appointment at `at` is not held: today, or before that for what else was planned. */
async function dueWithout(ctx: Ctx, record: LeadRecord, at: string): Promise<Date> {
  const today = await endOfToday(ctx, record);
  const planned = record.nextAt === null ? today : new Date(record.nextAt);
  return planned < today && planned.getTime() !== Date.parse(at) ? planned : today;
}

/** An appointment was called off: somebody sees to it today. */
export const learnCanceled: NonNullable<Effects['lead.unplanned']> = async (ctx, { leadId, at, what }) => {
  const record = await leadCourse.find(ctx, leadId, { lock: true });
  const note = `${what}: annullato`;
  await happened(ctx, record, { type: 'in_progress', result: 'canceled', note }, await dueWithout(ctx, record, at));
};

/** The person did not come: counted, and due today. What the company missed is not counted. */
export const learnMissed: NonNullable<Effects['lead.missed']> = async (ctx, { leadId, at, what, by, back }) => {
  const record = await leadCourse.find(ctx, leadId, { lock: true });
  const { state } = record;
  if (state === 'closed') return;
  if (back) {
    const missed = record.missed - (by === 'customer' ? 1 : 0);
    const next = await nextColumns(ctx, { ...record, state }, { type: 'follow_up', at: new Date(at) });
    await leadCourse.write(ctx, record, { ...next, parkedUntil: null, missed: Math.max(0, missed) });
    const type = 'in_progress' as const;
    return keepAction(ctx, record, { type, result: 'scheduled', note: `${what}: ripristinato` }).then(() => undefined);
  }
  const due = await dueWithout(ctx, record, at);
  const done =
    by === 'customer'
      ? ({ type: 'in_progress', result: 'no_show', note: what } as const)
      : ({ type: 'in_progress', result: 'canceled', note: `${what}: mancato da noi` } as const);
  await happened(ctx, record, done, due);
};

/** The person wrote again: whoever has the lead, and who manages all, answer it as soon as a new one. */
export const learnMessage: NonNullable<Effects['lead.wrote']> = async (ctx, { leadId }) => {
  const record = await leadCourse.find(ctx, leadId, { lock: true });
  if (record.mergedInto !== null) return learnMessage(ctx, { leadId: record.mergedInto });
  const { state } = record;
  if (state === 'closed') return;
  const next = await nextColumns(ctx, { ...record, state: 'to_handle' }, { type: 'follow_up', at: null });
  await leadCourse.write(ctx, record, asSoonAs(record, next));
};

/** A visit to the showroom counts as contact. */
export const learnVisit: NonNullable<Effects['lead.came']> = async (ctx, { leadId }) => {
  const record = await leadCourse.find(ctx, leadId, { lock: true });
  const done = { type: 'in_progress', result: 'success', note: 'È venuto in sede', channel: 'visit' } as const;
  await happened(ctx, record, done, null);
};

/** Condition: the quote `as` still binds the company, or has become a contract. */
export const stillStands = (as: string, today: string) =>
  sql<SqlBool>`(not ${sql.ref(`${as}.superseded`)} and (${sql.ref(`${as}.state`)} in ('accepted', 'converted')
    or ${sql.ref(`${as}.state`)} = 'issued' and ${sql.ref(`${as}.expires_on`)} >= ${today}))`;

interface Quoted {
  leadId: number;
  number: string | null;
  customerId: number | null;
  /** Other quotes of the lead that stand. */
  others: number;
}

async function quotedOf({ db, user, today }: Ctx, id: number): Promise<Quoted | undefined> {
  const { companyId } = user;
  const { rows } = await sql<Quoted>`select q.lead_id, q.number, q.customer_id, (select count(*)::int from quotes o
      where o.company_id = ${companyId} and o.lead_id = q.lead_id and o.root_id <> q.root_id and ${stillStands('o', today)}) as others
    from quotes q where q.company_id = ${companyId} and q.id = ${id} and q.lead_id is not null`.execute(db);
  return rows[0];
}

/** An issued quote begins the negotiation (L3) and says who the customer is; the last one that is closed ends it (L4). */
export async function learnQuote(ctx: Ctx, { id, move }: { id: number; move: string }): Promise<void> {
  if (move !== 'issue' && move !== 'close') return;
  const quoted = await quotedOf(ctx, id);
  if (!quoted) return;
  const record = await leadCourse.find(ctx, quoted.leadId, { lock: true });
  const note = `Preventivo ${quoted.number ?? ''}`.trim();
  if (move === 'close') {
    if (record.state === 'negotiation' && quoted.others === 0) await fallBack(ctx, record, `${note} chiuso`);
    return;
  }
  await happened(ctx, record, { type: 'negotiation', result: 'success', note }, null);
  if (record.customerId === null && quoted.customerId !== null)
    await link(ctx, await leadCourse.find(ctx, record.id), quoted.customerId);
}

/**
 * Open leads that led to a contract: linked by hand, or through its quote or price. For a contract without any of
 * these, one open sales lead of its customer: the seller's own before a colleague's, the newest first.
 */
async function leadsOf({ db, user }: Ctx, id: number): Promise<{ id: number }[]> {
  const { companyId } = user;
  const contract = sql`from contracts c where c.company_id = ${companyId} and c.id = ${id}`;
  const { rows } = await sql<{ id: number }>`with known as (select id from leads
      where company_id = ${companyId} and state <> 'closed' and (contract_id = ${id} or id in (
        select q.lead_id from contracts c join quotes q on q.company_id = ${companyId} and q.root_id = c.quote_id
        where c.company_id = ${companyId} and c.id = ${id}) or id = (select (c.draft ->> 'leadId')::bigint ${contract})))
    select id from known union all (select l.id from leads l
      where l.company_id = ${companyId} and l.state <> 'closed' and l.type = 'sales' and l.merged_into is null
        and not exists (select from known)
        and l.customer_id = (select c.customer_id ${contract} and c.quote_id is null and c.b2b_quote_id is null)
      order by l.assignee_id = (select c.seller_id ${contract}) desc nulls last, l.received_at desc, l.id desc limit 1)
    order by id`.execute(db);
  return rows;
}

/** An approved contract wins the open leads that led to it (L5). */
export async function learnContract(ctx: Ctx, id: number): Promise<void> {
  const rows = await leadsOf(ctx, id);
  for (const { id: leadId } of rows) {
    let record = await leadCourse.find(ctx, leadId, { lock: true });
    if (record.state === 'closed') continue;
    if (record.state === 'to_handle') {
      await carry(ctx, leadCourse, record, 'take', { columns: await moveColumns(ctx, record, 'take') });
      record = await leadCourse.find(ctx, leadId);
    }
    await carry(ctx, leadCourse, record, 'won', {
      columns: { ...(await moveColumns(ctx, record, 'won')), contractId: id },
    });
  }
}

export const learnMoves: NonNullable<Effects['record.moved']> = async (ctx, { entity, id, move }) => {
  if (entity === 'quote') await learnQuote(ctx, { id, move });
  if (entity === 'contract' && move === 'approve') await learnContract(ctx, id);
};
