/** Who may change a user, and what they may give them. */
import type { z } from 'zod';
import { Failure } from '#domain/errors.ts';
import type { Raise } from '#domain/own-raise.ts';
import { privileges as p } from '#domain/privileges.ts';
import { byDay } from '#domain/users/commission.ts';
import { changeIssue, grantIssue } from '#domain/users/rules.ts';
import type { UserRecord, userInput } from '#domain/users/schema.ts';
import { askProof, checkRaise } from '../lib/people/own-raise.ts';
import type { Ctx } from '../lib/work/context.ts';
import { isBackDated, planIssue, reachIssue, roleIssues, unknownRole } from './powers.ts';

type Input = z.output<typeof userInput>;

const holder = ({ id, privileges }: UserRecord) => ({ id, privileges: privileges.map(Number) });

/** Throws when the caller may not change one of the users. */
export async function mayChange(ctx: Ctx, ...rows: readonly UserRecord[]): Promise<void> {
  const others = rows.filter(({ id }) => id !== ctx.user.id);
  const issue =
    others.map((row) => changeIssue(ctx.user, holder(row))).find(Boolean) ??
    (await reachIssue(
      ctx,
      others.map(({ roleName }) => roleName),
    ));
  if (issue) throw new Failure('forbidden', issue);
}

/** Why nobody changes what they earned themselves, even who may change what they will earn. */
const OWN_PAST = 'Nessuno cambia ciò che ha già guadagnato: il proprio piano comincia oggi o più tardi';

/**
 * Whether the plan of a user changes for days that have passed. Throws `invalid` for the caller's own; for that of
 * somebody else it takes `raise`. A new user has sold nothing that it could pay.
 */
export async function backDates(ctx: Ctx, body: Input, before: UserRecord, raise: Raise | undefined): Promise<boolean> {
  if (!isBackDated(before.commissions ?? [], byDay(body.commissions), ctx.today)) return false;
  if (before.id === ctx.user.id) throw new Failure('invalid', undefined, { fields: { commissions: OWN_PAST } });
  await askProof(ctx, raise, { field: 'commissions', what: 'Cambia le provvigioni di giorni passati' });
  return true;
}

/**
 * Throws `invalid` when the caller may not give this; `before`: the user as they are, unless they are new. Who alone
 * manages users may give it to themselves with `raise`; returns whether they do.
 */
export async function mayGrant(ctx: Ctx, body: Input, before?: UserRecord, raise?: Raise): Promise<boolean> {
  const unknown = await unknownRole(ctx, body.roleName, before?.roleName);
  if (unknown) throw new Failure('invalid', undefined, { fields: { roleName: unknown } });
  const { id, privileges } = before ? holder(before) : { id: 0, privileges: [] };
  const wanted = body.privileges.map(Number);
  const isOwn = id === ctx.user.id;
  // Who may raise themselves still keeps the privilege that lets them.
  const issues = {
    privileges: grantIssue(ctx.user, { id, privileges }, wanted),
    roleName: (await roleIssues(ctx))(body.roleName, before?.roleName),
    commissions: isOwn ? planIssue(before?.commissions ?? [], byDay(body.commissions)) : null,
  };
  const [field, refusal] = Object.entries(issues).find(([, issue]) => issue !== null) ?? [];
  if (!field || !refusal) return false;
  if (!isOwn || !wanted.includes(p.manageUsers))
    throw new Failure('invalid', undefined, { fields: { [field]: refusal } });
  await checkRaise(ctx, raise, { privilege: p.manageUsers, field, refusal });
  return true;
}
