/** What a customer sees and does through the private link of an appointment; whoever expects the customer is told. */
import { customerMay, limitOf, type AppointmentPage } from '#domain/calendars/customer.ts';
import type { calendars as table } from '#domain/calendars/endpoints.ts';
import { eventFields } from '#domain/calendars/fields.ts';
import { eventMachine } from '#domain/calendars/rules.ts';
import { dayInRome, instantInRome } from '#domain/dates.ts';
import { Failure } from '#domain/errors.ts';
import { telephone, time } from '#domain/italian.ts';
import { blankOf } from '#domain/record/fields.ts';
import { readDealer, readCompany } from '../documents/letterhead.ts';
import type { VerbOf } from '../lib/work/bind.ts';
import type { Ctx, PublicCtx } from '../lib/work/context.ts';
import { followLink, gone, noteOpened, passLinks, revokeLinks } from '../lib/people/link.ts';
import { eventHref } from '../lib/records/links.ts';
import { carry, take } from '../lib/records/move.ts';
import { notify } from '../lib/people/notify.ts';
import { byWholeDays, nextFree, readTaken, release } from './book.ts';
import { placeOf } from './calendars.ts';
import { CUSTOMERS_FILE, customersFile } from './ics.ts';
import { moveTo, closeAgreement } from './change.ts';
import { listFor, makeOne, tellLead, tellLeadCanceled } from './make.ts';
import { hasAnother } from './missed.ts';
import { eventCourse, minutesOf, type EventRow, whenOf } from './records.ts';
import { readCalendarSettings } from './remind.ts';

type Table = typeof table;

/** Free times that the page shows at once: those of a day at least. */
const SHOWN = 24;
/** Openings of the page within as many milliseconds are one visit. */
const SAME_VISIT = 1_800_000;

/**
 * Runs `work` on the event of a link; `lock` where it changes the event. Throws as `followLink`, also when the event is
 * over.
 */
async function onPage<T>(
  call: PublicCtx,
  token: string,
  { lock }: { lock: boolean },
  work: (ctx: Ctx, record: EventRow) => Promise<T>,
): Promise<T> {
  const link = await followLink(call, ['appointment'], token);
  return call.asCompany(link.companyId, null, async (ctx) => {
    const record = await eventCourse.find(ctx, link.recordId, { lock });
    if (Date.parse(record.endsAt) <= ctx.now.getTime()) throw gone();
    await noteOpened(ctx, link, new Date(ctx.now.getTime() - SAME_VISIT));
    return work(ctx, record);
  });
}

async function slotsOf(ctx: Ctx, record: EventRow, customerHours: number, day: string) {
  const from = Math.max(instantInRome(day, '00:00').getTime(), ctx.now.getTime() + customerHours * 3_600_000);
  const taken = await readTaken(ctx, record.calendarIds, { lock: false });
  const minutes = minutesOf(record);
  const free = await nextFree(ctx, taken, { from: new Date(from), minutes, count: SHOWN, except: [record.id] });
  const { slots, more } = byWholeDays(free, SHOWN);
  // Its own time is none to move to; one that was called off may be taken at it again.
  return {
    slots: slots.filter(
      ({ startsAt }) => record.endedAs !== null || Date.parse(startsAt) !== Date.parse(record.startsAt),
    ),
    later: more,
  };
}

