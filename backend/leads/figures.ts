/** How the leads of some days go: funnel, response times, sources, and persons where the company shows them. */
import { sql } from 'kysely';
import { OLD_DAYS } from '#domain/leads/backlog.ts';
import type { leads as table } from '#domain/leads/endpoints.ts';
import { costOf, leadCounts, median, type LeadFigures } from '#domain/leads/figures.ts';
import { leadRights } from '#domain/leads/rights.ts';
import { leadSources, type LeadSource } from '#domain/leads/terms.ts';
import type { Days } from '#domain/record/figures.ts';
import { workingMinutes, type WorkingHours } from '#domain/time.ts';
import { userNames } from '../lib/people/people.ts';
import { checkSpan, countParts, partsOf, readFigure } from '../lib/records/figures.ts';
import { asked } from '../lib/records/list.ts';
import type { VerbOf } from '../lib/work/bind.ts';
import type { Ctx } from '../lib/work/context.ts';
import { leadFigure } from './counted.ts';
import { readHours } from '../lib/people/places.ts';
import { readLeadSettings, showsPersons } from './in-force.ts';
import { listed } from './list.ts';

/** The most first responses that are measured. */
const MOST_MEASURED = 2000;
/** The most sources, reasons and persons that are told apart. */
const MOST_GROUPS = 60;
const MOST_PERSONS = 200;

const mostFirst = <T extends { leads: number }>(rows: readonly T[]): T[] =>
  rows.toSorted((a, b) => b.leads - a.leads).slice(0, MOST_GROUPS);

/** Whoever may ask counts everybody's. */
const rights = { see: { own: [], all: leadRights.see.all } };

/** Minutes of working time until the first response of the newest leads, each with who has the lead. */
async function responsesOf(ctx: Ctx, days: Days) {
  const { rows } = await sql<{
    receivedAt: string;
    firstAt: string;
    locationId: number | null;
    assigneeId: number | null;
  }>`
    select t.received_at, t.first_at, t.location_id, t.assignee_id from leads t
    where ${asked(ctx, listed, { ...days, ...leadCounts.answered })}
      and (t.asked_at is null or t.asked_at > t.received_at - ${`${OLD_DAYS} days`}::interval) order by t.received_at desc, t.id desc limit ${MOST_MEASURED}`.execute(
    ctx.db,
  );
  const hours = new Map<number | null, WorkingHours>();
  for (const locationId of new Set(rows.map((row) => row.locationId)))
    hours.set(locationId, await readHours(ctx, locationId));
  return rows.map(({ receivedAt, firstAt, locationId, assigneeId }) => ({
    assigneeId,
    minutes: Math.round(workingMinutes(hours.get(locationId)!, new Date(receivedAt), new Date(firstAt))),
  }));
}

async function sourcesOf(ctx: Ctx, days: Days): Promise<LeadFigures['sources']> {
  const { sources } = await readLeadSettings(ctx);
  const parts = partsOf({ leads: {}, won: leadCounts.won }, days);
  const read = await readFigure(ctx, leadFigure, { basis: 'received', by: ['source', 'sourceName'], parts, rights });
  const rows = read.map((row) => ({
    source: row.source as LeadSource,
    sourceName: row.sourceName as string,
    leads: row.sums.leads.count!,
    won: row.sums.won.count!,
  }));
  return mostFirst(rows).map(({ source, sourceName, leads, won }) => {
    const name = sourceName || leadSources[source];
    const cost = costOf(sources, { name, leads }, days);
    const each = (n: number) => (cost === null || n === 0 ? null : Math.round(cost / n));
    return { source, sourceName, name, leads, won, cost, perLead: each(leads), perSale: each(won) };
  });
}

async function reasonsOf(ctx: Ctx, days: Days): Promise<LeadFigures['reasons']> {
  const parts = partsOf({ lost: leadCounts.lost }, days);
  const read = await readFigure(ctx, leadFigure, { basis: 'received', by: ['reason'], parts, rights });
  const rows = read.map((row) => ({ reason: row.reason as string | null, leads: row.sums.lost.count! }));
  // One that has no reason comes after those that have one.
  return mostFirst(
    rows.toSorted((a, b) => (a.reason === null ? 1 : b.reason === null ? -1 : a.reason.localeCompare(b.reason, 'it'))),
  );
}

async function personsOf(
  ctx: Ctx,
  days: Days,
  responses: readonly { assigneeId: number | null; minutes: number }[],
): Promise<NonNullable<LeadFigures['persons']>> {
  const parts = partsOf({ leads: {}, won: leadCounts.won, open: leadCounts.open }, days);
  const read = await readFigure(ctx, leadFigure, { basis: 'received', by: ['person'], parts, rights });
  const had = read.flatMap(({ person, sums }) => (person == null ? [] : [{ id: person, sums }]));
  const names = await userNames(
    ctx,
    had.map(({ id }) => id),
  );
  return had
    .map(({ id, sums }) => ({
      id,
      name: names.get(id) ?? '',
      leads: sums.leads.count!,
      won: sums.won.count!,
      open: sums.open.count!,
      response: median(responses.filter(({ assigneeId }) => assigneeId === id).map(({ minutes }) => minutes)),
    }))
    .toSorted((a, b) => a.name.localeCompare(b.name, 'it'))
    .slice(0, MOST_PERSONS);
}

export const figures: VerbOf<typeof table, 'GET /leads/figures'> = async (ctx, { query: { from, to } }) => {
  const days = { from, to };
  checkSpan(days);
  const responses = await responsesOf(ctx, days);
  return {
    ...(await countParts(ctx, leadFigure, { basis: 'received', parts: partsOf(leadCounts, days), rights })),
    response: median(responses.map(({ minutes }) => minutes)),
    sources: await sourcesOf(ctx, days),
    reasons: await reasonsOf(ctx, days),
    persons: (await showsPersons(ctx)) ? await personsOf(ctx, days, responses) : null,
  };
};
