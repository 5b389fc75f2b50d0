/** Appointments that customers take themselves, on a page that the company opens to everybody. */
import { bookings as table, type BookingPage } from '#domain/calendars/booking.ts';
import type { Slot } from '#domain/calendars/schema.ts';
import { eventKinds } from '#domain/calendars/event-terms.ts';
import { instantInRome } from '#domain/dates.ts';
import { area } from '../lib/ports/area.ts';
import type { VerbOf } from '../lib/work/bind.ts';
import type { Ctx } from '../lib/work/context.ts';
import { nameOf } from '../lib/people/page-codes.ts';
import { holdsOf, type Page } from '../lib/people/page-forms.ts';
import { readHouse, wordedTexts } from '../lib/people/privacy-texts.ts';
import { byCode, byForm, closePage, onPage, openPage, openPages, shownPage } from '../lib/people/public-pages.ts';
import { byWholeDays, nextFree, readTaken, slotOf } from './book.ts';
import { placeOf } from './calendars.ts';
import { BOOKING, enter, hold, takenOf, type About, type Form, type TakeIn } from './held.ts';
import { dropUnconfirmed, takeUnconfirmed, unconfirmed } from './unconfirmed.ts';

/** Free times that the page shows at once. */
const SHOWN = 48;
const HOUR = 3_600_000;

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

async function shown(ctx: Ctx, { name, about }: Page<About>, from: string): Promise<BookingPage> {
  const { kind, minutes, notice } = about;
  const taken = await takenOf(ctx, about, false);
  const first = new Date(Math.max(ctx.now.getTime() + notice * HOUR, instantInRome(from, '00:00').getTime()));
  const held = await holdsOf(ctx, about.calendarIds, 0);
  const free = await nextFree(ctx, taken, { from: first, minutes, count: SHOWN, held });
  return {
    company: await readHouse(ctx),
    name,
    kind,
    minutes,
    place: await placeOf(ctx, about.calendarIds),
    notice: (await wordedTexts(ctx, ['notice'])).get('notice')!,
    ...byWholeDays(free, SHOWN),
  };
}

/** Confirms a booking, for the time that was held or for another one. */
const confirm =
  (takeIn: TakeIn): VerbOf<typeof table, 'POST /links/booking/confirm'> =>
  async (call, { body: { day, time, ...body } }) => {
    const at = await byCode<About, Form>(call, BOOKING, body, (ctx, page, form) => {
      const startsAt = day && time ? instantInRome(day, time) : new Date(form.startsAt!);
      return enter(ctx, page, form, startsAt, takeIn);
    });
    return slotOf(at!);
  };

/** The area of pages by which customers book; `takeIn`: what becomes of who wrote. */
export const bookings = (takeIn: TakeIn) =>
  area(table, {
    verbs: {
      'GET /calendars/pages': async (ctx) => {
        const pages = await openPages<About>(ctx, BOOKING);
        return Promise.all(pages.map(async (page) => shownPage(ctx, BOOKING, page, await whatOf(ctx, page.about))));
      },
      'POST /calendars/pages': async (ctx, { body: { name, ...about } }) => {
        await readTaken(ctx, about.calendarIds, { lock: false });
        const page = await openPage<About>(ctx, BOOKING, { name, about });
        return shownPage(ctx, BOOKING, page, await whatOf(ctx, about));
      },
      'POST /calendars/pages/:pageId/close': (ctx, { params }) => closePage(ctx, BOOKING, params.pageId),
      'GET /links/booking': (call, { query: { token, from = call.today } }) =>
        onPage<About, BookingPage>(call, BOOKING, token, (ctx, page) => shown(ctx, page, from)),
      'POST /links/booking': (call, { body }) =>
        byForm<About, Slot>(call, BOOKING, body.token, async (ctx, page) =>
          // A program that fills in the hidden field gets the same answer, and nothing is stored.
          body.website === ''
            ? hold(ctx, page, body)
            : { answer: slotOf(instantInRome(body.day, body.time)), form: nameOf(ctx.config, 0), code: null },
        ),
      'POST /links/booking/confirm': confirm(takeIn),
      'GET /calendars/unconfirmed': unconfirmed,
      'POST /calendars/unconfirmed/:formId/take': takeUnconfirmed(takeIn),
      'POST /calendars/unconfirmed/:formId/drop': dropUnconfirmed,
    },
  });
