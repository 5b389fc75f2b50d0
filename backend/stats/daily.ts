/** How a day goes, place by place. */
import type { z } from 'zod';
import { addDays, addMonths } from '#domain/dates.ts';
import { Failure } from '#domain/errors.ts';
import { beside, forecast, listFilters, type Days } from '#domain/record/figures.ts';
import { holidays } from '#domain/holidays.ts';
import { keysOf } from '#domain/record/machine.ts';
import type { stats as table } from '#domain/stats/endpoints.ts';
import { basisOf, dailyFigures, RECENT, type DailyAnswer, type DailyCells, type DailyFigure, type DailyPieces, type DailyRow } from '#domain/stats/daily.ts'; // prettier-ignore
import { seesStats } from '#domain/stats/figures.ts';
import { eachDay, workdays, type WorkingHours } from '#domain/time.ts';
import type { Ctx } from '../lib/work/context.ts';
import { readFigure, type FigureQuery, type Figure } from '../lib/records/figures.ts';
import type { Query } from '../lib/records/list.ts';
import { userNames } from '../lib/people/people.ts';
import type { Figures } from './figures.ts';
import { nowhere, readPlaces } from './places.ts';
import { readPieces } from './targets/pieces.ts';

export type DailyQuery = Omit<z.output<(typeof table)['GET /stats/daily']['query']>, 'open'> & {
  open?: number | undefined;
};

const names = keysOf(dailyFigures);
/** What the page reads of each figure, and by whose rights. */
const counting = { measures: ['count'], rights: { see: seesStats } };
const cellsOf = (of: (name: DailyFigure) => DailyCells[DailyFigure]): DailyCells =>
  Object.fromEntries(names.map((name) => [name, of(name)])) as DailyCells;

/** The places that work today, those of which something is counted, and what belongs to none. */
async function placesOf(ctx: Ctx, counted: ReadonlySet<number | null>, asked: number | undefined) {
  const rows = await readPlaces(ctx);
  const places = rows.filter(({ id, closedOn }) => closedOn === null || counted.has(id));
  const none = counted.has(null) || places.length === 0 ? [nowhere()] : [];
  return [...places, ...none].filter(({ id }) => asked === undefined || (id ?? 0) === asked);
}

type Counts = (name: DailyFigure, place: number | null, days: Days) => number;

/** Everything that the page counts, read in two statements a figure: the last days by place and day, and what they are compared with. */
async function countsOf(
  ctx: Ctx,
  figures: Figures,
  query: DailyQuery,
  { span, against }: { span: Days; against: Days },
) {
  const { locationId } = query;
  const read = <R extends string>(name: DailyFigure, asked: Pick<FigureQuery<Query, R>, 'parts' | 'by'>) => {
    const figure: Figure = figures[dailyFigures[name].figure];
    const filters = listFilters(figure.counted, { locationId });
    return readFigure(ctx, figure, { ...asked, filters, basis: basisOf(name, query.basis), ...counting });
  };
  const now = new Map<DailyFigure, Map<number | null, Map<string, number>>>();
  const before = new Map<DailyFigure, Map<number | null, number>>();
  for (const name of names) {
    const byDay = await read(name, { by: ['place', 'day'], parts: { span } });
    const places = Map.groupBy(byDay, ({ place }) => place ?? null);
    now.set(name, new Map([...places].map(([place, rows]) => [place, new Map(rows.map((row) => [row.day!, row.sums.span.count!]))]))); // prettier-ignore
    const earlier = await read(name, { by: ['place'], parts: { against } });
    before.set(name, new Map(earlier.map(({ place = null, sums }) => [place, sums.against.count!])));
  }
  const within: Counts = (name, place, days) => {
    let sum = 0;
    for (const [day, count] of now.get(name)!.get(place) ?? []) if (day >= days.from && day <= days.to) sum += count;
    return sum;
  };
  const known = new Set([...now.values(), ...before.values()].flatMap((places) => [...places.keys()]));
  return { within, earlier: (name: DailyFigure, place: number | null) => before.get(name)!.get(place) ?? 0, known };
}

/** The persons of a place, with their day and month. */
async function personsOf(
  ctx: Ctx,
  figures: Figures,
  { basis, open }: DailyQuery,
  { month, day, ...pace }: { month: Days; day: string; worked: number; working: number },
): Promise<DailyRow['persons']> {
  const read = new Map<number | null, Partial<DailyCells>>();
  for (const name of names) {
    const parts = { day: { from: day, to: day }, month };
    const figure: Figure = figures[dailyFigures[name].figure];
    const filters = listFilters(figure.counted, { locationId: open });
    const rows = await readFigure(ctx, figure, {
      basis: basisOf(name, basis),
      by: ['person'],
      parts,
      filters,
      ...counting,
    });
    for (const { person = null, sums } of rows) {
      const done = sums.month.count!;
      const cell = { day: sums.day.count!, month: done, before: null, forecast: forecast(done, pace) };
      read.set(person, { ...read.get(person), [name]: cell });
    }
  }
  const ids = [...read.keys()].filter((id) => id !== null);
  const users = await userNames(ctx, ids);
  const nothing = { day: 0, month: 0, before: null, forecast: forecast(0, pace) };
  return [...read]
    .map(([id, some]) => ({
      id,
      name: id === null ? null : (users.get(id) ?? null),
      cells: cellsOf((name) => some[name] ?? nothing),
    }))
    .toSorted((a, b) => (a.name === null ? 1 : b.name === null ? -1 : a.name.localeCompare(b.name, 'it')));
}

