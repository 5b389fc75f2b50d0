/** Appointments that customers take themselves, on a page that the company opens to everybody. */
import { sql } from 'kysely';
import { bookings as table, type BookInput, type BookingPage } from '#domain/calendars/booking.ts';
import { eventFields } from '#domain/calendars/fields.ts';
import type { Slot } from '#domain/calendars/schema.ts';
import { eventKinds } from '#domain/calendars/terms.ts';
import { addDays, instantInRome } from '#domain/dates.ts';
import { Failure } from '#domain/errors.ts';
import { blankOf } from '#domain/fields.ts';
import { area } from '../lib/area.ts';
import type { Ctx } from '../lib/context.ts';
import { readHouse, versionOf, wordedTexts } from '../lib/privacy-texts.ts';
import { byForm, closePage, onPage, openPage, openPages, shownPage, type Page } from '../lib/public-pages.ts';
import { nextFree, readTaken, slotOf } from './book.ts';
import { placeOf } from './calendars.ts';
import { listFor, makeOne, tellPeople } from './make.ts';
import { whenOf } from './records.ts';

const PURPOSE = 'booking';
/** Free times that the page shows at once. */
const SHOWN = 48;
const HOUR = 3_600_000;

interface About {
  kind: BookingPage['kind'];
  minutes: number;
  /** Hours. */
  notice: number;
  calendarIds: number[];
}

/** Who wrote on a page of the company, for the area that keeps leads. */
interface Wrote extends Pick<BookInput, 'key' | 'name' | 'phone' | 'email' | 'message'> {
  source: string;
  /** The people of the page's calendars: one of them who may have leads gets it. */
  people: readonly number[];
  /** The version of the notice that was shown. */
  shown: number;
}
/** Makes the lead of who wrote; sent twice it is the same one, and not new. */
export type TakeIn = (ctx: Ctx, wrote: Wrote) => Promise<{ leadId: number; isNew: boolean }>;

/** What a page does, in Italian. */
async function whatOf({ db, user }: Ctx, { kind, minutes, calendarIds }: About): Promise<string> {
  const names = await db
    .selectFrom('calendars')
    .select('name')
    .where('companyId', '=', user.companyId)
    .where('id', 'in', calendarIds)
    .orderBy('id')
    .execute();
  return `${eventKinds[kind]}, ${minutes} min: ${names.map(({ name }) => name).join(' e ')}`;
}

/** The calendars of a page; throws `ended` when one of them is gone. */
const takenOf = (ctx: Ctx, { calendarIds }: About, lock: boolean) =>
  readTaken(ctx, calendarIds, { lock }).catch(() => {
    throw new Failure('ended');
  });

async function shown(ctx: Ctx, { name, about }: Page<About>, from: string): Promise<BookingPage> {
  const { kind, minutes, notice } = about;
  const taken = await takenOf(ctx, about, false);
  const first = new Date(Math.max(ctx.now.getTime() + notice * HOUR, instantInRome(from, '00:00').getTime()));
  const free = await nextFree(ctx, taken, { from: first, minutes, count: SHOWN });
  const slots = free.map(slotOf);
  const last = slots.at(-1)?.day;
  // A day is shown whole or not at all, so that what comes next begins with a day.
  const isCut = slots.length === SHOWN && slots[0]!.day !== last;
  return {
    company: await readHouse(ctx),
    name,
    kind,
    minutes,
    place: await placeOf(ctx, about.calendarIds),
    notice: (await wordedTexts(ctx, ['notice'])).get('notice')!,
    slots: isCut ? slots.filter(({ day }) => day !== last) : slots,
    more: slots.length < SHOWN ? null : isCut ? last! : addDays(last!, 1),
  };
}

const refuse = (field: string, message: string) => new Failure('invalid', message, { fields: { [field]: message } });

/** The time of the appointment that an earlier copy of this form made. */
async function bookedBefore({ db, user }: Ctx, leadId: number): Promise<Date> {
  const { rows } = await sql<{ startsAt: string }>`select starts_at from calendar_events
    where company_id = ${user.companyId} and lead_id = ${leadId} order by id desc limit 1`.execute(db);
  return new Date(rows[0]!.startsAt);
}

/** Takes a time for a customer. Throws `invalid` at the time when somebody else was faster; then nothing was kept. */
async function take(ctx: Ctx, { name: source, about }: Page<About>, body: BookInput, takeIn: TakeIn): Promise<Date> {
  const { minutes, kind, notice } = about;
  if (body.shown !== (await versionOf(ctx, 'notice')))
    throw refuse('shown', 'L’informativa è cambiata nel frattempo: rileggerla e confermare di nuovo.');
  const startsAt = instantInRome(body.day, body.time);
  const taken = await takenOf(ctx, about, true);
  const people = taken.flatMap(({ userId }) => (userId === null ? [] : [userId]));
  const when = whenOf(startsAt, minutes);
  const message = [`${eventKinds[kind]}: ${when}`, body.message].filter(Boolean).join('\n');
  const { leadId, isNew } = await takeIn(ctx, { ...body, source, people, message });
  if (!isNew) return bookedBefore(ctx, leadId);
  const [free] = await nextFree(ctx, taken, { from: startsAt, minutes, count: 1 });
  if (free?.getTime() !== startsAt.getTime() || startsAt.getTime() < ctx.now.getTime() + notice * HOUR)
    throw refuse('time', 'Questo orario non è più libero: sceglierne un altro.');
  const event = {
    ...blankOf(eventFields),
    kind,
    title: body.name,
    leadId,
    note: body.message,
    checklist: listFor(kind),
  };
  const id = await makeOne(ctx, event, taken, { startsAt, minutes });
  await tellPeople(ctx, { id, people, title: `Prenotato dal cliente: ${when}`, text: body.name });
  return startsAt;
}

/** The area of pages by which customers book; `takeIn`: what becomes of who wrote. */
export const bookings = (takeIn: TakeIn) =>
  area(table, {
    verbs: {
      'GET /calendars/pages': async (ctx) => {
        const pages = await openPages<About>(ctx, PURPOSE);
        return Promise.all(pages.map(async (page) => shownPage(ctx, PURPOSE, page, await whatOf(ctx, page.about))));
      },
      'POST /calendars/pages': async (ctx, { body: { name, ...about } }) => {
        await readTaken(ctx, about.calendarIds, { lock: false });
        const page = await openPage<About>(ctx, PURPOSE, { name, about });
        return shownPage(ctx, PURPOSE, page, await whatOf(ctx, about));
      },
      'POST /calendars/pages/:pageId/close': (ctx, { params }) => closePage(ctx, PURPOSE, params.pageId),
      'GET /links/booking': (call, { query: { token, from = call.today } }) =>
        onPage<About, BookingPage>(call, PURPOSE, token, (ctx, page) => shown(ctx, page, from)),
      'POST /links/booking': (call, { body }) =>
        byForm<About, Slot>(call, PURPOSE, body.token, async (ctx, page) =>
          // A program that fills in the hidden field gets the same answer, and nothing is stored.
          slotOf(body.website === '' ? await take(ctx, page, body, takeIn) : instantInRome(body.day, body.time)),
        ),
    },
  });
