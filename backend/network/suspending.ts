/** What a suspension would stop and what goes on, in numbers: what the company of a door tells of itself. */
import { sql } from 'kysely';
import type { Suspending } from '#domain/network/endpoints.ts';
import { MANUFACTURER } from '#domain/endpoint.ts';
import type { Ctx } from '../lib/work/context.ts';
import type { Schedule } from '../lib/work/schedules.ts';
import { stands } from '../lib/records/told.ts';

type GoingOn = Pick<Suspending, 'tokens' | 'reports' | 'pages' | 'staffLinks' | 'signatures'>;
const NOTHING: GoingOn = { tokens: 0, reports: 0, pages: 0, staffLinks: 0, signatures: 0 };

/** What no door sees: keys in use, automatic reports, links that are not customers', and papers that wait for signatures. */
export async function goingOnOf(db: Ctx['db'], companyId: number, now: Date): Promise<GoingOn> {
  const { rows } = await sql<GoingOn>`select
      (select count(*) from sessions s join users u on u.company_id = s.company_id and u.id = s.user_id
        where s.company_id = ${companyId} and s.service and s.revoked_at is null and s.expires_at > ${now} and u.archived_at is null)::int as tokens,
      count(*) filter (where l.purpose in ('request', 'booking'))::int as pages,
      count(*) filter (where l.purpose in ('calendar', 'room', 'report', 'upload'))::int as staff_links,
      (select count(*) from automatic_reports r where r.company_id = ${companyId} and r.archived_at is null)::int as reports,
      (select count(*) from signatures g where g.company_id = ${companyId} and g.state = 'open')::int as signatures
    from links l where l.company_id = ${companyId} and l.revoked_at is null and l.expires_at > ${now}`.execute(db);
  return rows[0]!;
}

/** Tells the network of them each night. */
export const tellGoingOn: Schedule = {
  name: 'tell-going-on',
  at: ['04:25'],
  run: async ({ db, now, user: { companyId } }) => {
    if (companyId === MANUFACTURER) return;
    const told = await goingOnOf(db, companyId, now);
    await db
      .insertInto('networkGoingOn')
      .values({ companyId, ...told })
      .onConflict((on) => on.column('companyId').doUpdateSet(told))
      .execute();
  },
};

/** What a suspension of the company of the transaction would stop and leave. */
export async function readSuspending({ db, user: { companyId }, today }: Ctx): Promise<Suspending> {
  const told = await db
    .selectFrom('networkGoingOn')
    .select(['tokens', 'reports', 'pages', 'staffLinks', 'signatures'])
    .where('companyId', '=', companyId)
    .executeTakeFirst();
  const { rows } = await sql<Pick<Suspending, 'contracts' | 'quotes'>>`select
      count(*) filter (where f.entity = 'contract' and f.state not in ('completed', 'canceled', 'withdrawn'))::int as contracts,
      count(*) filter (where f.entity = 'quote' and f.state = 'issued')::int as quotes
    from network_facts f where f.company_id = ${companyId} and f.entity in ('contract', 'quote') and ${stands('f', today)}`.execute(
    db,
  );
  return { ...(told ?? NOTHING), ...rows[0]! };
}
