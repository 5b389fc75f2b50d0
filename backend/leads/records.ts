/** Leads as records with a course: how one is read, decided by, and answered. */
import { sql, type Selectable } from 'kysely';
import { eventKinds, type EventKind } from '#domain/calendars/event-terms.ts';
import { leadFields } from '#domain/leads/fields.ts';
import { leadMachine } from '#domain/leads/rules.ts';
import type { Lead } from '#domain/leads/schema.ts';
import { UNDO_DAYS } from '#domain/leads/shared.ts';
import type { LeadType } from '#domain/leads/lead-types.ts';
import type { ActionType, LeadOutcome, LeadSource, LeadState } from '#domain/leads/terms.ts';
import { offeredOf } from '#domain/record/machine.ts';
import type { Leads } from '../db/types.gen.ts';
import { isDoubtful } from '../documents/sender.ts';
import { person } from '../lib/people/person.ts';
import type { Ctx } from '../lib/work/context.ts';
import { accessHref, eventHref, quoteHref } from '../lib/records/links.ts';
import { originalsOf } from './originals.ts';
import { isQuiet } from './quiet.ts';
import { course, linked, type Course } from '../lib/records/course.ts';

export type LeadRecord = Omit<Selectable<Leads>, 'state' | 'outcome' | 'source' | 'type' | 'nextType'> & {
  state: LeadState;
  outcome: LeadOutcome | null;
  source: LeadSource;
  type: LeadType;
  nextType: ActionType | null;
  assignee: string | null;
  location: string | null;
  customer: string | null;
  contract: string | null;
};

/** What was done on a lead, the last first. */
async function actionsOf({ db, user }: Ctx, id: number): Promise<Lead['actions']> {
  const { rows } = await sql<Lead['actions'][number]>`select a.id, a.type, a.result, a.at, a.note, a.planned_for,
      (select m.label from move_reasons m where m.company_id = ${user.companyId} and m.id = a.reason_id) as reason,
      (select u.name from users u where u.company_id = ${user.companyId} and u.id = a.user_id) as by
    from lead_actions a where a.company_id = ${user.companyId} and (a.lead_id = ${id} or a.lead_id in
      (select l.id from leads l where l.company_id = ${user.companyId} and l.merged_into = ${id})) order by a.id desc limit 200`.execute(
    db,
  );
  return rows;
}

/** Who may be the same person: open leads first, then customers; at most ten. */
async function sameAs(
  { db, user }: Ctx,
  { id, phone, phone2, email, customerId, taxCode, plate }: LeadRecord,
): Promise<Lead['same']> {
  const { companyId } = user;
  const mail = email?.toLowerCase() ?? null;
  const phones = [phone, phone2].filter((one) => one !== null);
  const [code, plateKey] = [taxCode.toUpperCase() || null, plate.toUpperCase() || null];
  const { rows } = await sql<Lead['same'][number]>`
    (select 'lead' as kind, l.id, l.name, case when l.phone = any(${phones}::text[]) or l.phone2 = any(${phones}::text[]) then 'phone' when l.email_key = ${mail} then 'email' when l.tax_key = ${code} then 'taxCode' else 'plate' end as by, l.number, l.state
      from leads l where l.company_id = ${companyId} and l.id <> ${id} and l.merged_into is null
        and (l.phone = any(${phones}::text[]) or l.phone2 = any(${phones}::text[]) or l.email_key = ${mail} or l.tax_key = ${code} or l.plate_key = ${plateKey})
        and not exists (select from lead_joins j where j.company_id = ${companyId} and not j.same
          and least(j.kept_id, j.gone_id) = least(l.id, ${id}::bigint) and greatest(j.kept_id, j.gone_id) = greatest(l.id, ${id}::bigint))
      order by l.state = 'closed', l.id desc limit 5)
    union all
    (select 'customer', c.id, c.name, case when c.phone = any(${phones}::text[]) or c.phone2 = any(${phones}::text[]) then 'phone' else 'email' end, null, null
      from customers c where c.company_id = ${companyId} and c.archived_at is null and c.id is distinct from ${customerId}
        and (c.phone = any(${phones}::text[]) or c.phone2 = any(${phones}::text[]) or c.email_key = ${mail})
      order by c.id desc limit 5)`.execute(db);
  return rows;
}

/** The leads that became this one, the last first. */
async function joinedTo({ db, user, now }: Ctx, id: number): Promise<Lead['joined']> {
  const { companyId } = user;
  const since = new Date(now.getTime() - UNDO_DAYS * 86_400_000).toISOString();
  const { rows } = await sql<
    Lead['joined'][number]
  >`select l.id, l.number, l.name, l.source_name, l.phone, l.phone2, l.email, l.vehicle, l.plate, l.vin, l.trade_in, l.tax_code, l.advert, l.message, l.details, l.received_at,
      (select j.at + ${`${UNDO_DAYS} days`}::interval from lead_joins j where j.company_id = ${companyId} and j.gone_id = l.id and j.kept_id = ${id}
        and j.same and j.undone_at is null and j.at > ${since} order by j.id desc limit 1) as undo_until
    from leads l where l.company_id = ${companyId} and l.merged_into = ${id} order by l.id desc limit 20`.execute(db);
  return rows;
}

