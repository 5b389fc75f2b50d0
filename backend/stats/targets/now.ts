/** The month that goes on: what is set for it, what was done, what is to be expected by today. */
import { sql } from 'kysely';
import { MANUFACTURER } from '#domain/endpoint.ts';
import { planTypeWords } from '#domain/financials/terms.ts';
import { insuranceTypes } from '#domain/insurances/terms.ts';
import { endOfMonth } from '#domain/record/figures.ts';
import { expectedBy } from '#domain/stats/targets/divide.ts';
import { addsUp, mainObjectives, targetAims, targetObjectives, type Aim } from '#domain/stats/targets/objectives.ts';
import type { TargetCard, TargetEdition, TargetNow, TargetSeller } from '#domain/stats/targets/endpoints.ts';
import { eachDay, workdays } from '#domain/time.ts';
import { OWN } from '#backend/db/tenant.ts';
import { userNames } from '#backend/lib/people/people.ts';
import type { Ctx } from '#backend/lib/work/context.ts';
import type { Figures } from '../figures.ts';
import { nowhere, readPlaces, type Place } from '../places.ts';
import { editionOf, readCells, type Cell } from './cells.ts';
import { readDone, whoseOf, type Done } from './done.ts';
import { kindOf } from './pieces.ts';
import { partsFor, placesOf, saidOf, type Said, type Whose } from './said.ts';

/** What an aim is called. */
async function labelOf({ db }: Ctx, { objective, aim, of }: Aim): Promise<string> {
  const { label } = targetObjectives[objective];
  if (!aim || !of) return label;
  if (aim === 'company') return `${label}: ${of}`;
  if (aim === 'type')
    return `${label}: ${({ ...planTypeWords, ...insuranceTypes } as Record<string, string>)[of] ?? of}`;
  if (aim === 'basket') {
    const { rows } = await sql<{ name: string }>`select name from baskets
      where company_id in (${MANUFACTURER}, ${OWN}) and id = ${Number(of)}`.execute(db);
    return `${label}: ${rows[0]?.name ?? targetAims.basket.toLowerCase()}`;
  }
  const from = objective === 'financial' ? 'plans' : 'insurances';
  const { rows } = await sql<{
    name: string;
    party: string;
  }>`select name, ${sql.ref(from === 'plans' ? 'lender' : 'insurer')} as party
    from ${sql.table(from)} where company_id = ${OWN} and id = ${Number(of)}`.execute(db);
  return rows[0] ? `${rows[0].name}, ${rows[0].party}` : `${label}: ${targetAims[aim].toLowerCase()}`;
}

const isAim = (cell: Pick<Cell, 'objective' | 'aim' | 'aimOf'>, { objective, aim, of }: Aim) =>
  cell.objective === objective && cell.aim === (aim ?? null) && cell.aimOf === (of ?? null);

/** The aims that an edition sets something for: the main ones in their order, then what aims at one thing, then those of contracts. */
function aimsOf(cells: readonly Cell[]): Aim[] {
  const keys = new Map(cells.map(({ objective, aim, aimOf }): [string, Aim] => [`${objective}/${aim}/${aimOf}`, { objective, ...(aim && { aim, of: aimOf! }) }])); // prettier-ignore
  const place = ({ objective, aim }: Aim) => {
    const at = mainObjectives.findIndex((one) => one === objective);
    return at < 0 ? 200 : at + (aim ? 100 : 0);
  };
  return [...keys.values()].toSorted((a, b) => place(a) - place(b));
}

/** A target of the month with what was done of it. */
interface AimState {
  aim: Aim;
  said: Said;
  parts: Cell[];
  done: Done[];
}

/** What parts come to by today at the pace of their places; null before the first working day of all of them. */
type Paces = ReadonlyMap<number | null, { worked: number; working: number }>;
function expectedOf(parts: readonly Cell[], paces: Paces): number | null {
  const each = parts.map(({ amount, locationId }) => expectedBy(amount, paces.get(locationId)!));
  return each.every((one) => one === null) ? null : each.reduce<number>((all, one) => all + (one ?? 0), 0);
}

const sumOf = (done: readonly Done[], key: 'of' | 'over') => done.reduce((all, row) => all + row[key], 0);

async function cardOf(ctx: Ctx, { aim, said, parts, done }: AimState, paces: Paces): Promise<TargetCard> {
  return {
    objective: aim.objective,
    aim: aim.aim ?? null,
    of: aim.of ?? null,
    label: await labelOf(ctx, aim),
    target: said.amount,
    source: said.source,
    done: sumOf(done, 'of'),
    over: sumOf(done, 'over'),
    expected: addsUp(aim) ? expectedOf(parts, paces) : null,
  };
}