/** Adds up rows; a forecast that no place has is none. */
const added = (rows: readonly DailyRow[]): DailyCells =>
  cellsOf((name) => {
    const all = rows.map(({ cells }) => cells[name]);
    const sum = (of: (cell: DailyCells[DailyFigure]) => number | null) =>
      all.reduce((total, one) => total + (of(one) ?? 0), 0);
    return {
      day: sum(({ day }) => day),
      month: sum(({ month }) => month),
      before: sum(({ before }) => before),
      forecast: all.every((one) => one.forecast === null) ? null : sum((one) => one.forecast),
    };
  });

/** The same of what is set in pieces; null: nothing is. */
function addedPieces(rows: readonly DailyRow[]): DailyPieces | null {
  const set = rows.flatMap(({ pieces }) => pieces ?? []);
  const sum = (of: (one: DailyPieces) => number) => set.reduce((all, one) => all + of(one), 0);
  if (set.length === 0) return null;
  const isEarly = set.every((one) => one.forecast === null);
  return {
    target: sum(({ target }) => target),
    done: sum(({ done }) => done),
    forecast: isEarly ? null : sum((one) => one.forecast ?? 0),
  };
}

/**
 * A day of the company, its month up to it beside another span, and the forecast by each place's working days. Throws
 * `invalid` for a day that is still to come.
 */
export async function readDaily(ctx: Ctx, figures: Figures, query: DailyQuery): Promise<DailyAnswer> {
  const { today } = ctx;
  const day = query.day ?? today;
  if (day > today) throw new Failure('invalid', undefined, { fields: { day: 'Il giorno non può essere futuro' } });
  const first = `${day.slice(0, 7)}-01`;
  const month = { from: first, to: day };
  const whole = eachDay({ from: first, to: addDays(addMonths(first, 1), -1) });
  const recent = eachDay({ from: addDays(day, 1 - RECENT), to: day });
  const against = beside(month, query.against, today);
  const span = { from: recent[0]! < first ? recent[0]! : first, to: day };
  const { within, earlier, known } = await countsOf(ctx, figures, query, { span, against });
  const asked = { basis: query.basis, days: month, locationId: query.locationId };
  const pieces = await readPieces(ctx, figures, { ...asked, by: 'place', see: seesStats });
  const places = await placesOf(ctx, new Set([...known, ...pieces.keys()]), query.locationId);
  const rows: DailyRow[] = [];
  for (const { id, name, calendar } of places) {
    const set = pieces.get(id);
    const pace = { worked: workdays(eachDay(month), calendar), working: workdays(whole, calendar) };
    rows.push({
      id,
      name,
      ...pace,
      isOpen: calendar(day).length > 0,
      cells: cellsOf((figure) => {
        const done = within(figure, id, month);
        const one = { day: within(figure, id, { from: day, to: day }), month: done, before: earlier(figure, id) };
        return { ...one, forecast: forecast(done, pace) };
      }),
      pieces: set ? { target: set.target, done: set.done, forecast: forecast(set.done, pace) } : null,
      persons: query.open === (id ?? 0) ? await personsOf(ctx, figures, query, { ...pace, month, day }) : [],
    });
  }
  const isAnyOpen: WorkingHours = (one) => places.flatMap(({ calendar }) => calendar(one));
  const worked = workdays(eachDay(month), isAnyOpen);
  const total = { worked, working: workdays(whole, isAnyOpen), cells: added(rows), pieces: addedPieces(rows) };
  const festive = holidays(Number(day.slice(0, 4)));
  const countOn = (figure: DailyFigure, one: string) =>
    places.map(({ id }) => within(figure, id, { from: one, to: one }));
  return {
    day,
    isToday: day === today,
    at: ctx.now.toISOString(),
    month,
    against,
    rows,
    total,
    recent: Object.fromEntries(
      names.map((figure) => {
        const mean = worked === 0 ? null : Math.round((total.cells[figure].month / worked) * 10) / 10;
        const counts = recent.map((one) => countOn(figure, one).reduce((sum, n) => sum + n, 0));
        return [figure, { counts, mean }];
      }),
    ) as DailyAnswer['recent'],
    days: whole.map((one) => ({
      day: one,
      isOpen: isAnyOpen(one).length > 0,
      holiday: festive.find((holiday) => holiday.day === one)?.name ?? null,
      counts: one > day ? [] : countOn('contracts', one),
    })),
  };
}
