import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { Failure } from '#domain/errors.ts';
import type { Machine } from '#domain/machine.ts';
import { queuesOf, reachOf, sees, type Rights } from '#domain/rights.ts';
import type { Ctx } from './context.ts';

/** An area's rights, and the columns in which its records hold company, owners and state. */
export interface Owned {
  rights: Rights;
  /** Columns as queries name them: `q.company_id`, `q.seller_id`. */
  company: string;
  /** One column or several; the record is owned by each of them. */
  owner: string | readonly string[];
  /** A column with an array of further owners. */
  owners?: string | undefined;
  /** The column of the state, for rights that depend on it (queues). */
  state?: string;
}

/**
 * Condition: the records that the caller may see, for every query of the area: lists, counts, exports, search, figures.
 */
export function visible(ctx: Pick<Ctx, 'user'>, { rights, company, owner, owners, state }: Owned): RawBuilder<SqlBool> {
  const { id, companyId, privileges } = ctx.user;
  const own = sql<SqlBool>`${sql.ref(company)} = ${companyId}`;
  const reach = reachOf(rights.see, privileges);
  if (reach === 'all') return own;
  const queues = state ? queuesOf(rights, privileges) : [];
  const open = [
    ...(reach === 'own' ? [owner].flat().map((column) => sql`${sql.ref(column)} = ${id}`) : []),
    ...(reach === 'own' && owners ? [sql`${id} = any(${sql.ref(owners)})`] : []),
    ...(queues.length > 0 ? [sql`${sql.ref(state!)} = any(${queues}::text[])`] : []),
  ];
  return open.length > 0 ? sql`${own} and (${sql.join(open, sql` or `)})` : sql`${own} and false`;
}

/** The same rule for one record: throws `forbidden` when the caller may not see it. */
export function checkVisible(ctx: Pick<Ctx, 'user'>, machine: Machine, record: { state: string }): void {
  const isOwn = machine.owners(record).includes(ctx.user.id);
  if (!sees(machine.rights, ctx.user.privileges, isOwn, record.state)) throw new Failure('forbidden');
}
