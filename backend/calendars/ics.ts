/** Events for other programs: a file, and a private link of a calendar that they read again and again. */
import type { calendars as table } from '#domain/calendars/endpoints.ts';
import type { AppointmentPage } from '#domain/calendars/customer.ts';
import { icsOf } from '#domain/calendars/ics.ts';
import type { EventRow } from '#domain/calendars/schema.ts';
import { ABSENT, eventKinds } from '#domain/calendars/event-terms.ts';
import { addDays } from '#domain/dates.ts';
import { Failure } from '#domain/errors.ts';
import { telephone } from '#domain/italian.ts';
import { privileges as p } from '#domain/privileges.ts';
import type { VerbOf } from '../lib/work/bind.ts';
import { holds, type Ctx, type Effects } from '../lib/work/context.ts';
import { followLink, type Link, noteOpened, openLink, revokeLinks } from '../lib/people/link.ts';
import { eventHref } from '../lib/records/links.ts';
import { readPerson } from '../lib/people/people.ts';
import { readOne } from '../lib/records/records.ts';
import { calendarRecords } from './calendars.ts';
import { eventsShown } from './shown.ts';

type Table = typeof table;

/** Days for which a link of a calendar is good. */
const LINK_DAYS = 730;
const CALENDAR = 'text/calendar; charset=utf-8';
/** A visit of another program within as many milliseconds is the same one. */
const SAME_VISIT = 1_800_000;

/** The text of a file; who the customer is stands in it only if `names` says so. */
function fileOf(
  { user, now, config }: Pick<Ctx, 'user' | 'now' | 'config'>,
  name: string,
  events: readonly EventRow[],
  names: boolean,
): string {
  const origin = new URL(config.PUBLIC_ORIGIN);
  return icsOf(
    name,
    events.map((event) => ({
      uid: `event-${user.companyId}-${event.id}@${origin.hostname}`,
      sequence: event.version - 1,
      startsAt: event.startsAt,
      endsAt: event.endsAt,
      changedAt: now.toISOString(),
      title: titleOf(event, names),
      text: event.masked ? '' : new URL(eventHref(event.id), origin).href,
      place: '',
      canceled: event.endedAs !== null,
    })),
  );
}

/** What an event is called outside: a title may hold the customer's name, too. */
function titleOf({ masked, kind, title, customer }: EventRow, names: boolean): string {
  if (masked) return kind === 'absence' ? ABSENT : 'Occupato';
  return names ? [eventKinds[kind], customer ?? title].filter(Boolean).join(': ') : eventKinds[kind];
}

/** What the customer's own calendar keeps: the link to the page is in the text, so that it is moved from there, too. */
export function customersFile(
  { user, now, config }: Pick<Ctx, 'user' | 'now' | 'config'>,
  { id, version, kind, startsAt, endsAt }: Pick<EventRow, 'id' | 'version' | 'kind' | 'startsAt' | 'endsAt'>,
  {
    dealer,
    place,
    cars,
    canceled,
    token,
  }: Pick<AppointmentPage, 'dealer' | 'place' | 'cars' | 'canceled'> & { token: string },
): string {
  const origin = new URL(config.PUBLIC_ORIGIN);
  const page = new URL(`/appuntamento/${encodeURIComponent(token)}`, origin).href;
  return icsOf(dealer.name, [
    {
      uid: `event-${user.companyId}-${id}@${origin.hostname}`,
      sequence: version - 1,
      startsAt,
      endsAt,
      changedAt: now.toISOString(),
      title: [eventKinds[kind], cars.join(', '), dealer.name].filter(Boolean).join(' · '),
      text: [dealer.phone && telephone(dealer.phone), page].filter(Boolean).join('\n'),
      place: place ? [place.name, place.address].filter(Boolean).join(', ') : '',
      canceled,
    },
  ]);
}
export const CUSTOMERS_FILE = { type: CALENDAR, name: 'appuntamento.ics' };

export const file: VerbOf<Table, 'GET /calendars/ics'> = async (ctx, { query: { names, ...range } }) => ({
  bytes: fileOf(ctx, 'Calendari', await eventsShown(ctx, range), names === 'true'),
  type: CALENDAR,
  name: `calendari-${range.from}.ics`,
});

