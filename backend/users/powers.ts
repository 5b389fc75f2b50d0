/** Nobody gives by a role what their own does not reach, nor changes what they earn themselves (rules.md §18, 3). */
import { isDeepStrictEqual } from 'node:util';
import { Failure } from '#domain/errors.ts';
import type { RoleCap } from '#domain/quotes/approvals/caps.ts';
import { withOwnRoles } from '#domain/quotes/approvals/own-roles.ts';
import type { DiscountCap } from '#domain/quotes/settings/fields.ts';
import { presetsOf } from '#domain/roles.ts';
import type { CommissionPlan } from '#domain/users/commission.ts';
import { goesFurther } from '#domain/users/powers.ts';
import type { Ctx } from '../lib/work/context.ts';
import { readQuoteSettings, writeCompanyParams } from '../lib/records/params.ts';

interface NamedRole {
  name: string;
  base: string;
}

const rolesOf = ({ db, user }: Ctx): Promise<NamedRole[]> =>
  db.selectFrom('roles').select(['name', 'base']).where('companyId', '=', user.companyId).execute();

/** The discount caps of today as they are written in the company's settings. */
const writtenCaps = async ({ db, user, today }: Ctx) => (await readQuoteSettings(db, user.companyId, today)).caps;

/** The discount caps of today, of the company's own roles, too. */
const capsOf = async (ctx: Ctx): Promise<RoleCap[]> => withOwnRoles(await writtenCaps(ctx), await rolesOf(ctx));

/** The caps once a role has another name; `to` null: once it is gone, and its caps with it. */
const afterMove = (caps: readonly DiscountCap[], from: string, to: string | null): DiscountCap[] =>
  caps.flatMap((cap) => (cap.role === from ? (to === null ? [] : [{ ...cap, role: to }]) : [cap]));

/** Lets the caps of a role of the company's own go with its name, in all settings, past and planned; `to` null: it is gone. */
export async function moveCaps({ db, user, now }: Ctx, from: string, to: string | null): Promise<void> {
  if (from === to) return;
  const rows = await db
    .selectFrom('params')
    .select(['validFrom', 'value'])
    .where('companyId', '=', user.companyId)
    .where('key', '=', 'quotes.caps')
    .forUpdate()
    .execute();
  const caps = rows.map(({ validFrom, value }) => ({ validFrom, written: value as DiscountCap[] }));
  const named = caps.filter(({ written }) => written.some(({ role }) => role === from));
  for (const { validFrom, written } of named)
    await writeCompanyParams(db, user.companyId, validFrom, { 'quotes.caps': afterMove(written, from, to) });
  if (named.length === 0) return;
  await db
    .updateTable('paramVersions')
    .set((eb) => ({ version: eb('version', '+', 1), updatedAt: now }))
    .where('companyId', '=', user.companyId)
    .where('name', '=', 'quotes')
    .execute();
}

const BEYOND = 'Ha un limite di sconto più alto del proprio: lo dà solo chi ce l’ha';

/** Why the caller may not give each of these roles to somebody, in Italian. `before`: the role that they have now. */
export async function roleIssues(ctx: Ctx): Promise<(role: string, before?: string) => string | null> {
  const caps = await capsOf(ctx);
  const own = { caps, role: ctx.user.roleName };
  return (role, before) =>
    goesFurther({ caps, role }, own, ...(before === undefined ? [] : [{ caps, role: before }])) ? BEYOND : null;
}

/** Why the caller may not change somebody in this role: their discounts may go further than the caller's own. */
export async function reachIssue(ctx: Ctx, roles: readonly string[]): Promise<string | null> {
  const issue = await roleIssues(ctx);
  return roles.some((role) => issue(role))
    ? 'Ha un limite di sconto più alto del tuo: lo modifica solo chi ce l’ha.'
    : null;
}

/**
 * Throws `invalid` at `base` when a role as it would be goes further than it did and than the caller's own does today.
 * `role`: null when it is taken away; `before`: the role in whose place it comes.
 */
export async function checkBase(ctx: Ctx, role: NamedRole | null, before: NamedRole | undefined): Promise<void> {
  const roles = await rolesOf(ctx);
  const written = await writtenCaps(ctx);
  const now = withOwnRoles(written, roles);
  const left = roles.filter(({ name }) => name !== before?.name);
  const moved = role && before ? afterMove(written, before.name, role.name) : written;
  const then = withOwnRoles(moved, role ? [...left, role] : left);
  const name = role?.name ?? before!.name;
  const stood = before ? [{ caps: now, role: before.name }] : [];
  if (goesFurther({ caps: then, role: name }, { caps: now, role: ctx.user.roleName }, ...stood))
    throw new Failure('invalid', undefined, { fields: { base: 'Ha limiti di sconto più alti dei propri' } });
}

/** Why a role cannot be given, in Italian: no role of the company has this name; null for the one that somebody has. */
export async function unknownRole(ctx: Ctx, name: string, before?: string): Promise<string | null> {
  if (name === before || Object.hasOwn(presetsOf(ctx.user.companyId), name)) return null;
  return (await rolesOf(ctx)).some((role) => role.name === name) ? null : 'Scegliere un ruolo dell’azienda';
}

/** Whether a plan that began before today is added, changed or taken away: sales of the past would pay differently. */
export function isBackDated(
  before: readonly CommissionPlan[],
  after: readonly CommissionPlan[],
  today: string,
): boolean {
  const begun = (plans: readonly CommissionPlan[]) => plans.filter(({ from }) => from < today);
  return !isDeepStrictEqual(begun(before), begun(after));
}

/** Why somebody may not give themselves another commission plan; null when it is the same. */
export const planIssue = (before: readonly CommissionPlan[], after: readonly CommissionPlan[]): string | null =>
  isDeepStrictEqual(before, after) ? null : 'Nessuno cambia il proprio piano: lo fa un collega che gestisce gli utenti';
