/** Visits of an erased person: what was said and typed goes, that somebody came is still counted. */
import { sql } from 'kysely';
import { eraseFacts } from '../lib/records/audit-chain.ts';
import type { Ctx } from '../lib/work/context.ts';
import { writeWords } from '../lib/records/search.ts';
import type { Customer } from './customers.ts';

/**
 * Empties the visits of these customers, of their leads, or of nobody with their telephones: they stay as anonymous ones, and
 * nobody waits for one that was booked.
 */
export async function clearAccesses(
  ctx: Ctx,
  customers: readonly Customer[],
  leadIds: readonly number[],
): Promise<void> {
  const { companyId } = ctx.user;
  const phones = customers.flatMap(({ phone, phone2 }) =>
    [phone, phone2].filter((one): one is string => typeof one === 'string' && one !== ''),
  );
  const { rows } = await sql<{
    id: number;
  }>`update accesses set name = '', wish = '', phone = null, note = '', next_step = '',
      customer_id = null, missed_at = case when state = 'external_booking' then coalesce(missed_at, ${ctx.now}) else missed_at end,
      updated_at = ${ctx.now}, version = version + 1
    where company_id = ${companyId} and (customer_id = any(${customers.map(({ id }) => id)}::bigint[])
      or (customer_id is null and phone = any(${phones}::text[])) or lead_id = any(${leadIds}::bigint[])) returning id`.execute(
    ctx.db,
  );
  const ids = rows.map(({ id }) => id);
  await sql`delete from idempotency_keys where company_id = ${companyId} and response ->> 'id' = any(${ids.map(String)}::text[])
    and call ~ '^/accesses'`.execute(ctx.db);
  await writeWords(ctx, 'accesses', ids);
  await eraseFacts(ctx, 'access', ids);
}
