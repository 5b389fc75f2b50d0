import { createHmac } from 'node:crypto';
import { sql, type Kysely, type RawBuilder, type Transaction } from 'kysely';
import type { z } from 'zod';
import type { user } from '#domain/auth/schema.ts';
import { Failure } from '#domain/errors.ts';
import { privileges } from '#domain/privileges.ts';
import { tokenRights } from '#domain/users/rules.ts';
import type { Config } from '#config';
import { OWN, withEmail } from '#backend/db/tenant.ts';
import type { DB } from '#backend/db/types.gen.ts';
import type { Ctx, Person } from '../work/context.ts';

/** The company and user of a login address, before the company is known; undefined when there is none. */
export function findOwner(db: Kysely<DB>, email: string): Promise<{ companyId: number; userId: number } | undefined> {
  return withEmail(db, email, (trx) =>
    trx.selectFrom('loginEmails').select(['companyId', 'userId']).where('email', '=', email).executeTakeFirst(),
  );
}

/** These accounts (an array of ids) with whoever stands or ever stood behind those of them that are tokens: an array. */
export const peopleBehind = (companyId: number, accounts: RawBuilder<unknown>) =>
  sql`array(select unnest(b.id || b.answered_by) from users b where b.company_id = ${companyId} and b.id = any(${accounts}))`;

/**
 * Every account behind which the person behind `users` may stand. Who once answered for a token may still know its
 * secret, so a token that was taken over counts as all of them.
 */
const accountsBehind = (companyId: number) => sql<number[]>`(
  select array_agg(a.id) || users.id || users.answered_by from users a where a.company_id = ${companyId} and a.service
    and a.answered_by && (case when users.service then users.answered_by else array[users.id] end))`;

/**
 * A user of a company, or null when unknown or disabled, or while the manufacturer keeps the company out. The token of another system belongs to its maker: it has the
 * privileges it was given as far as the maker still holds them, the maker's role (which bounds discounts), and is
 * refused when the maker is unknown or disabled.
 */
export async function readPerson(
  trx: Transaction<DB>,
  { companyId, userId }: { companyId: number; userId: number },
): Promise<Person | null> {
  const found = await trx
    .selectFrom('users')
    .innerJoin('companies', 'companies.companyId', 'users.companyId')
    .leftJoin('users as maker', (on) =>
      on
        .onRef('maker.companyId', '=', 'users.companyId')
        .onRef('maker.id', '=', 'users.createdBy')
        .on('maker.archivedAt', 'is', null),
    )
    .select(['users.id', 'users.companyId', 'companies.name as companyName', 'companies.province', 'users.name'])
    .select(['companies.brands', 'users.email', 'users.roleName', 'users.privileges', 'users.service'])
    .select(['maker.id as makerId', 'maker.privileges as makerPrivileges', 'maker.roleName as makerRole'])
    .select(accountsBehind(companyId).as('selves'))
    .where('users.companyId', '=', companyId)
    .where('users.id', '=', userId)
    .where('users.archivedAt', 'is', null)
    .where('companies.suspendedAt', 'is', null)
    .executeTakeFirst();
  if (!found) return null;
  const { service, makerId, makerPrivileges, makerRole, ...person } = found;
  if (!service) return { ...person, makerId: null };
  if (makerId === null || makerPrivileges === null || makerRole === null) return null;
  return { ...person, makerId, roleName: makerRole, privileges: tokenRights(person.privileges, makerPrivileges) };
}

/** An account of a person: its role, what it may do, and the places where it works, the usual one first. */
interface Account {
  id: number;
  roleName: string;
  privileges: number[];
  locationIds: number[];
}

/** Every account behind which the caller may stand, because what pays one of them pays the same person. */
export async function ownAccounts({ db, user }: Ctx): Promise<Account[]> {
  const { rows } = await sql<Account>`select u.id, u.role_name, u.privileges,
      array(select l.location_id from user_locations l where l.company_id = ${OWN} and l.user_id = u.id order by l.is_default desc, l.location_id) as location_ids
    from users u where u.company_id = ${OWN} and u.id = any(${[...user.selves]}::bigint[]) order by u.id`.execute(db);
  return rows;
}

