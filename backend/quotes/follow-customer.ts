import { sql } from 'kysely';
import type { Events } from '#domain/events.ts';
import type { Ctx } from '../lib/context.ts';
import { writeWords } from '../lib/search.ts';

/**
 * Drafts show their customer as it is called now; an issued quote says what was printed. Not a new version: nobody's open builder
 * is stale because of it, and its next save reads the customer again. All are found by the new name.
 */
export async function followCustomer(ctx: Ctx, { id, name, type }: Events['customer.renamed']): Promise<void> {
  const { db, user } = ctx;
  const customer = JSON.stringify({ id, name, type });
  await db
    .updateTable('quotes')
    .set({ customerName: name, draft: sql<string>`jsonb_set(draft, '{customer}', ${customer}::jsonb)` })
    .where('companyId', '=', user.companyId)
    .where('customerId', '=', id)
    .where('state', '=', 'draft')
    .execute();
  const quotes = db.selectFrom('quotes').select('id').where('companyId', '=', user.companyId);
  const found = await quotes.where('customerId', '=', id).execute();
  await writeWords(
    ctx,
    'quotes',
    found.map((quote) => quote.id),
  );
}
