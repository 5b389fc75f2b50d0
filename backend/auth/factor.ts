import { randomInt } from 'node:crypto';
import { RECOVERY_CODES } from '#domain/auth/limits.ts';
import { Failure } from '#domain/errors.ts';
import type { Ctx } from '../lib/work/context.ts';
import { keyedHash, seal } from '../lib/work/seal.ts';
import { purposeOf, readFactor, recoveryOf, wrong } from '../lib/people/second-factor.ts';
import { securityNotice } from '../lib/people/security-notice.ts';
import { stepFor } from '../lib/people/totp.ts';
import type { Ticket } from './tickets.ts';

const SIGNS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const ownerOf = ({ user }: Pick<Ctx, 'user'>) => ({ companyId: user.companyId, userId: user.id });

/** Replaces the recovery codes by ten new ones. They can be read only now: the database keeps hashes. */
export async function newRecoveryCodes(ctx: Ctx): Promise<string[]> {
  await ctx.db
    .deleteFrom('recoveryCodes')
    .where((eb) => eb.and(ownerOf(ctx)))
    .execute();
  const codes = Array.from({ length: RECOVERY_CODES }, () =>
    Array.from({ length: 10 }, () => SIGNS[randomInt(SIGNS.length)]).join(''),
  );
  await ctx.db
    .insertInto('recoveryCodes')
    .values(codes.map((code) => ({ ...ownerOf(ctx), codeHash: keyedHash(ctx.config, recoveryOf(ctx), code) })))
    .execute();
  return codes.map((code) => `${code.slice(0, 5)}-${code.slice(5)}`);
}

/**
 * Makes the secret of a set-up the second factor, proved by the app's first code; remembered browsers and old codes
 * become void. Throws at `code`, and `conflict` when the factor changed since the set-up began: of two set-ups, the one
 * confirmed first counts.
 */
export async function activate(ctx: Ctx, { secret: text = '', over = null }: Ticket, code: string): Promise<string[]> {
  // Without a factor there is no row of it to lock, so the user's row is locked.
  await ctx.db
    .selectFrom('users')
    .select('id')
    .where('companyId', '=', ctx.user.companyId)
    .where('id', '=', ctx.user.id)
    .forUpdate()
    .execute();
  const now = await readFactor(ctx);
  if ((now?.activatedAt ?? null) !== over)
    throw new Failure('conflict', 'Intanto il secondo fattore è stato attivato altrove: vale quello.');
  // A ticket by mail has no secret until its set-up begins; without one any code could be computed.
  if (text === '') throw wrong();
  const secret = Buffer.from(text, 'base64');
  const lastStep = stepFor(secret, code, ctx.now, 0);
  if (lastStep === null) throw wrong();
  await clear(ctx, ctx.user.id);
  await ctx.db
    .insertInto('secondFactors')
    .values({
      ...ownerOf(ctx),
      lastStep,
      activatedAt: ctx.now,
      secret: seal(ctx.config, purposeOf(ctx), secret.toString('base64')),
    })
    .execute();
  await endOtherSessions(ctx, ctx.user.id);
  await ctx.enqueue(securityNotice, { ...ownerOf(ctx), what: 'activated' });
  ctx.audit({ action: 'second_factor_on', entity: 'user', entityId: ctx.user.id });
  return newRecoveryCodes(ctx);
}

/** Removes the second factor of a user of the company, with recovery codes and remembered browsers. */
export async function clear({ db, user: { companyId } }: Ctx, userId: number): Promise<void> {
  for (const table of ['secondFactors', 'recoveryCodes', 'rememberedDevices'] as const)
    await db.deleteFrom(table).where('companyId', '=', companyId).where('userId', '=', userId).execute();
}

/** Ends all sessions of a user except the caller's own. */
export async function endOtherSessions(ctx: Ctx, userId: number): Promise<void> {
  await ctx.db
    .updateTable('sessions')
    .set({ revokedAt: ctx.now })
    .where('companyId', '=', ctx.user.companyId)
    .where('userId', '=', userId)
    .where('id', '!=', ctx.sessionId)
    .where('revokedAt', 'is', null)
    .execute();
  ctx.forget(userId);
}
