import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { Failure } from '#domain/errors.ts';
import type { users as table } from '#domain/users/endpoints.ts';
import { lacking } from '#domain/users/rules.ts';
import type { TokenRow } from '#domain/users/tokens.ts';
import type { VerbOf } from '../lib/bind.ts';
import type { Ctx } from '../lib/context.ts';
import { newToken, readToken } from '../lib/tokens.ts';
import { endSessions } from './sessions.ts';

type Table = typeof table;
const DAY = 86_400_000;
/** Tokens of one company that are in use. */
const MOST_TOKENS = 50;

/** What is in use: the service user is the token's name and rights, its one session its secret, its end and its last use. */
const inUse = ({ user, now }: Ctx, id?: number) => sql<TokenRow>`select u.id, u.name, u.privileges,
    s.created_at, c.name as created_by, c.archived_at is not null as creator_blocked, s.expires_at,
    case when s.last_seen_at >= s.created_at then s.last_seen_at end as last_used_at
  from users u
  join sessions s on s.company_id = u.company_id and s.user_id = u.id and s.service and s.revoked_at is null and s.expires_at > ${now}
  join users c on c.company_id = u.company_id and c.id = u.created_by
  where u.company_id = ${user.companyId} and u.service and u.archived_at is null
    and (${id ?? null}::bigint is null or u.id = ${id ?? null})
  order by u.name, u.id limit ${MOST_TOKENS}`;

export const listTokens: VerbOf<Table, 'GET /users/tokens'> = async (ctx) => (await inUse(ctx).execute(ctx.db)).rows;

/** Makes a service user with some of the creator's privileges and the token that opens it. A token makes no tokens. */
export const createToken: VerbOf<Table, 'POST /users/tokens'> = async (ctx, { body: { name, privileges, days } }) => {
  const { companyId, id: createdBy } = ctx.user;
  if (ctx.isService) throw new Failure('forbidden', 'Un token non ne crea altri.');
  const wanted = [...new Set(privileges)].toSorted((a, b) => a - b);
  if (lacking(ctx.user.privileges, wanted).length > 0)
    throw new Failure('invalid', undefined, {
      fields: { privileges: 'Non si possono dare permessi che non si hanno' },
    });
  // One at a time in a company, so that two together do not pass the limit.
  await ctx.db.selectFrom('companies').select('companyId').where('companyId', '=', companyId).forUpdate().execute();
  if ((await inUse(ctx).execute(ctx.db)).rows.length >= MOST_TOKENS)
    throw new Failure('conflict', `Al massimo ${MOST_TOKENS} token: revocarne uno.`);
  const expiresAt = new Date(ctx.now.getTime() + days * DAY);
  const { id } = await ctx.db
    .insertInto('users')
    .values({
      companyId,
      name,
      privileges: wanted,
      roleName: 'API',
      service: true,
      createdBy,
      createdAt: ctx.now,
      // Nobody reads it and nobody logs in by it; the column wants one.
      email: `${randomUUID()}@token.invalid`,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const token = newToken(companyId);
  await ctx.db
    .insertInto('sessions')
    .values({
      companyId,
      userId: id,
      tokenHash: readToken(token)!.hash,
      service: true,
      expiresAt,
      // As if unused for long, so that the first use is written down at once.
      createdAt: ctx.now,
      lastSeenAt: new Date(ctx.now.getTime() - DAY),
    })
    .execute();
  const facts = { name, scopes: wanted.join(', '), expiresAt: expiresAt.toISOString() };
  ctx.audit({ action: 'create', entity: 'api_token', entityId: id, after: facts });
  return { ...(await inUse(ctx, id).execute(ctx.db)).rows[0]!, token };
};

export const revokeToken: VerbOf<Table, 'DELETE /users/tokens/:id'> = async (ctx, { params }) => {
  const [row] = (await inUse(ctx, params.id).execute(ctx.db)).rows;
  if (!row) throw new Failure('not_found');
  await endSessions(ctx, [row.id]);
  await ctx.db
    .updateTable('users')
    .set({ archivedAt: ctx.now })
    .where('companyId', '=', ctx.user.companyId)
    .where('id', '=', row.id)
    .execute();
  ctx.audit({ action: 'revoke', entity: 'api_token', entityId: row.id, before: { name: row.name } });
};
