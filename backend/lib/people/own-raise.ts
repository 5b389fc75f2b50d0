/** Nobody raises their own powers, except who has no colleague to ask: with a reason, their second factor, and in the open. */
import { Failure } from '#domain/errors.ts';
import type { Raise } from '#domain/own-raise.ts';
import { privileges as p } from '#domain/privileges.ts';
import type { Facts } from '../records/audit.ts';
import type { Ctx, HeavyCtx } from '../work/context.ts';
import { holdersOf, notify } from './notify.ts';
import { readFactor, withCode } from './second-factor.ts';

/** Runs a change in one transaction; what was sent to raise oneself is proved first. Throws `invalid` at `raise.code`. */
export const raising = <T>(ctx: HeavyCtx, given: Raise | undefined, work: (inner: Ctx) => Promise<T>): Promise<T> =>
  given ? withCode(ctx, given.code, work, 'raise.code') : ctx.inside(work);

/**
 * Throws `invalid` at `field` with `refusal` while a colleague holds the privilege; who is alone needs a second factor
 * and sends `raise`, which is asked for at the field of that name.
 */
export async function checkRaise(
  ctx: Ctx,
  given: Raise | undefined,
  { privilege, field, refusal }: { privilege: number; field: string; refusal: string },
): Promise<void> {
  const refuse = (text: string, more = {}) => new Failure('invalid', undefined, { fields: { [field]: text, ...more } });
  if ((await holdersOf(ctx, privilege)).length > 0) throw refuse(refusal);
  if (given) return;
  if (!(await readFactor(ctx)))
    throw refuse('Alza i propri poteri: prima attivare il secondo fattore, in Impostazioni › Secondo fattore');
  throw refuse('Alza i propri poteri', { raise: 'Servono il motivo e il codice dell’app' });
}

/** Writes into the register that the caller raised themselves, and tells who decides about contracts. */
export async function tellRaise(ctx: Ctx, { reason }: Raise, before: Facts, after: Facts): Promise<void> {
  ctx.audit({ action: 'raised', entity: 'user', entityId: ctx.user.id, before, after: { ...after, reason } });
  await notify(ctx, await holdersOf(ctx, p.approveContracts), {
    kind: 'powers_raised',
    title: `${ctx.user.name} ha alzato i propri poteri`,
    text: reason,
    href: `/dealer/users/${ctx.user.id}`,
  });
}