/** The names of users of the company, also of those who have left. */
export async function userNames({ db, user }: Ctx, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('users')
    .select(['id', 'name'])
    .where('companyId', '=', user.companyId)
    .where('id', 'in', ids)
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Everybody who works at the company today, by name; at most `most`. */
export const colleagues = ({ db, user }: Ctx, most: number): Promise<{ id: number; name: string }[]> =>
  db
    .selectFrom('users')
    .select(['id', 'name'])
    .where('companyId', '=', user.companyId)
    .where('archivedAt', 'is', null)
    .where('service', '=', false)
    .orderBy('name')
    .orderBy('id')
    .limit(most)
    .execute();

/** Active colleagues with one of these privileges, to whom a record may be given, by name. */
export const colleaguesWith = ({ db, user }: Ctx, held: readonly number[]): Promise<{ id: number; name: string }[]> =>
  db
    .selectFrom('users')
    .select(['id', 'name'])
    .where('companyId', '=', user.companyId)
    .where('archivedAt', 'is', null)
    .where('service', '=', false)
    .where(sql<boolean>`privileges && ${[...held]}::int[]`)
    .orderBy('name')
    .orderBy('id')
    .execute();

/** Whom the audit names for what nobody did: a job, or somebody who has a link. */
export const SYSTEM = 'Sistema';

/** The actor of a job in the current company: no user. */
export async function readSystem(trx: Transaction<DB>, companyId: number): Promise<Person> {
  const { name, province, brands } = await trx
    .selectFrom('companies')
    .select(['name', 'province', 'brands'])
    .where('companyId', '=', companyId)
    .executeTakeFirstOrThrow();
  const nobody = { id: 0, name: SYSTEM, email: '', roleName: '', makerId: null, selves: [] };
  return { ...nobody, companyId, companyName: name, province, brands, privileges: Object.values(privileges) };
}

/** The user object of specification §3 for the caller; throws `not_found`. */
export async function userAnswer(
  trx: Transaction<DB>,
  config: Pick<Config, 'CHAT_SECRET'>,
  { companyId, id, makerId, privileges: held }: Pick<Person, 'companyId' | 'id' | 'makerId' | 'privileges'>,
): Promise<z.input<typeof user>> {
  const row = await trx
    .selectFrom('users')
    .innerJoin('companies', 'companies.companyId', 'users.companyId')
    .selectAll('users')
    .select('companies.name as companyName')
    .where('users.companyId', '=', companyId)
    .where('users.id', '=', id)
    .executeTakeFirst();
  if (!row) throw new Failure('not_found');
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    company_id: row.companyId,
    company_name: row.companyName,
    privileges: makerId === null ? row.privileges : [...held],
    role_name: row.roleName,
    phone: row.phone,
    profile_picture: row.pictureKey && `/api/users/${row.id}/picture`,
    userSecret: config.CHAT_SECRET ? createHmac('sha256', config.CHAT_SECRET).update(row.email).digest('hex') : '',
    theme: row.theme as 'system',
    density: row.density as 'comfortable',
    shortcuts: row.shortcuts,
    updatesSeenAt: row.updatesSeenAt,
    version: row.version,
  };
}

type Owner = { companyId: number; userId: number };

/** The login of a user of the current company; undefined when an invited user has not chosen a password yet. */
export const readLogin = (trx: Transaction<DB>, { companyId, userId }: Owner) =>
  trx
    .selectFrom('logins')
    .select(['companyId', 'userId', 'passwordHash'])
    .where('companyId', '=', companyId)
    .where('userId', '=', userId)
    .executeTakeFirst();

/** Replaces the password hash of a user of the current company; `passwordHash` is a PHC string. */
export async function replaceHash(trx: Transaction<DB>, { companyId, userId }: Owner, passwordHash: string) {
  await trx
    .insertInto('logins')
    .values({ companyId, userId, passwordHash })
    .onConflict((on) => on.columns(['companyId', 'userId']).doUpdateSet({ passwordHash }))
    .execute();
}
