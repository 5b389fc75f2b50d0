/** What companies tell the network of their records, as whoever counts it reads it. */
import { sql, type RawBuilder, type SqlBool } from 'kysely';

/** Condition: a record is still where this stay (a table or its alias) says, and has not lapsed before today. */
export const stands = (stay: string, today: string): RawBuilder<SqlBool> =>
  sql`${sql.ref(`${stay}.until`)} is null and (${sql.ref(`${stay}.lapses_on`)} is null or ${sql.ref(`${stay}.lapses_on`)} >= ${today}::date)`;

/**
 * SQL: what uses the manufacturer's campaigns today, as rows of company, record, campaign and amount in cents: contracts that go on,
 * and quotes that are issued or accepted. What a contract took over its quote uses no more. Most quotes that ever used one
 * have ended, so that those that stand come first.
 */
export const usesOn = (today: string): RawBuilder<unknown> => sql`(
  select company_id, entity, record_id, campaign_id, amount from network_uses where entity = 'contract'
  union all
  select u.company_id, u.entity, u.record_id, u.campaign_id, u.amount
  from network_facts f join network_uses u on u.company_id = f.company_id and u.entity = 'quote' and u.record_id = f.record_id
  where f.entity = 'quote' and f.state in ('issued', 'accepted') and ${stands('f', today)})`;
