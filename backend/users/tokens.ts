import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { Failure } from '#domain/errors.ts';
import { privileges } from '#domain/privileges.ts';
import type { users as table } from '#domain/users/endpoints.ts';
import { lacking, takingOver, tokenRights } from '#domain/users/rules.ts';
import { MOST_TOKENS } from '#domain/users/terms.ts';
import type { TokenFate, TokenRow } from '#domain/users/tokens.ts';
import type { VerbOf } from '../lib/work/bind.ts';
import { holds, type Ctx } from '../lib/work/context.ts';
import { newToken, readToken as placeOf } from '../lib/people/tokens.ts';
import { endSessions } from './sessions.ts';

type Table = typeof table;
const DAY = 86_400_000;
/** Milliseconds within which blocking a user can be undone with all its effects on tokens. */
const UNDO_MS = 10 * 60_000;

type Row = Omit<TokenRow, 'idle'> & { held: number[] };

/**
 * The active tokens, by name. A token is a service user (name and scopes) with one session (secret, expiry, last use);
 * its maker limits its privileges.
 */
async function inUse({ db, user, now }: Ctx, id?: number): Promise<TokenRow[]> {
  const { rows } = await sql<Row>`select u.id, u.name, u.privileges, c.privileges as held,
      s.created_at, c.id as maker_id, c.name as created_by, c.archived_at is not null as creator_blocked, s.expires_at,
      case when s.last_seen_at >= s.created_at then s.last_seen_at end as last_used_at
    from users u
    join sessions s on s.company_id = u.company_id and s.user_id = u.id and s.service and s.revoked_at is null and s.expires_at > ${now}
    join users c on c.company_id = u.company_id and c.id = u.created_by
    where u.company_id = ${user.companyId} and u.service and u.archived_at is null
      and (${id ?? null}::bigint is null or u.id = ${id ?? null})
    order by u.name, u.id limit ${MOST_TOKENS}`.execute(db);
  return rows.map(({ held, ...row }) => ({ ...row, idle: lacking(tokenRights(row.privileges, held), row.privileges) }));
}

async function readToken(ctx: Ctx, id: number): Promise<TokenRow> {
  const [row] = await inUse(ctx, id);
  if (!row) throw new Failure('not_found');
  return row;
}

export const listTokens: VerbOf<Table, 'GET /users/tokens'> = (ctx) => inUse(ctx);

/** Makes a service user with some of the maker's privileges, and its token. */
export const createToken: VerbOf<Table, 'POST /users/tokens'> = async (ctx, { body }) => {
  const { name, days } = body;
  const { companyId, id: createdBy } = ctx.user;
  const wanted = [...new Set(body.privileges)].toSorted((a, b) => a - b);
  if (lacking(tokenRights(wanted, ctx.user.privileges), wanted).length > 0)
    throw new Failure('invalid', undefined, {
      fields: { privileges: 'Non si possono dare permessi che non si hanno' },
    });
  // One after the other in a company, so that two at once do not exceed the limit.
  await ctx.db.selectFrom('companies').select('companyId').where('companyId', '=', companyId).forUpdate().execute();
  if ((await inUse(ctx)).length >= MOST_TOKENS)
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
      answeredBy: [createdBy],
      createdAt: ctx.now,
      // The column needs an address; nobody reads it and nobody can log in with it.
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
      tokenHash: placeOf(token)!.hash,
      service: true,
      expiresAt,
      // As if unused for a day, so that the first use is recorded at once.
      createdAt: ctx.now,
      lastSeenAt: new Date(ctx.now.getTime() - DAY),
    })
    .execute();
  ctx.forget(createdBy);
  const facts = { name, scopes: wanted.join(', '), expiresAt: expiresAt.toISOString() };
  ctx.audit({ action: 'create', entity: 'api_token', entityId: id, after: facts });
  return { ...(await readToken(ctx, id)), token };
};

async function end(ctx: Ctx, { id, name }: TokenRow): Promise<void> {
  await endSessions(ctx, [id]);
  await ctx.db
    .updateTable('users')
    .set({ archivedAt: ctx.now })
    .where('companyId', '=', ctx.user.companyId)
    .where('id', '=', id)
    .execute();
  ctx.audit({ action: 'revoke', entity: 'api_token', entityId: id, before: { name } });
}

/**
 * Makes the caller the maker of a token, which loses privileges that its maker or the caller does not have. `undone` is
 * what undoing a blocking brings back. Throws `conflict` when no privilege would be left.
 */
