/** Nobody gives by a role what their own does not reach, nor changes what they earn themselves (rules.md §18, 3). */
import { isDeepStrictEqual } from 'node:util';
import { Failure } from '#domain/errors.ts';
import { withOwnRoles, type RoleCap } from '#domain/quotes/approvals/caps.ts';
import type { CommissionPlan } from '#domain/users/commission.ts';
import { goesFurther } from '#domain/users/powers.ts';
import type { Ctx } from '../lib/work/context.ts';
import { readQuoteSettings } from '../lib/records/params.ts';

interface NamedRole {
  name: string;
  base: string;
}

const rolesOf = ({ db, user }: Ctx): Promise<NamedRole[]> =>
  db.selectFrom('roles').select(['name', 'base']).where('companyId', '=', user.companyId).execute();

/** The discount caps of today with these roles of the company's own; absent: those it has. */
async function capsOf(ctx: Ctx, roles?: readonly NamedRole[]): Promise<RoleCap[]> {
  const { caps } = await readQuoteSettings(ctx.db, ctx.user.companyId, ctx.today);
  return withOwnRoles(caps, roles ?? (await rolesOf(ctx)));
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
  const now = await capsOf(ctx, roles);
  const left = roles.filter(({ name }) => name !== before?.name);
  const then = await capsOf(ctx, role ? [...left, role] : left);
  const name = role?.name ?? before!.name;
  const stood = before ? [{ caps: now, role: before.name }] : [];
  if (goesFurther({ caps: then, role: name }, { caps: now, role: ctx.user.roleName }, ...stood))
    throw new Failure('invalid', undefined, { fields: { base: 'Ha limiti di sconto più alti dei propri' } });
}

/** Why somebody may not give themselves another commission plan; null when it is the same. */
export const planIssue = (before: readonly CommissionPlan[], after: readonly CommissionPlan[]): string | null =>
  isDeepStrictEqual(before, after) ? null : 'Nessuno cambia il proprio piano: lo fa un collega che gestisce gli utenti';
