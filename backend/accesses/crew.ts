/** The crew of a place as it is now: who is free, in the order of their turns, and who is not. */
import type { ReceptionSeller } from '#domain/accesses/schema.ts';
import { turnsNow } from '#domain/accesses/turns.ts';
import { languages } from '#domain/languages.ts';
import type { Candidate } from '#domain/rotation.ts';
import type { Ctx } from '../lib/work/context.ts';
import { dutyOf, readSellers } from './sellers.ts';
import { readTurns } from './turns.ts';

export interface Crew {
  sellers: ReceptionSeller[];
  free: Candidate[];
  /** Who is at work, free or not. */
  atWork: ReadonlySet<number>;
}

/** The sellers of a place: free ones first, in the order of their turns. */
export async function crewOf(ctx: Ctx, locationId: number): Promise<Crew> {
  const rows = (await readSellers(ctx, locationId)).map((row) => ({ ...row, ...dutyOf(ctx, row) }));
  const atWork = new Set(rows.filter(({ duty }) => duty !== 'away').map(({ id }) => id));
  const turns = turnsNow([...atWork], await readTurns(ctx, locationId));
  const free = rows
    .filter(({ duty }) => duty === 'free')
    .map(({ id, languages, makerIds }): Candidate => ({ ...turns.get(id)!, languages, makerIds }))
    .toSorted((a, b) => a.turns - b.turns || (a.lastAt ?? -Infinity) - (b.lastAt ?? -Infinity) || a.id - b.id);
  const placeOf = (id: number) => free.findIndex((one) => one.id === id);
  const sellers = rows.map(({ id, name, duty, why, since, until, languages: spoken }): ReceptionSeller => {
    const lastAt = turns.get(id)?.lastAt ?? null;
    const at = placeOf(id);
    return {
      id,
      name,
      duty,
      place: at < 0 ? null : at + 1,
      why,
      since,
      until,
      lastAt: lastAt === null ? null : new Date(lastAt).toISOString(),
      languages: spoken.map((one) => languages[one].toLowerCase()),
    };
  });
  const rank = ({ place, duty }: ReceptionSeller) => place ?? (duty === 'busy' ? 1000 : 2000);
  return { sellers: sellers.toSorted((a, b) => rank(a) - rank(b)), free, atWork };
}
