/** Who stands in for somebody absent at an event, or when it may be held instead. */
import { sql } from 'kysely';
import { MOST_WAYS } from '#domain/calendars/absences.ts';
import { freeSlots, isFree, isOpen, takenBy, type Resource } from '#domain/calendars/slots.ts';
import { privileges as p } from '#domain/privileges.ts';
import { nextOf, type By, type Candidate, type Wanted } from '#domain/rotation.ts';
import type { Ctx } from '../lib/work/context.ts';
import { readTaken, resourcesOf } from './book.ts';
import { minutesOf } from './records.ts';
import type { Uncovered } from './uncovered.ts';

const DAY = 86_400_000;
/** How far ahead another time is looked for, and one day more. */
const AHEAD = 62 * DAY;
/** Days whose appointments say who has least to do. */
const BUSY_DAYS = 7;

export interface Colleague extends Candidate {
  name: string;
  calendarId: number;
}

/** A way out of an event: to whom it goes (null: it waits for its own person) and when. */
interface Option {
  colleague: Colleague | null;
  by: By | null;
  startsAt: Date;
}

/**
 * Colleagues who may stand in for a person: they sell if that person sells, else have the same role; work at one of the
 * same places; take turns; and have a calendar by which they can be seen to be free.
 */
export async function colleaguesOf({ db, user, now }: Ctx, absentId: number): Promise<Colleague[]> {
  const { companyId } = user;
  const places = sql`from user_locations o where o.company_id = ${companyId} and o.user_id = a.id`;
  const { rows } = await sql<Omit<Colleague, 'lastAt'>>`
    select u.id, u.name, u.languages, u.maker_ids, k.id as calendar_id, (select count(*)::int from calendar_events t
      where t.company_id = ${companyId} and k.id = any(t.calendar_ids) and t.ended_as is null and t.starts_at > ${now}
        and t.starts_at < ${new Date(now.getTime() + BUSY_DAYS * DAY)}) as turns
    from users u join users a on a.company_id = ${companyId} and a.id = ${absentId}
      join calendars k on k.company_id = ${companyId} and k.user_id = u.id and k.archived_at is null
    where u.company_id = ${companyId} and u.id <> a.id and u.archived_at is null and not u.service
      and case when ${p.createQuotes} = any(a.privileges)
        then ${p.createQuotes} = any(u.privileges) and (u.rotation = 'in' or u.rotation = 'role' and not ${p.manageUsers} = any(u.privileges))
        else u.role_name = a.role_name end
      and (not exists (select ${places}) or exists (select from user_locations w where w.company_id = ${companyId}
        and w.user_id = u.id and w.location_id in (select o.location_id ${places})))
    order by u.id limit 100`.execute(db);
  return rows.map((row) => ({ ...row, lastAt: null }));
}

/** These colleagues, who fits the customer best first, by the rules of the rotation; at most `most`. */
function ranked(people: readonly Colleague[], wanted: Wanted, most: number): { colleague: Colleague; by: By }[] {
  const next = nextOf(people, wanted);
  if (!next || most === 0) return [];
  const colleague = people.find(({ id }) => id === next.id)!;
  const others = people.filter(({ id }) => id !== next.id);
  return [{ colleague, by: next.by }, ...ranked(others, wanted, most - 1)];
}

/** The ways out of an event in the order in which they are proposed: a colleague at its hour before another time. */
function waysOf(
  event: Uncovered,
  people: readonly Colleague[],
  resources: ReadonlyMap<number, Resource>,
  now: Date,
): Option[] {
  const minutes = minutesOf(event);
  const at = new Date(event.startsAt);
  const beside = event.calendarIds
    .filter((id) => id !== event.absentCalendarId)
    .flatMap((id) => resources.get(id) ?? []);
  const withOne = (calendarId: number) => [
    ...beside,
    ...[resources.get(calendarId)].filter((one) => one !== undefined),
  ];
  const isThere = ({ calendarId }: Colleague) =>
    isOpen(resources.get(calendarId)!, at, minutes) && withOne(calendarId).every((one) => isFree(one, at, minutes));
  const wanted = { ownSellerId: null, language: event.language, makerId: event.makerId };
  const there = ranked(people.filter(isThere), wanted, MOST_WAYS - 1).map((one) => ({ ...one, startsAt: at }));
  const from = new Date(Math.max(at.getTime(), now.getTime()));
  const later = (colleague: Colleague | null, by: By | null): Option[] =>
    freeSlots(withOne(colleague?.calendarId ?? event.absentCalendarId), { from, minutes, count: 1 }).map(
      (startsAt) => ({
        colleague,
        by,
        startsAt,
      }),
    );
  const waits = later(null, null);
  if (there.length > 0) return [...there, ...waits];
  const others = ranked(people, wanted, MOST_WAYS - 1).flatMap(({ colleague, by }) => later(colleague, by));
  return [...others, ...waits].toSorted((a, b) => a.startsAt.getTime() - b.startsAt.getTime());
}

/** The ways out of events, in their order: what the first way of one takes is not free for the next. */
export async function plan(ctx: Ctx, events: readonly Uncovered[]): Promise<(Uncovered & { options: Option[] })[]> {
  if (events.length === 0) return [];
  const people = new Map<number, Colleague[]>();
  for (const id of new Set(events.map(({ absentId }) => absentId))) people.set(id, await colleaguesOf(ctx, id));
  const wanted = [
    ...events.flatMap(({ calendarIds }) => calendarIds),
    ...[...people.values()].flat().map(({ calendarId }) => calendarId),
  ];
  const open = await ctx.db
    .selectFrom('calendars')
    .select('id')
    .where('companyId', '=', ctx.user.companyId)
    .where('archivedAt', 'is', null)
    .where('id', 'in', [...new Set(wanted)])
    .execute();
  const taken = await readTaken(
    ctx,
    open.map(({ id }) => id),
    { lock: false },
  );
  const starts = events.map(({ startsAt }) => Date.parse(startsAt));
  const found = await resourcesOf(ctx, taken, {
    from: new Date(Math.min(...starts)),
    to: new Date(Math.max(...starts, ctx.now.getTime()) + AHEAD),
    except: events.map(({ id }) => id),
  });
  const own = new Map(found.map((one, at) => [taken[at]!.id, { ...one, taken: [...one.taken] }]));
  return events.map((event) => {
    const options = waysOf(event, people.get(event.absentId)!, own, ctx.now);
    const [first] = options;
    const ids = event.calendarIds.map((id) =>
      id === event.absentCalendarId && first?.colleague ? first.colleague.calendarId : id,
    );
    for (const id of first ? ids : []) {
      const one = own.get(id);
      one?.taken.push(takenBy(one.buffer, first!.startsAt, minutesOf(event)));
    }
    return { ...event, options };
  });
}
