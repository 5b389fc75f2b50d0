import { Failure } from '#domain/errors.ts';
import type { Ctx, HeavyCtx } from '../work/context.ts';
import { keyedHashes, seal, unseal } from '../work/seal.ts';
import { securityNotice } from './security-notice.ts';
import { countTry, forgive, tooMany, waitOf } from './throttle.ts';
import { stepFor } from './totp.ts';

const ownerOf = ({ user }: Pick<Ctx, 'user'>) => ({ companyId: user.companyId, userId: user.id });
/** What the secret of the caller's app, and their recovery codes, are sealed for. */
export const purposeOf = ({ user }: Pick<Ctx, 'user'>) => `second-factor/${user.companyId}/${user.id}`;
export const recoveryOf = ({ user }: Pick<Ctx, 'user'>) => `recovery/${user.companyId}/${user.id}`;

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

/** The refusal of a code. */
export const wrong = (field = 'code') =>
  new Failure('invalid', undefined, { fields: { [field]: 'Codice non valido o già usato: aspettare il prossimo' } });

/**
 * Uses up a code of the app or a recovery code. A refusal is returned rather than thrown, so that the transaction
 * commits and the wrong guess stays counted. After too many guesses the person has to wait, even with the right code.
 */
export async function spendCode(ctx: Ctx, code: string, field?: string): Promise<Failure | 'code' | 'recovery code'> {
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
    return wrong(field);
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

/**
 * Uses up a code of the caller and continues in the same transaction; a refusal is thrown only after the guess is
 * counted and committed.
 */
export async function withCode<T>(
  ctx: HeavyCtx,
  code: string,
  work: (inner: Ctx) => Promise<T>,
  field?: string,
): Promise<T> {
  const outcome = await ctx.inside(async (inner) => {
    const proof = await spendCode(inner, code, field);
    return proof instanceof Failure ? proof : { done: await work(inner) };
  });
  if (outcome instanceof Failure) throw outcome;
  return outcome.done;
}
