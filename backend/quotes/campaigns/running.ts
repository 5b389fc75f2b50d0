import { sql, type Transaction } from 'kysely';
import { MANUFACTURER } from '#domain/endpoint.ts';
import { leftOf, type StoredCampaign, type Uses } from '#domain/quotes/campaigns/reach.ts';
import type { DB } from '#backend/db/types.gen.ts';
import { basketsWith, type CatalogueCar } from '#backend/lib/ports/baskets.ts';
import { usesSql, type Sale } from './left.ts';
import { linesSql, ruleColumns } from './lines.ts';

type Trx = Transaction<DB>;
type Row = Omit<StoredCampaign, 'left'> & { used: Uses };

/** Campaigns of the manufacturer and of a company that run on a day, those that go first before the others. */
export async function readRunning(
  db: Trx,
  { companyId, day, sale }: { companyId: number; day: string; sale: Sale },
): Promise<StoredCampaign[]> {
  const { rows } = await sql<Row>`
    select c.company_id, c.id, ${ruleColumns}, ${linesSql} as lines, ${usesSql(companyId, day, sale)} as used
    from campaigns c where c.company_id in (${MANUFACTURER}, ${companyId}) and c.state = 'active' and c.archived_at is null
      and c.valid_from <= ${day} and coalesce(c.valid_to, ${day}) >= ${day}
    order by c.priority desc, c.company_id, c.id`.execute(db);
  return rows.map(({ used, ...campaign }) => ({ ...campaign, left: leftOf(campaign, used) }));
}

/** Ids of the baskets that hold a version, the manufacturer's and the company's own. */
export async function readBaskets(db: Trx, companyId: number, car: CatalogueCar): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`${basketsWith(companyId, car)}`.execute(db);
  return rows.map(({ id }) => id);
}
