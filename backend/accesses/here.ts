import { sql } from 'kysely';
import { accessMachine } from '#domain/accesses/rules.ts';
import type { Here } from '#domain/accesses/schema.ts';
import { proposalsFor, type Proposal } from '#domain/accesses/turns.ts';
import { languages } from '#domain/languages.ts';
import { offeredOf } from '#domain/record/machine.ts';
import { person } from '../lib/people/person.ts';
import type { Ctx } from '../lib/work/context.ts';
import type { Crew } from './crew.ts';
import { isLeft, selectAccesses, type AccessRecord } from './records.ts';

/** The open visits of a place. */
interface Open {
  /** Who waits today: first who was refused or let pass, then who waits for longest. */
  waiting: AccessRecord[];
  /** Who is with a seller today. */
  present: AccessRecord[];
  /** What earlier days left open: nobody of them is here. */
  left: AccessRecord[];
}

/** The visits of a place that are open; at most 300. */
export async function readHere({ db, user, today }: Ctx, locationId: number): Promise<Open> {
  const { rows } =
    await sql<AccessRecord>`${selectAccesses} where t.company_id = ${user.companyId} and t.location_id = ${locationId}
    and t.state in ('waiting', 'assigned')
    order by t.day desc, t.state = 'waiting' and t.refusals > 0 desc, t.waiting_since, t.id limit 300`.execute(db);
  const now = rows.filter(({ day }) => day === today);
  return {
    waiting: now.filter(({ state }) => state === 'waiting'),
    present: now.filter(({ state }) => state === 'assigned'),
    left: rows.filter((record) => isLeft({ today }, record)),
  };
}

/**
 * Who is proposed to each who waits (`waits`, in their order), as things stand now; nobody is kept free for who waits
 * longer than so many minutes.
 */
export const proposalsNow = (
  { now }: Ctx,
  waits: readonly AccessRecord[],
  { free, atWork }: Crew,
  lateMinutes: number,
): ReadonlyMap<number, Proposal | null> =>
  proposalsFor(
    waits,
    free,
    atWork,
    ({ waitingSince }) => now.getTime() - Date.parse(waitingSince ?? '') > lateMinutes * 60_000,
  );

/** A visit as the reception shows it. */
export function hereOf(ctx: Ctx, record: AccessRecord, proposal: { id: number; name: string } | null): Here {
  const { language } = record;
  const since = record.state === 'waiting' ? record.waitingSince : record.assignedAt;
  return {
    id: record.id,
    version: record.version,
    ticket: record.ticket,
    name: record.customer ?? record.name,
    customerId: record.customerId,
    subject: record.subject,
    reason: record.reasonLabel,
    people: record.people,
    wish: record.wish,
    language: language && languages[language].toLowerCase(),
    maker: record.maker,
    since: (isLeft(ctx, record) ? record.arrivedAt : since) ?? record.createdAt,
    seller: person(record.sellerId, record.seller),
    begun: record.begun,
    timesOutAt: record.timesOutAt,
    refusals: record.refusals,
    ownSeller: person(record.ownSellerId, record.ownSeller),
    proposal,
    offered: offeredOf(accessMachine, record, { ...ctx.user, today: ctx.today }),
  };
}
