/** How the network uses the manufacturer's campaigns, from what companies tell of themselves: counts, and no record. */
import { sql } from 'kysely';
import type { networkClaims as table } from '#domain/contracts/claims/network.ts';
import { readDealers } from '#backend/lib/people/companies.ts';
import { usesOn } from '#backend/lib/records/told.ts';
import type { VerbOf } from '#backend/lib/work/bind.ts';

type Table = typeof table;
interface Used {
  companyId: number;
  quotes: number;
  given: number;
}
interface Claimed {
  companyId: number;
  claimed: number;
  credited: number;
  refused: number;
}

export const readUses: VerbOf<Table, 'GET /network/campaigns/uses'> = async (
  { db, today },
  { query: { campaignId = null } },
) => {
  const used =
    await sql<Used>`select u.company_id, count(distinct (u.entity, u.record_id))::int as quotes, sum(u.amount)::bigint as given
    from ${usesOn(today)} u
    where ${campaignId}::bigint is null or u.campaign_id = ${campaignId} group by u.company_id`.execute(db);
  const claimed = await sql<Claimed>`select company_id, (count(*) filter (where state = 'claimed'))::int as claimed,
      (count(*) filter (where state = 'credited'))::int as credited, (count(*) filter (where state = 'refused'))::int as refused
    from network_facts where entity = 'claim' and until is null and state in ('claimed', 'credited', 'refused')
      and (${campaignId}::bigint is null or campaign_id = ${campaignId}) group by company_id`.execute(db);
  const [byUse, byClaim] = [used.rows, claimed.rows].map((rows) => new Map(rows.map((row) => [row.companyId, row])));
  const none = { quotes: 0, given: 0, claimed: 0, credited: 0, refused: 0 };
  return (await readDealers(db)).flatMap(({ id, name }) => {
    const [uses, claims] = [byUse!.get(id), byClaim!.get(id)];
    return uses || claims ? [{ ...none, ...uses, ...claims, companyId: id, company: name }] : [];
  });
};
