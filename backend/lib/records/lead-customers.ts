/** Records that were taken along from a lead, and its customer. */
import { sql } from 'kysely';
import type { Events } from '#domain/events.ts';
import type { Ctx } from '../work/context.ts';
import { writeWords } from './search.ts';

/** The customer of a lead; null: it has none yet. */
export async function customerOfLead({ db, user }: Ctx, leadId: number | null): Promise<number | null> {
  if (leadId === null) return null;
  const lead = await db
    .selectFrom('leads')
    .select('customerId')
    .where('companyId', '=', user.companyId)
    .where('id', '=', leadId)
    .executeTakeFirst();
  return lead?.customerId ?? null;
}

/** Sets the customer of a lead's records to the lead's own, where they have none or still its former one. */
export const followLead =
  (table: 'calendarEvents' | 'accesses') =>
  async (ctx: Ctx, { leadId, customerId, before }: Events['lead.linked']): Promise<void> => {
    if (customerId === null) return;
    const rows = await ctx.db
      .updateTable(table)
      .set({ customerId, updatedAt: ctx.now, version: sql<number>`version + 1` })
      .where('companyId', '=', ctx.user.companyId)
      .where('leadId', '=', leadId)
      .where((eb) => eb.or([eb('customerId', 'is', null), eb('customerId', '=', before)]))
      .returning('id')
      .execute();
    if (rows.length > 0)
      await writeWords(
        ctx,
        table,
        rows.map(({ id }) => id),
      );
  };
