import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { AccessInput } from '#domain/accesses/schema.ts';
import type { Ctx } from '../lib/work/context.ts';
import { named } from '../lib/records/search.ts';

/** What a visit of which nobody knew the customer says once somebody does. */
export const namedColumns = async (ctx: Ctx, record: Known & { ownSellerId: number | null }, customerId: number) => ({
  customerId,
  ownSellerId: (await ownSellerOf(ctx, { ...record, customerId })) ?? record.ownSellerId,
});

type Known = Pick<AccessInput, 'name' | 'phone' | 'customerId' | 'leadId'>;

/** Which open leads are of this person: by customer, else by telephone, else by the full name as it is typed. */
async function theirs(ctx: Ctx, { name, phone, customerId }: Known): Promise<RawBuilder<SqlBool>> {
  if (customerId !== null) return sql`l.customer_id = ${customerId}`;
  if (phone !== null) return sql`l.phone = ${phone}`;
  if (!name.trim().includes(' ')) return sql`false`;
  return sql`lower(l.name) = lower(${name}) and ${(await named(ctx, 'leads', name)).among('l.id')}`;
}

/**
 * The seller who knows the person already: the one of the lead, else of their open leads where these are one seller's,
 * else of the customer, else of the last visit. Who registers a visit is told whom to send for, also where the lead itself
 * is not theirs to see (rules.md §21).
 */
export async function ownSellerOf(ctx: Ctx, known: Known): Promise<number | null> {
  const { customerId, leadId } = known;
  const { companyId } = ctx.user;
  const { rows } = await sql<{
    id: number;
  }>`select u.id from users u where u.company_id = ${companyId} and u.archived_at is null
      and u.id = coalesce(
        (select l.assignee_id from leads l where l.company_id = ${companyId} and l.id = ${leadId}),
        (select min(l.assignee_id) from leads l where l.company_id = ${companyId} and l.state <> 'closed'
          and ${await theirs(ctx, known)} having count(distinct l.assignee_id) = 1),
        (select c.seller_id from customers c where c.company_id = ${companyId} and c.id = ${customerId}),
        (select a.seller_id from accesses a where a.company_id = ${companyId} and a.customer_id = ${customerId}
          and a.state = 'seller_handled' order by a.id desc limit 1))`.execute(ctx.db);
  return rows[0]?.id ?? null;
}
