/** New visits: who has come, who is expected, and who comes with an appointment; and what is known of them. */
import { sql } from 'kysely';
import type { accesses as table } from '#domain/accesses/endpoints.ts';
import { visitFields } from '#domain/accesses/visit-fields.ts';
import { accessMachine, firstAccessReasons } from '#domain/accesses/rules.ts';
import type { AccessInput } from '#domain/accesses/schema.ts';
import type { EventKind } from '#domain/calendars/event-terms.ts';
import { addDays, dayInRome } from '#domain/dates.ts';
import { Failure } from '#domain/errors.ts';
import { factsIn } from '#domain/record/field-text.ts';
import { blankOf } from '#domain/record/fields.ts';
import type { VerbOf } from '../lib/work/bind.ts';
import type { Ctx } from '../lib/work/context.ts';
import { add } from '../lib/records/course.ts';
import { customerOfLead } from '../lib/records/lead-customers.ts';
import { checkLead } from '../lib/records/named.ts';
import { take } from '../lib/records/move.ts';
import { columnsFrom } from '../lib/records/records.ts';
import { beginReasons } from '../lib/records/reasons.ts';
import { typedInstant } from '../lib/records/typed-time.ts';
import { ownSellerOf } from './own-seller.ts';
import { accessCourse } from './records.ts';
import { checkWords } from './words/offered.ts';
import { arrivedColumns, nextTicket } from './tickets.ts';

type Table = typeof table;

/** Adds a visit in the state in which it begins, with the first row of its history; answers it. */
async function make(
  ctx: Ctx,
  state: 'waiting' | 'external_booking' | 'desk_handled',
  values: AccessInput,
  more: object,
) {
  await beginReasons(ctx, accessMachine, firstAccessReasons);
  const customerId = values.customerId ?? (await customerOfLead(ctx, values.leadId));
  const ownSellerId = await ownSellerOf(ctx, { ...values, customerId });
  const after = { state, ...factsIn(visitFields, values) };
  const id = await add(
    ctx,
    accessCourse,
    { ...columnsFrom(visitFields, values), customerId, ownSellerId, ...more, state },
    { after },
  );
  // Whoever registers a visit for a colleague sees this answer, even when they may not see the visit afterwards.
  return accessCourse.answer(ctx, id);
}

/**
 * Who has come. What was registered while the line was down waits since then; of an earlier day it is one of the visits
 * that that day left open, as nobody is here any more.
 */
export const create: VerbOf<Table, 'POST /accesses'> = async (ctx, { body: { arrivedAt, ...values } }) => {
  await checkLead(ctx, values.leadId, null);
  await checkWords(ctx, values, null);
  const at = within(ctx, arrivedAt);
  const sent = await sentBefore(ctx, values, at);
  if (sent !== undefined) return accessCourse.answer(ctx, sent);
  const arrived = await arrivedColumns(ctx, values.locationId, at);
  const made = await make(ctx, 'waiting', values, arrived);
  if (values.leadId !== null) await ctx.emit('lead.came', { leadId: values.leadId });
  return made;
};

/** The most days after which a visit may still be registered. */
const LATE_DAYS = 7;

/** When somebody came, as the reception sends it by this server's clock: not later than now; throws `invalid` past `LATE_DAYS`. */
function within({ now, today }: Ctx, sent: string | undefined): Date {
  const at = new Date(sent ?? now);
  if (at > now) return now;
  const message = `È di più di ${LATE_DAYS} giorni fa: non si registra più.`;
  if (dayInRome(at) < addDays(today, -LATE_DAYS))
    throw new Failure('invalid', message, { fields: { arrivedAt: message } });
  return at;
}

/** The visit of an earlier day that was sent already, its answer being lost: keys are not kept until the line returns. */
async function sentBefore({ db, user, today }: Ctx, { locationId, name }: AccessInput, at: Date) {
  const day = dayInRome(at);
  if (day === today) return undefined;
  const known = await db
    .selectFrom('accesses')
    .select('id')
    .where('companyId', '=', user.companyId)
    .where('locationId', '=', locationId)
    .where('day', '=', day)
    .where('arrivedAt', '=', at.toISOString())
    .where('name', '=', name)
    .executeTakeFirst();
  return known?.id;
}

