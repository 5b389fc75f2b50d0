/** What companies tell the network of their records, as whoever counts it reads it. */
import { sql, type RawBuilder, type SqlBool } from 'kysely';

/** Condition: a record is still where this stay (a table or its alias) says, and has not lapsed before today. */
export const stands = (stay: string, today: string): RawBuilder<SqlBool> =>
  sql`${sql.ref(`${stay}.until`)} is null and (${sql.ref(`${stay}.lapses_on`)} is null or ${sql.ref(`${stay}.lapses_on`)} >= ${today}::date)`;

/**
 * SQL: what uses the manufacturer's campaigns today, as rows `u`: contracts that go on, and quotes that are issued or
 * accepted. What a contract took over its quote uses no more.
 */
export const usesOn = (today: string): RawBuilder<unknown> => sql`network_uses u
      left join network_facts f on f.company_id = u.company_id and f.entity = u.entity and u.entity = 'quote'
        and f.record_id = u.record_id and ${stands('f', today)} and f.state in ('issued', 'accepted')`;
/** Condition of the same: the use counts. */
export const isUsed = sql<SqlBool>`(u.entity = 'contract' or f.id is not null)`;
