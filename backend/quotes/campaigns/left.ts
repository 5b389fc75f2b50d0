import { sql, type RawBuilder } from 'kysely';
import { MANUFACTURER } from '#domain/endpoint.ts';
import type { Uses } from '#domain/quotes/campaigns/reach.ts';
import { OWN } from '#backend/db/tenant.ts';

/** A sale that is priced: the first revision of its quote, and its contract; null where it has none. */
export interface Sale {
  rootId: number | null;
  contractId: number | null;
}

/**
 * SQL for what the company's issued quotes and its contracts use of campaign `c` on a day: their number and gross cents.
 * A contract uses what it agrees itself, whatever its quote gave. The own quote and contract of the sale that is priced
 * do not count, because the new price replaces theirs.
 */
export const usesSql = (
  companyId: number | typeof OWN,
  day: string,
  { rootId, contractId }: Sale,
): RawBuilder<Uses> => sql`
  (select jsonb_build_object('uses', count(*), 'given', coalesce(sum(used.amount), 0)) from (
    select u.amount from campaign_uses u join quotes q on q.company_id = u.company_id and q.id = u.quote_id
    where u.company_id = ${companyId} and u.owner_id = c.company_id and u.campaign_id = c.id and not q.superseded
      and (q.state = 'accepted' or q.state = 'issued' and q.expires_on >= ${day}) and q.root_id is distinct from ${rootId}
    union all
    select sum(l.amount) from contract_lines l join contracts t on t.company_id = l.company_id and t.id = l.contract_id
    where l.company_id = ${companyId} and l.campaign_company_id = c.company_id and l.campaign_id = c.id
      and t.canceled_at is null and t.withdrawn_at is null and t.id is distinct from ${contractId}
    group by t.id) used)`;

/** What the campaigns that run on a day have left of their budgets, in cents, for the company of the transaction. */
export const budgetsOn = (
  day: string,
): RawBuilder<unknown> => sql`(select ${OWN}::int as company_id, c.id, c.company_id || '.' || c.id as key, c.name,
    case when (u.used->>'uses')::int >= c.max_uses then 0 else greatest(0, c.max_amount - (u.used->>'given')::bigint) end as "left"
  from campaigns c cross join lateral (select ${usesSql(OWN, day, { rootId: null, contractId: null })} as used) u
  where c.company_id in (${MANUFACTURER}, ${OWN}) and c.state = 'active' and c.archived_at is null and c.max_amount is not null
    and c.valid_from <= ${day}::date and coalesce(c.valid_to, ${day}::date) >= ${day}::date)`;
