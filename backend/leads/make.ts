/** New leads: by hand, and what other systems sent. */
import { sql } from 'kysely';
import { Failure } from '#domain/errors.ts';
import { factsIn } from '#domain/record/field-text.ts';
import { backlogDay, isOld } from '#domain/leads/backlog.ts';
import type { leads as table } from '#domain/leads/endpoints.ts';
import { leadFields } from '#domain/leads/fields.ts';
import { firstLeadReasons, leadMachine } from '#domain/leads/rules.ts';
import type { LeadInput } from '#domain/leads/schema.ts';
import { leadSources } from '#domain/leads/terms.ts';
import { privileges as p } from '#domain/privileges.ts';
import type { VerbOf } from '../lib/work/bind.ts';
import type { Ctx } from '../lib/work/context.ts';
import { add } from '../lib/records/course.ts';
import { nextNumber } from '../lib/records/counters.ts';
import { leadHref } from '../lib/records/links.ts';
import { checkContract } from '../lib/records/named.ts';
import { take } from '../lib/records/move.ts';
import { holdersOf, hourOf, notify } from '../lib/people/notify.ts';
import { defaultLocation, readHours } from '../lib/people/places.ts';
import { beginReasons } from '../lib/records/reasons.ts';
import { assigneesOf, nextAssignee } from './assignees.ts';
import { nextColumns, parkedColumns } from './hours.ts';
import { leadCourse } from './records.ts';

type Table = typeof table;

/**
 * By when a new lead is to be answered; one that was old when it came, on the first day on which its assignee has room
 * for it.
 */
async function firstColumns(ctx: Ctx, values: LeadInput, assigneeId: number | null, isBacklog: boolean) {
  const lead = { ...values, state: 'to_handle' } as const;
  if (!isBacklog) return nextColumns(ctx, lead, { type: 'to_handle', at: null });
  const { rows } = await sql<{
    day: string;
    count: number;
  }>`select parked_until as day, count(*)::int as count from leads
    where company_id = ${ctx.user.companyId} and assignee_id is not distinct from ${assigneeId} and state = 'to_handle'
      and parked_until > ${ctx.today} group by parked_until`.execute(ctx.db);
  const waiting = new Map(rows.map(({ day, count }) => [day, count]));
  const day = backlogDay(await readHours(ctx, values.locationId), ctx.today, waiting);
  return parkedColumns(ctx, lead, day, 'to_handle');
}

/**
 * Makes a lead with its deadline and tells who has it, or, when it is nobody's, who manages leads; of one that comes with
 * many others, or that is old, they are told once in an hour. `askedAt`: when the person asked, where the source says it.
 * `unverified`: it came by a mail whose sender is not verified. Returns its id.
 */
export async function make(
  ctx: Ctx,
  values: LeadInput,
  assigneeId: number | null,
  {
    isOneOfMany = false,
    askedAt = null,
    unverified = false,
  }: { isOneOfMany?: boolean; askedAt?: Date | null; unverified?: boolean } = {},
): Promise<number> {
  await beginReasons(ctx, leadMachine, firstLeadReasons);
  const { source } = values;
  const isBacklog = isOld(askedAt, ctx.now);
  const next = await firstColumns(ctx, values, assigneeId, isBacklog);
  const number = await nextNumber(ctx, 'lead');
  const firstDue = isBacklog ? null : next.nextAt;
  const columns = { ...values, ...next, firstDue, number, assigneeId, askedAt, unverified, receivedAt: ctx.now };
  const id = await add(ctx, leadCourse, columns, { after: { number, ...factsIn(leadFields, values) } });
  const told = assigneeId === null ? await holdersOf(ctx, p.manageAllLeads) : [assigneeId];
  const free = assigneeId === null ? ' da assegnare' : '';
  await notify(
    ctx,
    told.filter((one) => one !== ctx.user.id),
    {
      kind: assigneeId === null ? 'lead_free' : 'lead_assigned',
      ...(isOneOfMany || isBacklog
        ? {
            title: `${isBacklog ? 'Lead arretrati' : 'Molti nuovi lead'}${free} da ${values.sourceName || leadSources[source]}`,
            text: '',
            href: '/dealer/leads/list?state=to_handle',
            once: `leads${free} ${isBacklog ? 'old ' : ''}${hourOf(ctx.now)}`,
          }
        : {
            title: `${number}: nuovo lead${free}`,
            text: [values.name, values.vehicle, values.sourceName || leadSources[source]].filter(Boolean).join(' · '),
            href: leadHref(id),
          }),
    },
  );
  return id;
}

/** A lead by hand; who does not manage leads takes it, or leaves it to whose turn it is. */
export const create: VerbOf<Table, 'POST /leads'> = async (ctx, { body: { assigneeId: chosen, ...values } }) => {
  await checkContract(ctx, values.contractId, null);
  const locationId = values.locationId ?? (await defaultLocation(ctx, ctx.user.id));
  const known = await assigneesOf(ctx);
  if (chosen !== null && !known.some(({ id }) => id === chosen))
    throw new Failure('invalid', undefined, { fields: { assigneeId: 'Scegliere un collega' } });
  const assigneeId = chosen ?? (await nextAssignee(ctx, { ...values, locationId }));
  const id = await make(ctx, { ...values, locationId }, assigneeId);
  // Whoever registers a lead for a colleague sees this answer, even when they may not see the lead afterwards.
  return leadCourse.answer(ctx, id);
};

/** Changes what is known of a lead. */
export const save: VerbOf<Table, 'PUT /leads/:id'> = async (ctx, { params, version, body }) => {
  const record = await take(ctx, leadCourse, { id: params.id, action: 'save', version });
  await checkContract(ctx, body.contractId, record.contractId);
  await leadCourse.write(ctx, record, body, { before: factsIn(leadFields, record), after: factsIn(leadFields, body) });
  const { customerId } = body;
  if (customerId !== record.customerId)
    await ctx.emit('lead.linked', { leadId: record.id, customerId, before: record.customerId });
  return leadCourse.answer(ctx, record.id);
};
