/** Valuations of an erased person's cars: plate, words and photos go, that a car was valued is still counted. */
import { sql } from 'kysely';
import { eraseFacts } from '../lib/records/audit-chain.ts';
import type { Ctx } from '../lib/work/context.ts';
import { writeWords } from '../lib/records/search.ts';
import { forget } from '../lib/files/uploads.ts';

/** Empties the valuations of these customers, and the answers of sources for their plates. */
export async function clearValuations(ctx: Ctx, customerIds: readonly number[]): Promise<void> {
  const { companyId } = ctx.user;
  const { rows } = await sql<{
    id: number;
    plateKey: string;
    damages: { photos: number[] }[];
  }>`select id, plate_key, damages
    from valuations where company_id = ${companyId} and customer_id = any(${customerIds}::bigint[]) for update`.execute(
    ctx.db,
  );
  if (rows.length === 0) return;
  const ids = rows.map(({ id }) => id);
  await forget(ctx, [...new Set(rows.flatMap(({ damages }) => damages.flatMap(({ photos }) => photos)))]);
  await sql`update valuations set plate = '', plate_key = '', notes = '', question = '', damages = '[]', customer_id = null,
      updated_at = ${ctx.now}, version = version + 1
    where company_id = ${companyId} and id = any(${ids}::bigint[])`.execute(ctx.db);
  const plates = rows.flatMap(({ plateKey }) => (plateKey ? [plateKey] : []));
  await sql`delete from quotations where company_id = ${companyId} and split_part(key, '|', 1) = any(${plates}::text[])`.execute(
    ctx.db,
  );
  await sql`delete from idempotency_keys where company_id = ${companyId} and response ->> 'id' = any(${ids.map(String)}::text[])
    and call ~ '^/valuations'`.execute(ctx.db);
  await writeWords(ctx, 'valuations', ids);
  await eraseFacts(ctx, 'valuation', ids);
}