/** The most sellers beside each other: the year's sheet has all of them. */
const MOST_SELLERS = 12;

/** What each seller is to sell in pieces, new and used ones, beside what they sold; the largest target first. */
async function sellersOf(ctx: Ctx, states: readonly AimState[], paces: Paces): Promise<TargetSeller[]> {
  const pieces = states.filter(({ aim }) => !aim.aim && ['new_pieces', 'used_pieces'].includes(aim.objective));
  const [cells, done] = [pieces.flatMap(({ parts }) => parts), pieces.flatMap((one) => one.done)];
  const ids = new Set([...cells.map(({ sellerId }) => sellerId), ...done.map(({ person }) => person)]);
  const rows = [...ids].flatMap((sellerId) => {
    if (sellerId === null) return [];
    const own = cells.filter((cell) => cell.sellerId === sellerId);
    // Whoever has a target sells for it what it is set for; who has none sells all of it.
    const counted = own.length === 0 ? pieces : pieces.filter(({ parts }) => parts.some((cell) => own.includes(cell)));
    const sold = counted.flatMap((one) => one.done).filter(({ person }) => person === sellerId);
    return {
      sellerId,
      target: own.length === 0 ? null : own.reduce((all, { amount }) => all + amount, 0),
      kind: kindOf(own),
      done: sumOf(sold, 'of'),
      expected: own.length === 0 ? null : expectedOf(own, paces),
    };
  });
  const first = rows
    .toSorted((a, b) => (b.target ?? 0) - (a.target ?? 0) || b.done - a.done || a.sellerId - b.sellerId)
    .slice(0, MOST_SELLERS);
  const names = await userNames(
    ctx,
    first.map(({ sellerId }) => sellerId),
  );
  return first.map((row) => ({ ...row, seller: names.get(row.sellerId) ?? '' }));
}

/** The most cards: what else is set stands in the edition. */
const MOST_CARDS = 6;

interface NowQuery {
  /** What is in force; null: nothing. */
  edition: TargetEdition | null;
  /** Of one place. */
  locationId?: number | undefined;
  /** How many targets at most. */
  most?: number;
}

/** What is set for the month of today (`most` targets), for all that who asks may see, or one place. */
export async function readNow(
  ctx: Ctx,
  figures: Pick<Figures, 'contracts'>,
  { edition, locationId, most = MOST_CARDS }: NowQuery,
): Promise<TargetNow> {
  const month = Number(ctx.today.slice(5, 7));
  const days = { from: `${ctx.today.slice(0, 7)}-01`, to: ctx.today };
  const { sellerId } = whoseOf(ctx);
  const whose: Whose = { sellerId, locationId, places: sellerId === undefined ? [] : await placesOf(ctx, sellerId) };
  const cells = edition ? await readCells(ctx, edition.id, [sql`t.month = ${month}`]) : [];
  const [over, all] = [eachDay(days), eachDay({ ...days, to: endOfMonth(days.from) })];
  const paceOf = ({ calendar }: Place) => ({ worked: workdays(over, calendar), working: workdays(all, calendar) });
  const places = (await readPlaces(ctx)).filter(
    ({ id, closedOn }) => closedOn === null || cells.some((cell) => cell.locationId === id),
  );
  const paces = new Map([...places, nowhere()].map((place) => [place.id, paceOf(place)]));
  const states: AimState[] = [];
  for (const aim of edition ? aimsOf(cells) : []) {
    if (states.length >= most) break;
    const of = cells.filter((cell) => isAim(cell, aim));
    const said = saidOf(of, aim, whose);
    if (said === null) continue;
    const done = await readDone(ctx, figures, aim, { basis: edition!.basis, days, locationId });
    states.push({ aim, said, parts: partsFor(of, whose), done });
  }
  const cards = [];
  for (const one of states) cards.push(await cardOf(ctx, one, paces));
  return {
    day: ctx.today,
    month,
    basis: edition?.basis ?? 'signed',
    places: places.map((place) => ({ name: place.name, ...paceOf(place) })),
    cards,
    sellers: sellerId === undefined ? await sellersOf(ctx, states, paces) : null,
  };
}

/** The month of today for the dashboard, by what is in force. */
export async function readMonth(ctx: Ctx, figures: Pick<Figures, 'contracts'>, locationId: number | undefined) {
  const edition = await editionOf(ctx, { year: Number(ctx.today.slice(0, 4)), state: 'in_force' });
  return readNow(ctx, figures, { edition, locationId, most: 4 });
}
