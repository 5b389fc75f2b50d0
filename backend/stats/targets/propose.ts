/** A year of targets divided from the one before. */
import { sql } from 'kysely';
import { Failure } from '#domain/errors.ts';
import { raised, round } from '#domain/money.ts';
import { privileges as p } from '#domain/privileges.ts';
import { atPace, divideYear, weightsOf, type DividedRow } from '#domain/stats/targets/divide.ts';
import type { targetCalls as table, TargetCells, TargetPlace, TargetRow } from '#domain/stats/targets/endpoints.ts';
import { addsUp, unitOf } from '#domain/stats/targets/objectives.ts';
import { eachDay, workdays } from '#domain/time.ts';
import { OWN } from '#backend/db/tenant.ts';
import type { VerbOf } from '#backend/lib/work/bind.ts';
import type { Ctx } from '#backend/lib/work/context.ts';
import type { Figures } from '../figures.ts';
import { nowhere, readPlaces } from '../places.ts';
import { ofAim, readCells, editionOf } from './cells.ts';
import { said } from './editions.ts';
import { readTargets, twelve } from './read.ts';

type Proposal = VerbOf<typeof table, 'GET /stats/targets/:id/proposal'>;
interface Line extends DividedRow {
  place: TargetPlace;
  row: TargetRow;
  isMean: boolean;
  /** Others are divided by what they did, and nothing is to be expected here: `takesMean`. */
  isIdle: boolean;
}

const sumOf = (numbers: readonly (number | null)[]): number =>
  numbers.reduce<number>((all, one) => all + (one ?? 0), 0);

interface Taking {
  place: TargetPlace;
  row: TargetRow;
  year: number;
  closed: number;
  people: ReadonlyMap<number, Seller>;
}

/** Where somebody works, the usual place first, and whether they see everybody's sales rather than the own. */
interface Seller {
  places: readonly (number | null)[];
  oversees: boolean;
}

const isOver = (day: string | null, year: number, month: number) =>
  day !== null && day < `${year}-${String(month).padStart(2, '0')}-01`;
const isOff = ({ leftOn }: TargetRow, year: number, month: number) => isOver(leftOn, year, month);
/** Who works elsewhere now: what they did here is divided among who is here. */
const hasMoved = ({ place, row, people }: Taking): boolean => {
  const own = row.sellerId === null ? undefined : people.get(row.sellerId);
  return own !== undefined && !own.places.includes(place.id);
};
/** Who has done nothing at a place has the mean of the colleagues where they usually work, unless they only oversee what these sell. */
const takesMean = ({ place, row, people }: Pick<Taking, 'place' | 'row' | 'people'>): boolean => {
  const own = row.sellerId === null ? undefined : people.get(row.sellerId);
  return own === undefined || (own.places[0] === place.id && !own.oversees);
};

/**
 * Whether a row takes part in a month: it is not over, nobody has typed it, the place is not closed by then, and the person
 * has neither left before it nor moved to another place.
 */
const takesOf = (one: Taking) =>
  twelve((month) => {
    const { place, row, year, closed } = one;
    return month > closed && row.cells[month - 1]?.origin !== 'typed' && !isOver(place.closedOn, year, month)
      && !isOff(row, year, month) && !hasMoved(one); // prettier-ignore
  });

/**
 * Whether a row gives back what was divided to it: its place is closed by then, and the others get it. What somebody has
 * typed stays until somebody moves it.
 */
const isGivenBack = ({ place, row }: Line, year: number, closed: number, month: number) => {
  const cell = row.cells[month - 1];
  return Boolean(cell) && cell!.origin !== 'typed' && month > closed && isOver(place.closedOn, year, month);
};

async function sellersById({ db }: Ctx): Promise<Map<number, Seller>> {
  const { rows } = await sql<Seller & { id: number }>`select u.id, ${p.seeSalesStats} = any(u.privileges) as oversees,
      array_agg(l.location_id order by l.is_default desc, l.location_id) as places
    from users u join user_locations l on l.company_id = u.company_id and l.user_id = u.id
    where u.company_id = ${OWN} group by u.company_id, u.id`.execute(db);
  return new Map(rows.map(({ id, ...one }) => [id, one]));
}

/** The targets of the year before: what each row had, and all of them, also of places and people that are here no more. */
async function formerTargets(ctx: Ctx, year: number, aim: Parameters<typeof ofAim>[0]) {
  const edition = await editionOf(ctx, { year: year - 1, state: 'in_force' });
  const cells = (edition ? await readCells(ctx, edition.id, [ofAim(aim)]) : []).filter(({ isWhole }) => !isWhole);
  const sum = (some: typeof cells) => sumOf(some.map(({ amount }) => amount));
  const of = (locationId: number | null, sellerId: number | null) =>
    twelve((month) => sum(cells.filter((cell) => cell.locationId === locationId && cell.sellerId === sellerId && cell.month === month))); // prettier-ignore
  return { of, all: sum(cells) };
}

/** A year that goes on counts as it comes to at its pace, by the working days of each place. */
async function stillToCome(ctx: Ctx, year: number) {
  const { today } = ctx;
  if (today.slice(0, 4) !== String(year)) return (_: TargetPlace, done: readonly number[]) => done;
  const days = eachDay({ from: `${today.slice(0, 7)}-01`, to: today });
  const month = Number(today.slice(5, 7));
  const calendars = new Map([nowhere(), ...(await readPlaces(ctx))].map(({ id, calendar }) => [id, calendar]));
  return ({ id, workingBefore }: TargetPlace, done: readonly number[]) =>
    atPace(done, workingBefore, { month, worked: workdays(days, calendars.get(id)!) });
}

