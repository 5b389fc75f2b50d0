import type { Events } from '#domain/events.ts';
import type { Ctx } from '../lib/work/context.ts';
import { readPerson } from '../lib/people/people.ts';
import { forgive } from '../lib/people/throttle.ts';
import { passwordNotice } from './mails.ts';

/**
 * After a new password: ends older sessions, forgets remembered browsers, forgives wrong guesses, and tells the person
 * by mail.
 */
export async function endOlderSessions(
  ctx: Ctx,
  { userId, keepSession }: Events['user.password-changed'],
): Promise<void> {
  const { companyId } = ctx.user;
  await ctx.db
    .updateTable('sessions')
    .set({ revokedAt: ctx.now })
    .where('companyId', '=', companyId)
    .where('userId', '=', userId)
    .where('id', '!=', keepSession ?? 0)
    .where('revokedAt', 'is', null)
    .execute();
  await ctx.db
    .deleteFrom('rememberedDevices')
    .where('companyId', '=', companyId)
    .where('userId', '=', userId)
    .execute();
  const person = await readPerson(ctx.db, { companyId: ctx.user.companyId, userId });
  if (person) await forgive(ctx.db, 'account', person.email.toLowerCase());
  await ctx.enqueue(passwordNotice, { companyId, userId });
  ctx.forget(userId);
}
