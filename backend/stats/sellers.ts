/** How each seller goes in some days, beside those before. */
import { sql } from 'kysely';
import type { z } from 'zod';
import { beside, endOfMonth, forecast, listFilters, type Days, type PartFilters } from '#domain/record/figures.ts';
import { keysOf } from '#domain/record/machine.ts';
import { reachOf } from '#domain/record/rights.ts';
import { MOST_COURSE_DAYS, numbersFor, seesSellers, sellerFigures, type SellerNumbers, type SellersAnswer, type sellersQuery } from '#domain/stats/sellers.ts'; // prettier-ignore
import { eachDay, workdays, type WorkingHours } from '#domain/time.ts';
import { OWN } from '../db/tenant.ts';
import { userNames } from '../lib/people/people.ts';
import { checkSpan, partsOf, readFigure, type Figure } from '../lib/records/figures.ts';
import type { Ctx } from '../lib/work/context.ts';
import type { Figures } from './figures.ts';
import { nowhere, readPlaces } from './places.ts';
import { everybody } from './targets/done.ts';
import { expectedIn, kindOf, readPieces, type Pieces } from './targets/pieces.ts';
import { readShares } from './targets/shares.ts';

export type SellersQuery = z.output<typeof sellersQuery>;

/** Whether sellers may see how their colleagues do; leads are told the same. */
type ShowsPersons = (ctx: Ctx) => Promise<boolean>;
/** What is counted, and what the company shows of it. */
export interface SellersOver {
  figures: Figures;
  showsPersons: ShowsPersons;
}

/** Days that are read, and whose rows; `personId` absent: everybody's. */
interface SellersSpan extends Pick<SellersQuery, 'basis' | 'locationId'> {
  days: { now: Days; before: Days };
  personId: number | undefined;
}

interface Numbers {
  now: SellerNumbers;
  before: SellerNumbers;
}
const isNothing = ({ now, before }: Numbers) => [now, before].every((one) => Object.values(one).every((n) => n === 0));

/** Every number of the page that the caller may see, by person: those of one figure are parts of one reading. */
async function numbersOf(ctx: Ctx, figures: Figures, { basis, days, locationId, personId }: SellersSpan) {
  const seen = numbersFor(ctx.user.privileges);
  const nothing = () => Object.fromEntries(seen.map((name) => [name, 0])) as SellerNumbers;
  const people = new Map<number | null, Numbers>();
  const spans = keysOf(days);
  for (const [key, names] of Map.groupBy(seen, (name) => sellerFigures[name].figure)) {
    const figure: Figure = figures[key];
    const parts = names.flatMap((name) =>
      spans.map((span) => [`${span} ${name}`, { ...days[span], filters: { ...sellerFigures[name].filters } }] as const),
    );
    const rows = await readFigure(ctx, figure, {
      basis: sellerFigures[names[0]!].basis ?? basis,
      by: ['person'],
      parts: Object.fromEntries(parts),
      filters: listFilters(figure.counted, { locationId, personId }),
      measures: [...new Set(names.map((name) => sellerFigures[name].measure))],
      rights: { see: seesSellers },
    });
    for (const { person = null, sums } of rows) {
      const known = people.get(person) ?? { now: nothing(), before: nothing() };
      for (const span of spans)
        for (const name of names)
          known[span][name] = Number(sums[`${span} ${name}`]![sellerFigures[name].measure] ?? 0);
      people.set(person, known);
    }
  }
  return { people, none: (): Numbers => ({ now: nothing(), before: nothing() }) };
}

/** How many pieces were sold by the end of each day, and of the days beside it. */
async function courseOf(
  ctx: Ctx,
  figures: Figures,
  { basis, days, locationId, personId }: SellersSpan,
  kind: ReturnType<typeof kindOf>,
) {
  const [now, before] = [eachDay(days.now), eachDay(days.before)];
  if (now.length > MOST_COURSE_DAYS) return null;
  const { figure: key, measure } = sellerFigures.pieces;
  const filters: PartFilters = kind === null ? sellerFigures.pieces.filters : { kind };
  const figure: Figure = figures[key];
  const parts = { now: { ...days.now, filters: { ...filters } }, before: { ...days.before, filters: { ...filters } } };
  const whose = listFilters(figure.counted, { locationId, personId });
  const rows = await readFigure(ctx, figure, { basis, by: ['day'], parts, filters: whose, measures: [measure], rights: { see: seesSellers } }); // prettier-ignore
  const sold = new Map(rows.map(({ day, sums }) => [day!, sums]));
  let [done, was] = [0, 0];
  return now.map((day, at) => {
    const other = before[at];
    done += sold.get(day)?.now[measure] ?? 0;
    was += (other && sold.get(other)?.before[measure]) || 0;
    return { day, now: done, before: other === undefined ? null : was };
  });
}

