import { sql } from 'kysely';
import type { Ctx } from './context.ts';

/**
 * The next number of this year for one kind of document. Its row stays locked until the caller's transaction commits,
 * so numbers have no gaps.
 */
export async function nextNumber(
  ctx: Ctx,
  kind: 'quote' | 'b2b_quote' | 'used_car' | 'new_car' | 'contract' | 'receipt',
): Promise<{ year: number; number: number }> {
  const year = Number(ctx.today.slice(0, 4));
  const { rows } = await sql<{ last: number }>`
    insert into counters as c (company_id, kind, year, last) values (${ctx.user.companyId}, ${kind}, ${year}, 1)
    on conflict (company_id, kind, year) do update set last = c.last + 1 returning last`.execute(ctx.db);
  return { year, number: rows[0]!.last };
}
