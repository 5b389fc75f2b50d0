import { sql } from 'kysely';
import { peopleByRole } from '../news/readings.ts';
import { readStays, toldEntities } from '../network/facts.ts';
import { insertRows, type Owner } from './insert.ts';

/** What the network hears of the people and records that the demo world has made. */
export async function seedNetwork(owner: Owner, companyId: number): Promise<void> {
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
  // A larger scale counts the same people again.
  await sql`delete from network_people where company_id = ${companyId}`.execute(owner);
  await insertRows(owner, 'network_people', await peopleByRole(owner, companyId));
}
