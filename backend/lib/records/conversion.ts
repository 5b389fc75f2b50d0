/** What became of somebody who came, drove or asked: a quote or a contract of the same customer or lead, in the time after. */
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { CONVERSION_DAYS } from '#domain/stats/accesses.ts';
import { OWN } from '#backend/db/tenant.ts';

type Sql = RawBuilder<unknown>;

/** Who it was and when, as columns. */
interface Contact {
  customer: Sql;
  lead: Sql;
  day: Sql;
}

const after = (when: Sql, { day }: Contact) => sql`${when} between ${day} and ${day} + ${sql.lit(CONVERSION_DAYS)}`;

/** Condition: a quote was issued for them. */
export function isQuoted(of: Contact): RawBuilder<SqlBool> {
  const quotes = (whose: Sql) =>
    sql`exists (select from quotes q where q.company_id = ${OWN} and ${whose} and ${after(sql`(q.issued_at at time zone 'Europe/Rome')::date`, of)})`;
  return sql<SqlBool>`(${quotes(sql`q.customer_id = ${of.customer}`)} or ${quotes(sql`q.lead_id = ${of.lead}`)})`;
}

/** Condition: they signed a contract that was not cancelled. */
export const isContracted = (of: Contact): RawBuilder<SqlBool> =>
  sql<SqlBool>`(exists (select from contracts c where c.company_id = ${OWN} and c.customer_id = ${of.customer}
      and c.canceled_at is null and c.withdrawn_at is null and ${after(sql`c.signed_on`, of)})
    or exists (select from quotes q join contracts c on c.company_id = q.company_id and c.quote_id = q.id
      where q.company_id = ${OWN} and q.lead_id = ${of.lead} and c.canceled_at is null and c.withdrawn_at is null and ${after(sql`c.signed_on`, of)}))`;