/** Who came and is no customer: known by name alone, counted by nothing, and not waiting. */
export const other: VerbOf<Table, 'POST /accesses/others'> = (ctx, { body }) =>
  make(
    ctx,
    'desk_handled',
    { ...blankOf(visitFields), ...body, subject: 'other' },
    { day: ctx.today, handledOn: ctx.today, handledAt: ctx.now },
  );

export const book: VerbOf<Table, 'POST /accesses/bookings'> = async (ctx, { body: { day, time, ...values } }) => {
  const expectedAt = typedInstant(day, time);
  if (day < ctx.today || day > addDays(ctx.today, 366))
    throw new Failure('invalid', undefined, { fields: { day: 'Scegliere un giorno da oggi a un anno' } });
  await checkLead(ctx, values.leadId, null);
  await checkWords(ctx, values, null);
  await nextTicket(ctx, values.locationId);
  const made = await make(ctx, 'external_booking', values, { day, expectedAt });
  const { leadId } = values;
  if (leadId !== null)
    await ctx.emit('lead.planned', { leadId, at: expectedAt.toISOString(), before: null, what: 'Visita in sede' });
  return made;
};

interface Event {
  kind: EventKind;
  title: string;
  startsAt: string;
  userIds: number[];
  customerId: number | null;
  leadId: number | null;
  customer: string | null;
}

/** The customer of an appointment has come. Two people at the reception who say so make one visit: the second one is told. */
export const arrive: VerbOf<Table, 'POST /accesses/arrivals'> = async (ctx, { body: { eventId, locationId } }) => {
  const { companyId } = ctx.user;
  const { rows } = await sql<Event>`select t.kind, t.title, t.starts_at, t.user_ids, t.customer_id, t.lead_id,
      (select c.name from customers c where c.company_id = ${companyId} and c.id = t.customer_id) as customer
    from calendar_events t where t.company_id = ${companyId} and t.id = ${eventId} and t.ended_as is null and not t.is_private
    for update of t`.execute(ctx.db);
  const [event] = rows;
  if (!event) throw new Failure('not_found');
  const known = await ctx.db
    .selectFrom('accesses')
    .select('id')
    .where('companyId', '=', companyId)
    .where('eventId', '=', eventId)
    .executeTakeFirst();
  if (known) throw new Failure('conflict', 'Il cliente è già stato registrato.');
  const { customerId, leadId, title, customer, kind, userIds, startsAt } = event;
  const values = {
    ...blankOf(visitFields),
    name: customer ?? title,
    wish: customer === null ? '' : title,
    subject: kind === 'delivery' ? ('collection' as const) : ('new' as const),
    customerId,
    leadId,
    locationId,
  };
  const arrived = await arrivedColumns(ctx, locationId);
  const own = userIds[0] === undefined ? {} : { ownSellerId: userIds[0] };
  const made = await make(ctx, 'waiting', values, { ...arrived, ...own, eventId, expectedAt: startsAt });
  await ctx.emit('access.arrived', { eventId });
  if (leadId !== null) await ctx.emit('lead.came', { leadId });
  return made;
};

export const save: VerbOf<Table, 'PUT /accesses/:id'> = async (ctx, { params, version, body }) => {
  const record = await take(ctx, accessCourse, { id: params.id, action: 'save', version });
  if (body.locationId !== record.locationId)
    throw new Failure('invalid', undefined, { fields: { locationId: 'La sede di una visita non cambia' } });
  await checkLead(ctx, body.leadId, record.leadId);
  await checkWords(ctx, body, record);
  const isOther = body.customerId !== record.customerId || body.leadId !== record.leadId;
  const own = isOther ? { ownSellerId: (await ownSellerOf(ctx, body)) ?? record.ownSellerId } : {};
  await accessCourse.write(
    ctx,
    record,
    { ...columnsFrom(visitFields, body), ...own },
    {
      before: factsIn(visitFields, record),
      after: factsIn(visitFields, body),
    },
  );
  return accessCourse.answer(ctx, record.id);
};
