import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { HITS, type Hits } from '../ports/area.ts';
import type { Ctx } from '../work/context.ts';

/**
 * Finds records for Ctrl+K among those that `where` allows, the last changed first. `columns`: columns of the table
 * `as` and of `joins`; `may`: whether the caller sees any.
 */
export const hitsOf = <Row extends { id: number }>(
  { table, as }: { table: string; as: string },
  columns: RawBuilder<unknown>,
  where: (ctx: Ctx) => RawBuilder<SqlBool>,
  hit: (row: Row) => Awaited<ReturnType<Hits['find']>>[number],
  { joins = sql``, may = () => true }: { joins?: RawBuilder<unknown>; may?: Hits['may'] } = {},
): Hits => ({
  kind: table,
  may,
  find: async (ctx, best) => {
    const id = `${as}.id`;
    const rows = await best.first(id, HITS, async (condition, limit) => {
      const found = sql<Row>`select ${sql.ref(id)}, ${columns} from ${sql.table(table)} ${sql.table(as)} ${joins}
        where ${where(ctx)} and ${condition} order by ${sql.ref(`${as}.updated_at`)} desc, ${sql.ref(id)} desc limit ${limit}`;
      return (await found.execute(ctx.db)).rows;
    });
    return rows.map(hit);
  },
});
