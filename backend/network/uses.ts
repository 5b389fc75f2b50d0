/** What companies tell of their use of the manufacturer's campaigns: of issued quotes, and of contracts that go on. */
import { sql } from 'kysely';
import { MANUFACTURER } from '#domain/endpoint.ts';
import type { Ctx } from '../lib/work/context.ts';

interface Of {
  companyId: number;
  /** Absent: all of the company, as they stand now. */
  id?: number;
}

/** What a record uses: the record as the network counts it, its campaigns, gross cents. */
const usedBy = {
  // This revision, in place of the former one.
  quote: ({ companyId, id }: Of) => sql`select coalesce(q.root_id, q.id) as record_id, u.campaign_id, u.amount
    from quotes q left join campaign_uses u on u.company_id = q.company_id and u.quote_id = q.id and u.owner_id = ${MANUFACTURER}
    where q.company_id = ${companyId} and ${id === undefined ? sql`q.state <> 'draft' and not q.superseded` : sql`q.id = ${id}`}`,
  // What it agrees itself, whatever its quote gave; nothing once it is cancelled or withdrawn from.
  contract: ({ companyId, id }: Of) => sql`select t.id as record_id, l.campaign_id, sum(l.amount)::bigint as amount
    from contracts t left join contract_lines l on l.company_id = t.company_id and l.contract_id = t.id
      and l.campaign_company_id = ${MANUFACTURER} and t.canceled_at is null and t.withdrawn_at is null
    where t.company_id = ${companyId} ${id === undefined ? sql`` : sql`and t.id = ${id}`} group by t.id, l.campaign_id`,
} as const;

export const usingEntities = Object.keys(usedBy) as (keyof typeof usedBy)[];

/** The records, and of those that use a campaign of the manufacturer what the network is told. */
export async function readUses(db: Ctx['db'], entity: keyof typeof usedBy, of: Of) {
  const { rows } = await sql<{ recordId: number; campaignId: number | null; amount: number }>`${usedBy[entity](of)}`.execute(db); // prettier-ignore
  const uses = rows.flatMap(({ campaignId, ...use }) =>
    campaignId === null ? [] : [{ ...use, companyId: of.companyId, entity, campaignId }],
  );
  return { records: rows, uses };
}

/** Writes what a record uses now in place of what was told of it. */
export async function tellUses({ db, user }: Ctx, entity: keyof typeof usedBy, id: number): Promise<void> {
  const { companyId } = user;
  const { records, uses } = await readUses(db, entity, { companyId, id });
  if (records.length === 0) return;
  await db
    .deleteFrom('networkUses')
    .where('companyId', '=', companyId)
    .where('entity', '=', entity)
    .where('recordId', '=', records[0]!.recordId)
    .execute();
  if (uses.length > 0) await db.insertInto('networkUses').values(uses).execute();
}
