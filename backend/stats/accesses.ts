/** Who came to the showroom in some days, beside those before. */
import type { z } from 'zod';
import type { Answered } from '#domain/accesses/words/answers.ts';
import type { ReceptionWords } from '#domain/accesses/words/endpoints.ts';
import { accessStates, type AccessState } from '#domain/accesses/terms.ts';
import { daysBetween } from '#domain/dates.ts';
import { privileges as p } from '#domain/privileges.ts';
import { beside, endOfMonth, listFilters, type Days } from '#domain/record/figures.ts';
import { keysOf } from '#domain/record/machine.ts';
import { accessCountNames, accessCounts, MOST_SINGLE_DAYS, type AccessGroup, type AccessNumbers, type AccessStats, type AskedQuestion, type ReasonGroup, type accessStatsQuery } from '#domain/stats/accesses.ts'; // prettier-ignore
import type { FigureName } from '#domain/stats/figures.ts';
import type { ReceptionRules } from '../lib/ports/reception.ts';
import { userNames } from '../lib/people/people.ts';
import { placeNames } from '../lib/people/places.ts';
import { checkSpan, partsOf, readFigure, type Figure, type Group } from '../lib/records/figures.ts';
import type { Ctx } from '../lib/work/context.ts';
import type { Figures } from './figures.ts';

export type AccessStatsQuery = z.output<typeof accessStatsQuery>;

/** What the page counts, and what the reception asks. */
export interface AccessesOver {
  figures: Figures;
  reception: ReceptionRules;
}

/** Whoever opens the page counts everybody's visits. */
const rights = { see: { own: [], all: [p.seeAccessStats] } };

type Dimension = 'place' | 'person' | 'reason';

/** A reading of one of the figures at the place that is asked for. */
const reader = (ctx: Ctx, figures: Figures, locationId: number | undefined) => {
  return <P extends string>(
    name: FigureName,
    parts: Record<P, object>,
    asked: { by?: readonly string[]; measures?: readonly string[] } = {},
  ): Promise<Group<P>[]> => {
    const figure: Figure = figures[name];
    const basis = keysOf(figure.counted.bases)[0]!;
    const filters = listFilters(figure.counted, { locationId });
    return readFigure(ctx, figure, { basis, parts, filters, measures: ['count'], rights, ...asked });
  };
};
type Read = ReturnType<typeof reader>;

/** The numbers of some days by place, person or reason, or of all of them. */
async function numbersBy<K extends number | string = number>(
  read: Read,
  days: Days,
  by?: Dimension,
): Promise<Map<K | null, AccessNumbers>> {
  const dimension = by ? { by: [by] } : {};
  const counted = await read('visits', partsOf(accessCounts, days), { ...dimension, measures: ['count', 'refusals'] });
  const waits = await read('visits', partsOf({ waited: accessCounts.waited }, days), {
    ...dimension,
    measures: ['waitMedian', 'waitLate'],
  });
  const keyOf = (row: { [dimension: string]: unknown }) => (by ? ((row[by] ?? null) as K | null) : null);
  const waited = new Map(waits.map((row) => [keyOf(row), row.sums.waited]));
  return new Map(
    counted.map((row) => [
      keyOf(row),
      {
        ...(Object.fromEntries(accessCountNames.map((name) => [name, row.sums[name].count!])) as Pick<
          AccessNumbers,
          (typeof accessCountNames)[number]
        >),
        refusals: row.sums.visits.refusals ?? 0,
        waitMedian: waited.get(keyOf(row))?.waitMedian ?? null,
        waitLate: waited.get(keyOf(row))?.waitLate ?? null,
      },
    ]),
  );
}

/** Places or sellers by name; what belongs to none stands last. */
function groupsOf(numbers: ReadonlyMap<number | null, AccessNumbers>, names: ReadonlyMap<number, string>) {
  const groups = [...numbers].map(([id, own]): AccessGroup => ({ id, name: id === null ? null : (names.get(id) ?? null), numbers: own })); // prettier-ignore
  return groups.toSorted(
    (a, b) => Number(a.id === null) - Number(b.id === null) || (a.name ?? '').localeCompare(b.name ?? '', 'it'),
  );
}