/**
 * What was written to and by the customer, the last first, also on leads that became this one; what each of those asked for
 * is a message of the customer's, with an id below zero.
 */
async function messagesOf({ db, user }: Ctx, id: number): Promise<Lead['messages']> {
  const { companyId } = user;
  const { rows } = await sql<
    Lead['messages'][number]
  >`select m.id, m.direction, m.channel, m.address, m.subject, m.body as text,
      m.created_at as at, m.sent_at, m.failed_at, ${isDoubtful} as doubtful, case when m.direction = 'in' and m.verified is not true then 'unverified' end as mail, (select u.name from users u where u.company_id = ${companyId} and u.id = m.user_id) as who
    from messages m where m.company_id = ${companyId} and m.entity = ${leadMachine.entity} and (m.record_id = ${id} or m.record_id in
      (select l.id from leads l where l.company_id = ${companyId} and l.merged_into = ${id}))
    union all select -l.id, 'in', 'page', l.name, l.source_name, concat_ws(E'\n', nullif(l.vehicle, ''), nullif(l.message, '')),
      l.received_at, l.received_at, null, false, case when l.unverified then 'unverified' end, null
    from leads l where l.company_id = ${companyId} and l.merged_into = ${id} order by at desc, id desc limit 100`.execute(
    db,
  );
  return rows;
}

type Around = Lead['around'][number];

/** Appointments, visits and quotes of the lead and of those that became it, the last first; at most thirty. */
async function aroundOf({ db, user }: Ctx, id: number): Promise<Around[]> {
  const { companyId } = user;
  const ids = sql`(select ${id}::bigint union all select l.id from leads l where l.company_id = ${companyId} and l.merged_into = ${id})`;
  const { rows } = await sql<Around & { place: [number | null, number | null, number | null, number | null] }>`
    select 'event' as kind, e.id, e.kind as what, e.created_at as at, e.starts_at as on, e.ended_as is not null as over, null::bigint[] as place
      from calendar_events e where e.company_id = ${companyId} and e.lead_id in ${ids} and not e.is_private
    union all
    select 'access', a.id, a.wish, a.created_at, coalesce(a.arrived_at, a.expected_at), a.missed_at is not null, null
      from accesses a where a.company_id = ${companyId} and a.lead_id in ${ids}
    union all
    select 'quote', q.id, concat_ws(' · ', q.number, q.vehicle), q.created_at, null, q.state = 'closed',
        array[q.stock_id, q.maker_id, q.model_id, q.version_id]
      from quotes q where q.company_id = ${companyId} and q.lead_id in ${ids} and not exists (select from quotes o
        where o.company_id = ${companyId} and o.root_id = q.root_id and o.revision > q.revision)
    order by at desc, id desc limit 30`.execute(db);
  return rows.map(({ place, ...row }) => {
    if (row.kind === 'event') return { ...row, what: eventKinds[row.what as EventKind], href: eventHref(row.id) };
    if (row.kind === 'access')
      return { ...row, what: ['Visita', row.what].filter(Boolean).join(': '), href: accessHref(row.id) };
    const [stockId, makerId, modelId, versionId] = place;
    return {
      ...row,
      what: `Preventivo ${row.what}`,
      href: quoteHref({ id: row.id, stockId, makerId, modelId, versionId }),
    };
  });
}

async function answerOf(ctx: Ctx, record: LeadRecord): Promise<Lead> {
  const { assigneeId, assignee } = record;
  const fields = Object.fromEntries(
    Object.keys(leadFields).map((key) => [key, record[key as keyof typeof leadFields]]),
  ) as Pick<Lead, keyof typeof leadFields>;
  return {
    ...fields,
    id: record.id,
    version: record.version,
    number: record.number,
    state: record.state,
    outcome: record.outcome,
    receivedAt: record.receivedAt,
    askedAt: record.askedAt,
    firstAt: record.firstAt,
    nextType: record.nextType,
    nextAt: record.nextAt,
    warnAt: record.warnAt,
    parkedUntil: record.parkedUntil,
    followUpOn: record.followUpOn,
    mail: record.unverified ? 'unverified' : null,
    closedOn: record.closedOn,
    unanswered: record.unanswered,
    missed: record.missed,
    location: record.location,
    customer: record.customer,
    contract: record.contract,
    assignee: person(assigneeId, assignee),
    actions: await actionsOf(ctx, record.id),
    same: record.mergedInto === null ? await sameAs(ctx, record) : [],
    joined: await joinedTo(ctx, record.id),
    mergedInto: record.mergedInto,
    messages: await messagesOf(ctx, record.id),
    originals: await originalsOf(ctx, record.id),
    around: await aroundOf(ctx, record.id),
    silent: await isQuiet(ctx, record),
    offered: offeredOf(leadMachine, record, { ...ctx.user, today: ctx.today }),
  };
}

export const leadCourse: Course<typeof leadMachine, LeadRecord, Lead> = course({
  machine: leadMachine,
  table: 'leads',
  as: 't',
  select: sql`select t.*, ${linked('t', 'users', 'name', 'assignee_id')} as assignee, ${linked('t', 'locations', 'name', 'location_id')} as location,
      ${linked('t', 'customers', 'name', 'customer_id')} as customer, ${linked('t', 'contracts', 'number', 'contract_id')} as contract
    from leads t`,
  owner: ['assignee_id'],
  answer: answerOf,
});
