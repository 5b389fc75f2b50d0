/** What cells say of whom: sums of what stands with them, or the penetration that holds for them. */
import { sql } from 'kysely';
import { addsUp, type Aim } from '#domain/stats/targets/objectives.ts';
import type { TargetSource } from '#domain/stats/targets/endpoints.ts';
import { OWN } from '#backend/db/tenant.ts';
import type { Ctx } from '#backend/lib/work/context.ts';
import type { Cell } from './cells.ts';

/** Of a person, a person at a place, a place, or without both of the company. */
export interface Whose {
  sellerId?: number | undefined;
  locationId?: number | undefined;
  /** Where the person sells, the usual place first. */
  places?: readonly number[];
}

/** A target, and whose it is where who is asked for has no own penetration. */
export interface Said {
  amount: number;
  source: TargetSource;
}

/** Where somebody sells, the usual place first. */
export async function placesOf({ db }: Pick<Ctx, 'db'>, userId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select location_id as id from user_locations
    where company_id = ${OWN} and user_id = ${userId} order by is_default desc, location_id`.execute(db);
  return rows.map(({ id }) => id);
}

/** The penetration that is said most narrowly: the own one, that of the place where somebody works, the company's. */
function penetrationOf(cells: readonly Cell[], { sellerId, locationId, places = [] }: Whose): Said | null {
  const isAt = (cell: Cell) => locationId === undefined || cell.locationId === locationId;
  const own = sellerId === undefined ? undefined : cells.find((cell) => cell.sellerId === sellerId && isAt(cell));
  if (own) return { amount: own.amount, source: 'own' };
  const shared = cells.filter((cell) => cell.sellerId === null);
  const of = (place: number | null) => shared.find((cell) => cell.locationId === place);
  for (const place of locationId === undefined ? places : [locationId]) {
    const found = of(place);
    if (found) return { amount: found.amount, source: sellerId === undefined ? 'own' : 'place' };
  }
  const isCompany = sellerId === undefined && locationId === undefined;
  const whole = of(null);
  if (whole) return { amount: whole.amount, source: isCompany ? 'own' : 'company' };
  // What holds at each place alike holds for the company.
  const [first] = isCompany ? shared : [];
  return first && shared.every(({ amount }) => amount === first.amount)
    ? { amount: first.amount, source: 'own' }
    : null;
}

/** What cells of one aim and month say; null: nothing. */
export function saidOf(cells: readonly Cell[], aim: Aim, whose: Whose): Said | null {
  const parts = cells.filter(({ isWhole }) => !isWhole);
  if (!addsUp(aim)) return penetrationOf(parts, whose);
  const counted = partsFor(parts, whose);
  return counted.length === 0 ? null : { amount: counted.reduce((all, { amount }) => all + amount, 0), source: 'own' };
}

/** The cells that stand with them. */
export const partsFor = (cells: readonly Cell[], { sellerId, locationId }: Whose): Cell[] =>
  cells.filter(
    (cell) =>
      !cell.isWhole &&
      (locationId === undefined || cell.locationId === locationId) &&
      (sellerId === undefined || cell.sellerId === sellerId),
  );
