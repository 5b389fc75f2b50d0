/** What the manufacturer does where somebody of a company must be kept out at once: it lets nobody in. */
import { Failure } from '#domain/errors.ts';
import type { network as table } from '#domain/network/endpoints.ts';
import { privileges } from '#domain/privileges.ts';
import { hasManager } from '../lib/people/invited.ts';
import { holdersOf, notify } from '../lib/people/notify.ts';
import type { VerbOf } from '../lib/work/bind.ts';
import type { Ctx, Job } from '../lib/work/context.ts';

type Table = typeof table;

interface Guarded {
  companyId: number;
  userId: number;
  /** What was done, and why, for who manages the company's users; null: they need not be told. */
  told: { title: string; reason: string } | null;
}

/** Ends every session of somebody, and what goes with it, in the company's own transaction: the manufacturer's reads none. */
export const keepOutJob: Job<Guarded> = {
  name: 'keep-out',
  run: ({ asCompany }, { companyId, userId, told }) =>
    asCompany(companyId, null, async (ctx) => {
      await ctx.db
        .updateTable('sessions')
        .set({ revokedAt: ctx.now })
        .where('companyId', '=', companyId)
        .where('userId', '=', userId)
        .where('revokedAt', 'is', null)
        .execute();
      ctx.forget(userId);
      if (!told) return void (await ctx.emit('user.sessions-ended', { userId }));
      await ctx.emit('user.blocked', { userIds: [userId] });
      await notify(ctx, await holdersOf(ctx, privileges.manageUsers), {
        kind: 'user_kept_out',
        title: told.title,
        text: told.reason,
        href: '/dealer/users?state=blocked',
      });
    }),
};

/** A person of the company of the door, locked. Throws `not_found`, also for the token of another system. */
async function personAt({ db, user }: Ctx, id: number) {
  const person = await db
    .selectFrom('users')
    .select(['name', 'version', 'archivedAt', 'privileges'])
    .where('companyId', '=', user.companyId)
    .where('id', '=', id)
    .where('service', '=', false)
    .forUpdate()
    .executeTakeFirst();
  if (!person) throw new Failure('not_found');
  return person;
}

/** Throws where nobody would be left who has entered and manages the users: then the company is suspended instead. */
async function assertOthersManage(ctx: Ctx, id: number): Promise<void> {
  if (!(await hasManager(ctx, id)))
    throw new Failure('conflict', 'È l’unica persona che gestisce gli utenti: se serve, sospendere la concessionaria.');
}

/** Blocks somebody of a company. Only the company lets them in again. */
export const block: VerbOf<Table, 'POST /network/:company_id/users/:id/block'> = async (ctx, { params, body }) => {
  const { companyId } = ctx.user;
  // As every change of who manages users: of two at once one may stay.
  await ctx.db
    .selectFrom('companies')
    .select('companyId')
    .where('companyId', '=', companyId)
    .forNoKeyUpdate()
    .execute();
  const person = await personAt(ctx, params.id);
  if (person.archivedAt) throw new Failure('conflict', 'È già bloccata.');
  if (person.privileges.includes(privileges.manageUsers)) await assertOthersManage(ctx, params.id);
  await ctx.db
    .updateTable('users')
    .set({ archivedAt: ctx.now, version: person.version + 1, updatedAt: ctx.now })
    .where('companyId', '=', companyId)
    .where('id', '=', params.id)
    .execute();
  ctx.audit({
    action: 'archive',
    entity: 'user',
    entityId: params.id,
    before: { archived: false },
    after: { archived: true, reason: body.reason },
  });
  const told = { title: `La Casa ha bloccato ${person.name}`, reason: body.reason };
  await ctx.enqueue(keepOutJob, { companyId, userId: params.id, told });
};

/** Ends the sessions of somebody, who logs in again: a lost device. */
export const endSessions: VerbOf<Table, 'DELETE /network/:company_id/users/:id/sessions'> = async (ctx, { params }) => {
  await personAt(ctx, params.id);
  ctx.audit({ action: 'end_sessions', entity: 'user', entityId: params.id });
  await ctx.enqueue(keepOutJob, { companyId: ctx.user.companyId, userId: params.id, told: null });
};
