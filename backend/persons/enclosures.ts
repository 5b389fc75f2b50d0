/** What customers were asked for by a link and nobody has accepted: no part of the contract that the law keeps. */
import { sql } from 'kysely';
import { forget } from '../lib/files/uploads.ts';
import type { Ctx } from '../lib/work/context.ts';

/** Ends the links by which these customers were asked for enclosures, and deletes what came and what was written of it. */
export async function clearEnclosures(ctx: Ctx, ids: readonly number[]): Promise<void> {
  const { companyId } = ctx.user;
  const theirs = sql`(select c.id from contracts c where c.company_id = ${companyId} and c.customer_id = any(${[...ids]}::bigint[]))`;
  const { rows } = await sql<{ pages: number[] }>`delete from enclosures where company_id = ${companyId}
    and contract_id in ${theirs} returning upload_ids as pages`.execute(ctx.db);
  await forget(
    ctx,
    rows.flatMap(({ pages }) => pages),
  );
  await sql`update links set revoked_at = ${ctx.now} where company_id = ${companyId} and purpose = 'enclosures'
    and revoked_at is null and record_id in ${theirs}`.execute(ctx.db);
  await sql`delete from messages where company_id = ${companyId} and entity = 'contract' and record_id in ${theirs}`.execute(
    ctx.db,
  );
}
