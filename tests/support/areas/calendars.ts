import { DEMO_APPOINTMENT, DEMO_BOOKING } from '#backend/seed/links.ts';
import { newToken, readToken } from '#backend/lib/people/tokens.ts';
import type { absences as absenceTable } from '#domain/calendars/absences.ts';
import type { bookings as bookingTable } from '#domain/calendars/booking.ts';
import { bookingPageFields } from '#domain/calendars/page-fields.ts';
import type { calendars as table } from '#domain/calendars/endpoints.ts';
import { absenceFields, calendarFields, eventFields, repeatFields, timeFields } from '#domain/calendars/fields.ts';
import type { EventInput, NewEvent } from '#domain/calendars/schema.ts';
import { addDays } from '#domain/dates.ts';
import { blankOf } from '#domain/record/fields.ts';
import { visitorFields } from '#domain/public-pages.ts';
import { created, nothing, type Calls, type Sent, type Side, type TestUser } from '../area.ts';
import { madeBy } from './contracts.ts';
import { othersAreDone, waitingForm } from '../page-forms.ts';
import { recordCalls } from '../priced.ts';
import { because, reasonsOf } from '../reasons.ts';
import { changing, waiting } from './preferences.ts';
import type { World } from '../world.ts';

/** A meeting of an hour in one's own calendar, which may be at any time. */
export const eventOf = (changes: Partial<NewEvent> = {}): NewEvent => ({
  ...blankOf(eventFields),
  ...blankOf(timeFields),
  kind: 'internal',
  title: 'Riunione',
  day: '2026-12-01',
  time: '10:00',
  repeat: blankOf(repeatFields),
  ...changes,
});

/** An hour that no other event of these has: events of one person may not meet. */
const hourOf = (n: number) => ({
  day: addDays('2026-12-02', n % 900),
  time: `${String(Math.floor(n / 900) % 24).padStart(2, '0')}:00`,
});

/** An event with a thing to do that is done, so that every move of it is possible. */
export const makeEvent = (side: Side, changes: Partial<NewEvent> = {}) =>
  created(side, 'POST /calendars/events', {
    body: eventOf({
      title: side.marker,
      checklist: [{ text: 'Sala', done: true }],
      ...hourOf(side.next()),
      ...changes,
    }),
  });

let made = 0;
/** The same of a person, for walks through the machine. */
export async function readyEvent(world: World, owner: TestUser): Promise<number> {
  made += 1;
  const body = eventOf({ checklist: [{ text: 'Sala', done: true }], ...hourOf(made) });
  const answer = await world.call(owner, 'POST /calendars/events', { body });
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
  return answer.body.id as number;
}

/** What the machine reads of an event. */
export const eventFacts = `state, array(select unnest(user_ids)::int) as "userIds", checklist, ended_as as "endedAs", kind, licence, licence_until::text as "licenceUntil", version`;

/** What a save of an event sends. */
export const aboutOf = (changes: Partial<EventInput> = {}): EventInput => ({
  ...blankOf(eventFields),
  kind: 'internal',
  title: 'Riunione',
  scope: 'one',
  ...changes,
});

/** An event after a move. */
async function after(
  side: Side,
  move: 'start' | 'completePartly' | 'cancel',
): Promise<{ params: { id: number }; version: number }> {
  const from = await (move === 'completePartly' ? after(side, 'start') : makeEvent(side));
  const body =
    move === 'start'
      ? { body: {} }
      : { body: { ...(await because(side, 'event', move)), ...(move === 'cancel' && { scope: 'one' }) } };
  const { status, body: record } = await side.call(`POST /calendars/events/:id/${move}`, { ...from, ...body } as Sent);
  if (status !== 200) throw new Error(JSON.stringify(record));
  return { params: from.params, version: record.version as number };
}

/** An event at which nobody of the company was, with its version since then. */
async function missed(side: Side, { params, version }: { params: { id: number }; version: number }) {
  const body = await because(side, 'event', 'hostMiss');
  const { body: record } = await side.call('POST /calendars/events/:id/hostMiss', { params, version, body });
  return { params, version: record.version as number };
}

const newCalendar = (side: Side) =>
  created(side, 'POST /calendars', {
    body: { ...blankOf(calendarFields), name: `${side.marker} ${side.next()}`, kind: 'bay' },
  });

const days = { from: '2026-11-30', to: '2026-12-06' };

/** The token of a calendar's link. */
const linked = async (side: Side) => {
  const { params } = await newCalendar(side);
  const { body } = await side.call('POST /calendars/:id/feed', { params, body: { names: false } });
  return new URL(body.url).searchParams.get('token')!;
};

/** The token of a customer's link to a new event; it is only ever sent to the customer. */
const customersLink = async (side: Side) => {
  const { params } = await makeEvent(side);
  const token = newToken(side.companyId);
  await side.query(
    `insert into links (company_id, purpose, record_id, token_hash, expires_at) values ($1, 'appointment', $2, $3, '2031-01-01')`,
    [side.companyId, params.id, readToken(token)!.hash],
  );
  return token;
};

