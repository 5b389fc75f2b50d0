/** The targets of a year by place, person and month, with what was done. */
import { sql } from 'kysely';
import { addDays, addMonths, dayInRome } from '#domain/dates.ts';
import { Failure } from '#domain/errors.ts';
import { privileges as p } from '#domain/privileges.ts';
import { aimFault, type Aim } from '#domain/stats/targets/objectives.ts';
import type { TargetPlace, TargetRow, TargetsAnswer } from '#domain/stats/targets/endpoints.ts';
import { eachDay, workdays } from '#domain/time.ts';
import { OWN } from '#backend/db/tenant.ts';
import { holds, type Ctx } from '#backend/lib/work/context.ts';
import type { Figures } from '../figures.ts';
import { nowhere, readPlaces, type Place } from '../places.ts';
import { monthsOver, ofAim, readCells, editionOf, type Cell } from './cells.ts';
import { readDone, whoseOf, type Done, type TargetBasis } from './done.ts';
import { readNow } from './now.ts';

export interface TargetsQuery extends Aim {
  year?: number | undefined;
  basis?: TargetBasis | undefined;
  draft?: 'true' | undefined;
}

const MONTHS = Array.from({ length: 12 }, (_, n) => n + 1);
export const twelve = <T>(of: (month: number) => T): T[] => MONTHS.map(of);
const firstOf = (year: number, month: number) => `${year}-${String(month).padStart(2, '0')}-01`;
const daysOf = (year: number, month: number): string[] => {
  const from = firstOf(year, month);
  return eachDay({ from, to: addDays(addMonths(from, 1), -1) });
};
export const yearOf = (year: number) => ({ from: `${year}-01-01`, to: `${year}-12-31` });
const workingOf = ({ calendar }: Pick<Place, 'calendar'>, year: number) =>
  twelve((month) => workdays(daysOf(year, month), calendar));

interface Person {
  id: number;
  name: string;
  leftOn: string | null;
  locationIds: number[];
}

/** Who sells and where, and everybody else who is named by a target or a sale. */
async function peopleOf({ db }: Ctx, named: readonly number[]): Promise<Map<number, Person>> {
  const { rows } = await sql<Omit<Person, 'leftOn'> & { archivedAt: string | null }>`select u.id, u.name, u.archived_at,
      array(select l.location_id from user_locations l where l.company_id = ${OWN} and l.user_id = u.id) as location_ids
    from users u where u.company_id = ${OWN} and not u.service
      and ((u.archived_at is null and ${p.createQuotes} = any(u.privileges)) or u.id = any(${named}::bigint[]))
    order by u.name, u.id`.execute(db);
  return new Map(rows.map(({ archivedAt, ...row }) => [row.id, { ...row, leftOn: archivedAt && dayInRome(new Date(archivedAt)) }])); // prettier-ignore
}

const sumBy = (rows: readonly Done[], year: number, key: 'of' | 'over') =>
  twelve((month) => rows.filter((row) => row.month === firstOf(year, month).slice(0, 7)).reduce((all, row) => all + row[key], 0)); // prettier-ignore

interface Read {
  cells: readonly Cell[];
  now: readonly Done[];
  before: readonly Done[];
  year: number;
}

/** A row of a place: what is written for somebody, and what they did. */
function rowOf({ cells, now, before, year }: Read, sellerId: number | null, person: Person | undefined): TargetRow {
  const own = cells.filter((cell) => !cell.isWhole && cell.sellerId === sellerId);
  const did = (rows: readonly Done[]) => rows.filter((row) => row.person === sellerId);
  return {
    sellerId,
    name: person?.name ?? null,
    leftOn: person?.leftOn ?? null,
    cells: twelve((month) => {
      const of = own.filter((cell) => cell.month === month);
      if (of.length === 0) return null;
      // What leavers had stands with what nobody has.
      return { amount: of.reduce((all, { amount }) => all + amount, 0), origin: of.at(-1)!.origin };
    }),
    done: sumBy(did(now), year, 'of'),
    over: sumBy(did(now), year, 'over'),
    before: sumBy(did(before), year - 1, 'of'),
    beforeOver: sumBy(did(before), year - 1, 'over'),
  };
}

