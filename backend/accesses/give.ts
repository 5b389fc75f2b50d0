/** Gives a visit to a seller: the one who was chosen, or whose turn it is. */
import { TIMEOUT_MINUTES } from '#domain/accesses/rules.ts';
import { proposalFor, reasonOf, refusersOf } from '#domain/accesses/turns.ts';
import { Failure } from '#domain/errors.ts';
import { privileges as p } from '#domain/privileges.ts';
import type { By, Candidate } from '#domain/rotation.ts';
import { colleaguesWith } from '../lib/people/people.ts';
import type { Ctx } from '../lib/work/context.ts';
import { isLeft, type AccessRecord } from './records.ts';
import { crewOf, type Crew } from './crew.ts';
import { proposalsNow, readHere } from './here.ts';
import { readWaiting } from './waiting.ts';
import { keepTurn, lockPlace } from './turns.ts';

/** Colleagues to whom visits may be given: who sells. */
export const sellersOf = (ctx: Ctx): Promise<{ id: number; name: string }[]> => colleaguesWith(ctx, [p.createQuotes]);

const refuse = (message: string) => new Failure('invalid', undefined, { fields: { sellerId: message } });

/** The chosen seller, free or not; throws `invalid` for anybody who does not sell. */
async function chosen(ctx: Ctx, sellerId: number): Promise<number> {
  if (!(await sellersOf(ctx)).some(({ id }) => id === sellerId)) throw refuse('Scegliere un venditore');
  return sellerId;
}

/** Who is proposed as the reception shows it; a visit that need not wait for its own seller goes to whoever is free. */
async function proposed(ctx: Ctx, record: AccessRecord, crew: Crew): Promise<number | undefined> {
  const { waiting } = await readHere(ctx, record.locationId);
  const visit = { ...record, refusedBy: refusersOf(record.refusedBy, crew.atWork) };
  const { late } = await readWaiting(ctx);
  return (proposalsNow(ctx, waiting, crew, late).get(record.id) ?? proposalFor(visit, crew.free))?.sellerId;
}

const unknown = (id: number): Candidate => ({ id, turns: 0, lastAt: null, languages: [], makerIds: [] });

/** Who takes a visit and why; the place is locked, so that two visits do not take the same turn. */
export async function give(
  ctx: Ctx,
  record: AccessRecord,
  wanted: number | null,
): Promise<{ sellerId: number; by: By }> {
  const { locationId } = record;
  await lockPlace(ctx, locationId);
  const crew = await crewOf(ctx, locationId);
  const visit = { ...record, refusedBy: refusersOf(record.refusedBy, crew.atWork) };
  const sellerId = wanted === null ? await proposed(ctx, record, crew) : await chosen(ctx, wanted);
  if (sellerId === undefined) throw refuse('Nessun venditore è libero: sceglierne uno');
  const seller = crew.free.find(({ id }) => id === sellerId) ?? unknown(sellerId);
  const by = reasonOf(visit, seller, crew.free);
  if (!isLeft(ctx, record)) await keepTurn(ctx, locationId, crew.atWork, { sellerId, isTurn: by === 'turn' });
  return { sellerId, by };
}

/** The columns of a visit that is assigned to a seller who has not begun it yet; nobody waits in one that was left open. */
export const givenColumns = (ctx: Ctx, record: AccessRecord, sellerId: number) => ({
  sellerId,
  assignedAt: ctx.now,
  begunAt: null,
  timesOutAt: isLeft(ctx, record) ? null : new Date(ctx.now.getTime() + TIMEOUT_MINUTES * 60_000),
});