/** Whether a calendar is the caller's own, or theirs to manage. */
const mayShare = (ctx: Pick<Ctx, 'user'>, { userId }: { userId: number | null }) =>
  userId === ctx.user.id || holds(ctx, p.manageCalendars);

/** Throws `forbidden` for a calendar that is neither. */
async function ownOrManaged(ctx: Ctx, id: number) {
  const calendar = await readOne(ctx, calendarRecords, id);
  if (!mayShare(ctx, calendar)) throw new Failure('forbidden');
  return calendar;
}

export const makeFeed: VerbOf<Table, 'POST /calendars/:id/feed'> = async (ctx, { params: { id }, body: { names } }) => {
  const { name } = await ownOrManaged(ctx, id);
  await revokeLinks(ctx, 'calendar', id);
  const expiresAt = new Date(`${addDays(ctx.today, LINK_DAYS)}T23:00:00Z`);
  const { token } = await openLink(ctx, { purpose: 'calendar', recordId: id, expiresAt, names });
  ctx.audit({ action: 'feed', entity: calendarRecords.entity, entityId: id, after: { name, names } });
  return { url: `${ctx.config.PUBLIC_ORIGIN}/api/calendars/feed?token=${encodeURIComponent(token)}` };
};

export const endFeed: VerbOf<Table, 'DELETE /calendars/:id/feed'> = async (ctx, { params: { id } }) => {
  const { name } = await ownOrManaged(ctx, id);
  await revokeLinks(ctx, 'calendar', id);
  ctx.audit({ action: 'feed_ended', entity: calendarRecords.entity, entityId: id, after: { name } });
};

/** Ends the private links of a person's calendar, and those that the person made of others, when a phone was lost. */
export const endFeeds: NonNullable<Effects['user.second-factor-reset' | 'user.sessions-ended']> = async (
  { db, user, now },
  { userId },
) => {
  const own = db
    .selectFrom('calendars')
    .select('id')
    .where('companyId', '=', user.companyId)
    .where('userId', '=', userId);
  await db
    .updateTable('links')
    .set({ revokedAt: now })
    .where('companyId', '=', user.companyId)
    .where('purpose', '=', 'calendar')
    .where('revokedAt', 'is', null)
    .where((eb) => eb.or([eb('userId', '=', userId), eb('recordId', 'in', own)]))
    .execute();
};

/** Who made a link, as they are now, and whether it names customers; throws `not_found` while that person is blocked. */
async function makerOf(ctx: Ctx, { id }: Pick<Link, 'id'>) {
  const { companyId } = ctx.user;
  const { names, userId } = await ctx.db
    .selectFrom('links')
    .select(['names', 'userId'])
    .where('companyId', '=', companyId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const maker = userId === null ? null : await readPerson(ctx.db, { companyId, userId });
  if (!maker) throw new Failure('not_found');
  return { names, maker };
}

/** The calendar behind a link, as the person who made the link may see it at this moment. */
export const feed: VerbOf<Table, 'GET /calendars/feed'> = async (call, { query: { token } }) => {
  const link = await followLink(call, ['calendar'], token);
  return call.asCompany(link.companyId, null, async (ctx) => {
    await noteOpened(ctx, link, new Date(ctx.now.getTime() - SAME_VISIT));
    const { names, maker } = await makerOf(ctx, link);
    const as = { ...ctx, user: maker };
    const calendar = await readOne(ctx, calendarRecords, link.recordId);
    if (calendar.archived || !mayShare(as, calendar)) throw new Failure('not_found');
    const range = { from: addDays(ctx.today, -14), calendarIds: [link.recordId] };
    // Several queries, because each is limited in days.
    const parts = [
      await eventsShown(as, { ...range, to: addDays(ctx.today, 45) }),
      await eventsShown(as, { ...range, from: addDays(ctx.today, 46), to: addDays(ctx.today, 105) }),
      await eventsShown(as, { ...range, from: addDays(ctx.today, 106), to: addDays(ctx.today, 165) }),
    ];
    const known = new Map(parts.flat().map((event) => [event.id, event]));
    return {
      bytes: fileOf(ctx, calendar.name, [...known.values()], names),
      type: CALENDAR,
      name: 'calendario.ics',
      inline: true,
    };
  });
};
