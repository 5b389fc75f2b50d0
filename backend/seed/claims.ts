import { sql } from 'kysely';
import type { Owner } from './insert.ts';

/** Days after its approval by which a claim is asked for, and after which its payer answers. */
const [DEADLINE, ANSWER] = [60, 30];

/** The claims of the incentives of approved contracts: the oldest are credited, younger ones wait, the last are to be asked for. */
export async function seedClaims(owner: Owner, companyId: number): Promise<void> {
  await sql`insert into claims (company_id, contract_id, number, vehicle, location_id, line_id, kind, type, payer, name, item_id,
      campaign_company_id, campaign_id, campaign, state, amount, due_by, claimed_on, credit_note, credited_on, credited_amount, created_at, updated_at)
    select d.company_id, d.contract_id, d.number, d.vehicle, d.location_id, d.id, 'incentive', d.type, d.party, d.name, d.item_id,
      d.campaign_company_id, d.campaign_id, d.campaign, d.state, d.earned, d.approved_on + ${DEADLINE}::int,
      case when d.state <> 'due' then d.approved_on end, case when d.state = 'credited' then 'NC ' || d.id else '' end,
      case when d.state = 'credited' then d.approved_on + ${ANSWER}::int end, case when d.state = 'credited' then d.earned end, d.at, d.at
    from (select l.*, t.number, t.vehicle, t.location_id, t.approved_on, t.approved_on::timestamp at time zone 'Europe/Rome' as at,
        case when t.state = 'completed' then 'credited' when t.state = 'billed' then 'claimed' else 'due' end as state
      from contract_lines l join contracts t on t.company_id = l.company_id and t.id = l.contract_id
      where l.company_id = ${companyId} and l.kind = 'incentive' and l.earned > 0
        and t.state in ('approved', 'billed', 'completed') and t.canceled_at is null and t.approved_on is not null
      order by l.id) d`.execute(owner);
  await sql`insert into state_changes (company_id, entity, record_id, from_state, to_state, at)
    select company_id, 'claim', id, null, state, created_at from claims where company_id = ${companyId} order by id`.execute(
    owner,
  );
}
