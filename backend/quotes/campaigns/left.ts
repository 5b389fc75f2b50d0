import { sql, type RawBuilder } from 'kysely';
import type { Uses } from '#domain/quotes/campaigns/reach.ts';

/**
 * SQL for what the company's issued quotes and sales use of campaign `c` on a day: their number and gross cents.
 * Revisions of the quote `rootId` do not count, because the issued one replaces them.
 */
export const usesSql = (companyId: number, day: string, rootId: number | null): RawBuilder<Uses> => sql`
  (select jsonb_build_object('uses', count(*), 'given', coalesce(sum(u.amount), 0))
    from campaign_uses u join quotes q on q.company_id = u.company_id and q.id = u.quote_id
    where u.company_id = ${companyId} and u.owner_id = c.company_id and u.campaign_id = c.id and not q.superseded
      and (q.state in ('accepted', 'converted') or q.state = 'issued' and q.expires_on >= ${day}) and q.root_id is distinct from ${rootId})`;
