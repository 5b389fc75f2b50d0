/** What somebody who validates a contract sees of it, and that the cars taken in were looked at again. */
import { sql } from 'kysely';
import { valuesOf } from '#domain/contracts/revaluation.ts';
import type { Examined, Review, reviewCalls, Valued } from '#domain/contracts/review.ts';
import { isReviewed } from '#domain/contracts/terms.ts';
import { contractMachine } from '#domain/contracts/rules.ts';
import { Failure } from '#domain/errors.ts';
import { normalisePlate } from '#domain/plates.ts';
import { privileges as p } from '#domain/privileges.ts';
import type { Timeline } from '#domain/record/timeline.ts';
import type { Sources } from '../lib/ports/agreed.ts';
import { holds, type Ctx } from '../lib/work/context.ts';
import type { Verbs } from '../lib/work/bind.ts';
import { valuationHref } from '../lib/records/links.ts';
import { take } from '../lib/records/move.ts';
import { visible } from '../lib/records/scope.ts';
import { sourceOf } from './document.ts';
import { contractCourse, type ContractRecord } from './records.ts';

/** Of a former system nothing is known of what was agreed. */
const unknown: Examined = { price: null, loan: null, quotations: [] };

/** The last valuation of a plate in the company, that of the contract's own quote first; its photos are those of damages. */
async function valuationOf(ctx: Ctx, { quoteId }: ContractRecord, plate: string): Promise<Valued | null> {
  const key = normalisePlate(plate);
  if (key === '') return null;
  const { companyId } = ctx.user;
  const { rows } = await sql<Omit<Valued, 'href'> & { id: number }>`
    select v.id, v.number, v.offer, coalesce(v.offer_km, v.km) as km,
      (select coalesce(jsonb_agg(distinct f), '[]') from jsonb_array_elements(v.damages) d, jsonb_array_elements(d -> 'photos') f) as photos
    from valuations v left join quotes q on q.company_id = ${companyId} and q.id = v.quote_id
    where v.company_id = ${companyId} and v.plate_key = ${key}
    order by (q.root_id is not distinct from ${quoteId}) desc, v.id desc limit 1`.execute(ctx.db);
  const [found] = rows;
  if (!found) return null;
  const { id, ...valued } = found;
  return { ...valued, href: holds(ctx, p.evaluateUsed) ? valuationHref(id) : null };
}

/** The valuations of the cars that are taken in, in their order. */
export const valuationsOf = (ctx: Ctx, record: ContractRecord): Promise<(Valued | null)[]> =>
  Promise.all(record.agreedTradeIns.map(({ plate }) => valuationOf(ctx, record, plate)));

/** When the step in which the contract waits gave it away the last time; null: it has it for the first time. */
async function givenAwayAt({ db, user }: Ctx, { id, state }: ContractRecord): Promise<string | null> {
  const { rows } = await sql<{ at: string | null }>`select max(at) as at from state_changes
    where company_id = ${user.companyId} and entity = ${contractMachine.entity} and record_id = ${id}
      and from_state = ${state} and not undone`.execute(db);
  const at = rows[0]!.at;
  return at && new Date(at).toISOString();
}

/**
 * What waits in the state of this one, of what the caller neither sells nor made: the one that came next after it, and from the last one
 * on the first, so that who leaves some undecided comes by all of them.
 */
async function nextOf(ctx: Ctx, { id, state, since }: ContractRecord): Promise<Review['next']> {
  if (!isReviewed(state)) return null;
  const own = sql`${[ctx.user.id, ...ctx.user.selves]}::bigint[]`;
  const { rows } = await sql<NonNullable<Review['next']>>`select t.id, t.number, c.name as customer,
      (count(*) over ())::int as left from contracts t
      left join customers c on c.company_id = t.company_id and c.id = t.customer_id
    where ${visible(ctx, contractCourse.of)} and t.state = ${state} and t.canceled_at is null and t.withdrawn_at is null
      and t.id <> ${id} and not (array[t.seller_id, t.made_by, t.partner_id] || t.former_sellers) && ${own}
    order by (t.since, t.id) < (${since}, ${id}), t.since, t.id limit 1`.execute(ctx.db);
  return rows[0] ?? null;
}

type Activity = (ctx: Ctx, input: { params: { id: number } }) => Promise<Timeline>;

/** `activity`: the history of a contract, of which a review tells the changes since the last time. */
export const reviewVerbs = (
  sources: Pick<Sources, 'quote' | 'offer'>,
  activity: Activity,
): Verbs<typeof reviewCalls> => ({
  'GET /contracts/:id/review': async (ctx, { params }) => {
    const record = await contractCourse.read(ctx, params.id);
    const { draft, snapshot, origin, quoteId } = record;
    const since = isReviewed(record.state) ? await givenAwayAt(ctx, record) : null;
    return {
      ...(origin === 'history' ? unknown : await sourceOf(sources, record).examined(ctx, { draft, snapshot }, quoteId)),
      withinCap: record.withinCap,
      valuations: await valuationsOf(ctx, record),
      changes:
        since === null
          ? null
          : (await activity(ctx, { params })).filter(({ at, changes }) => at > since && changes.length > 0),
      next: await nextOf(ctx, record),
    };
  },
  'POST /contracts/:id/recheck': async (ctx, { params, version, body: { values } }) => {
    const record = await take(ctx, contractCourse, { id: params.id, action: 'recheck', version });
    const now = valuesOf(record);
    if (now.length === 0) throw new Failure('conflict', 'Il contratto non ritira auto.');
    if (now.some((value, at) => value !== values[at]) || values.length !== now.length)
      throw new Failure('invalid', undefined, {
        fields: { values: 'I valori non sono quelli di adesso: rileggerli e confermare' },
      });
    const tradeIn = record.agreedTradeIns.map(({ plate, description }) => plate || description).join(', ');
    await contractCourse.write(
      ctx,
      record,
      { tradeInChecked: true },
      { action: 'recheck', before: {}, after: { tradeIn } },
    );
    return contractCourse.answer(ctx, record.id);
  },
});
