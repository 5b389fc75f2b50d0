import { Failure } from '#domain/errors.ts';
import type { HeavyCtx, PublicCtx } from '../work/context.ts';
import { inHashSlot, verifyPassword } from './password.ts';
import { readLogin } from './people.ts';
import { assertFree, countTry } from './throttle.ts';

/** Whether `password` fits this PHC string. Wrong ones count as failed logins of the address; throws `too_many`. */
export async function isPassword(
  { briefly, now }: Pick<PublicCtx, 'briefly' | 'now'>,
  { email, passwordHash }: { email: string; passwordHash: string | null },
  password: string,
): Promise<boolean> {
  const account = email.toLowerCase();
  const assertAllowed = () => briefly((db) => assertFree(db, now, { account }));
  await assertAllowed();
  const isRight = await inHashSlot(async () => {
    // Checked again inside the slot: many calls of a burst may pass the first check together, but only a few may reach
    // the hash.
    await assertAllowed();
    return verifyPassword(password, passwordHash);
  });
  if (!isRight) await briefly((db) => countTry(db, 'account', account, now));
  return isRight;
}

/** Asks a logged-in person for the password again. Wrong ones count as failed logins; throws `invalid` at `field`, or `too_many`. */
export async function checkOwnPassword(ctx: HeavyCtx, password: string, field: string): Promise<void> {
  const { companyId, id: userId, email } = ctx.user;
  const login = await ctx.inside(({ db }) => readLogin(db, { companyId, userId }));
  if (await isPassword(ctx, { email, passwordHash: login?.passwordHash ?? null }, password)) return;
  throw new Failure('invalid', undefined, { fields: { [field]: 'La password attuale non è corretta' } });
}
