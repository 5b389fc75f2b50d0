import { sql } from 'kysely';
import { MANUFACTURER } from '#domain/endpoint.ts';
import { readStays, toldEntities } from '../network/facts.ts';
import { goingOnOf } from '../network/suspending.ts';
import { readUses, usingEntities } from '../network/uses.ts';
import { peopleByRole } from '../news/readings.ts';
import { ownValuesOf } from '../preferences/own-values.ts';
import { BRERA, LIGURE } from './companies.ts';
import { enter, insertRows, type Owner } from './insert.ts';

/** Cars that the manufacturer expects of each dealer from January to December. */
const expected: Readonly<Record<number, readonly number[]>> = {
  [BRERA]: [4, 4, 6, 5, 5, 6, 5, 2, 5, 6, 5, 4],
  [LIGURE]: [1, 1, 2, 2, 2, 2, 1, 1, 2, 2, 2, 1],
};

/** What the manufacturer expects of the demo dealers this year and in the next one. */
export async function seedExpected(owner: Owner, today: string): Promise<void> {
  await enter(owner, MANUFACTURER);
  const years = [0, 1].map((later) => Number(today.slice(0, 4)) + later);
  await insertRows(
    owner,
    'network_target_years',
    years.map((year) => ({ company_id: MANUFACTURER, year, updated_at: today })),
  );
  const cells = years.flatMap((year) =>
    Object.entries(expected).flatMap(([dealer, amounts]) =>
      amounts.map((amount, at) => ({
        company_id: MANUFACTURER,
        year,
        dealer_id: Number(dealer),
        month: at + 1,
        amount,
      })),
    ),
  );
  await insertRows(owner, 'network_targets', cells);
}

/** What the network hears of the people and records that the demo world has made. */
export async function seedNetwork(owner: Owner, companyId: number, now: Date, today: string): Promise<void> {
  for (const entity of toldEntities) {
    const stays = await readStays(owner, { companyId, entity });
    const rows = [...Map.groupBy(stays, ({ recordId }) => recordId).values()].flatMap((way) =>
      way.map((stay, at) => ({ ...stay, until: way[at + 1]?.day ?? null })),
    );
    await insertRows(
      owner,
      'network_facts',
      rows.toSorted((a, b) => a.id - b.id),
    );
  }
  for (const entity of usingEntities) {
    await sql`delete from network_uses where company_id = ${companyId} and entity = ${entity}`.execute(owner);
    await insertRows(owner, 'network_uses', (await readUses(owner, entity, { companyId })).uses);
  }
  // Open negotiations stand in the first stages of their kind.
  await sql`insert into record_stages (company_id, entity, record_id, stage_id, day, version)
    select f.company_id, f.entity, f.record_id, case f.entity when 'quote' then 1 + f.record_id % 5 else 8 + f.record_id % 3 end, f.day, 2
    from network_facts f where f.company_id = ${companyId} and f.until is null and f.record_id % 7 > 0
      and (f.entity = 'quote' and f.state in ('issued', 'accepted') or f.entity = 'lead' and f.state in ('in_progress', 'negotiation'))
    on conflict do nothing`.execute(owner);
  // Those that ended are in the stage that says so.
  await sql`insert into record_stages (company_id, entity, record_id, stage_id, day, version)
    select f.company_id, f.entity, f.record_id, case f.state when 'converted' then 6 else 7 end, f.day, 2
    from network_facts f where f.company_id = ${companyId} and f.until is null and f.entity = 'quote'
      and f.state in ('converted', 'closed') on conflict do nothing`.execute(owner);
  // A larger scale counts the same people again.
  await sql`delete from network_people where company_id = ${companyId}`.execute(owner);
  await insertRows(owner, 'network_people', await peopleByRole(owner, companyId));
  await sql`delete from network_own_values where company_id = ${companyId}`.execute(owner);
  await insertRows(owner, 'network_own_values', [{ companyId, ...(await ownValuesOf(owner, companyId, today)) }]);
  await sql`delete from network_going_on where company_id = ${companyId}`.execute(owner);
  await insertRows(owner, 'network_going_on', [{ companyId, ...(await goingOnOf(owner, companyId, now)) }]);
}