/** The verb: the cells of a year from the done or the targets of the one before; writes nothing. */
export const proposing =
  (figures: Figures): Proposal =>
  async (ctx, { params: { id }, query: { from, percent, total, ...aim } }) => {
    const edition = await editionOf(ctx, { id });
    if (!edition) throw new Failure('not_found');
    if (edition.state !== 'draft') throw new Failure('conflict', 'Questi obiettivi sono già in vigore: per cambiarli si comincia una bozza.'); // prettier-ignore
    if (!addsUp(aim)) throw new Failure('invalid', undefined, { fields: { objective: 'Una percentuale non si divide: si scrive per sede' } }); // prettier-ignore
    const { year } = edition;
    const { places, closed } = await readTargets(ctx, figures, { ...aim, year, basis: edition.basis, draft: 'true' });
    const sellers = await sellersById(ctx);
    const former = from === 'target' ? await formerTargets(ctx, year, aim) : null;
    const toCome = await stillToCome(ctx, year - 1);
    const rows = places.flatMap((place) =>
      place.rows.map((row): Omit<Line, 'isIdle'> => {
        const history = former ? former.of(place.id, row.sellerId) : toCome(place, row.before);
        const isMean = sumOf(history) === 0;
        return { place, row, history: isMean ? null : history, isMean, before: place.workingBefore, working: place.working, takes: takesOf({ place, row, year, closed, people: sellers }) }; // prettier-ignore
      }),
    );
    const isKnown = rows.some(({ isMean }) => !isMean);
    const each = rows.map((line): Line => ({ ...line, isIdle: isKnown && line.isMean && !takesMean({ ...line, people: sellers }) })); // prettier-ignore
    // What nobody has takes no part beside people: what leavers did is divided among who stays.
    const manned = new Set(
      each.flatMap(({ place, row, takes, isIdle }) =>
        row.sellerId !== null && !isIdle && takes.some(Boolean) ? [place.id] : [],
      ),
    );
    const lines = each.map((line) =>
      line.row.sellerId === null && manned.has(line.place.id) ? { ...line, takes: twelve(() => false) } : line,
    );
    const base = former?.all ?? round(sumOf(lines.flatMap(({ history }) => history ?? [])));
    const done = former?.all ?? sumOf(lines.flatMap(({ row }) => row.before));
    const wanted = total ?? Math.max(0, round(raised(base, percent)));
    const givenBack = lines.map((line) => twelve((month) => isGivenBack(line, year, closed, month)));
    // What stays as it is: typed by hand, or of months that are over.
    const fixed = lines.map(({ row, takes }, line) => row.cells.map((cell, at) => (cell && !takes[at] && !givenBack[line]![at] ? cell.amount : 0))); // prettier-ignore
    const kept = sumOf(fixed.flat());
    if (kept > wanted) throw new Failure('invalid', undefined, { fields: { total: `Le celle che restano come sono fanno già ${said[unitOf(aim)](kept)}: il totale non può essere meno` } }); // prettier-ignore
    const weights = placeWeights(lines);
    const divided = divideYear(wanted - kept, lines, weights, lines.map(({ place }) => place.id)); // prettier-ignore
    if (divided === null && wanted > kept) throw new Failure('conflict', 'Non c’è nessuna cella da dividere: tutte sono scritte a mano, finite o non in forza.'); // prettier-ignore
    const cells: TargetCells = lines.flatMap(({ place, row, takes, isMean, isIdle }, line) =>
      takes.flatMap((is, at) =>
        is || givenBack[line]![at]
          ? [{ locationId: place.id, sellerId: row.sellerId, month: at + 1, amount: is ? divided![line]![at]! || (isIdle ? null : 0) : null, origin: isMean ? ('mean' as const) : ('divided' as const), isWhole: false }] // prettier-ignore
          : [],
      ),
    );
    return {
      base,
      expected: base - done,
      total: wanted,
      cells,
      kept: lines.reduce((n, { row }) => n + row.cells.filter((cell) => cell?.origin === 'typed').length, 0),
      means: cells.filter(({ origin, amount }) => origin === 'mean' && amount !== null).length,
      off: lines.reduce((n, { row }) => n + twelve((month) => isOff(row, year, month)).filter(Boolean).length, 0),
    };
  };

/** Weights place by place: who has no history has the mean of the colleagues there, who is idle none. A place without any has that of all. */
function placeWeights(lines: readonly Line[]): number[][] {
  const some = lines.some(({ history }) => history !== null);
  const usual = some ? weightsOf(lines) : null;
  const weights = lines.map(() => twelve(() => 0));
  const working = [...lines.keys()].filter((at) => !lines[at]!.isIdle);
  for (const of of Map.groupBy(working, (at) => lines[at]!.place.id).values()) {
    const own = of.map((at) => lines[at]!);
    const isKnown = own.some(({ history }) => history !== null);
    const each = isKnown || !usual ? weightsOf(own) : of.map((at) => usual[at]!);
    for (const [n, at] of of.entries()) weights[at] = each[n]!;
  }
  return weights;
}
