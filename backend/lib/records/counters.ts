import { sql } from 'kysely';
import { numberKinds, numberOf, type NumberKind } from '#domain/companies/numbers.ts';
import type { Ctx } from '../work/context.ts';

/**
 * The prefix of a kind in a year: that of the year itself or of the last one before it for which the company chose
 * one; null: that of the kind.
 */
export async function prefixIn({ db, user }: Pick<Ctx, 'db' | 'user'>, kind: NumberKind, year: number) {
  const row = await db
    .selectFrom('counters')
    .select('prefix')
    .where('companyId', '=', user.companyId)
    .where('kind', '=', kind)
    .where('year', '<=', year)
    .where('prefix', 'is not', null)
    .orderBy('year', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.prefix ?? null;
}

/**
 * The next number of this year for one kind of document or car. Its row stays locked until the caller's transaction
 * commits, so numbers have no gaps, and what has been given is never given again.
 */
export async function nextNumber(ctx: Ctx, kind: NumberKind): Promise<string> {
  const year = Number(ctx.today.slice(0, 4));
  const begins = await prefixIn(ctx, kind, year);
  const { rows } = await sql<{ last: number; prefix: string | null }>`
    insert into counters as c (company_id, kind, year, last, prefix)
    values (${ctx.user.companyId}, ${kind}, ${year}, 1, ${begins})
    on conflict (company_id, kind, year) do update set last = c.last + 1 returning last, prefix`.execute(ctx.db);
  const { last, prefix } = rows[0]!;
  return numberOf(kind, year, last, prefix ?? numberKinds[kind].prefix);
}
