import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { Failure } from '#domain/errors.ts';
import type { Machine } from '#domain/record/machine.ts';
import { queuesOf, reachOf, sees, type Rights } from '#domain/record/rights.ts';
import type { Ctx } from '../work/context.ts';

/** Whose the records of a table are: what a kind of record says of itself (`CourseOf`). */
export interface Owned {
  machine: { rights: Rights };
  /** The alias of the table in the query, which has company_id and, for rights that depend on it (queues), state. */
  as: string;
  /** Columns that each hold one owner, and a column that holds an array of owners. */
  owner: readonly string[];
  owners?: string;
}

/**
 * Condition: the records that the caller may see, for every query of the area: lists, counts, exports, search, figures.
 */
export function visible(ctx: Pick<Ctx, 'user'>, { machine, as, owner, owners }: Owned): RawBuilder<SqlBool> {
  const { id, companyId, privileges } = ctx.user;
  const column = (name: string) => sql.ref(`${as}.${name}`);
  const own = sql<SqlBool>`${column('company_id')} = ${companyId}`;
  const reach = reachOf(machine.rights.see, privileges);
  if (reach === 'all') return own;
  const queues = queuesOf(machine.rights, privileges);
  const open = [
    ...(reach === 'own' ? owner.map((name) => sql`${column(name)} = ${id}`) : []),
    ...(reach === 'own' && owners ? [sql`${id} = any(${column(owners)})`] : []),
    ...(queues.length > 0 ? [sql`${column('state')} = any(${queues}::text[])`] : []),
  ];
  return open.length > 0 ? sql`${own} and (${sql.join(open, sql` or `)})` : sql`${own} and false`;
}

/** The same rule for one record: throws `forbidden` when the caller may not see it. */
export function checkVisible(ctx: Pick<Ctx, 'user'>, machine: Machine, record: { state: string }): void {
  const isOwn = machine.owners(record).includes(ctx.user.id);
  if (!sees(machine.rights, ctx.user.privileges, isOwn, record.state)) throw new Failure('forbidden');
}
