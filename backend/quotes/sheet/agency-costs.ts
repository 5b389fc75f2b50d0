/** What the agencies that a company uses ask, for the margin of a quote. */
import { costsOn, type AgencyCost } from '#domain/agencies/costs.ts';
import type { Agency } from '#domain/agencies/schema.ts';
import type { Reader } from '#backend/lib/ports/sellable.ts';

/** Agencies that are read for one price: who has more is told the costs of the first. */
const MOST = 50;

/** What the usual agencies ask on the reader's day. */
export async function readAgencyCosts({
  db,
  user,
  today,
}: Pick<Reader, 'db' | 'user' | 'today'>): Promise<AgencyCost[]> {
  const rows = await db
    .selectFrom('agencies')
    .select('fees')
    .where('companyId', '=', user.companyId)
    .where('usual', '=', true)
    .where('archivedAt', 'is', null)
    .orderBy('id')
    .limit(MOST)
    .execute();
  return costsOn(
    rows.map(({ fees }) => fees as Agency['fees']),
    today,
  );
}