async function take(
  ctx: Ctx,
  row: TokenRow,
  undone: { takenFrom: number | null; takenScopes: number[] | null },
): Promise<void> {
  const { id, name, privileges, createdBy } = row;
  const { kept } = takingOver(row, ctx.user.privileges);
  if (kept.length === 0)
    throw new Failure('conflict', `Del token «${name}» non si ha nessun permesso in vigore: si può solo terminare.`);
  await ctx.db
    .updateTable('users')
    .set({
      createdBy: ctx.user.id,
      answeredBy: sql`answered_by || ${ctx.user.id}::bigint`,
      privileges: kept,
      ...undone,
    })
    .where('companyId', '=', ctx.user.companyId)
    .where('id', '=', id)
    .execute();
  for (const changed of [id, ctx.user.id]) ctx.forget(changed);
  const before = { maker: createdBy, scopes: privileges.join(', ') };
  const after = { maker: ctx.user.name, scopes: kept.join(', ') };
  ctx.audit({ action: 'take_over', entity: 'api_token', entityId: id, before, after });
}

export const revokeToken: VerbOf<Table, 'DELETE /users/tokens/:id'> = async (ctx, { params }) =>
  end(ctx, await readToken(ctx, params.id));

export const takeOverToken: VerbOf<Table, 'POST /users/tokens/:id/take-over'> = async (ctx, { params }) => {
  const row = await readToken(ctx, params.id);
  if (row.makerId === ctx.user.id) throw new Failure('conflict', 'È già proprio.');
  await take(ctx, row, { takenFrom: null, takenScopes: null });
  return readToken(ctx, params.id);
};

/**
 * Applies what was chosen for the tokens of people who were just blocked; other tokens are suspended while their makers
 * are blocked.
 */
export async function settleTokens(ctx: Ctx, makers: readonly number[], fates: readonly TokenFate[]): Promise<void> {
  if (fates.some(({ fate }) => fate === 'take') && !holds(ctx, privileges.managePreferences))
    throw new Failure('forbidden', 'Per prendere in carico un token serve la gestione delle preferenze.');
  const fateOf = new Map(fates.map(({ id, fate }) => [id, fate]));
  for (const row of (await inUse(ctx)).filter(({ makerId }) => makers.includes(makerId))) {
    if (fateOf.get(row.id) === 'end') await end(ctx, row);
    if (fateOf.get(row.id) === 'take') await take(ctx, row, { takenFrom: row.makerId, takenScopes: row.privileges });
  }
}

/**
 * Called before people are unblocked. With `undo`, shortly after the blocking, tokens that it ended become valid again
 * and those that were taken over are returned; otherwise both stay as they are.
 */
export async function restoreTokens(ctx: Ctx, makers: readonly number[], undo: boolean): Promise<void> {
  if (makers.length === 0) return;
  if (undo) await giveBack(ctx, makers);
  await ctx.db
    .updateTable('users')
    .set({ takenFrom: null, takenScopes: null })
    .where('companyId', '=', ctx.user.companyId)
    .where('takenFrom', 'in', makers)
    .execute();
}

async function giveBack(
  { db, user: { companyId }, now, audit, forget }: Ctx,
  makers: readonly number[],
): Promise<void> {
  const blocked = await db
    .selectFrom('users')
    .select(['id', 'archivedAt'])
    .where('companyId', '=', companyId)
    .where('id', 'in', makers)
    .where('archivedAt', '>', new Date(now.getTime() - UNDO_MS).toISOString())
    .execute();
  if (blocked.length === 0) return;
  const ids = blocked.map(({ id }) => id);
  // Tokens that ended by blocking have exactly the same instant.
  const instants = [...new Set(blocked.map(({ archivedAt }) => archivedAt!))];
  const tokens = db.updateTable('users').where('companyId', '=', companyId).where('service', '=', true);
  const ended = await tokens
    .set({ archivedAt: null })
    .where('createdBy', 'in', ids)
    .where('archivedAt', 'in', instants)
    .returning(['id', 'name'])
    .execute();
  if (ended.length > 0)
    await db
      .updateTable('sessions')
      .set({ revokedAt: null })
      .where('companyId', '=', companyId)
      .where(
        'userId',
        'in',
        ended.map(({ id }) => id),
      )
      .where('revokedAt', 'in', instants)
      .execute();
  const taken = await tokens
    .set((eb) => ({ createdBy: eb.ref('takenFrom'), privileges: eb.fn.coalesce('takenScopes', 'privileges') }))
    .where('takenFrom', 'in', ids)
    .where('archivedAt', 'is', null)
    .returning(['id', 'name'])
    .execute();
  for (const { id, name } of [...ended, ...taken]) {
    forget(id);
    audit({ action: 'give_back', entity: 'api_token', entityId: id, after: { name } });
  }
}
