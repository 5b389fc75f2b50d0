/** Appointments of an erased person: what was written goes, that there was one is still counted. */
import { sql } from 'kysely';
import { eraseFacts } from '../lib/audit-chain.ts';
import type { Ctx } from '../lib/context.ts';
import { writeWords } from '../lib/search.ts';

/** Empties the events of these customers and returns their ids; what they took of calendars stays taken. */
export async function clearEvents(ctx: Ctx, customerIds: readonly number[]): Promise<number[]> {
  const { companyId } = ctx.user;
  const { rows } = await sql<{
    id: number;
  }>`update calendar_events set title = '', note = '', checklist = '[]', licence = null, damage = null, customer_id = null,
      remind_at = null, tell_at = null, told = null, updated_at = ${ctx.now}, version = version + 1
    where company_id = ${companyId} and customer_id = any(${customerIds}::bigint[]) returning id`.execute(ctx.db);
  const ids = rows.map(({ id }) => id);
  await sql`delete from idempotency_keys where company_id = ${companyId} and response ->> 'id' = any(${ids.map(String)}::text[])
    and call ~ '^/calendars'`.execute(ctx.db);
  await writeWords(ctx, 'calendarEvents', ids);
  await eraseFacts(ctx, 'event', ids);
  return ids;
}
