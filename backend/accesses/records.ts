/** Visits as records with a course: how one is read, decided by, and answered. */
import { sql, type Selectable } from 'kysely';
import { visitFields } from '#domain/accesses/visit-fields.ts';
import { accessMachine } from '#domain/accesses/rules.ts';
import type { Access } from '#domain/accesses/schema.ts';
import type { Answered } from '#domain/accesses/words/answers.ts';
import type { AccessOutcome, AccessState, AccessSubject } from '#domain/accesses/terms.ts';
import { offeredOf } from '#domain/record/machine.ts';
import type { Accesses } from '../db/types.gen.ts';
import { person } from '../lib/people/person.ts';
import { hasAskedQuiet } from '../lib/people/quiet.ts';
import type { Ctx } from '../lib/work/context.ts';
import { course, linked, type Course } from '../lib/records/course.ts';
import { answeredOf, reasonLabel } from './words/offered.ts';

export type AccessRecord = Omit<
  Selectable<Accesses>,
  'state' | 'outcome' | 'subject' | 'language' | 'refusedBy' | 'answers'
> & {
  state: AccessState;
  outcome: AccessOutcome | null;
  subject: AccessSubject;
  language: Access['language'];
  refusedBy: number[];
  answers: Answered[];
  reasonLabel: string | null;
  selfTake: boolean;
  begun: boolean;
  location: string;
  customer: string | null;
  lead: string | null;
  maker: string | null;
  seller: string | null;
  ownSeller: string | null;
};

/** Whether an earlier day left it open: its customer is not here any more. */
export const isLeft = ({ today }: Pick<Ctx, 'today'>, { day }: Pick<AccessRecord, 'day'>) => day < today;

async function answerOf(ctx: Ctx, record: AccessRecord): Promise<Access> {
  const fields = Object.fromEntries(
    Object.keys(visitFields).map((key) => [key, record[key as keyof typeof visitFields]]),
  ) as Pick<Access, keyof typeof visitFields>;
  return {
    ...fields,
    id: record.id,
    version: record.version,
    state: record.state,
    ticket: record.ticket,
    day: record.day,
    expectedAt: record.expectedAt,
    arrivedAt: record.arrivedAt,
    missed: record.missedAt !== null,
    outcome: record.outcome,
    reasonLabel: record.reasonLabel,
    answered: await answeredOf(ctx, record.answers),
    location: record.location,
    customer: record.customer,
    silent:
      record.phone !== null && (await hasAskedQuiet(ctx, { customerId: record.customerId, phones: [record.phone] })),
    lead: record.lead,
    maker: record.maker,
    eventId: record.eventId,
    seller: person(record.sellerId, record.seller),
    ownSeller: person(record.ownSellerId, record.ownSeller),
    waitingSince: record.waitingSince,
    assignedAt: record.assignedAt,
    begunAt: record.begunAt,
    timesOutAt: record.timesOutAt,
    handledAt: record.handledAt,
    refusals: record.refusals,
    nextStep: record.nextStep,
    offered: offeredOf(accessMachine, record, { ...ctx.user, today: ctx.today }),
  };
}

/** Reads whole visits with the names that screens show. */
export const selectAccesses = sql`select t.*, t.begun_at is not null as begun, ${reasonLabel(sql`t.reason`)} as reason_label,
      ${linked('t', 'locations', 'self_take', 'location_id')} as self_take,
      ${linked('t', 'locations', 'name', 'location_id')} as location, ${linked('t', 'customers', 'name', 'customer_id')} as customer,
      ${linked('t', 'leads', 'number', 'lead_id')} as lead, (select m.name from makers m where m.id = t.maker_id) as maker,
      ${linked('t', 'users', 'name', 'seller_id')} as seller, ${linked('t', 'users', 'name', 'own_seller_id')} as own_seller
    from accesses t`;

export const accessCourse: Course<typeof accessMachine, AccessRecord, Access> = course({
  machine: accessMachine,
  table: 'accesses',
  as: 't',
  select: selectAccesses,
  owner: ['seller_id'],
  answer: answerOf,
});