const wholesOf = (cells: readonly Cell[], locationId: number | null) =>
  twelve((month) => cells.find((cell) => cell.isWhole && cell.locationId === locationId && cell.month === month)?.amount ?? null); // prettier-ignore

/** A place with the people who sell there, are named by its targets, or sold there in the two years. */
function placeOf(
  { id, name, closedOn, ...place }: Place,
  read: Read,
  people: ReadonlyMap<number, Person>,
  own: number | undefined,
): TargetPlace {
  const at = <T extends { place: number | null }>(rows: readonly T[]) => rows.filter((row) => row.place === id);
  const within = { ...read, cells: read.cells.filter((cell) => cell.locationId === id), now: at(read.now), before: at(read.before) }; // prettier-ignore
  const is = (person: Person) =>
    (person.leftOn === null && id !== null && person.locationIds.includes(id)) ||
    within.cells.some((cell) => cell.writtenFor === person.id) ||
    [...within.now, ...within.before].some((row) => row.person === person.id);
  const sellers = [...people.values()].filter((person) => (own === undefined || person.id === own) && is(person));
  return {
    id,
    name,
    closedOn,
    working: workingOf(place, read.year),
    workingBefore: workingOf(place, read.year - 1),
    rows: [
      ...sellers.map((person) => rowOf(within, person.id, person)),
      ...(own === undefined ? [rowOf(within, null, undefined)] : []),
    ],
    // What stands without a place is of the company.
    wholes: own === undefined && id !== null ? wholesOf(within.cells, id) : twelve(() => null),
  };
}

const isNothing = ({ rows }: TargetPlace) =>
  rows.every(({ cells, done, before }) => [...cells, ...done, ...before].every((one) => one === null || one === 0));

/** The page: throws `invalid` at the field for an aim that cannot be. */
export async function readTargets(
  ctx: Ctx,
  figures: Figures,
  { draft, ...query }: TargetsQuery,
): Promise<TargetsAnswer> {
  const { objective, aim, of } = query;
  const wrong = aimFault(query);
  if (wrong) throw new Failure('invalid', undefined, { fields: wrong });
  const thisYear = Number(ctx.today.slice(0, 4));
  const year = query.year ?? thisYear;
  const [inForce, written] = [
    await editionOf(ctx, { year, state: 'in_force' }),
    holds(ctx, p.managePreferences) ? await editionOf(ctx, { year, state: 'draft' }) : null,
  ];
  const edition = draft && written ? written : inForce;
  const basis = query.basis ?? edition?.basis ?? 'signed';
  const own = whoseOf(ctx).sellerId;
  const cells = edition ? await readCells(ctx, edition.id, [ofAim(query)]) : [];
  const now = await readDone(ctx, figures, query, { basis, days: yearOf(year) });
  const before = await readDone(ctx, figures, query, { basis, days: yearOf(year - 1) });
  const named = [...cells.map(({ writtenFor }) => writtenFor), ...[...now, ...before].map(({ person }) => person)];
  const people = await peopleOf(
    ctx,
    named.filter((id) => id !== null),
  );
  const read = { cells, now, before, year };
  const all = (await readPlaces(ctx)).map((place) => ({ place, shown: placeOf(place, read, people, own) }));
  // Of closed places only what something stands for; of a seller the own places; what belongs to none where there is any.
  const places = all.filter(({ shown }) => (shown.closedOn === null && (own === undefined || shown.rows.length > 0)) || !isNothing(shown)); // prettier-ignore
  const none = { place: nowhere(), shown: placeOf(nowhere(), read, people, own) };
  const shown = isNothing(none.shown) ? places : [...places, none];
  const open = (shown.length > 0 ? shown : [none]).map(({ place }) => place.calendar);
  return {
    year,
    objective,
    aim: aim ?? null,
    of: of ?? null,
    basis,
    edition: own === undefined || edition?.state === 'in_force' ? edition : null,
    hasDraft: written !== null,
    isInForce: inForce !== null,
    closed: inForce ? monthsOver(year, ctx.today) : 0,
    working: workingOf({ calendar: (one) => open.flatMap((calendar) => calendar(one)) }, year),
    places: shown.map((one) => one.shown),
    wholes: own === undefined ? wholesOf(cells, null) : twelve(() => null),
    now: year === thisYear ? await readNow(ctx, figures, { edition: inForce }) : null,
  };
}
