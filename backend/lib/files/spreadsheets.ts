/** Kept files of large spreadsheets: what several areas do with them. */
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { Ctx } from '../work/context.ts';
import { deleteFiles } from './delete.ts';

/** Deletes those of the company that match; their files after the commit. */
export async function dropSpreadsheets(ctx: Ctx, which: RawBuilder<SqlBool> = sql`true`): Promise<void> {
  const { rows } = await sql<{
    key: string;
  }>`delete from spreadsheets where company_id = ${ctx.user.companyId} and ${which}
    returning file_key as key`.execute(ctx.db);
  if (rows.length > 0) await ctx.enqueue(deleteFiles, { keys: rows.map(({ key }) => key) });
}
