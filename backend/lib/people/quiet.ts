/** Who has asked not to be contacted: one question for everybody who would write or call. */
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { OWN } from '#backend/db/tenant.ts';
import type { Ctx } from '../work/context.ts';

/** What a query has of a person: each may be null. */
interface Known {
  customerId: RawBuilder<unknown>;
  phones: readonly RawBuilder<unknown>[];
  emails: readonly RawBuilder<unknown>[];
}

/**
 * The condition that a person has asked not to be contacted, on any of their leads: it is theirs by the customer, by either
 * telephone in whichever field it stands, or by e-mail in whatever case. The alias `asked` is taken.
 */
export function isQuietPerson({ customerId, phones, emails }: Known): RawBuilder<SqlBool> {
  const numbers = sql`any(array[${sql.join(phones)}]::text[])`;
  return sql<SqlBool>`exists (select from leads asked where asked.company_id = ${OWN} and asked.quiet
    and (asked.customer_id = ${customerId} or asked.phone = ${numbers} or asked.phone2 = ${numbers}
      or asked.email_key = any(select lower(one) from unnest(array[${sql.join(emails)}]::text[]) one)))`;
}

/** The same of a customer of the company, whose id a query has; nobody's id: false. */
export const isQuietCustomer = (id: RawBuilder<unknown>): RawBuilder<SqlBool> =>
  sql<SqlBool>`exists (select from customers person where person.company_id = ${OWN} and person.id = ${id}
    and ${isQuietPerson({ customerId: sql`person.id`, phones: [sql`person.phone`, sql`person.phone2`], emails: [sql`person.email_key`] })})`;

/** The same of somebody who is known by these. */
export async function hasAskedQuiet(
  { db }: Pick<Ctx, 'db'>,
  {
    customerId,
    phones,
    emails = [],
  }: { customerId: number | null; phones: readonly (string | null)[]; emails?: readonly (string | null)[] },
): Promise<boolean> {
  const person = {
    customerId: sql`${customerId}::bigint`,
    phones: [null, ...phones].map((one) => sql`${one}::text`),
    emails: [null, ...emails].map((one) => sql`${one}::text`),
  };
  const { rows } = await sql<{ quiet: boolean }>`select ${isQuietPerson(person)} as quiet`.execute(db);
  return rows[0]!.quiet;
}
