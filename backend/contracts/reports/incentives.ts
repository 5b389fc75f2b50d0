/** The incentives of sales, and what of them came from campaigns. */
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { ClaimState } from '#domain/contracts/claims/terms.ts';
import { reports } from '#domain/reports/reports.ts';
import { OWN } from '#backend/db/tenant.ts';
import { reported, type Reported } from '#backend/lib/ports/reported.ts';
import { contractDays, contractGroupings, counts, dayColumns, daysOfRows, eachDay, ofContracts } from './common.ts';

const common = {
  ...ofContracts,
  from: () => sql`contract_lines i join contracts t on t.company_id = ${OWN} and t.id = i.contract_id`,
  id: sql`i.id`,
};
const where = sql<SqlBool>`i.company_id = ${OWN} and i.kind = 'incentive' and ${counts}`;
const groupings = {
  party: { by: sql`i.party` },
  type: { by: sql`i.type` },
  campaign: { by: sql`i.campaign_company_id || '.' || i.campaign_id`, column: 'campaign' },
};
const columns = {
  type: sql`i.type`,
  party: sql`i.party`,
  campaign: sql`i.campaign`,
  given: sql`i.amount`,
  due: sql`coalesce(i.earned, 0)`,
};

/** What became of the claim of a row: an incentive has one at most, and none while its contract is not approved. */
const claim = sql`contract_lines i join contracts t on t.company_id = ${OWN} and t.id = i.contract_id
  left join claims k on k.company_id = ${OWN} and k.line_id = i.id`;
const amountIn = (...states: readonly ClaimState[]) =>
  sql`case when k.state = any(${[...states]}::text[]) then k.amount else 0 end`;

/** Of what goes back in part, the rest stays credited. */
const credited = sql`case when k.state = 'credited' then coalesce(k.credited_amount, 0)
  when k.state = 'owed_back' then coalesce(least(k.credited_amount, k.amount), 0) else 0 end`;

/**
 * A contract uses a campaign once, however many of its incentives it takes. The use is counted at one of them; where
 * some are refunded, at the first of these, because they can be looked at alone.
 */
const uses = sql`case when i.id = (select x.id from contract_lines x
  where x.company_id = ${OWN} and x.contract_id = i.contract_id and x.kind = 'incentive'
    and x.campaign_company_id = i.campaign_company_id and x.campaign_id = i.campaign_id
  order by coalesce(x.earned, 0) = 0, x.id limit 1) then 1 else 0 end`;

export const incentives = reported<typeof reports.incentives>({
  report: reports.incentives,
  ...common,
  from: () => claim,
  where,
  groups: { ...groupings, ...contractGroupings },
  columns: {
    ...columns,
    open: amountIn('due'),
    asked: amountIn('claimed'),
    credited,
    refused: amountIn('refused'),
    dueBy: sql`case when k.state = 'due' then k.due_by end`,
    booking: sql`nullif(k.booking_number, '')`,
    proof: sql`case when k.id is not null then case when k.proof_id is null then 'no' else 'yes' end end`,
    creditNote: sql`nullif(k.credit_note, '')`,
  },
  only: {
    due: sql`r.due <> 0`,
    open: sql`r.open <> 0`,
    asked: sql`r.asked <> 0`,
    refused: sql`r.refused <> 0`,
    own: sql`r.party = 'dealer'`,
  },
});

/**
 * The report of campaigns: a row for each incentive, and for each campaign that has a budget and runs one of today, with
 * what is left; `budgets`: a relation of campaigns by their keys, from who keeps them.
 */
export const campaignsResume = (budgets: (today: string) => RawBuilder<unknown>): Reported =>
  reported<typeof reports.campaignsResume>({
    report: reports.campaignsResume,
    ...ofContracts,
    from: (today) => sql`(select t.company_id, i.id as row_id, ${contractDays}, t.id, t.number,
        t.customer_id, t.location_id, t.seller_id, t.partner_id, t.state, i.campaign_company_id || '.' || i.campaign_id, ${sql.join(
          [columns.type, columns.party, columns.campaign, columns.given, columns.due, credited, uses],
        )}, 0 from ${claim} where ${where} and i.campaign_id is not null
      union all select b.company_id, -b.id, ${eachDay(() => sql`${today}::date`)}, null, 'Budget ' || b.name,
        null, null, null, null, '', b.key, null, null, b.name, 0, 0, 0, 0, b.left from ${budgets(today)} b)
      t (company_id, row_id, ${dayColumns}, id, number, customer_id, location_id, seller_id, partner_id, state, key,
        type, party, campaign, given, due, credited, uses, "left")`,
    where: sql<SqlBool>`true`,
    id: sql`t.row_id`,
    days: daysOfRows,
    groups: {
      campaign: { by: sql`t.key`, column: 'campaign' },
      type: { by: sql`t.type` },
      party: { by: sql`t.party` },
      place: contractGroupings.place,
      seller: contractGroupings.seller,
    },
    columns: {
      type: sql`t.type`,
      party: sql`t.party`,
      campaign: sql`t.campaign`,
      uses: sql`t.uses`,
      given: sql`t.given`,
      due: sql`t.due`,
      credited: sql`t.credited`,
      left: sql`t."left"`,
    },
    only: {
      given: sql`r.contract_id is not null`,
      due: sql`r.due <> 0`,
      budget: sql`r.contract_id is null`,
    },
  });
