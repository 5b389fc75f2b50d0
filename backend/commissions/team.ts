/** Who earns by a role on the sales of their places: whoever had it there when the sale was approved. */
import { sql } from 'kysely';
import type { Sharer } from '#domain/commissions/earning.ts';
import type { Rule } from '#domain/commissions/matching.ts';
import type { Ctx } from '../lib/work/context.ts';
import { companyRules } from './rules-in-force.ts';

export type Member = Omit<Sharer, 'share'>;
type Placed = Member & { locationIds: readonly number[] };

/** Active people of the roles that rules pay on the sales of their places, with these. */
export async function readTeam({ db, user: { companyId } }: Ctx, rules: readonly Rule[]): Promise<Placed[]> {
  const roles = rules.flatMap(({ earner, roleName }) => (earner === 'role' && roleName !== null ? [roleName] : []));
  if (roles.length === 0) return [];
  const { rows } = await sql<Placed>`select u.id, u.role_name,
      array(select l.location_id from user_locations l where l.company_id = ${companyId} and l.user_id = u.id) as location_ids
    from users u where u.company_id = ${companyId} and u.archived_at is null and not u.service and u.role_name = any(${roles}::text[])
    order by u.id`.execute(db);
  return rows;
}

/** Those of them whose place it is. */
export const teamAt = (team: readonly Placed[], locationId: number | null): Member[] =>
  locationId === null ? [] : team.filter(({ locationIds }) => locationIds.includes(locationId));

/** Who earns by a role on a sale of today at this place. */
export const teamNow = async (ctx: Ctx, rules: readonly Rule[], locationId: number | null): Promise<Member[]> =>
  teamAt(await readTeam(ctx, rules), locationId);

/** Stores who has a role at the place of a sale that is approved now. */
export async function keepTeam(ctx: Ctx, contractId: number): Promise<void> {
  const own = { companyId: ctx.user.companyId, contractId };
  await ctx.db.deleteFrom('commissionTeams').where((row) => row.and(own)).execute(); // prettier-ignore
  const { locationId } = await ctx.db
    .selectFrom('contracts')
    .select('locationId')
    .where('companyId', '=', own.companyId)
    .where('id', '=', contractId)
    .executeTakeFirstOrThrow();
  const team = await teamNow(ctx, await companyRules(ctx, { from: ctx.today, to: ctx.today }), locationId);
  const rows = team.map(({ id: userId, roleName }) => ({ ...own, userId, roleName }));
  if (rows.length > 0) await ctx.db.insertInto('commissionTeams').values(rows).execute();
}

/** The team as it was when the sale was approved. */
export const keptTeam = ({ db, user }: Ctx, contractId: number): Promise<Member[]> =>
  db
    .selectFrom('commissionTeams')
    .select(['userId as id', 'roleName'])
    .where('companyId', '=', user.companyId)
    .where('contractId', '=', contractId)
    .orderBy('userId')
    .execute();
