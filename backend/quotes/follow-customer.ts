import { sql } from 'kysely';
import type { Events } from '#domain/events.ts';
import type { Ctx } from '../lib/work/context.ts';
import { writeWords } from '../lib/records/search.ts';

/**
 * Updates the customer's name in drafts; an issued quote keeps the printed name. The version does not change, so open
 * builders do not become stale; their next save reads the customer again. The search finds all of them by the new name.
 */
export async function followCustomer(ctx: Ctx, { id, name, type, country }: Events['customer.renamed']): Promise<void> {
  const { companyId } = ctx.user;
  const drafted = { quotes: { id, name, type }, b2bQuotes: { id, name, type, country } };
  for (const table of ['quotes', 'b2bQuotes'] as const) {
    const customer = JSON.stringify(drafted[table]);
    const own = sql`company_id = ${companyId} and customer_id = ${id}`;
    await sql`update ${sql.table(table)} set customer_name = ${name}, draft = jsonb_set(draft, '{customer}', ${customer}::jsonb)
      where ${own} and state = 'draft'`.execute(ctx.db);
    const { rows } = await sql<{ id: number }>`select id from ${sql.table(table)} where ${own}`.execute(ctx.db);
    await writeWords(
      ctx,
      table,
      rows.map((quote) => quote.id),
    );
  }
}
