/** The sellers of a place as they are now: free, with somebody, in an appointment, or away. */
import { sql } from 'kysely';
import type { DeskSeller } from '#domain/accesses/schema.ts';
import { turnsNow, type Turns } from '#domain/accesses/turns.ts';
import { workingTime } from '#domain/calendars/slots.ts';
import { eventKinds, type EventKind } from '#domain/calendars/terms.ts';
import type { Opening } from '#domain/companies/opening.ts';
import { instantInRome } from '#domain/dates.ts';
import { languages } from '#domain/languages.ts';
import { privileges as p } from '#domain/privileges.ts';
import type { Candidate } from '#domain/rotation.ts';
import { isWorking, type Calendar } from '#domain/time.ts';
import type { Ctx } from '../lib/context.ts';

interface Row {
  id: number;
  name: string;
  languages: (keyof typeof languages)[];
  makerIds: number[];
  hours: Opening['hours'] | null;
  closures: Opening['closures'] | null;
  place: Opening;
  /** The visit that the seller has in hand. */
  visitor: string | null;
  visitSince: string | null;
  eventKind: EventKind | null;
  eventUntil: string | null;
}

/** The sellers who work at a place, each with what keeps them now. */
async function readSellers({ db, user, now }: Ctx, locationId: number): Promise<Row[]> {
  const { companyId } = user;
  const { rows } = await sql<Row>`select u.id, u.name, u.languages, u.maker_ids, c.hours, c.closures,
      (select jsonb_build_object('hours', l.hours, 'closures', l.closures, 'openOnHolidays', l.open_on_holidays, 'patron', l.patron)
        from locations l where l.company_id = ${companyId} and l.id = ${locationId}) as place,
      v.visitor, v.since as visit_since, e.kind as event_kind, e.until as event_until
    from users u
    left join calendars c on c.company_id = ${companyId} and c.user_id = u.id and c.archived_at is null
    left join lateral (select a.assigned_at as since,
        coalesce((select k.name from customers k where k.company_id = ${companyId} and k.id = a.customer_id), a.name) as visitor
      from accesses a where a.company_id = ${companyId} and a.seller_id = u.id and a.state = 'assigned'
      order by a.assigned_at limit 1) v on true
    left join lateral (select t.kind, t.ends_at as until from calendar_events t
      where t.company_id = ${companyId} and u.id = any(t.user_ids) and t.starts_at <= ${now} and t.ends_at > ${now}
        and t.starts_at > ${new Date(now.getTime() - 15 * 86_400_000)} and t.ended_as is null
        and t.state in ('not_started', 'in_progress') order by t.ends_at desc limit 1) e on true
    where u.company_id = ${companyId} and u.archived_at is null and not u.service and ${p.createQuotes} = any(u.privileges)
      and exists (select from user_locations w where w.company_id = ${companyId} and w.user_id = u.id and w.location_id = ${locationId})
    order by u.name, u.id limit 200`.execute(db);
  return rows;
}

/** The turns of a place's day as they are kept. */
async function readTurns({ db, user, today }: Ctx, locationId: number): Promise<Turns[]> {
  const rows = await db
    .selectFrom('accessTurns')
    .select(['userId', 'turns', 'lastAt', 'seenAt'])
    .where('companyId', '=', user.companyId)
    .where('locationId', '=', locationId)
    .where('day', '=', today)
    .execute();
  return rows.map(({ userId: id, turns, lastAt, seenAt }) => ({
    id,
    turns,
    lastAt: lastAt === null ? null : Date.parse(lastAt),
    seenAt: Date.parse(seenAt),
  }));
}

/** When somebody works again today; null: not today. */
const backAt = (hours: Calendar, { now, today }: Pick<Ctx, 'now' | 'today'>): string | null =>
  hours(today)
    .map(({ from }) => instantInRome(today, from))
    .find((at) => at > now)
    ?.toISOString() ?? null;

/** How a seller stands now. */
function dutyOf(ctx: Pick<Ctx, 'now' | 'today'>, row: Row): Pick<DeskSeller, 'duty' | 'why' | 'since' | 'until'> {
  const { visitor, visitSince, eventKind, eventUntil, hours, closures, place } = row;
  if (visitSince !== null)
    return { duty: 'busy', why: `con ${visitor || 'un cliente'}`, since: visitSince, until: null };
  if (eventKind !== null)
    return {
      duty: eventKind === 'absence' ? 'away' : 'busy',
      why: eventKinds[eventKind].toLowerCase(),
      since: null,
      until: eventUntil,
    };
  const working = workingTime({ hours: hours ?? [], closures: closures ?? [] }, place);
  if (isWorking(working, ctx.now)) return { duty: 'free', why: '', since: null, until: null };
  return { duty: 'away', why: 'fuori turno', since: null, until: backAt(working, ctx) };
}

export interface Crew {
  sellers: DeskSeller[];
  free: Candidate[];
  /** Who is at work, free or not. */
  atWork: ReadonlySet<number>;
}

/** The sellers of a place, who is free first and in the order of their turns. */
export async function crewOf(ctx: Ctx, locationId: number): Promise<Crew> {
  const rows = (await readSellers(ctx, locationId)).map((row) => ({ ...row, ...dutyOf(ctx, row) }));
  const atWork = new Set(rows.filter(({ duty }) => duty !== 'away').map(({ id }) => id));
  const turns = turnsNow([...atWork], await readTurns(ctx, locationId));
  const free = rows
    .filter(({ duty }) => duty === 'free')
    .map(({ id, languages, makerIds }): Candidate => ({ ...turns.get(id)!, languages, makerIds }))
    .toSorted((a, b) => a.turns - b.turns || (a.lastAt ?? -Infinity) - (b.lastAt ?? -Infinity) || a.id - b.id);
  const placeOf = (id: number) => free.findIndex((one) => one.id === id);
  const sellers = rows.map(({ id, name, duty, why, since, until, languages: spoken }): DeskSeller => {
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
  const rank = ({ place, duty }: DeskSeller) => place ?? (duty === 'busy' ? 1000 : 2000);
  return { sellers: sellers.toSorted((a, b) => rank(a) - rank(b)), free, atWork };
}

/** Lets what changes whose turn it is at a place happen one after the other. */
export const lockPlace = ({ db, user }: Ctx, locationId: number) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`visits ${user.companyId} ${locationId}`}, 0))`.execute(db);

/** Keeps that a visit was given to a seller: who was at work meanwhile, and the turn if it was one. */
export async function keepTurn(
  ctx: Ctx,
  locationId: number,
  { atWork }: Crew,
  { sellerId, isTurn }: { sellerId: number; isTurn: boolean },
): Promise<void> {
  const present = [...new Set([...atWork, sellerId])];
  const turns = turnsNow(present, await readTurns(ctx, locationId));
  const rows = present.map((userId) => {
    const { turns: taken, lastAt } = turns.get(userId)!;
    const isTaker = userId === sellerId;
    return {
      companyId: ctx.user.companyId,
      locationId,
      day: ctx.today,
      userId,
      turns: taken + (isTaker && isTurn ? 1 : 0),
      lastAt: isTaker ? ctx.now : lastAt === null ? null : new Date(lastAt),
      seenAt: ctx.now,
    };
  });
  await ctx.db
    .insertInto('accessTurns')
    .values(rows)
    .onConflict((on) =>
      on.columns(['companyId', 'locationId', 'day', 'userId']).doUpdateSet((eb) => ({
        turns: eb.ref('excluded.turns'),
        lastAt: eb.ref('excluded.lastAt'),
        seenAt: eb.ref('excluded.seenAt'),
      })),
    )
    .execute();
}