/** Reasons in the order of the reception's list; visits without one last. */
function reasonsOf(numbers: ReadonlyMap<string | null, AccessNumbers>, { reasons }: ReceptionWords): ReasonGroup[] {
  const placeOf = ({ code }: ReasonGroup) => (code === null ? Infinity : reasons.findIndex((one) => one.code === code));
  return [...numbers]
    .map(([code, own]) => ({
      code,
      name: code === null ? null : (reasons.find((one) => one.code === code)?.label ?? code),
      numbers: own,
    }))
    .toSorted((a, b) => placeOf(a) - placeOf(b));
}

/** What was answered to each question that was asked, the most frequent first. */
async function questionsOf(read: Read, days: Days, { questions }: ReceptionWords): Promise<AskedQuestion[]> {
  const rows = await read('visits', { all: days }, { by: ['answers'] });
  const said = rows.flatMap((row) =>
    (row.answers as readonly Answered[]).map((one) => ({ ...one, visits: row.sums.all.count! })),
  );
  return [...Map.groupBy(said, ({ question }) => question)].map(([code, all]) => ({
    code,
    label: questions.find((one) => one.code === code)?.label ?? code,
    answers: [...Map.groupBy(all, ({ answer }) => answer)]
      .map(([answer, those]) => ({ answer, visits: those.reduce((sum, { visits }) => sum + visits, 0) }))
      .toSorted((a, b) => b.visits - a.visits || a.answer.localeCompare(b.answer, 'it')),
  }));
}

/** How many came on each day, or in each month of a long span. */
async function timesOf(read: Read, days: Days): Promise<AccessStats['times']> {
  const by = daysBetween(days.from, days.to) < MOST_SINGLE_DAYS ? 'day' : 'month';
  const rows = await read('visits', { all: days }, { by: [by] });
  const spanOf = (key: string): Days => {
    if (by === 'day') return { from: key, to: key };
    const [first, last] = [`${key}-01`, endOfMonth(`${key}-01`)];
    return { from: first < days.from ? days.from : first, to: last > days.to ? days.to : last };
  };
  return rows
    .map((row) => ({ ...spanOf(row[by]!), visits: row.sums.all.count! }))
    .toSorted((a, b) => a.from.localeCompare(b.from));
}

/** The page: absent days are the month up to today. Throws `invalid` at the field for days that cannot be. */
export async function readAccesses(
  ctx: Ctx,
  { figures, reception }: AccessesOver,
  query: AccessStatsQuery,
): Promise<AccessStats> {
  const to = query.to ?? ctx.today;
  const days = { from: query.from ?? `${to.slice(0, 7)}-01`, to };
  checkSpan(days);
  const against = beside(days, query.against, ctx.today);
  const read = reader(ctx, figures, query.locationId);
  const now = (await numbersBy(read, days)).get(null)!;
  const before = (await numbersBy(read, against)).get(null)!;
  const places = await numbersBy(read, days, 'place');
  const sellers = await numbersBy(read, days, 'person');
  const reasons = await numbersBy<string>(read, days, 'reason');
  const words = await reception.readWords(ctx);
  const { median } = await reception.readWaiting(ctx);
  const sellerNames = await userNames(
    ctx,
    [...sellers.keys()].filter((id) => id !== null),
  );
  const hours = await read('visits', { all: days }, { by: ['hour'] });
  const states = await read('accesses', { all: days }, { by: ['state'] });
  const byState = new Map(states.map((row) => [row.state as AccessState, row.sums.all.count!]));
  const [drives] = await read('drives', partsOf({ driven: {}, contracted: accessCounts.contracted }, days));
  return {
    ...days,
    against,
    now,
    before,
    times: await timesOf(read, days),
    hours: hours
      .map((row) => ({ hour: row.hour as number, visits: row.sums.all.count! }))
      .toSorted((a, b) => a.hour - b.hour),
    states: keysOf(accessStates).map((state) => ({ state, count: byState.get(state) ?? 0 })),
    places: groupsOf(places, await placeNames(ctx)),
    sellers: groupsOf(sellers, sellerNames),
    reasons: reasonsOf(reasons, words),
    questions: await questionsOf(read, days, words),
    waitTarget: median,
    drives: { driven: drives!.sums.driven.count!, contracted: drives!.sums.contracted.count! },
  };
}
