import { randomInt } from 'node:crypto';
import { RECOVERY_CODES } from '#domain/auth/limits.ts';
import { Failure } from '#domain/errors.ts';
import type { Ctx } from '../lib/context.ts';
import { keyedHash, keyedHashes, seal, unseal } from '../lib/seal.ts';
import { countTry, forgive, tooMany, waitOf } from '../lib/throttle.ts';
import { securityNotice } from './notices.ts';
import type { Ticket } from './tickets.ts';
import { stepFor } from './totp.ts';

const SIGNS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const ownerOf = ({ user }: Pick<Ctx, 'user'>) => ({ companyId: user.companyId, userId: user.id });
const purposeOf = ({ user }: Pick<Ctx, 'user'>) => `second-factor/${user.companyId}/${user.id}`;
const recoveryOf = ({ user }: Pick<Ctx, 'user'>) => `recovery/${user.companyId}/${user.id}`;

/**
 * The second factor of the person of the transaction, locked until its end so that guesses take turns; null without
 * one. `secret` is null when it was sealed with a secret that is no longer known: it must be set up again. A secret
 * sealed with SESSION_SECRET_OLD is sealed anew.
 */
export async function readFactor(ctx: Ctx) {
  const row = await ctx.db
    .selectFrom('secondFactors')
    .select(['secret', 'lastStep', 'activatedAt'])
    .where((eb) => eb.and(ownerOf(ctx)))
    .forUpdate()
    .executeTakeFirst();
  if (!row) return null;
  const opened = unseal(ctx.config, purposeOf(ctx), row.secret);
  if (opened === null) ctx.log.warn({ requestId: ctx.requestId, ...ownerOf(ctx) }, 'second factor cannot be read');
  else if (!opened.current)
    await ctx.db
      .updateTable('secondFactors')
      .set({ secret: seal(ctx.config, purposeOf(ctx), opened.text) })
      .where((eb) => eb.and(ownerOf(ctx)))
      .execute();
  return { ...row, secret: opened && Buffer.from(opened.text, 'base64') };
}

const wrong = () =>
  new Failure('invalid', undefined, { fields: { code: 'Codice non valido o già usato: aspettare il prossimo' } });

/**
 * Uses up a code of the app or a recovery code. A refusal is returned rather than thrown, so that the transaction
 * commits and the wrong guess stays counted. After too many guesses the person has to wait, even with the right code.
 */
export async function spendCode(ctx: Ctx, code: string): Promise<Failure | 'code' | 'recovery code'> {
  const { companyId, userId } = ownerOf(ctx);
  const account = `${companyId}/${userId}`;
  const factor = await readFactor(ctx);
  const wait = await waitOf(ctx.db, 'code', account, ctx.now);
  if (wait > 0) return tooMany(wait);
  const step = factor?.secret ? stepFor(factor.secret, code, ctx.now, factor.lastStep) : null;
  if (step !== null) {
    await ctx.db
      .updateTable('secondFactors')
      .set({ lastStep: step })
      .where((eb) => eb.and(ownerOf(ctx)))
      .execute();
  } else if (!factor || !(await spendRecoveryCode(ctx, code))) {
    await countTry(ctx.db, 'code', account, ctx.now);
    ctx.log.warn({ requestId: ctx.requestId, ip: ctx.ip, companyId, userId }, 'second factor failed');
    return wrong();
  }
  await forgive(ctx.db, 'code', account);
  return step === null ? 'recovery code' : 'code';
}

async function spendRecoveryCode(ctx: Ctx, code: string): Promise<boolean> {
  const { numUpdatedRows } = await ctx.db
    .updateTable('recoveryCodes')
    .set({ usedAt: ctx.now })
    .where((eb) => eb.and(ownerOf(ctx)))
    .where('codeHash', 'in', keyedHashes(ctx.config, recoveryOf(ctx), code))
    .where('usedAt', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  await ctx.enqueue(securityNotice, { ...ownerOf(ctx), what: 'recoveryUsed' });
  return true;
}

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