/** Whether all that an appointment takes is there still: a car may be sold, a colleague gone. */
async function isWhole({ db, user }: Ctx, { calendarIds }: EventRow): Promise<boolean> {
  const { count } = await db
    .selectFrom('calendars')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('companyId', '=', user.companyId)
    .where('id', 'in', [0, ...calendarIds])
    .where('archivedAt', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(count) === new Set(calendarIds).size;
}

/** Whether the contract that an appointment is about waits for it still; true without a contract. */
async function isWanted({ db, user }: Ctx, { contractId, kind }: EventRow): Promise<boolean> {
  if (contractId === null) return true;
  const { canceledAt, withdrawnAt, deliveredOn } = await db
    .selectFrom('contracts')
    .select(['canceledAt', 'withdrawnAt', 'deliveredOn'])
    .where('companyId', '=', user.companyId)
    .where('id', '=', contractId)
    .executeTakeFirstOrThrow();
  return canceledAt === null && withdrawnAt === null && (kind !== 'delivery' || deliveredOn === null);
}

/** What the customer may do from the page now. */
async function mayNow(ctx: Ctx, record: EventRow) {
  const { customerHours } = await readCalendarSettings(ctx);
  const may = customerMay(record, customerHours, ctx.now);
  const isOff = record.endedAs === 'canceled';
  const whole = (may.move || isOff) && (await isWhole(ctx, record));
  return {
    customerHours,
    may: { ...may, move: may.move && whole },
    // Somebody may have taken another one by telephone meanwhile.
    again: isOff && whole && (await isWanted(ctx, record)) && !(await hasAnother(ctx, record)),
  };
}

/** A time that was chosen, with the calendars locked; throws `conflict` when it is not free, or too soon. */
async function chosenTime(ctx: Ctx, record: EventRow, startsAt: string) {
  const to = new Date(startsAt);
  const { customerHours } = await readCalendarSettings(ctx);
  const minutes = minutesOf(record);
  const taken = await readTaken(ctx, record.calendarIds, { lock: true });
  const [first] = await nextFree(ctx, taken, { from: to, minutes, count: 1, except: [record.id] });
  if (first?.getTime() !== to.getTime() || to.getTime() < ctx.now.getTime() + customerHours * 3_600_000)
    throw new Failure('conflict', 'Questo orario non è più libero: sceglierne un altro.');
  return { to, minutes, taken };
}

async function pageOf(ctx: Ctx, record: EventRow, day = ctx.today): Promise<AppointmentPage> {
  const { customerHours, may, again } = await mayNow(ctx, record);
  const free = may.move || again ? await slotsOf(ctx, record, customerHours, day) : { slots: [], later: null };
  const { phone } = await readCompany(ctx);
  const { name, email } = await readDealer(ctx);
  const people = await ctx.db
    .selectFrom('users')
    .select('name')
    .where('companyId', '=', ctx.user.companyId)
    .where('id', 'in', [0, ...record.userIds])
    .orderBy('id')
    .execute();
  const place = await placeOf(ctx, record.calendarIds);
  const cars = await ctx.db
    .selectFrom('calendars')
    .select('name')
    .where('companyId', '=', ctx.user.companyId)
    .where('id', 'in', [0, ...record.calendarIds])
    .where('kind', '=', 'car')
    .orderBy('id')
    .execute();
  return {
    kind: record.kind,
    dealer: { name, phone: place?.phone || phone, email },
    customer: record.customer,
    people: people.map((one) => one.name),
    place,
    cars: cars.map((one) => one.name),
    startsAt: record.startsAt,
    day: dayInRome(new Date(record.startsAt)),
    time: time(record.startsAt),
    minutes: minutesOf(record),
    canceled: record.endedAs !== null,
    confirmed: record.confirmedAt !== null,
    until: limitOf(record, customerHours).toISOString(),
    may,
    again,
    ...free,
  };
}

/** Tells those who expect the customer what the customer did. */
const told = (ctx: Ctx, { id, userIds, title, customer }: EventRow, what: string) =>
  notify(ctx, userIds, {
    kind: 'event_by_customer',
    title: `${customer ?? (title || 'Il cliente')} ${what}`,
    text: '',
    href: eventHref(id),
  });

/** Throws `conflict` for what the customer may not do now: begun, called off, past the company's limit, or of a car that is gone. */
async function assertMay(ctx: Ctx, record: EventRow, what: keyof AppointmentPage['may'] | 'again'): Promise<void> {
  const { may, again } = await mayNow(ctx, record);
  if ({ ...may, again }[what]) return;
  const { phone } = await readCompany(ctx);
  throw new Failure(
    'conflict',
    `Non si può più da questa pagina: telefonare${phone ? ` al ${telephone(phone)}` : ''}.`,
  );
}

export const readAppointment: VerbOf<Table, 'GET /links/appointment'> = (call, { query: { token, day } }) =>
  onPage(call, token, { lock: false }, (ctx, record) => pageOf(ctx, record, day));

export const appointmentFile: VerbOf<Table, 'GET /links/appointment/ics'> = (call, { query: { token } }) =>
  onPage(call, token, { lock: false }, async (ctx, record) => {
    const { dealer, place, cars, canceled } = await pageOf(ctx, record);
    return { bytes: customersFile(ctx, record, { dealer, place, cars, canceled, token }), ...CUSTOMERS_FILE };
  });

export const confirmAppointment: VerbOf<Table, 'POST /links/appointment/confirm'> = (call, { body: { token } }) =>
  onPage(call, token, { lock: true }, async (ctx, record) => {
    // Confirming again changes nothing.
    if (record.confirmedAt !== null) return pageOf(ctx, record);
    await assertMay(ctx, record, 'confirm');
    await eventCourse.write(ctx, record, { confirmedAt: ctx.now });
    ctx.audit({ action: 'confirmed', entity: eventMachine.entity, entityId: record.id });
    await told(ctx, record, `conferma ${whenOf(new Date(record.startsAt), minutesOf(record))}`);
    return pageOf(ctx, await eventCourse.find(ctx, record.id));
  });

export const moveAppointment: VerbOf<Table, 'POST /links/appointment/move'> = (call, { body: { token, startsAt } }) =>
  onPage(call, token, { lock: true }, async (ctx, record) => {
    await assertMay(ctx, record, 'move');
    const { to, minutes, taken } = await chosenTime(ctx, record, startsAt);
    await release(ctx, [record.id]);
    await moveTo(ctx, record, taken, { startsAt: to, minutes, action: 'moved_by_customer' });
    await eventCourse.write(ctx, record, { confirmedAt: ctx.now });
    await told(ctx, record, `sposta a ${whenOf(to, minutes)}`);
    return pageOf(ctx, await eventCourse.find(ctx, record.id));
  });

export const cancelAppointment: VerbOf<Table, 'POST /links/appointment/cancel'> = (call, { body: { token } }) =>
  onPage(call, token, { lock: true }, async (ctx, record) => {
    if (record.endedAs === 'canceled') return pageOf(ctx, record);
    await assertMay(ctx, record, 'cancel');
    await release(ctx, [record.id]);
    await closeAgreement(ctx, record);
    await carry(ctx, eventCourse, record, 'cancel', {
      columns: { endedAs: 'canceled', remindAt: null, tellAt: null },
      note: 'Annullato dal cliente',
    });
    await tellLeadCanceled(ctx, record);
    await told(ctx, record, `annulla ${whenOf(new Date(record.startsAt), minutesOf(record))}`);
    return pageOf(ctx, await eventCourse.find(ctx, record.id));
  });

export const bookAgain: VerbOf<Table, 'POST /links/appointment/again'> = (call, { body: { token, startsAt } }) =>
  onPage(call, token, { lock: true }, async (ctx, record) => {
    // Pressed twice: the link is at the new one already.
    if (record.endedAs === null && Date.parse(record.startsAt) === Date.parse(startsAt)) return pageOf(ctx, record);
    await assertMay(ctx, record, 'again');
    const { to, minutes, taken } = await chosenTime(ctx, record, startsAt);
    const { kind, title, customerId, leadId, contractId, isPrivate } = record;
    const about = { ...blankOf(eventFields), kind, title, customerId, leadId, contractId, isPrivate };
    const id = await makeOne(ctx, { ...about, checklist: listFor(kind) }, taken, {
      startsAt: to,
      minutes,
      followsId: record.id,
    });
    const made = await eventCourse.find(ctx, id);
    await eventCourse.write(ctx, made, { confirmedAt: ctx.now });
    await passLinks(ctx, 'appointment', record.id, { recordId: id, expiresAt: made.endsAt });
    await tellLead(ctx, made, null);
    await told(ctx, made, `prende un altro appuntamento: ${whenOf(to, minutes)}`);
    return pageOf(ctx, await eventCourse.find(ctx, id));
  });

/** Ends the links of an event: who has the customer's phone or mails learns nothing more. */
export const endAppointmentLinks: VerbOf<Table, 'POST /calendars/events/:id/revoke'> = async (
  ctx,
  { params: { id } },
) => {
  await take(ctx, eventCourse, { id, action: 'save' });
  await revokeLinks(ctx, 'appointment', id);
  ctx.audit({ action: 'links_ended', entity: eventMachine.entity, entityId: id });
};
