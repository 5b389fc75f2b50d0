/** A year of targets divided from the one before. */
import { Failure } from '#domain/errors.ts';
import { raised, round } from '#domain/money.ts';
import { atPace, divideYear, weightsOf, type DividedRow } from '#domain/stats/targets/divide.ts';
import type { targetCalls as table, TargetCells, TargetPlace, TargetRow } from '#domain/stats/targets/endpoints.ts';
import { addsUp, unitOf } from '#domain/stats/targets/objectives.ts';
import { eachDay, workdays } from '#domain/time.ts';
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
}

const sumOf = (numbers: readonly (number | null)[]): number =>
  numbers.reduce<number>((all, one) => all + (one ?? 0), 0);

interface Taking {
  place: TargetPlace;
  row: TargetRow;
  year: number;
  closed: number;
  /** The places of each person. */
  places: ReadonlyMap<number, readonly (number | null)[]>;
}

const isOver = (day: string | null, year: number, month: number) =>
  day !== null && day < `${year}-${String(month).padStart(2, '0')}-01`;
const isOff = ({ leftOn }: TargetRow, year: number, month: number) => isOver(leftOn, year, month);
/** Who works elsewhere now: what they did here is divided among who is here. */
const hasMoved = ({ place, row, places }: Taking): boolean => {
  const own = row.sellerId === null ? undefined : places.get(row.sellerId);
  return own !== undefined && !own.includes(place.id);
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

async function placesByPerson({ db, user }: Ctx): Promise<Map<number, number[]>> {
  const rows = await db.selectFrom('userLocations').select(['userId', 'locationId']).where('companyId', '=', user.companyId).execute(); // prettier-ignore
  const by = Map.groupBy(rows, ({ userId }) => userId);
  return new Map([...by].map(([id, of]) => [id, of.map(({ locationId }) => locationId)]));
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
    const byPerson = await placesByPerson(ctx);
    const former = from === 'target' ? await formerTargets(ctx, year, aim) : null;
    const toCome = await stillToCome(ctx, year - 1);
    const lines = places.flatMap((place): Line[] => {
      const rows = place.rows.map((row) => {
        const history = former ? former.of(place.id, row.sellerId) : toCome(place, row.before);
        return { place, row, history: sumOf(history) > 0 ? history : null, before: place.workingBefore, working: place.working, takes: takesOf({ place, row, year, closed, places: byPerson }) }; // prettier-ignore
      });
      // What nobody has takes no part beside people: what leavers did is divided among who stays.
      const people = rows.some(({ row, takes }) => row.sellerId !== null && takes.some(Boolean));
      return rows.map((line) => ({
        ...line,
        takes: line.row.sellerId === null && people ? twelve(() => false) : line.takes,
        isMean: line.history === null,
      }));
    });
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
    const cells: TargetCells = lines.flatMap(({ place, row, takes, isMean }, line) =>
      takes.flatMap((is, at) =>
        is || givenBack[line]![at]
          ? [{ locationId: place.id, sellerId: row.sellerId, month: at + 1, amount: is ? divided![line]![at]! : null, origin: isMean ? ('mean' as const) : ('divided' as const), isWhole: false }] // prettier-ignore
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

/** Weights place by place: who has no history has the mean of the colleagues there. A place without any has that of all. */
function placeWeights(lines: readonly Line[]): number[][] {
  const some = lines.some(({ history }) => history !== null);
  const usual = some ? weightsOf(lines) : null;
  const weights = lines.map(() => [] as number[]);
  for (const of of Map.groupBy(lines.keys(), (at) => lines[at]!.place.id).values()) {
    const own = of.map((at) => lines[at]!);
    const isKnown = own.some(({ history }) => history !== null);
    const each = isKnown || !usual ? weightsOf(own) : of.map((at) => usual[at]!);
    for (const [n, at] of of.entries()) weights[at] = each[n]!;
  }
  return weights;
}
