/** How the leads of some days go: funnel, response times, sources, and persons where the company shows them. */
import { sql } from 'kysely';
import { addDays, instantInRome } from '#domain/dates.ts';
import { Failure } from '#domain/errors.ts';
import { spanFault } from '#domain/record/figures.ts';
import { OLD_DAYS } from '#domain/leads/backlog.ts';
import type { leads as table } from '#domain/leads/endpoints.ts';
import { costOf, median, type LeadFigures } from '#domain/leads/figures.ts';
import { leadSources, type LeadSource } from '#domain/leads/terms.ts';
import { workingMinutes, type Calendar } from '#domain/time.ts';
import type { VerbOf } from '../lib/work/bind.ts';
import type { Ctx } from '../lib/work/context.ts';
import { readHours } from './hours.ts';
import { readLeadSettings } from './in-force.ts';
import { negotiated, reasonIdOf, untouched } from './list.ts';

/** The most first responses that are measured. */
const MOST_MEASURED = 2000;

type Range = { since: Date; until: Date };

const inRange = ({ user }: Ctx, { since, until }: Range) =>
  sql`t.company_id = ${user.companyId} and t.merged_into is null and t.received_at >= ${since} and t.received_at < ${until}`;

type Funnel = Omit<LeadFigures, 'response' | 'sources' | 'reasons' | 'persons'>;

async function funnelOf(ctx: Ctx, range: Range): Promise<Funnel> {
  const { rows } = await sql<Funnel>`select count(*)::int as received, count(t.first_at)::int as answered,
      count(*) filter (where ${negotiated(ctx)})::int as negotiated,
      count(*) filter (where t.outcome = 'won')::int as won, count(*) filter (where t.outcome = 'lost')::int as lost,
      count(*) filter (where t.outcome = 'invalid')::int as invalid, count(*) filter (where t.state <> 'closed')::int as open,
      count(*) filter (where ${untouched})::int as untouched,
      count(*) filter (where ${untouched} and t.next_at <= ${ctx.now})::int as "untouchedLate"
    from leads t where ${inRange(ctx, range)}`.execute(ctx.db);
  return rows[0]!;
}

/** Minutes of working time until the first response of the newest leads, each with who has the lead. */
async function responsesOf(ctx: Ctx, range: Range) {
  const { rows } = await sql<{
    receivedAt: string;
    firstAt: string;
    locationId: number | null;
    assigneeId: number | null;
  }>`
    select t.received_at, t.first_at, t.location_id, t.assignee_id from leads t
    where ${inRange(ctx, range)} and t.first_at is not null
      and (t.asked_at is null or t.asked_at > t.received_at - ${`${OLD_DAYS} days`}::interval) order by t.received_at desc limit ${MOST_MEASURED}`.execute(
    ctx.db,
  );
  const hours = new Map<number | null, Calendar>();
  for (const locationId of new Set(rows.map((row) => row.locationId)))
    hours.set(locationId, await readHours(ctx, locationId));
  return rows.map(({ receivedAt, firstAt, locationId, assigneeId }) => ({
    assigneeId,
    minutes: Math.round(workingMinutes(hours.get(locationId)!, new Date(receivedAt), new Date(firstAt))),
  }));
}

async function sourcesOf(ctx: Ctx, range: Range, days: { from: string; to: string }): Promise<LeadFigures['sources']> {
  const { sources } = await readLeadSettings(ctx);
  const { rows } = await sql<{ source: LeadSource; sourceName: string; leads: number; won: number }>`
    select t.source, min(t.source_name) as source_name, count(*)::int as leads, count(*) filter (where t.outcome = 'won')::int as won
    from leads t where ${inRange(ctx, range)} group by t.source, lower(t.source_name) order by leads desc limit 60`.execute(
    ctx.db,
  );
  return rows.map(({ source, sourceName, leads, won }) => {
    const name = sourceName || leadSources[source];
    const cost = costOf(sources, { name, leads }, days);
    const each = (n: number) => (cost === null || n === 0 ? null : Math.round(cost / n));
    return { source, sourceName, name, leads, won, cost, perLead: each(leads), perSale: each(won) };
  });
}

/** By the words: a reason that was retired and worded so again is the same one. */
async function reasonsOf(ctx: Ctx, range: Range): Promise<LeadFigures['reasons']> {
  const { rows } = await sql<LeadFigures['reasons'][number]>`select m.label as reason, count(*)::int as leads
    from (select ${reasonIdOf} as id from leads t where ${inRange(ctx, range)} and t.outcome = 'lost') ended
    left join move_reasons m on m.company_id = ${ctx.user.companyId} and m.id::text = ended.id
    group by m.label order by leads desc, reason limit 60`.execute(ctx.db);
  return rows;
}

async function personsOf(
  ctx: Ctx,
  range: Range,
  responses: readonly { assigneeId: number | null; minutes: number }[],
): Promise<NonNullable<LeadFigures['persons']>> {
  const { rows } = await sql<{ id: number; name: string; leads: number; won: number; open: number }>`
    select u.id, u.name, count(*)::int as leads, count(*) filter (where t.outcome = 'won')::int as won,
      count(*) filter (where t.state <> 'closed')::int as open
    from leads t join users u on u.company_id = ${ctx.user.companyId} and u.id = t.assignee_id
    where ${inRange(ctx, range)} group by u.id, u.name order by u.name limit 200`.execute(ctx.db);
  return rows.map((row) => ({
    ...row,
    response: median(responses.filter(({ assigneeId }) => assigneeId === row.id).map(({ minutes }) => minutes)),
  }));
}

export const figures: VerbOf<typeof table, 'GET /leads/figures'> = async (ctx, { query: { from, to } }) => {
  const fields = spanFault({ from, to });
  if (fields) throw new Failure('invalid', undefined, { fields });
  const range = { since: instantInRome(from, '00:00'), until: instantInRome(addDays(to, 1), '00:00') };
  const responses = await responsesOf(ctx, range);
  const { showsPersons } = await readLeadSettings(ctx);
  return {
    ...(await funnelOf(ctx, range)),
    response: median(responses.map(({ minutes }) => minutes)),
    sources: await sourcesOf(ctx, range, { from, to }),
    reasons: await reasonsOf(ctx, range),
    persons: showsPersons ? await personsOf(ctx, range, responses) : null,
  };
};
