/** Whom the manufacturer has invited into the company of the transaction, and who of the company could say yes. */
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { REFUSED_DAYS, type Invitation } from '#domain/network/invitations.ts';
import { privileges } from '#domain/privileges.ts';
import { eraseFacts } from '../records/audit-chain.ts';
import type { Ctx } from '../work/context.ts';

const columns = ['id', 'name', 'email', 'roleName', 'asker', 'askedAt'] as const;

/** Those that wait, the oldest first. */
export const readWaiting = ({ db, user }: Pick<Ctx, 'db' | 'user'>): Promise<Invitation[]> =>
  db
    .selectFrom('networkInvitations')
    .select(columns)
    .where('companyId', '=', user.companyId)
    .where('state', '=', 'waiting')
    .orderBy('id')
    .execute();

/** An invitation in whatever state, locked; undefined: the company has none of this number. */
export const readInvitation = ({ db, user }: Ctx, id: number): Promise<(Invitation & { state: string }) | undefined> =>
  db
    .selectFrom('networkInvitations')
    .select([...columns, 'state'])
    .where('companyId', '=', user.companyId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();

/** Condition: the row of `users` is somebody who has entered, or has chosen a password where the company is open. */
export const hasEntered = (companyId: number): RawBuilder<boolean> =>
  sql<boolean>`(users.last_login_at is not null or exists (select from logins l, companies c
    where l.company_id = ${companyId} and l.user_id = users.id and c.company_id = ${companyId} and c.state = 'open'))`;

/**
 * Whether somebody who has entered, beside the person `except`, manages the users: who was only invited decides nothing.
 * In a door, which sees no passwords, who has chosen one and not come yet counts for nothing, either.
 */
export async function hasManager({ db, user }: Ctx, except = 0): Promise<boolean> {
  const found = await db
    .selectFrom('users')
    .select('id')
    .where('companyId', '=', user.companyId)
    .where('id', '<>', except)
    .where('archivedAt', 'is', null)
    .where(hasEntered(user.companyId))
    .where('service', '=', false)
    .where(sql<boolean>`${privileges.manageUsers} = any(privileges)`)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/**
 * Forgets whom the company did not let in, some days after it was decided (GDPR art. 5(1)(e)): the invitation, and what the
 * history says of it. Who was let in is a user.
 */
export async function forgetRefused(ctx: Ctx): Promise<void> {
  const { companyId } = ctx.user;
  const before = new Date(ctx.now.getTime() - REFUSED_DAYS * 86_400_000);
  const gone = await ctx.db
    .deleteFrom('networkInvitations')
    .where('companyId', '=', companyId)
    .where('state', 'in', ['refused', 'withdrawn'])
    .where('decidedAt', '<', before.toISOString())
    .returning('name')
    .execute();
  if (gone.length === 0) return;
  const names = gone.map(({ name }) => name);
  const those = sql<SqlBool>`facts -> 'after' ->> 'name' = any(${names}) and exists (select from audit_events e
    where e.company_id = ${companyId} and e.id = audit_facts.event_id and e.at < ${before.toISOString()}
      and e.action in ('invitation_asked', 'invitation_refused', 'invitation_withdrawn'))`;
  await eraseFacts(ctx, 'company', [companyId], those);
}
