/** The manufacturer asks a company to let somebody in; only the company does (backend/users/network-invitations.ts). */
import { MOST_INVITATIONS, type invitingCalls as table } from '#domain/network/invitations.ts';
import { Failure } from '#domain/errors.ts';
import { readInvitation, readWaiting } from '../lib/people/invited.ts';
import type { VerbOf } from '../lib/work/bind.ts';

type Table = typeof table;

/** Asks, in a door: `visitor` is who asks. Throws `conflict` while too many wait, and `invalid` for whom was asked already. */
export const invite: VerbOf<Table, 'POST /network/:company_id/invitations'> = async (ctx, { body }) => {
  const { companyId } = ctx.user;
  if ((await readWaiting(ctx)).length >= MOST_INVITATIONS)
    throw new Failure('conflict', `Già ${MOST_INVITATIONS} inviti aspettano la concessionaria: prima ritirarne uno.`);
  const asker = ctx.visitor!.name;
  const { id } = await ctx.db
    .insertInto('networkInvitations')
    .values({ companyId, ...body, asker, askedAt: ctx.now })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { name, roleName } = body;
  ctx.audit({ action: 'invitation_asked', entity: 'company', entityId: companyId, after: { name, roleName } });
  await ctx.emit('person.invited', { id });
  return { id, ...body, asker, askedAt: ctx.now.toISOString() };
};

export const withdraw: VerbOf<Table, 'DELETE /network/:company_id/invitations/:id'> = async (ctx, { params }) => {
  const { companyId } = ctx.user;
  const found = await readInvitation(ctx, params.id);
  if (!found) throw new Failure('not_found');
  if (found.state !== 'waiting') throw new Failure('conflict', 'L’invito non aspetta più una risposta.');
  await ctx.db
    .updateTable('networkInvitations')
    .set({ state: 'withdrawn', decider: ctx.visitor!.name, decidedAt: ctx.now })
    .where('companyId', '=', companyId)
    .where('id', '=', params.id)
    .execute();
  const { name } = found;
  ctx.audit({ action: 'invitation_withdrawn', entity: 'company', entityId: companyId, after: { name } });
  await ctx.emit('person.uninvited', { id: params.id });
};
