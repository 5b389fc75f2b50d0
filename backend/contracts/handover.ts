/** How far the handover of a sold car is, as SQL of a contract `t`. */
import { sql } from 'kysely';
import { readyWith, tradeInDocuments, type HandoverPart } from '#domain/contracts/handover.ts';
import type { DocumentType } from '#domain/contracts/terms.ts';
import { OWN } from '../db/tenant.ts';

/** Cars of the contract, or those of them that this says. */
const cars = (which = sql``) => sql`exists (select from contract_cars k
  left join new_cars n on n.company_id = ${OWN} and n.id = k.new_car_id
  left join used_cars u on u.company_id = ${OWN} and u.id = k.used_car_id
  where k.company_id = ${OWN} and k.contract_id = t.id ${which})`;

const attached = (types: readonly DocumentType[]) => sql`exists (select from contract_attachments a
  where a.company_id = ${OWN} and a.contract_id = t.id and a.type = any(${types}))`;

const unless = (isThere: ReturnType<typeof sql>, part: HandoverPart) =>
  sql`case when not (${isThere}) then ${part} end`;

/** The parts that are missing; of a contract that is not approved yet, or completed, none. */
export const handover = sql`case when t.state in ('approved', 'billed') then array_remove(array[${sql.join([
  unless(sql`${cars()} and not ${cars(sql`and coalesce(n.plate, u.plate, '') = ''`)}`, 'plate'),
  unless(sql`not t.insured or ${attached(['policy'])}`, 'policy'),
  // The lender of a car taken in is paid before, too (`completeLacks`).
  unless(sql`t.received >= t.total and t.owed_on_cars = 0`, 'balance'),
  unless(sql`t.preparation @> ${[...readyWith]}`, 'car'),
  unless(
    sql`t.taken_in = 0 or (${attached(tradeInDocuments.registration)} and ${attached(tradeInDocuments.transfer)})`,
    'trade_in',
  ),
])}]::text[], null) else '{}' end`;

/** The state of the request that an agency registers the car: a used one wants none. */
export const registration = sql`case when t.kind <> 'new' then 'none'
  when ${cars()} and not ${cars(sql`and (coalesce(n.plate, '') = '' or n.registered_on is null)`)} then 'done'
  when t.registration_asked_on is not null then 'asked' else 'open' end`;
