/** Times that customers choose on a page of the company: held until their address is confirmed, then an appointment. */
import type { BookInput, BookingPage } from '#domain/calendars/booking.ts';
import { eventFields } from '#domain/calendars/fields.ts';
import { eventKinds } from '#domain/calendars/event-terms.ts';
import { dayInRome, instantInRome } from '#domain/dates.ts';
import { Failure } from '#domain/errors.ts';
import { blankOf } from '#domain/record/fields.ts';
import { dayOfWeek } from '#domain/italian.ts';
import { HOLD_MINUTES, mostHeld } from '#domain/public-pages.ts';
import type { Ctx } from '../lib/work/context.ts';
import { nameOf, newCode } from '../lib/people/page-codes.ts';
import { holdsOf, keepWaiting, sentBefore, type Page, type PageForm } from '../lib/people/page-forms.ts';
import { versionOf } from '../lib/people/privacy-texts.ts';
import { addressOf } from '../lib/people/public-pages.ts';
import { nextFree, readTaken, slotOf, type Taken } from './book.ts';
import { listFor, makeOne, tellPeople } from './make.ts';
import { whenOf } from './records.ts';

export const BOOKING = 'booking';
const HOUR = 3_600_000;
/** The most times of one day. */
const MOST_OF_A_DAY = 96;

export interface About {
  kind: BookingPage['kind'];
  minutes: number;
  /** Hours. */
  notice: number;
  calendarIds: number[];
}

/** Who wrote on a page of the company, for the area that keeps leads. */
interface Wrote extends Pick<BookInput, 'name' | 'phone' | 'email' | 'message' | 'shown'> {
  source: string;
  /** Of the form: it becomes one lead. */
  key: string;
  /** The people of the page's calendars: one of them who may have leads gets it. */
  people: readonly number[];
}
/** Makes the lead of who wrote, or a part of the open one of the same person; returns the one that goes on. */
export type TakeIn = (ctx: Ctx, wrote: Wrote) => Promise<number>;

/** The calendars of a page; throws `ended` when one of them is gone. */
export const takenOf = (ctx: Ctx, { calendarIds }: About, lock: boolean) =>
  readTaken(ctx, calendarIds, { lock }).catch(() => {
    throw new Failure('ended');
  });

const refuse = (field: string, message: string) => new Failure('invalid', message, { fields: { [field]: message } });
export const GONE = 'Questo orario non è più libero: sceglierne un altro.';

/** What a form holds until it is confirmed. */
export type Form = Pick<BookInput, 'name' | 'phone' | 'email' | 'message' | 'shown'>;

/**
 * Throws `invalid` at the time when it is not free, too soon, or when those who have confirmed nothing hold a third of the
 * day already. `but`: the form whose own hold counts as free.
 */
async function assertHolds(ctx: Ctx, about: About, taken: readonly Taken[], startsAt: Date, but: number) {
  const { minutes, notice, calendarIds } = about;
  const earliest = new Date(ctx.now.getTime() + notice * HOUR);
  const held = await holdsOf(ctx, calendarIds, but);
  const [free] = await nextFree(ctx, taken, { from: startsAt, minutes, count: 1, held });
  if (free?.getTime() !== startsAt.getTime() || startsAt < earliest) throw refuse('time', GONE);
  const day = dayInRome(startsAt);
  const from = new Date(Math.max(earliest.getTime(), instantInRome(day, '00:00').getTime()));
  const times = await nextFree(ctx, taken, { from, minutes, count: MOST_OF_A_DAY });
  const heldThen = held.filter((one) => dayInRome(one.startsAt) === day).length;
  if (heldThen >= mostHeld(times.filter((at) => dayInRome(at) === day).length))
    throw refuse(
      'time',
      'Altri stanno confermando gli orari di questo giorno: sceglierne un altro, o riprovare tra dieci minuti.',
    );
}

/** Holds a time for who sent a form, and makes the code by which they confirm it; sent again it is the same one. */
export async function hold(ctx: Ctx, page: Page<About>, body: BookInput) {
  const { about } = page;
  if (body.shown !== (await versionOf(ctx, 'notice')))
    throw refuse('shown', 'L’informativa è cambiata nel frattempo: rileggerla e confermare di nuovo.');
  const before = await sentBefore<Form>(ctx, page, body.key);
  if (before && before.settledAs !== null)
    return { answer: slotOf(new Date(before.startsAt!)), form: nameOf(ctx.config, before.id), code: null };
  const taken = await takenOf(ctx, about, true);
  const startsAt = instantInRome(body.day, body.time);
  await assertHolds(ctx, about, taken, startsAt, before?.id ?? 0);
  const { key, name, phone, email, message, shown: textId } = body;
  const form: Form = { name, phone, email, message, shown: textId };
  const { minutes, calendarIds } = about;
  const sent = { key, form, minutes: HOLD_MINUTES, hold: { startsAt, minutes, calendarIds } };
  const id = await keepWaiting(ctx, page, BOOKING, sent, before);
  const wait = nameOf(ctx.config, id);
  const code = await newCode(ctx, id, {
    before,
    changed: before?.form.email !== email || Date.parse(before.startsAt!) !== startsAt.getTime(),
    email,
    phone: null,
    what: `l’appuntamento di ${dayOfWeek(body.day)} alle ${body.time}`,
    isHeld: true,
    url: (typed) => {
      const query = new URLSearchParams({ wait, slot: `${body.day} ${body.time}`, code: typed });
      return `${addressOf(ctx.config, BOOKING, body.token)}?${query}`;
    },
  });
  return { answer: slotOf(startsAt), form: wait, code };
}

/**
 * Makes the lead and the appointment of a form that was confirmed. Throws `invalid` at the time when it is not free any
 * more; then nothing was kept, and the form waits for another time.
 */
export async function enter(
  ctx: Ctx,
  page: Page<About>,
  form: PageForm<Form>,
  startsAt: Date,
  takeIn: TakeIn,
): Promise<Date> {
  const { name: source, about } = page;
  const { minutes, kind } = about;
  const { name, message: note, ...typed } = form.form;
  const taken = await takenOf(ctx, about, true);
  const held = await holdsOf(ctx, about.calendarIds, form.id);
  const [free] = await nextFree(ctx, taken, { from: startsAt, minutes, count: 1, held });
  if (free?.getTime() !== startsAt.getTime()) throw refuse('time', GONE);
  const people = taken.flatMap(({ userId }) => (userId === null ? [] : [userId]));
  const when = whenOf(startsAt, minutes);
  const message = [`${eventKinds[kind]}: ${when}`, note].filter(Boolean).join('\n');
  const leadId = await takeIn(ctx, { ...typed, key: `modulo-${form.id}`, name, source, people, message });
  const event = { ...blankOf(eventFields), kind, title: name, leadId, note, checklist: listFor(kind) };
  const id = await makeOne(ctx, event, taken, { startsAt, minutes });
  await tellPeople(ctx, { id, people, title: `Prenotato dal cliente: ${when}`, text: name });
  return startsAt;
}
