/** How many people have read what the manufacturer writes, and how many there are to read it. */
import { sql } from 'kysely';
import { MANUFACTURER } from '#domain/endpoint.ts';
import { privileges } from '#domain/privileges.ts';
import { hasEntered } from '../lib/people/invited.ts';
import type { Schedule } from '../lib/work/schedules.ts';
import type { Ctx } from '../lib/work/context.ts';
import type { NewsKind } from '../lib/people/readings.ts';

/** How many people of all companies have read each of a kind; over all companies, for the manufacturer. */
export async function readersOfAll({ db }: Ctx, kind: NewsKind): Promise<ReadonlyMap<number, number>> {
  const { rows } = await sql<{ id: number; readers: number }>`select k.news_id as id, sum(k.readers)::int as readers
    from news_reader_counts k
    where k.kind = ${kind} and k.company_id in (select c.company_id from companies c where c.company_id <> ${MANUFACTURER})
    group by k.news_id`.execute(db);
  return new Map(rows.map(({ id, readers }) => [id, readers]));
}

/** How many people of each company have read one. */
export async function readersByCompany({ db }: Ctx, kind: NewsKind, id: number): Promise<ReadonlyMap<number, number>> {
  const { rows } = await sql<{ companyId: number; readers: number }>`select k.company_id, k.readers
    from news_reader_counts k where k.kind = ${kind} and k.news_id = ${id}
      and k.company_id in (select c.company_id from companies c where c.company_id <> ${MANUFACTURER})`.execute(db);
  return new Map(rows.map(({ companyId, readers }) => [companyId, readers]));
}

/** How many people of a company may enter, by role, the last day on which one did, and who of those who have entered manages the users. */
export const peopleByRole = (db: Ctx['db'], companyId: number) =>
  db
    .selectFrom('users')
    .select((eb) => [
      'companyId',
      'roleName',
      eb.fn.countAll<number>().as('people'),
      sql<number>`count(*) filter (where ${privileges.manageUsers} = any(privileges) and ${hasEntered(companyId)})::int`.as(
        'managers',
      ),
      sql<string | null>`max((last_login_at at time zone 'Europe/Rome')::date)::text`.as('lastLoginOn'),
    ])
    .where('companyId', '=', companyId)
    .where('archivedAt', 'is', null)
    .where('service', '=', false)
    .groupBy(['companyId', 'roleName'])
    .execute();

/** Tells the network how many people the company has by role, and leaves those out of the readers who have left. */
async function tellPeople({ db, user }: Ctx): Promise<void> {
  const { companyId } = user;
  const people = await peopleByRole(db, companyId);
  await db.deleteFrom('networkPeople').where('companyId', '=', companyId).execute();
  // Who enters meanwhile is told already.
  if (people.length > 0)
    await db
      .insertInto('networkPeople')
      .values(people)
      .onConflict((row) => row.doNothing())
      .execute();
  await sql`update news_reader_counts k set readers = (select count(*) from news_readings r
      join users u on u.company_id = r.company_id and u.id = r.user_id and u.archived_at is null
      where r.company_id = ${companyId} and r.kind = k.kind and r.news_id = k.news_id)
    where k.company_id = ${companyId}`.execute(db);
}

export const countPeople: Schedule = { name: 'count-people', at: ['04:10'], run: tellPeople };
