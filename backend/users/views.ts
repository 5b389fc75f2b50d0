import { sql } from 'kysely';
import type { users as table } from '#domain/users/endpoints.ts';
import { Failure } from '#domain/errors.ts';
import { privileges } from '#domain/privileges.ts';
import { MOST_VIEWS, VIEW_BYTES } from '#domain/users/schema.ts';
import type { VerbOf } from '../lib/work/bind.ts';
import { holds } from '../lib/work/context.ts';

type State = Record<string, string>;

/** Saved views of a list: the caller's own and those that colleagues share. */
export const listViews: VerbOf<typeof table, 'GET /users/me/views'> = async (ctx, { query }) => {
  const rows = await ctx.db
    .selectFrom('savedViews')
    .selectAll()
    .where('companyId', '=', ctx.user.companyId)
    .where('area', '=', query.area)
    .where((eb) => eb.or([eb('userId', '=', ctx.user.id), eb('shared', '=', true)]))
    // Views saved before the limit existed may be longer. The stored text may have twice the length, because jsonb adds
    // spaces.
    .where(sql<boolean>`octet_length(state::text) <= ${2 * VIEW_BYTES}`)
    .orderBy('name')
    .orderBy('id')
    .limit(2 * MOST_VIEWS)
    .execute();
  return rows.map((row) => {
    const own = row.userId === ctx.user.id;
    const removable = own || holds(ctx, privileges.managePreferences);
    return { ...row, area: query.area, own, removable, state: row.state as State };
  });
};

export const saveView: VerbOf<typeof table, 'POST /users/me/views'> = async (ctx, { body }) => {
  const { companyId, id: userId } = ctx.user;
  // One after the other, so that two at once do not both take the last place.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`views ${companyId}`}, 0))`.execute(ctx.db);
  const { own, shared } = await ctx.db
    .selectFrom('savedViews')
    .select((eb) => [
      eb.fn.countAll<number>().filterWhere('userId', '=', userId).as('own'),
      eb.fn.countAll<number>().filterWhere('shared', '=', true).filterWhere('area', '=', body.area).as('shared'),
    ])
    .where('companyId', '=', companyId)
    .executeTakeFirstOrThrow();
  if (own >= MOST_VIEWS || (body.shared && shared >= MOST_VIEWS))
    throw new Failure('invalid', undefined, {
      fields: {
        name:
          own >= MOST_VIEWS
            ? `Si possono tenere ${MOST_VIEWS} viste: eliminarne una`
            : `L’azienda ha già ${MOST_VIEWS} viste condivise di questo elenco: eliminarne una`,
      },
    });
  const { id } = await ctx.db
    .insertInto('savedViews')
    .values({ companyId, userId, ...body, state: sql`${JSON.stringify(body.state)}::jsonb`, createdAt: ctx.now })
    .returning('id')
    .executeTakeFirstOrThrow();
  ctx.audit({
    action: 'create',
    entity: 'view',
    entityId: id,
    after: { area: body.area, name: body.name, shared: body.shared },
  });
  return { id, ...body, own: true, removable: true };
};

export const deleteView: VerbOf<typeof table, 'DELETE /users/me/views/:id'> = async (ctx, { params }) => {
  const row = await ctx.db
    .deleteFrom('savedViews')
    .where('companyId', '=', ctx.user.companyId)
    .where('id', '=', params.id)
    .where((eb) =>
      eb.or([
        eb('userId', '=', ctx.user.id),
        ...(holds(ctx, privileges.managePreferences) ? [eb('shared', '=', true)] : []),
      ]),
    )
    .returning(['area', 'name', 'shared'])
    .executeTakeFirst();
  if (!row) throw new Failure('not_found');
  ctx.audit({ action: 'delete', entity: 'view', entityId: params.id, before: row });
};
