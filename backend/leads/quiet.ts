/** Whether the person of a lead has asked not to be contacted. */
import { sql } from 'kysely';
import type { Lead } from '#domain/leads/schema.ts';
import { hasAskedQuiet, isQuietPerson } from '../lib/people/quiet.ts';
import type { Ctx } from '../lib/work/context.ts';

type Person = Pick<Lead, 'quiet' | 'phone' | 'phone2' | 'email' | 'customerId'>;

/** Whether they have asked it, on this lead or on another one of theirs. */
export const isQuiet = async (ctx: Ctx, { quiet, phone, phone2, email, customerId }: Person): Promise<boolean> =>
  quiet || hasAskedQuiet(ctx, { customerId, phones: [phone, phone2], emails: [email] });

/** The same of a lead that a query has as `t`. */
export const isQuietLead = isQuietPerson({
  customerId: sql`t.customer_id`,
  phones: [sql`t.phone`, sql`t.phone2`],
  emails: [sql`t.email_key`],
});
