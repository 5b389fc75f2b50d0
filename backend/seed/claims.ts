import { sql } from 'kysely';
import type { Owner } from './insert.ts';

/** Days after its approval by which a claim is asked for, and after which its payer answers. */
const [DEADLINE, ANSWER] = [60, 30];

/** What the warranties of the first used cars were asked for: one claim was paid in part, the other ends soon. */
const ofWarranties = (
  companyId: number,
  today: string,
) => sql`insert into claims (company_id, contract_id, number, vehicle, location_id,
    kind, type, payer, name, state, amount, due_by, claimed_on, credit_note, credited_on, credited_amount, created_at, updated_at)
  select t.company_id, t.id, t.number, t.vehicle, t.location_id, 'warranty', c.type, 'insurer', c.name, c.state, c.amount, ${today}::date + c.due_in,
    ${today}::date - c.claimed_ago, c.note, ${today}::date - c.credited_ago, c.credited, t.delivered_on + time '10:00' + interval '90 days', ${today}::date - interval '20 days'
  from (select t.*, row_number() over (order by t.id) as nth from contracts t where t.company_id = ${companyId} and t.kind = 'used'
      and exists (select from contract_lines w where w.company_id = t.company_id and w.contract_id = t.id and w.kind = 'warranty')) t
    join (values (1, 'engine', 'Turbocompressore sostituito', 'credited', 94000, -30, 60, 'NC 118', 20, 64000),
      (2, 'electric', 'Alternatore sostituito', 'due', 38500, 9, null::int, '', null::int, null::bigint))
      c (nth, type, name, state, amount, due_in, claimed_ago, note, credited_ago, credited) on c.nth = t.nth`;

/** The claims of the incentives of approved contracts: the oldest are credited, younger ones wait, the last are to be asked for. */
export async function seedClaims(owner: Owner, companyId: number, today: string): Promise<void> {
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
  await ofWarranties(companyId, today).execute(owner);
  await sql`insert into state_changes (company_id, entity, record_id, from_state, to_state, at)
    select company_id, 'claim', id, null, state, created_at from claims where company_id = ${companyId} order by id`.execute(
    owner,
  );
}
