import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { Failure } from '#domain/errors.ts';
import { covers, reachOf, type Rights } from '#domain/rights.ts';
import type { Ctx } from './context.ts';

/** An area's rights and where its records name company and owners. */
export interface Owned {
  rights: Rights;
  /** Columns as queries name them: `q.company_id`, `q.seller_id`. */
  company: string;
  /** Any of them is the owner. */
  owner: string | readonly [string, ...string[]];
}

/** The records that the caller may see, for every query of the area: lists, counts, exports, search, figures. */
export function visible(ctx: Pick<Ctx, 'user'>, { rights, company, owner }: Owned): RawBuilder<SqlBool> {
  const { id, companyId, privileges } = ctx.user;
  const own = sql<SqlBool>`${sql.ref(company)} = ${companyId}`;
  const reach = reachOf(rights.see, privileges);
  if (reach === 'all') return own;
  if (reach === 'none') return sql`${own} and false`;
  const owners = [owner].flat().map((column) => sql`${sql.ref(column)} = ${id}`);
  return sql`${own} and (${sql.join(owners, sql` or `)})`;
}

/** Throws `forbidden` when the caller may not see a record of this owner: the same rule for one record. */
export function checkVisible(ctx: Pick<Ctx, 'user'>, { see }: Rights, ownerId: number): void {
  if (!covers(see, ctx.user.privileges, ownerId === ctx.user.id)) throw new Failure('forbidden');
}
