import { sql } from 'kysely';
import { MANUFACTURER } from '#domain/endpoint.ts';
import { Failure } from '#domain/errors.ts';
import type { network as table } from '#domain/network/endpoints.ts';
import { waitsSince } from '#domain/network/terms.ts';
import { beside } from '../db/tenant.ts';
import { writeCompany } from '../lib/people/open-company.ts';
import type { VerbOf } from '../lib/work/bind.ts';
import type { Ctx, Job } from '../lib/work/context.ts';
import { grantAskedJob } from './grants.ts';

type Table = typeof table;

type Opening = Parameters<VerbOf<Table, 'POST /network/companies'>>[1]['body'];

interface Invited {
  companyId: number;
  userId: number;
}

/** Sends the link for the first password, in the company's own transaction: the manufacturer's may not make one. */
export const companyInviteJob: Job<Invited> = {
  name: 'company-invite',
  run: ({ asCompany }, { companyId, userId }) =>
    asCompany(companyId, null, async (ctx) => {
      await ctx.db
        .updateTable('users')
        .set({ invitedAt: ctx.now })
        .where('companyId', '=', companyId)
        .where('id', '=', userId)
        .execute();
      await ctx.emit('user.invited', { userId });
    }),
};

/** The number after the highest one: of two at once one is refused by the key, and tries again. */
async function nextNumber({ db }: Ctx): Promise<number> {
  const { rows } = await sql<{
    highest: number;
  }>`select max(c.company_id)::int as highest from companies c where c.company_id <> ${MANUFACTURER}`.execute(db);
  return Math.max(rows[0]!.highest ?? 0, MANUFACTURER) + 1;
}

/** Opens a company of the network and invites its administrator. Throws `invalid` at the field. */
export const open: VerbOf<Table, 'POST /network/companies'> = async (call, { body }) => {
  // Apart: a cluster writes nothing that lies whole on every node after it has asked every company.
  const id = await call.inside(nextNumber);
  return call.inside((ctx) => write(ctx, id, body));
};

async function write(ctx: Ctx, id: number, { adminName, email, ...company }: Opening): Promise<{ id: number }> {
  const { user, now, requestId, ip } = ctx;
  const { brands } = company;
  const known = await ctx.db
    .selectFrom('makers')
    .select('id')
    .where('id', 'in', [0, ...(brands ?? [])])
    .execute();
  if (brands && known.length < brands.length)
    throw new Failure('invalid', undefined, { fields: { brands: 'Una di queste marche non c’è più' } });
  const home = { companyId: user.companyId, userId: user.id, scope: 'fms', isWriter: true } as const;
  let userId = 0;
  await beside(ctx.db, { there: { companyId: id, userId: null }, back: home }, async () => {
    const by = `${user.name} (${user.companyName})`;
    userId = await writeCompany(
      ctx.db,
      { ...company, id, admin: { name: adminName, email } },
      { now, by, requestId, ip },
    );
  });
  ctx.audit({
    action: 'create',
    entity: 'company',
    entityId: id,
    after: { name: company.name, province: company.province, admin: adminName },
  });
  await ctx.enqueue(companyInviteJob, { companyId: id, userId });
  return { id };
}

/** Sets why the company of the door is kept out; null lets it in again. */
async function setSuspension(ctx: Ctx, reason: string | null): Promise<void> {
  const { companyId } = ctx.user;
  const { numUpdatedRows } = await ctx.db
    .updateTable('companies')
    .set({ suspendedAt: reason === null ? null : ctx.now, suspendedFor: reason })
    .where('companyId', '=', companyId)
    .where('suspendedAt', reason === null ? 'is not' : 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n)
    throw new Failure(
      'conflict',
      reason === null ? 'La concessionaria non è sospesa.' : 'La concessionaria è già sospesa.',
    );
  ctx.audit({
    action: reason === null ? 'company_reopened' : 'company_suspended',
    entity: 'company',
    entityId: companyId,
    after: reason === null ? {} : { reason },
  });
}

/**
 * Keeps a company out: its people, tokens, jobs and reports stop within seconds, its customers go on. Nobody is there to
 * take an access back, so those that go on end.
 */
export const suspend: VerbOf<Table, 'POST /network/:company_id/suspend'> = async (ctx, { body }) => {
  await setSuspension(ctx, body.reason);
  const ended = await ctx.db
    .updateTable('accessGrants')
    .set({ endedAt: ctx.now })
    .where('companyId', '=', ctx.user.companyId)
    .where('endedAt', 'is', null)
    .where((eb) =>
      eb.or([
        eb('endsAt', '>', ctx.now.toISOString()),
        eb.and([eb('endsAt', 'is', null), eb('askedAt', '>', waitsSince(ctx.now).toISOString())]),
      ]),
    )
    .returning('id')
    .execute();
  for (const { id } of ended) await ctx.enqueue(grantAskedJob, { companyId: ctx.user.companyId, id });
};

export const reopen: VerbOf<Table, 'POST /network/:company_id/reopen'> = (ctx) => setSuspension(ctx, null);

/** Sends the invitation of somebody who has not chosen a password yet once more. */
export const inviteAgain: VerbOf<Table, 'POST /network/:company_id/users/:id/invite'> = async (ctx, { params }) => {
  const { companyId } = ctx.user;
  const person = await ctx.db
    .selectFrom('users')
    .select(['archivedAt', 'lastLoginAt', 'invitedAt'])
    .where('companyId', '=', companyId)
    .where('id', '=', params.id)
    .where('service', '=', false)
    .executeTakeFirst();
  if (!person) throw new Failure('not_found');
  if (person.archivedAt || person.lastLoginAt)
    throw new Failure('conflict', 'È già entrata, o è bloccata: l’invito non serve.');
  // Whom the company keeps without having invited them enters when the company says so.
  if (!person.invitedAt) throw new Failure('conflict', 'La concessionaria non l’ha ancora invitata: lo fa lei.');
  ctx.audit({ action: 'invited_again', entity: 'user', entityId: params.id });
  await ctx.enqueue(companyInviteJob, { companyId, userId: params.id });
};
