/** Stored cells of targets, and who they stand with. */
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { Aim, TargetAim, TargetObjective } from '#domain/stats/targets/objectives.ts';
import type { TargetOrigin, TargetEdition } from '#domain/stats/targets/endpoints.ts';
import { OWN } from '#backend/db/tenant.ts';
import { is } from '#backend/lib/records/list.ts';
import type { Ctx } from '#backend/lib/work/context.ts';

export interface Cell {
  objective: TargetObjective;
  aim: TargetAim | null;
  aimOf: string | null;
  locationId: number | null;
  /** Who is gone before the month has none: the month stands with what nobody has. */
  sellerId: number | null;
  /** Who it was written for. */
  writtenFor: number | null;
  month: number;
  amount: number;
  origin: TargetOrigin;
  isWhole: boolean;
}

/** The month after which somebody is gone, as a number of the year of a edition: its months stay with the place. */
export const isGone = sql`(u.archived_at at time zone 'Europe/Rome')::date < make_date(s.year, t.month, 1)`;

/** Condition on cells `t`: of this aim. */
export const ofAim = ({ objective, aim, of }: Aim): RawBuilder<SqlBool> => sql<SqlBool>`t.objective = ${objective}
  and t.aim is not distinct from ${aim ?? null} and t.aim_of is not distinct from ${of ?? null}`;

/** The cells of a edition, by these conditions on `t`; who has left by a month has none of it. */
export async function readCells(
  { db }: Pick<Ctx, 'db'>,
  editionId: number,
  conditions: readonly RawBuilder<SqlBool>[] = [],
): Promise<Cell[]> {
  const where = [sql`t.company_id = ${OWN}`, ...is('t.edition_id', editionId), ...conditions];
  const { rows } = await sql<Cell>`select t.objective, t.aim, t.aim_of, t.location_id,
      case when ${isGone} then null else t.seller_id end as seller_id, t.seller_id as written_for, t.month, t.amount, t.origin, t.is_whole
    from targets t join target_editions s on s.company_id = t.company_id and s.id = t.edition_id
      left join users u on u.company_id = t.company_id and u.id = t.seller_id
    where ${sql.join(where, sql` and `)} order by t.id`.execute(db);
  return rows;
}

/** The edition of a year in a state, if there is one; `lock` keeps others from changing it meanwhile. */
export async function editionOf(
  { db }: Pick<Ctx, 'db'>,
  by: { year: number; state: TargetEdition['state'] } | { id: number },
  { lock = false } = {},
): Promise<TargetEdition | null> {
  const which =
    'id' in by ? sql`s.id = ${by.id} and s.state <> 'superseded'` : sql`s.year = ${by.year} and s.state = ${by.state}`;
  const { rows } = await sql<TargetEdition>`select s.id, s.version, s.year, s.state, s.basis, s.updated_at
    from target_editions s where s.company_id = ${OWN} and ${which} ${lock ? sql`for update` : sql``}`.execute(db);
  return rows[0] ?? null;
}

/** The last month of a year that is over; 0: none. */
export function monthsOver(year: number, today: string): number {
  const [now, month] = [Number(today.slice(0, 4)), Number(today.slice(5, 7))];
  return year < now ? 12 : year > now ? 0 : month - 1;
}
