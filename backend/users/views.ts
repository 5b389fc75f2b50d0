import { sql } from 'kysely';
import type { users as table } from '#domain/users/endpoints.ts';
import { Failure } from '#domain/errors.ts';
import type { VerbOf } from '../lib/bind.ts';

type State = Record<string, string>;

/** Saved views of a list: own ones and those that colleagues share. */
export const listViews: VerbOf<typeof table, 'GET /users/me/views'> = async (ctx, { query }) => {
  const rows = await ctx.db
    .selectFrom('savedViews')
    .selectAll()
    .where('companyId', '=', ctx.user.companyId)
    .where('area', '=', query.area)
    .where((eb) => eb.or([eb('userId', '=', ctx.user.id), eb('shared', '=', true)]))
    .orderBy('name')
    .orderBy('id')
    .limit(200)
    .execute();
  return rows.map((row) => ({ ...row, area: query.area, own: row.userId === ctx.user.id, state: row.state as State }));
};

export const saveView: VerbOf<typeof table, 'POST /users/me/views'> = async (ctx, { body }) => {
  const { companyId, id: userId } = ctx.user;
  const { id } = await ctx.db
    .insertInto('savedViews')
    .values({ companyId, userId, ...body, state: sql`${JSON.stringify(body.state)}::jsonb`, createdAt: ctx.now })
    .returning('id')
    .executeTakeFirstOrThrow();
  await ctx.audit({ action: 'create', entity: 'view', entityId: id, after: body });
  return { id, ...body, own: true };
};

export const deleteView: VerbOf<typeof table, 'DELETE /users/me/views/:id'> = async (ctx, { params }) => {
  const row = await ctx.db
    .deleteFrom('savedViews')
    .where('companyId', '=', ctx.user.companyId)
    .where('userId', '=', ctx.user.id)
    .where('id', '=', params.id)
    .returning(['area', 'name', 'shared'])
    .executeTakeFirst();
  if (!row) throw new Failure('not_found');
  await ctx.audit({ action: 'delete', entity: 'view', entityId: params.id, before: row });
};
