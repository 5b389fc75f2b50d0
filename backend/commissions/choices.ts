/** What rules may name. */
import { sql } from 'kysely';
import { readBaskets } from '../lib/ports/baskets.ts';
import type { Ctx } from '../lib/work/context.ts';
import { readPeople } from './by-hand.ts';

interface Named {
  id: number;
  name: string;
}

/** The most of a list that is offered. */
const MOST = 1000;

export async function readChoices(ctx: Ctx) {
  const { db, user } = ctx;
  const read = async (from: ReturnType<typeof sql<Named>>) => (await from.execute(db)).rows;
  const own = sql`company_id = ${user.companyId}`;
  const people = await readPeople(ctx);
  const { rows: roles } = await sql<{ roleName: string }>`select distinct role_name from users
    where ${own} and archived_at is null and not service order by role_name limit ${MOST}`.execute(db);
  return {
    people: people.filter(({ id }) => id !== user.id),
    roles: roles.map(({ roleName }) => roleName),
    locations: await read(
      sql<Named>`select id, name from locations where ${own} and archived_at is null order by name limit ${MOST}`,
    ),
    makers: await read(sql<Named>`select id, name from makers order by name limit ${MOST}`),
    models: await read(
      sql<Named>`select o.id, m.name || ' ' || o.name as name from models o join makers m on m.id = o.maker_id order by 2, o.id limit ${MOST}`,
    ),
    baskets: await readBaskets({ db, user }, 'rule'),
  };
}
