/** Records that were taken along from a lead, and its customer. */
import { sql } from 'kysely';
import type { Ctx } from './context.ts';
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

/** Gives the records of a lead that have no customer the one that it has now. */
export const followLead =
  (table: 'calendarEvents' | 'accesses') =>
  async (ctx: Ctx, { leadId, customerId }: { leadId: number; customerId: number }): Promise<void> => {
    const rows = await ctx.db
      .updateTable(table)
      .set({ customerId, updatedAt: ctx.now, version: sql<number>`version + 1` })
      .where('companyId', '=', ctx.user.companyId)
      .where('leadId', '=', leadId)
      .where('customerId', 'is', null)
      .returning('id')
      .execute();
    if (rows.length > 0)
      await writeWords(
        ctx,
        table,
        rows.map(({ id }) => id),
      );
  };
