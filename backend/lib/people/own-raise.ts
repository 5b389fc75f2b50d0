/** Nobody raises their own powers, except who has no colleague to ask: with a reason, their second factor, and in the open. */
import { sql } from 'kysely';
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

/** Days for which a colleague whose privilege was taken, or who was blocked, still counts as one who could be asked. */
const LATELY = 30;

/** The names of colleagues who held the privilege of late, and do not now or are blocked. */
async function lateHolders({ db, user, now }: Ctx, privilege: number): Promise<string[]> {
  const since = new Date(now.getTime() - LATELY * 86_400_000);
  const held = JSON.stringify([String(privilege)]);
  const { rows } = await sql<{ name: string }>`select name from users u
    where company_id = ${user.companyId} and id <> ${user.id} and not service and (
      (archived_at >= ${since} and ${privilege} = any(privileges)) or exists (
        select from audit_events e join audit_facts f on f.company_id = e.company_id and f.event_id = e.id
        where e.company_id = ${user.companyId} and e.entity = 'user' and e.entity_id = u.id and e.at >= ${since}
          and f.facts -> 'before' -> 'privileges' @> ${held}::jsonb
          and not f.facts -> 'after' -> 'privileges' @> ${held}::jsonb))
    order by name limit 3`.execute(db);
  return rows.map(({ name }) => name);
}

/** What is refused at a field until it is proved by reason and code. */
interface Refused {
  field: string;
  /** What is done, in Italian: `Alza i propri poteri`. */
  what: string;
}

const refused = (field: string, text: string, more = {}) =>
  new Failure('invalid', undefined, { fields: { [field]: text, ...more } });

/** Throws `invalid` at `field` unless `raise` was given, which is asked for at the field of that name; it takes a second factor. */
export async function askProof(ctx: Ctx, given: Raise | undefined, { field, what }: Refused): Promise<void> {
  if (given) return;
  if (!(await readFactor(ctx)))
    throw refused(field, `${what}: prima attivare il secondo fattore, in Impostazioni › Secondo fattore`);
  throw refused(field, what, { raise: 'Servono il motivo e il codice dell’app' });
}

/**
 * Throws `invalid` at `field` with `refusal` while a colleague holds the privilege or did of late: nobody becomes alone
 * by blocking who could be asked. Who is alone proves it.
 */
export async function checkRaise(
  ctx: Ctx,
  given: Raise | undefined,
  { privilege, field, refusal }: { privilege: number; field: string; refusal: string },
): Promise<void> {
  if ((await holdersOf(ctx, privilege)).length > 0) throw refused(field, refusal);
  const late = await lateHolders(ctx, privilege);
  if (late.length > 0)
    throw refused(field, `${refusal}; fino a ${LATELY} giorni fa poteva farlo ${late.join(', ')}: da soli si può dopo`);
  await askProof(ctx, given, { field, what: 'Alza i propri poteri' });
}

/** Writes into the register what the caller did by reason and code, and tells who decides about contracts. */
export async function tellProved(
  ctx: Ctx,
  { reason }: Raise,
  of: { action: string; entityId: number; title: string; before: Facts; after: Facts },
): Promise<void> {
  const { action, entityId, title, before, after } = of;
  ctx.audit({ action, entity: 'user', entityId, before, after: { ...after, reason } });
  const seers = new Set([...(await holdersOf(ctx, p.seeUsers)), ...(await holdersOf(ctx, p.manageUsers))]);
  const told = { kind: 'powers_raised', title, text: reason } as const;
  const deciders = await holdersOf(ctx, p.approveContracts);
  const who = (seen: boolean) => deciders.filter((id) => seers.has(id) === seen);
  await notify(ctx, who(true), { ...told, href: `/dealer/users?id=${entityId}` });
  // Who may not see users is led to what they decide about.
  await notify(ctx, who(false), { ...told, href: `/dealer/contracts?sellerId=${entityId}` });
}

/** Writes into the register that the caller raised themselves, and tells who decides about contracts. */
export const tellRaise = (ctx: Ctx, raise: Raise, before: Facts, after: Facts): Promise<void> =>
  tellProved(ctx, raise, {
    action: 'raised',
    entityId: ctx.user.id,
    title: `${ctx.user.name} ha alzato i propri poteri`,
    before,
    after,
  });