/** How many appointments of each source customers kept away from, the most first. */
async function sourcesOf(ctx: Ctx, figures: Figures, { days, locationId, personId }: SellersSpan) {
  const figure: Figure = figures.appointments;
  const rows = await readFigure(ctx, figure, {
    basis: sellerFigures.appointments.basis,
    by: ['source'],
    parts: partsOf({ all: {}, missed: sellerFigures.missed.filters }, days.now),
    filters: listFilters(figure.counted, { locationId, personId }),
    rights: { see: seesSellers },
  });
  return rows
    .map(({ source, sums }) => ({
      source: source as string,
      appointments: sums.all['count'] ?? 0,
      missed: sums.missed['count'] ?? 0,
    }))
    .toSorted((a, b) => b.missed - a.missed || b.appointments - a.appointments);
}

/** Whether these days are those of one month up to today or its end. */
const isMonth = ({ from, to }: Days, today: string): boolean =>
  from === `${to.slice(0, 7)}-01` && (to === today || to === endOfMonth(to));

/** The pieces that each seller is to reach, beside what they sold of those kinds; none where it counts by another day or for other days. */
async function targetsIn(
  ctx: Ctx,
  figures: Figures,
  { basis, days: { now }, locationId, personId }: SellersSpan,
): Promise<ReadonlyMap<number | null, Pieces>> {
  if (!isMonth(now, ctx.today)) return new Map();
  return readPieces(ctx, figures, { by: 'person', basis, days: now, locationId, personId, see: seesSellers });
}

/** How targets stand by the last of the days, by seller, and what all of them come to day by day; null: nothing is set. */
async function standsOf(ctx: Ctx, targets: ReadonlyMap<number | null, Pieces>, { now }: SellersSpan['days']) {
  const all = [...targets.values()].flatMap(({ cells }) => cells);
  if (all.length === 0)
    return { stands: new Map<number | null, SellersAnswer['rows'][number]['target']>(), pace: null };
  const expected = await expectedIn(ctx, now);
  const stands = new Map(
    [...targets].map(([id, { target, kind, done, cells }]) => [id, { pieces: target, kind, done, expected: expected(cells, now.to) }]), // prettier-ignore
  );
  const month = eachDay({ from: now.from, to: endOfMonth(now.from) });
  return { stands, pace: { kind: kindOf(all), days: month.map((day) => ({ day, expected: expected(all, day) })) } };
}

/** What the pieces of a month that goes on come to by the end of each day that is left, at the pace of the days on which a place worked; null: other days. */
async function forecastOf(
  ctx: Ctx,
  { days: { now }, locationId }: SellersSpan,
  course: SellersAnswer['course'],
): Promise<SellersAnswer['forecast']> {
  const { to } = now;
  const last = endOfMonth(to);
  if (!course || !isMonth(now, ctx.today) || to === last) return null;
  const asked = (await readPlaces(ctx)).filter(({ id, closedOn }) => locationId === undefined ? closedOn === null : id === locationId); // prettier-ignore
  const places = asked.length === 0 ? [nowhere()] : asked;
  const isAnyOpen: WorkingHours = (day) => places.flatMap(({ calendar }) => calendar(day));
  const worked = workdays(eachDay(now), isAnyOpen);
  const done = course.at(-1)!.now;
  let working = worked;
  const days = eachDay({ from: to, to: last }).map((day) => {
    if (day > to) working += workdays([day], isAnyOpen);
    return { day, pieces: forecast(done, { worked, working }) ?? 0 };
  });
  return worked === 0 ? null : { worked, working, days };
}

