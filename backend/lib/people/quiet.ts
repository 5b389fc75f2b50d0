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
 * telephone in whichever field it stands, or by e-mail in whatever case. What was asked is read once for all rows of a query.
 * The alias `asked` is taken.
 */
export function isQuietPerson({ customerId, phones, emails }: Known): RawBuilder<SqlBool> {
  const known = (column: string) => sql`(select asked.${sql.ref(column)} from leads asked
    where asked.company_id = ${OWN} and asked.quiet and asked.${sql.ref(column)} is not null)`;
  const either = [
    sql`${customerId} in ${known('customer_id')}`,
    ...phones.flatMap((one) => ['phone', 'phone2'].map((column) => sql`${one} in ${known(column)}`)),
    ...emails.map((one) => sql`lower(${one}) in ${known('email_key')}`),
  ];
  return sql<SqlBool>`coalesce(${sql.join(either, sql` or `)}, false)`;
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
