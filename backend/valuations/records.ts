/** Valuations as records with a course: how one is read, decided by, and answered. */
import { sql, type Selectable } from 'kysely';
import { isSeen, valuesIn } from '#domain/record/fields.ts';
import { offeredOf, stateIn } from '#domain/record/machine.ts';
import { quoteRights } from '#domain/quotes/rights.ts';
import { sees } from '#domain/record/rights.ts';
import { valuationFields, type Damage, type ValuationValues } from '#domain/valuations/fields.ts';
import { valuationMachine } from '#domain/valuations/rules.ts';
import type { Valuation } from '#domain/valuations/schema.ts';
import { valuationStates, type ValuationState } from '#domain/valuations/terms.ts';
import type { Valuations } from '../db/types.gen.ts';
import { person } from '../lib/people/person.ts';
import type { Ctx } from '../lib/work/context.ts';
import { course, linked, type Course } from '../lib/records/course.ts';
import { quoteHref } from '../lib/records/links.ts';
import { keptFor } from './quotations.ts';
import { alikeTo, earlierOf, offerFor, ownLike, realisedOf } from './shown.ts';

export type ValuationRecord = Omit<Selectable<Valuations>, 'state' | keyof ValuationValues> &
  ValuationValues & {
    state: ValuationState;
    damages: Damage[];
    madeByName: string;
    specialist: string | null;
    location: string | null;
    customer: string | null;
  };

/** The quote that took the car in, with its page for who may open it. */
async function quoteOf({ db, user }: Ctx, id: number | null): Promise<Valuation['quote']> {
  if (id === null) return null;
  const quote = await db
    .selectFrom('quotes')
    .select(['id', 'number', 'state', 'sellerId', 'stockId', 'makerId', 'modelId', 'versionId'])
    .where('companyId', '=', user.companyId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const isOwn = quote.sellerId === user.id;
  const opens = sees(quoteRights, user.privileges, isOwn, quote.state);
  return { id, number: quote.number, href: opens ? quoteHref(quote) : null };
}

async function answerOf(ctx: Ctx, record: ValuationRecord): Promise<Valuation> {
  const { specialistId, specialist } = record;
  const { target, ...values } = valuesIn(valuationFields, record);
  return {
    ...values,
    ...(isSeen(valuationFields.target, ctx.user.privileges) && { target }),
    id: record.id,
    version: record.version,
    number: record.number,
    state: stateIn(valuationStates, record, ctx.today),
    createdAt: record.createdAt,
    offer: record.offer,
    offerUntil: record.offerUntil,
    offerKm: record.offerKm,
    answerBy: record.answerBy,
    question: record.question,
    location: record.location,
    customer: record.customer,
    madeBy: { id: record.madeBy, name: record.madeByName },
    specialist: person(specialistId, specialist),
    quote: await quoteOf(ctx, record.quoteId),
    usedCarId: record.usedCarId,
    quotations: await keptFor(ctx, record),
    earlier: await earlierOf(ctx, record),
    ...(await ownLike(ctx, record)),
    realised: await realisedOf(ctx, record),
    alike: await alikeTo(ctx, record),
    ...(await offerFor(ctx, record)),
    offered: offeredOf(valuationMachine, record, { ...ctx.user, today: ctx.today }),
  };
}

export const valuationCourse: Course<typeof valuationMachine, ValuationRecord, Valuation> = course({
  machine: valuationMachine,
  table: 'valuations',
  as: 't',
  select: sql`select t.*, ${linked('t', 'users', 'name', 'made_by')} as made_by_name, ${linked('t', 'users', 'name', 'specialist_id')} as specialist,
      ${linked('t', 'locations', 'name', 'location_id')} as location, ${linked('t', 'customers', 'name', 'customer_id')} as customer
    from valuations t`,
  owner: ['made_by', 'specialist_id'],
  answer: answerOf,
});
