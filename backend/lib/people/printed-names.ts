import { printedName } from '#domain/customers/transliteration.ts';
import type { Ctx } from '../work/context.ts';

/** The names of customers of the company as papers print them, by id: in letters that the fonts have. */
export async function printedNames({ db, user }: Ctx, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('customers')
    .select(['id', 'name', 'latinName'])
    .where('companyId', '=', user.companyId)
    .where('id', 'in', [...new Set(ids)])
    .execute();
  return new Map(rows.map((row) => [row.id, printedName(row)]));
}
