/** Whether the person of a lead has asked not to be contacted. */
import { sql } from 'kysely';
import type { Lead } from '#domain/leads/schema.ts';
import { isQuietPerson } from '../lib/people/quiet.ts';
import type { Ctx } from '../lib/work/context.ts';

type Person = Pick<Lead, 'quiet' | 'phone' | 'phone2' | 'email' | 'customerId'>;

/** Whether they have asked it, on this lead or on another one of theirs. */
export async function isQuiet(ctx: Ctx, { quiet, phone, phone2, email, customerId }: Person): Promise<boolean> {
  if (quiet) return true;
  const person = {
    customerId: sql`${customerId}::bigint`,
    phones: [phone, phone2].map((one) => sql`${one}::text`),
    emails: [sql`${email}::text`],
  };
  const { rows } = await sql<{ quiet: boolean }>`select ${isQuietPerson(person)} as quiet`.execute(ctx.db);
  return rows[0]!.quiet;
}

/** The same of a lead that a query has as `t`. */
export const isQuietLead = isQuietPerson({
  customerId: sql`t.customer_id`,
  phones: [sql`t.phone`, sql`t.phone2`],
  emails: [sql`t.email_key`],
});
