/** What a suspension would stop and what goes on, in numbers: what the company of a door tells of itself. */
import { sql } from 'kysely';
import type { Suspending } from '#domain/network/endpoints.ts';
import { MANUFACTURER } from '#domain/endpoint.ts';
import type { Ctx } from '../lib/work/context.ts';
import type { Schedule } from '../lib/work/schedules.ts';
import { stands } from '../lib/records/told.ts';

type GoingOn = Pick<Suspending, 'reports' | 'signatures'>;

/** What no door sees: automatic reports, and papers that wait for signatures. */
export async function goingOnOf(db: Ctx['db'], companyId: number): Promise<GoingOn> {
  const { rows } = await sql<GoingOn>`select
      (select count(*) from automatic_reports r where r.company_id = ${companyId} and r.archived_at is null)::int as reports,
      (select count(*) from signatures g where g.company_id = ${companyId} and g.state = 'open')::int as signatures`.execute(
    db,
  );
  return rows[0]!;
}

/** Tells the network of them each night. */
export const tellGoingOn: Schedule = {
  name: 'tell-going-on',
  at: ['04:25'],
  run: async ({ db, user: { companyId } }) => {
    if (companyId === MANUFACTURER) return;
    const told = await goingOnOf(db, companyId);
    await db
      .insertInto('networkGoingOn')
      .values({ companyId, ...told })
      .onConflict((on) => on.column('companyId').doUpdateSet(told))
      .execute();
  },
};

/** What a suspension of the company of the transaction would stop and leave. */
export async function readSuspending({ db, user: { companyId }, today }: Ctx): Promise<Suspending> {
  const { rows } = await sql<Suspending>`select
      (select count(*) from users u where u.company_id = ${companyId} and u.service and u.archived_at is null)::int as tokens,
      coalesce((select n.reports from network_going_on n where n.company_id = ${companyId}), 0) as reports,
      coalesce((select n.signatures from network_going_on n where n.company_id = ${companyId}), 0) as signatures,
      (select count(*) from network_facts f where f.company_id = ${companyId} and f.entity = 'contract'
        and f.state not in ('completed', 'canceled', 'withdrawn') and ${stands('f', today)})::int as contracts,
      (select count(*) from network_facts f where f.company_id = ${companyId} and f.entity = 'quote'
        and f.state = 'issued' and ${stands('f', today)})::int as quotes`.execute(db);
  return rows[0]!;
}
