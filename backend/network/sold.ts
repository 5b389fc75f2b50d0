import { sql, type RawBuilder } from 'kysely';

/** States of a contract that is approved and still stands. */
const STILL_SOLD = ['approved', 'billed', 'completed'];

/**
 * A stay that follows "billed" begins with a credit note: the contract was approved before. `a` is the stay.
 */
const CREDITED = sql`exists (select from network_facts b where b.company_id = a.company_id and b.entity = 'contract'
  and b.record_id = a.record_id and b.state = 'billed' and b.until = a.day and b.id = (select max(l.id) from network_facts l
    where l.company_id = a.company_id and l.entity = 'contract' and l.record_id = a.record_id and l.id < a.id))`;

/** The contracts that still stand whose car was registered between two days (included): company, day, cars and model of each. */
export const platedBetween = (from: string, to: string): RawBuilder<unknown> => sql`(
  select company_id, record_id, registered_on as day, count, model_id
  from network_facts where entity = 'contract' and until is null and state = any(${STILL_SOLD}::text[])
    and registered_on between ${from}::date and ${to}::date)`;

/**
 * The contracts of the network that were last approved between two days (included) and still stand, from what companies
 * tell of themselves: company, day of approval, cars and model of each.
 */
export const soldBetween = (from: string, to: string): RawBuilder<unknown> => sql`(
  select a.company_id, a.record_id, max(a.day) as day, max(o.count) as count, max(o.model_id) as model_id
  from network_facts a
    join network_facts o on o.company_id = a.company_id and o.entity = 'contract' and o.record_id = a.record_id and o.until is null
  where a.entity = 'contract' and a.state = 'approved' and a.day >= ${from}::date and o.state = any(${STILL_SOLD}::text[])
    and not ${CREDITED}
  group by a.company_id, a.record_id having max(a.day) <= ${to}::date)`;