/** Who sold how much, by contracts: equal ones share a place. Whoever asks stands there, too. */
async function salesByPerson(ctx: Ctx, figures: Figures, { basis, days, locationId }: SellersSpan, own: number) {
  const figure: Figure = figures.contracts;
  const rows = await readFigure(ctx, figure, {
    basis,
    by: ['person'],
    parts: { now: days.now },
    filters: listFilters(figure.counted, { locationId }),
    measures: ['count'],
    rights: everybody,
  });
  const sold = new Map([[own, 0]]);
  for (const { person, sums } of rows) if (typeof person === 'number') sold.set(person, sums.now['count'] ?? 0);
  const counts = [...sold.values()];
  return [...sold].map(([id, contracts]) => ({
    id,
    contracts,
    place: 1 + counts.filter((count) => count > contracts).length,
  }));
}

/** The own place, and those of the others where the company shows them; null for who sees all rows anyway. */
async function rankOf(ctx: Ctx, figures: Figures, asked: SellersSpan, showsPersons: ShowsPersons) {
  const { personId } = asked;
  if (personId === undefined) return { rank: null, ranking: null };
  const all = await salesByPerson(ctx, figures, asked, personId);
  const rank = { place: all.find(({ id }) => id === personId)!.place, of: all.length };
  if (!(await showsPersons(ctx))) return { rank, ranking: null };
  const names = await userNames(
    ctx,
    all.map(({ id }) => id),
  );
  const ranking = all.map((one) => ({ ...one, name: names.get(one.id) ?? '' }));
  return { rank, ranking: ranking.toSorted((a, b) => a.place - b.place || a.name.localeCompare(b.name, 'it')) };
}

/** The name of the place where each of them usually works. */
async function usualPlaces({ db }: Ctx, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  const { rows } = await sql<{ id: number; name: string }>`select u.user_id as id, l.name
    from user_locations u join locations l on l.company_id = u.company_id and l.id = u.location_id
    where u.company_id = ${OWN} and u.is_default and u.user_id = any(${ids}::bigint[])`.execute(db);
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/**
 * The sellers of some days (absent: the month up to today), who sold most first, what has nobody last; a seller the own row alone. Throws
 * `invalid` at the field for days that cannot be.
 */
export async function readSellers(
  ctx: Ctx,
  { figures, showsPersons }: SellersOver,
  query: SellersQuery,
): Promise<SellersAnswer> {
  const { today, user } = ctx;
  const to = query.to ?? today;
  const now = { from: query.from ?? `${to.slice(0, 7)}-01`, to };
  checkSpan(now);
  const days = { now, before: beside(now, query.against, today) };
  const personId = reachOf(seesSellers, user.privileges) === 'own' ? user.id : undefined;
  const asked = { basis: query.basis, locationId: query.locationId, days, personId };
  const { people, none } = await numbersOf(ctx, figures, asked);
  const targets = await targetsIn(ctx, figures, asked);
  const { stands, pace } = await standsOf(ctx, targets, days);
  // Who is to sell and did not is a row, too; whoever only did between the two spans is none.
  const ids = new Set([...people.keys(), ...targets.keys(), ...(personId === undefined ? [] : [personId])]);
  const persons = [...ids].filter((id) => id !== null);
  const [names, usual] = [await userNames(ctx, persons), await usualPlaces(ctx, persons)];
  const rows = [...ids].map((id) => ({
    id,
    name: id === null ? null : (names.get(id) ?? null),
    place: id === null ? null : (usual.get(id) ?? null),
    ...(people.get(id) ?? none()),
    target: stands.get(id) ?? null,
  }));
  const course = await courseOf(ctx, figures, asked, pace?.kind ?? null);
  const isOwn = personId !== undefined && isMonth(now, today);
  return {
    ...now,
    against: days.before,
    rows: rows
      .filter((row) => row.id === personId || row.target !== null || !isNothing(row))
      .sort(
        (a, b) =>
          Number(a.id === null) - Number(b.id === null) ||
          (b.now.contracts ?? 0) - (a.now.contracts ?? 0) ||
          (a.name ?? '').localeCompare(b.name ?? '', 'it'),
      ),
    shares: isOwn ? await readShares(ctx, { ...asked, days: now, sellerId: personId }) : null,
    pace,
    course,
    forecast: await forecastOf(ctx, asked, course),
    sources: await sourcesOf(ctx, figures, asked),
    ...(await rankOf(ctx, figures, asked, showsPersons)),
  };
}
