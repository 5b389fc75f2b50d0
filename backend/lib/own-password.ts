import { Failure } from '#domain/errors.ts';
import type { HeavyCtx } from './context.ts';
import { inHashSlot, verifyPassword } from './password.ts';
import { readLogin } from './people.ts';
import { assertFree, countAttempt } from './throttle.ts';

/** Asks a logged-in person for the password again. Wrong ones count as failed logins; throws `invalid` at `field`, or `too_many`. */
export async function checkOwnPassword(ctx: HeavyCtx, password: string, field: string): Promise<void> {
  const { companyId, id: userId, email } = ctx.user;
  const account = email.toLowerCase();
  await ctx.briefly((db) => assertFree(db, ctx.now, { account }));
  const login = await ctx.inside(({ db }) => readLogin(db, { companyId, userId }));
  if (await inHashSlot(() => verifyPassword(password, login?.passwordHash ?? null))) return;
  await ctx.briefly((db) => countAttempt(db, 'account', account, ctx.now));
  throw new Failure('invalid', undefined, { fields: { [field]: 'La password attuale non è corretta' } });
}
