import { sql, type RawBuilder } from 'kysely';

/**
 * SQL for the gross cents that the company may still use of campaign `c` on a day: null without a budget, 0 when the
 * number of uses is exhausted. Revisions of the quote `rootId` do not count, because the issued one replaces them.
 */
export const leftOf = (companyId: number, day: string, rootId: number | null): RawBuilder<number | null> => sql`
  (select case when count(*) >= c.max_uses then 0 when c.max_amount is not null then greatest(0, c.max_amount - coalesce(sum(u.amount), 0)) end
    from campaign_uses u join quotes q on q.company_id = u.company_id and q.id = u.quote_id
    where u.company_id = ${companyId} and u.owner_id = c.company_id and u.campaign_id = c.id and not q.superseded
      and (q.state in ('accepted', 'converted') or q.state = 'issued' and q.expires_on >= ${day}) and q.root_id is distinct from ${rootId})`;
