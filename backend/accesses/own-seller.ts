import { sql } from 'kysely';
import type { Ctx } from '../lib/context.ts';

interface Known {
  customerId: number | null;
  leadId: number | null;
}

/** The seller who knows the customer already: the one of the lead, else of the customer, else of the last visit. */
export async function ownSellerOf({ db, user }: Ctx, { customerId, leadId }: Known): Promise<number | null> {
  if (customerId === null && leadId === null) return null;
  const { companyId } = user;
  const { rows } = await sql<{
    id: number;
  }>`select u.id from users u where u.company_id = ${companyId} and u.archived_at is null
      and u.id = coalesce(
        (select l.assignee_id from leads l where l.company_id = ${companyId} and l.id = ${leadId}),
        (select c.seller_id from customers c where c.company_id = ${companyId} and c.id = ${customerId}),
        (select a.seller_id from accesses a where a.company_id = ${companyId} and a.customer_id = ${customerId}
          and a.state = 'seller_handled' order by a.id desc limit 1))`.execute(db);
  return rows[0]?.id ?? null;
}
