import { sql } from 'kysely';
import type { targetCalls as table } from '#domain/stats/targets/endpoints.ts';
import type { TargetAim } from '#domain/stats/targets/objectives.ts';
import { OWN } from '#backend/db/tenant.ts';
import { readBaskets } from '#backend/lib/ports/baskets.ts';
import type { VerbOf } from '#backend/lib/work/bind.ts';

/** The most companies and plans that are offered. */
const MOST = 300;

/** What objectives can aim at: what the company's own lists have, what stands in sales, and what targets are set for; new cars at baskets. */
export const readAims: VerbOf<typeof table, 'GET /stats/targets/aims'> = async (ctx, { query: { objective } }) => {
  const { db } = ctx;
  if (objective === 'new_pieces') return { company: [], plan: [], basket: await readBaskets(ctx, 'target') };
  const isPlan = objective === 'financial';
  const [from, party, kind] = isPlan ? ['plans', 'lender', 'plan'] : ['insurances', 'insurer', 'policy'];
  const set = (aim: TargetAim) =>
    sql`select t.aim_of from targets t where t.company_id = ${OWN} and t.objective = ${objective} and t.aim = ${aim}`;
  const items = await sql<{
    id: number;
    name: string;
  }>`select id, name || ', ' || ${sql.ref(party!)} as name from ${sql.table(from!)}
    where company_id = ${OWN} and (archived_at is null or id::text in (${set('plan')})) order by name, id limit ${MOST}`.execute(
    db,
  );
  const parties = await sql<{
    name: string;
  }>`select distinct ${sql.ref(party!)} as name from ${sql.table(from!)} where company_id = ${OWN} and archived_at is null
    union select distinct party from contract_lines where company_id = ${OWN} and kind = ${kind!} and party <> ''
    union ${set('company')} order by 1 limit ${MOST}`.execute(db);
  return { company: parties.rows.map(({ name }) => name), plan: items.rows, basket: [] };
};