const pageOf = async (side: Side) => ({
  ...blankOf(bookingPageFields),
  name: side.marker,
  calendarIds: [(await newCalendar(side)).params.id],
});
/** A page by which customers book, by its token, and a form of it. */
const bookable = async (side: Side) => {
  await othersAreDone(side);
  const sent = { body: await pageOf(side), key: `pagina-${side.next()}-prova` };
  const { body: page } = await side.call('POST /calendars/pages', sent);
  const token = String(page.url).split('/prenota/')[1]!;
  const { body } = await side.call('GET /links/booking', { query: { token } });
  const [{ day, time }] = body.slots;
  const form = { ...blankOf(visitorFields), token, key: `modulo-di-prova-${side.next()}`, name: side.marker };
  return {
    id: page.id as number,
    token,
    form: { ...form, email: `prenota${side.next()}@example.it`, shown: body.notice.id as number, day, time },
  };
};

/** An event in what has become closed. */
async function displaced(side: Side): Promise<number> {
  const bay = await newCalendar(side);
  const { params } = await makeEvent(side, {
    kind: 'appointment',
    day: '2026-12-02',
    time: '10:00',
    calendarIds: [bay.params.id],
  });
  const closures = [{ from: '2026-12-02', to: '2026-12-02', reason: 'Inventario' }];
  await side.call('PUT /calendars/:id', {
    ...bay,
    version: 1,
    body: { ...blankOf(calendarFields), name: side.marker, kind: 'bay', closures },
  });
  return params.id;
}

/** A booking that waits for its code: its id, and what confirms it. */
const held = async (side: Side) => {
  const { form } = await bookable(side);
  return waitingForm(side, 'POST /links/booking', form);
};

export const bookings: Calls<typeof bookingTable> = {
  'GET /calendars/pages': async (side) => {
    await bookable(side);
    return {};
  },
  'POST /calendars/pages': async (side) => ({ body: { ...(await pageOf(side)), name: `Pagina ${side.next()}` } }),
  'POST /calendars/pages/:pageId/close': async (side) => ({ params: { pageId: (await bookable(side)).id } }),
  'GET /links/booking': async (side) => ({ query: { token: (await bookable(side)).token } }),
  'POST /links/booking': async (side) => ({ body: (await bookable(side)).form }),
  'POST /links/booking/confirm': async (side) => ({ body: (await held(side)).body }),
  'GET /calendars/unconfirmed': async (side) => {
    await held(side);
    return {};
  },
  'POST /calendars/unconfirmed/:formId/take': async (side) => ({ params: { formId: (await held(side)).id } }),
  'POST /calendars/unconfirmed/:formId/drop': async (side) => ({ params: { formId: (await held(side)).id } }),
};

/** An event of an hour at which the place is open, on a Thursday without a feast, and whose person is absent then. */
async function uncovered(side: Side): Promise<number> {
  const n = side.next();
  const hours = [9, 10, 11, 15, 16, 17] as const;
  const [day, hour] = [addDays('2026-12-03', 7 * (n % 20)), hours[Math.floor(n / 20) % hours.length]!];
  const [time, end] = [`${String(hour).padStart(2, '0')}:00`, `${String(hour + 1).padStart(2, '0')}:00`];
  const { params } = await makeEvent(side, { kind: 'call', day, time });
  const body = { ...blankOf(absenceFields), from: day, fromTime: time, to: day, toTime: end, reason: side.marker };
  await side.call('POST /calendars/absences', { body, key: `assenza-${side.next()}-prova` });
  return params.id;
}

export const absences: Calls<typeof absenceTable> = {
  'POST /calendars/absences': async (side) => {
    // The first event of somebody makes their calendar, too.
    await makeEvent(side);
    const { day } = hourOf(side.next());
    const hours = { fromTime: '05:00', toTime: '05:30' };
    return { body: { ...blankOf(absenceFields), ...hours, from: day, to: day, reason: side.marker } };
  },
  'GET /calendars/uncovered': async (side) => {
    await uncovered(side);
    return {};
  },
  'POST /calendars/uncovered': async (side) => {
    const id = await uncovered(side);
    const { body } = await side.call('GET /calendars/uncovered', {});
    const [first] = body.find((one: { id: number }) => one.id === id)!.ways;
    return { body: { events: [{ id, userId: first.userId, startsAt: first.startsAt }] } };
  },
};

