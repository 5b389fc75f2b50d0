/** What companies tell of their use of the manufacturer's campaigns: of issued quotes, and of contracts that go on. */
import { sql } from 'kysely';
import { MANUFACTURER } from '#domain/endpoint.ts';
import type { Ctx } from '../lib/work/context.ts';

/** What a record uses: the record as the network counts it, its campaigns, gross cents. */
const usedBy = {
  // This revision, in place of the former one.
  quote: (companyId: number, id: number) => sql`select coalesce(q.root_id, q.id) as record_id, u.campaign_id, u.amount
    from quotes q left join campaign_uses u on u.company_id = q.company_id and u.quote_id = q.id and u.owner_id = ${MANUFACTURER}
    where q.company_id = ${companyId} and q.id = ${id}`,
  // What it agrees itself, whatever its quote gave; nothing once it is cancelled or withdrawn from.
  contract: (
    companyId: number,
    id: number,
  ) => sql`select t.id as record_id, l.campaign_id, sum(l.amount)::bigint as amount
    from contracts t left join contract_lines l on l.company_id = t.company_id and l.contract_id = t.id
      and l.campaign_company_id = ${MANUFACTURER} and t.canceled_at is null and t.withdrawn_at is null
    where t.company_id = ${companyId} and t.id = ${id} group by t.id, l.campaign_id`,
} as const;

/** Writes what a record uses now in place of what was told of it. */
export async function tellUses({ db, user }: Ctx, entity: keyof typeof usedBy, id: number): Promise<void> {
  const { companyId } = user;
  const { rows } = await sql<{ recordId: number; campaignId: number | null; amount: number }>`${usedBy[entity](companyId, id)}`.execute(db); // prettier-ignore
  if (rows.length === 0) return;
  await db
    .deleteFrom('networkUses')
    .where('companyId', '=', companyId)
    .where('entity', '=', entity)
    .where('recordId', '=', rows[0]!.recordId)
    .execute();
  const uses = rows.flatMap(({ campaignId, ...use }) =>
    campaignId === null ? [] : [{ ...use, companyId, entity, campaignId }],
  );
  if (uses.length > 0) await db.insertInto('networkUses').values(uses).execute();
}
