import { createHmac } from 'node:crypto';
import type { Transaction } from 'kysely';
import type { z } from 'zod';
import type { user } from '#domain/auth/schema.ts';
import { Failure } from '#domain/errors.ts';
import type { Config } from '../../config.ts';
import type { DB } from '../db/types.gen.ts';
import type { Person } from './context.ts';

/** The user of the current company, or null when unknown or disabled. */
export async function readPerson(trx: Transaction<DB>, userId: number): Promise<Person | null> {
  const person = await trx
    .selectFrom('users')
    .innerJoin('companies', 'companies.companyId', 'users.companyId')
    .select(['users.id', 'users.companyId', 'companies.name as companyName', 'companies.province', 'users.name'])
    .select(['users.email', 'users.roleName', 'users.privileges'])
    .where('users.id', '=', userId)
    .where('users.disabledAt', 'is', null)
    .executeTakeFirst();
  return person ?? null;
}

/** The user object of the specification §3 for a user of the current company; throws `not_found`. */
export async function userAnswer(
  trx: Transaction<DB>,
  config: Pick<Config, 'CHAT_SECRET'>,
  userId: number,
): Promise<z.input<typeof user>> {
  const row = await trx
    .selectFrom('users')
    .innerJoin('companies', 'companies.companyId', 'users.companyId')
    .selectAll('users')
    .select('companies.name as companyName')
    .where('users.id', '=', userId)
    .executeTakeFirst();
  if (!row) throw new Failure('not_found');
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    company_id: row.companyId,
    company_name: row.companyName,
    privileges: row.privileges,
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

/** Puts `passwordHash`, a PHC string, in place of the one by which a user of the current company logs in. */
export async function replaceHash(
  trx: Transaction<DB>,
  { companyId, userId }: { companyId: number; userId: number },
  passwordHash: string,
): Promise<void> {
  await trx
    .updateTable('logins')
    .set({ passwordHash })
    .where('companyId', '=', companyId)
    .where('userId', '=', userId)
    .execute();
}
