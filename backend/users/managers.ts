import { sql } from 'kysely';
import { Failure } from '#domain/errors.ts';
import { privileges } from '#domain/privileges.ts';
import type { Ctx } from '../lib/work/context.ts';

/** Who takes something from managers of users waits for the others who do: of two at once one may stay. */
export const oneAtATime = ({ db, user }: Ctx) =>
  db
    .selectFrom('companies')
    .select('companyId')
    .where('companyId', '=', user.companyId)
    .forNoKeyUpdate()
    .executeTakeFirst();

/** Throws `conflict` when nobody is left who manages the users. */
export async function keepManager({ db, user }: Ctx): Promise<void> {
  const left = await db
    .selectFrom('users')
    .select('id')
    .where('companyId', '=', user.companyId)
    .where('archivedAt', 'is', null)
    .where('service', '=', false)
    .where(sql<boolean>`${privileges.manageUsers} = any(privileges)`)
    .limit(1)
    .executeTakeFirst();
  if (!left)
    throw new Failure('conflict', 'Resterebbe l’azienda senza chi gestisce gli utenti: prima darlo a un collega.');
}
