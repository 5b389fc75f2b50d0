import { createHmac } from 'node:crypto';
import type { Kysely, Transaction } from 'kysely';
import type { z } from 'zod';
import type { user } from '#domain/auth/schema.ts';
import { Failure } from '#domain/errors.ts';
import { privileges } from '#domain/privileges.ts';
import { tokenRights } from '#domain/users/rules.ts';
import type { Config } from '#config';
import { withEmail } from '../db/tenant.ts';
import type { DB } from '../db/types.gen.ts';
import type { Person } from './context.ts';

/** Who logs in by an address, before the company is known; undefined when nobody does. */
export function findOwner(db: Kysely<DB>, email: string): Promise<{ companyId: number; userId: number } | undefined> {
  return withEmail(db, email, (trx) =>
    trx.selectFrom('loginEmails').select(['companyId', 'userId']).where('email', '=', email).executeTakeFirst(),
  );
}

/**
 * The user of a company, or null when unknown or disabled. A token of another system is its maker's: it has what it was given as far as
 * they hold it today, and is nobody without them.
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
    .select(['users.email', 'users.roleName', 'users.privileges', 'users.service'])
    .select(['maker.id as makerId', 'maker.privileges as makerPrivileges'])
    .where('users.companyId', '=', companyId)
    .where('users.id', '=', userId)
    .where('users.archivedAt', 'is', null)
    .executeTakeFirst();
  if (!found) return null;
  const { service, makerId, makerPrivileges, ...person } = found;
  if (!service) return { ...person, makerId: null };
  if (makerId === null || makerPrivileges === null) return null;
  return { ...person, makerId, privileges: tokenRights(person.privileges, makerPrivileges) };
}

/** Who acts for the current company when nobody does: a job. */
export async function readSystem(trx: Transaction<DB>, companyId: number): Promise<Person> {
  const { name, province } = await trx
    .selectFrom('companies')
    .select(['name', 'province'])
    .where('companyId', '=', companyId)
    .executeTakeFirstOrThrow();
  const nobody = { id: 0, name: 'Sistema', email: '', roleName: '', makerId: null };
  return { ...nobody, companyId, companyName: name, province, privileges: Object.values(privileges) };
}

/** The user object of the specification §3 for who calls; throws `not_found`. */
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

/** By what a user of the current company logs in; undefined: who was invited and has chosen no password yet. */
export const readLogin = (trx: Transaction<DB>, { companyId, userId }: Owner) =>
  trx
    .selectFrom('logins')
    .select(['companyId', 'userId', 'passwordHash'])
    .where('companyId', '=', companyId)
    .where('userId', '=', userId)
    .executeTakeFirst();

/** Puts `passwordHash`, a PHC string, in place of the one by which a user of the current company logs in. */
export async function replaceHash(trx: Transaction<DB>, { companyId, userId }: Owner, passwordHash: string) {
  await trx
    .insertInto('logins')
    .values({ companyId, userId, passwordHash })
    .onConflict((on) => on.columns(['companyId', 'userId']).doUpdateSet({ passwordHash }))
    .execute();
}
