/** Kept files of reports that are sent by themselves: what several areas do with them. */
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { Ctx } from '../work/context.ts';
import { deleteFiles } from './delete.ts';

/** Deletes the files of those mails of the company that match, after the commit; a mail that waits does not leave any more. */
export async function dropReportFiles(ctx: Ctx, which: RawBuilder<SqlBool> = sql`true`): Promise<void> {
  const { companyId } = ctx.user;
  const { rows } = await sql<{ id: number; key: string }>`select id, file_key as key from report_mails
    where company_id = ${companyId} and file_key is not null and ${which} for update`.execute(ctx.db);
  if (rows.length === 0) return;
  await sql`update report_mails set file_key = null, state = case when state = 'waiting' then 'failed' else state end,
      failure = case when state = 'waiting' then 'Il file è stato cancellato' else failure end
    where company_id = ${companyId} and id = any(${rows.map(({ id }) => id)}::bigint[])`.execute(ctx.db);
  // Those who see the same share a file: it stays while one of them may still get it.
  const { rows: free } = await sql<{
    key: string;
  }>`select distinct key from unnest(${rows.map(({ key }) => key)}::text[]) key
    where not exists (select from report_mails m where m.company_id = ${companyId} and m.file_key = key)`.execute(
    ctx.db,
  );
  await ctx.enqueue(deleteFiles, { keys: free.map(({ key }) => key) });
}
