import { sql } from 'kysely';
import type { Events } from '#domain/events.ts';
import type { Ctx } from '../lib/context.ts';
import { writeWords } from '../lib/search.ts';

/**
 * Drafts show their customer as it is called now; an issued quote says what was printed. Not a new version: nobody's open builder
 * is stale because of it, and its next save reads the customer again. All are found by the new name.
 */
export async function followCustomer(ctx: Ctx, { id, name, type }: Events['customer.renamed']): Promise<void> {
  const { companyId } = ctx.user;
  const customer = JSON.stringify({ id, name, type });
  for (const table of ['quotes', 'b2bQuotes'] as const) {
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