export const calendars: Calls<typeof table> = {
  ...reasonsOf('calendars', 'completePartly'),
  'GET /calendars/open': () => ({ query: days }),
  'GET /calendars/people': () => ({}),
  'GET /calendars/events': () => ({ query: days }),
  'GET /calendars/month': async (side) => ({
    query: { ...days, calendarIds: String((await newCalendar(side)).params.id) },
  }),
  'GET /calendars/figures': () => ({ query: days }),
  'GET /calendars/misses': () => ({ query: days }),
  'GET /calendars/todo': nothing,
  'GET /calendars/displaced': nothing,
  'POST /calendars/displaced': async (side) => ({ body: { ids: [await displaced(side)] } }),
  'POST /calendars/displaced/undo': async (side) => {
    const sent = { body: { ids: [await displaced(side)] }, key: `chiusura-${side.next()}-prova` };
    return { body: { events: (await side.call('POST /calendars/displaced', sent)).body.moved } };
  },
  'GET /calendars/contracts/:id': (side) => madeBy(side, side.as),
  'GET /calendars/events/reasons': () => ({}),
  'GET /calendars/slots': async (side) => ({
    query: { calendarIds: String((await newCalendar(side)).params.id), minutes: 60, day: '2026-12-01' },
  }),
  'GET /calendars/fit': async (side) => ({
    query: { calendarIds: String((await newCalendar(side)).params.id), minutes: 60, day: '2026-12-01', time: '10:00' },
  }),
  'GET /calendars/ics': () => ({ query: days }),
  'GET /calendars/feed': async (side) => ({ query: { token: await linked(side) } }),
  'POST /calendars/events': (side) => ({ body: eventOf(hourOf(side.next())) }),
  'GET /calendars/events/:id': (side) => makeEvent(side),
  'PUT /calendars/events/:id': async (side) => ({ ...(await makeEvent(side)), body: aboutOf({ title: side.marker }) }),
  'POST /calendars/events/:id/reschedule': async (side) => ({
    ...(await makeEvent(side)),
    body: { minutes: 45, calendarIds: [], scope: 'one', ...hourOf(side.next()) },
  }),
  'POST /calendars/events/:id/restore': async (side) => ({
    ...(await after(side, 'cancel')),
    body: { together: false },
  }),
  'POST /calendars/events/:id/decline': async (side) => {
    const calendarIds = [(await newCalendar(side)).params.id];
    return missed(side, await makeEvent(side, { kind: 'appointment', calendarIds, day: '2026-12-02', time: '10:00' }));
  },
  'POST /calendars/events/:id/start': async (side) => ({ ...(await makeEvent(side)), body: { anyway: false } }),
  'POST /calendars/events/:id/complete': (side) => after(side, 'start'),
  'POST /calendars/events/:id/completePartly': async (side) => ({
    ...(await after(side, 'start')),
    body: await because(side, 'event', 'completePartly'),
  }),
  'POST /calendars/events/:id/close': async (side) => ({
    ...(await makeEvent(side)),
    body: { reason: 'done', note: 'In sede' },
  }),
  'POST /calendars/events/:id/resume': (side) => after(side, 'completePartly'),
  'POST /calendars/events/:id/cancel': async (side) => ({
    ...(await makeEvent(side)),
    body: { ...(await because(side, 'event', 'cancel')), scope: 'one' },
  }),
  'POST /calendars/events/:id/miss': async (side) => ({
    ...(await makeEvent(side)),
    body: await because(side, 'event', 'miss'),
  }),
  'POST /calendars/events/:id/hostMiss': async (side) => ({
    ...(await makeEvent(side)),
    body: await because(side, 'event', 'hostMiss'),
  }),
  'GET /calendars/events/:id/agreement': async (side) => {
    const calendarIds = [(await newCalendar(side)).params.id];
    const about = { kind: 'test_drive', customerId: side.customerId, calendarIds } as const;
    return makeEvent(side, { ...about, day: '2026-12-02', time: '10:00' });
  },
  'GET /calendars/events/:id/timeline': (side) => makeEvent(side),
  'POST /calendars/events/:id/revoke': (side) => makeEvent(side),
  'GET /links/appointment': async (side) => ({ query: { token: await customersLink(side) } }),
  'GET /links/appointment/ics': async (side) => ({ query: { token: await customersLink(side) } }),
  'POST /links/appointment/confirm': async (side) => ({ body: { token: await customersLink(side) } }),
  'POST /links/appointment/again': async (side) => {
    const token = await customersLink(side);
    const { body } = await side.call('POST /links/appointment/cancel', { body: { token } });
    return { body: { token, startsAt: body.slots[0].startsAt as string } };
  },
  'POST /links/appointment/cancel': async (side) => ({ body: { token: await customersLink(side) } }),
  'POST /links/appointment/move': async (side) => {
    const token = await customersLink(side);
    const { body } = await side.call('GET /links/appointment', { query: { token } });
    return { body: { token, startsAt: body.slots[0].startsAt as string } };
  },
  'GET /calendars/settings': nothing,
  'PUT /calendars/settings': (side) => changing(side, 'GET /calendars/settings', '2026-11-20'),
  'POST /calendars/settings/unschedule': (side) =>
    waiting(side, 'GET /calendars/settings', 'PUT /calendars/settings', { customerHours: 100 + (side.next() % 100) }),
  'GET /calendars/settings/timeline': nothing,
  'POST /calendars/:id/feed': async (side) => ({
    params: (await newCalendar(side)).params,
    body: { names: false },
  }),
  'DELETE /calendars/:id/feed': async (side) => ({ params: (await newCalendar(side)).params }),
  ...recordCalls('calendars', (name) => ({ ...blankOf(calendarFields), name, kind: 'bay' })),
};

export const pages = {
  '/appuntamento/{token}': `/appuntamento/${DEMO_APPOINTMENT}`,
  '/prenota/{token}': `/prenota/${DEMO_BOOKING}`,
};
