import ICAL from 'ical.js';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { eventPost } from '#backend/calendars/post.ts';
import { eventReminders } from '#backend/calendars/remind.ts';
import { newToken, readToken } from '#backend/lib/people/tokens.ts';
import type { UncoveredEvent } from '#domain/calendars/absences.ts';
import { absenceFields, calendarFields, repeatFields } from '#domain/calendars/fields.ts';
import type { NewEvent } from '#domain/calendars/schema.ts';
import { locationFields } from '#domain/companies/place-fields.ts';
import { blankOf, valuesIn } from '#domain/record/fields.ts';
import { stockCar } from '#tests/support/areas/b2b.ts';
import { aboutOf, eventOf } from '#tests/support/areas/calendars.ts';
import { leadOf } from '#tests/support/areas/leads.ts';
import type { TestUser } from '#tests/support/area.ts';
import { testDatabase } from '#tests/support/database.ts';
import { EVERY, makeWorld } from '#tests/support/world.ts';

const world = await makeWorld(await testDatabase(), { RATE_LIMIT: '0' });
const { call, query, clock } = world;
afterAll(() => world.close());

const manager = await world.userWith('manageCalendars', 'createQuotes');
const giulia = await world.userWith('createQuotes');
const davide = await world.userWith('createQuotes');
const office = await world.userWith('seeServices');
const admin = await world.user(901, EVERY);

/** Tuesday 24 November 2026 at this time in Rome. */
const at = (time: string, day = '2026-11-24') => (clock.now = new Date(`${day}T${time}:00+01:00`));

const calendarOf = async (changes: object) => {
  const { status, body } = await call(manager, 'POST /calendars', {
    body: { ...blankOf(calendarFields), kind: 'car', ...changes },
  });
  expect(status, JSON.stringify(body)).toBe(201);
  return body.id as number;
};
let [car, bay, own, his] = [0, 0, 0, 0];
beforeEach(async () => {
  at('10:00');
  for (const table of [
    'calendar_bookings',
    'calendar_events',
    'calendar_series',
    'calendars',
    'notifications',
    'messages',
  ])
    await query(`delete from ${table} where company_id = 901`);
  car = await calendarOf({ name: 'Rea HZ 918', buffer: 15 });
  bay = await calendarOf({ name: 'Baia 7', kind: 'bay', capacity: 3 });
  own = await calendarOf({ name: 'Giulia', kind: 'seller', userId: giulia.id });
  his = await calendarOf({ name: 'Davide', kind: 'seller', userId: davide.id });
});

const drive = (changes: Partial<NewEvent> = {}) =>
  eventOf({ kind: 'test_drive', title: 'Prova Rea', day: '2026-11-26', time: '10:00', minutes: 45, ...changes });
const ask = (by: TestUser, body: NewEvent) => call(by, 'POST /calendars/events', { body });
const make = async (by: TestUser, body: NewEvent) => {
  const answer = await ask(by, body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body;
};
const move = (by: TestUser, { id, version }: { id: number; version: number }, body: object) =>
  call(by, 'POST /calendars/events/:id/reschedule', {
    params: { id },
    version,
    body: { minutes: 45, calendarIds: [], scope: 'one', ...body },
  });
const fit = async (by: TestUser, ids: number[], more: object = {}) => {
  const wanted = { calendarIds: ids.join(','), day: '2026-11-26', time: '10:00', minutes: 45, ...more };
  const { status, body } = await call(by, 'GET /calendars/fit', { query: wanted });
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
};
const reasonOf = async (name: string) =>
  (
    await query(
      "select id::text from move_reasons where company_id = 901 and entity = 'event' and move = $1 and not needs_note limit 1",
      [name],
    )
  )[0]!.id as string;
const taken = async () =>
  (await query('select count(*)::int as n from calendar_bookings where company_id = 901'))[0]!.n as number;

describe('an event', () => {
  test('takes person and car together, or neither: the refusal says what is in the way and when both are free', async () => {
    await make(davide, drive({ calendarIds: [his, car], time: '09:45', minutes: 45 }));
    const before = await taken();
    const { status, body } = await ask(giulia, drive({ calendarIds: [own, car] }));
    expect(status).toBe(409);
    expect(body.missing.map(({ sentence }: { sentence: string }) => sentence)).toEqual([
      'Rea HZ 918: occupato 09:45–10:45.',
      expect.stringMatching(/^Primi liberi per tutti: giovedì 26 novembre.* 10:45; .*11:30; .*14:30\.$/),
    ]);
    expect(await taken()).toBe(before);
    // The form says the same before saving; another car of the same model is free then, what is unlike it or taken is not named.
    const [other, corsaro] = [await calendarOf({ name: 'Rea HZ 044' }), await calendarOf({ name: 'Corsaro HZ 077' })];
    const fits = await fit(giulia, [own, car]);
    expect(fits.calendars).toEqual([
      {
        id: car,
        name: 'Rea HZ 918',
        is: 'taken',
        buffer: 15,
        by: [expect.objectContaining({ title: 'Prova Rea', masked: false })],
      },
      { id: own, name: 'Giulia', is: 'free', buffer: 0, by: [] },
    ]);
    expect(fits.slots.map(({ time }: { time: string }) => time)).toEqual(['10:45', '11:30', '14:30']);
    expect(fits.others).toEqual([{ id: other, name: 'Rea HZ 044', insteadOf: car }]);
    await make(giulia, drive({ calendarIds: [own, other] }));
    expect([(await fit(giulia, [own, car])).others, corsaro]).toEqual([[], expect.any(Number)]);
    await make(giulia, drive({ calendarIds: [own, car], time: '10:45' }));
  });

  test('in the way of a new one is only taken time where it is private; closed hours count only for what lies in them', async () => {
    const secret = drive({ calendarIds: [own], title: 'Visita medica', kind: 'internal', isPrivate: true });
    const { id } = await make(giulia, secret);
    const { calendars } = await fit(davide, [own, his]);
    expect(calendars).toMatchObject([
      { is: 'taken', by: [{ masked: true, title: '' }] },
      { is: 'free', by: [] },
    ]);
    const states = async (more: object) =>
      (await fit(giulia, [own], more)).calendars.map(({ is }: { is: string }) => is);
    expect(await states({ except: id })).toEqual(['free']);
    expect(await states({ time: '20:00', kind: 'appointment' })).toEqual(['closed']);
    expect(await states({ time: '20:00', kind: 'internal' })).toEqual(['free']);
  });

  test('has another car by make and model of the stock; names speak only for cars that the stock does not have', async () => {
    const side = await world.sideOf(world.alfa);
    await query("delete from used_cars where company_id = 901 and plate like 'QK%'");
    for (const [plate, maker, model] of [
      ['QK 001 AA', 'Lampo', 'Brio'],
      ['QK002AA', 'Lampo', 'Brio'],
      ['QK003AA', 'Lampo', 'Corsa'],
    ] as const)
      await stockCar(side, { plate, maker, model });
    const [busy, same] = [
      await calendarOf({ name: 'Rossa', plate: 'QK001AA' }),
      await calendarOf({ name: 'Azzurra', plate: 'qk-002 aa' }),
    ];
    // Named like it, but another model; and one that the stock does not know.
    await calendarOf({ name: 'Rossa bis', plate: 'QK003AA' });
    const unknown = await calendarOf({ name: 'Rossa senza targa' });
    // A name that shares only the make is of another model.
    const [{ name: ownMake }] = (await query('select name from makers limit 1')) as [{ name: string }];
    await query("update calendars set name = $2 || ' Rossa' where id = $1", [busy, ownMake]);
    await calendarOf({ name: `${ownMake} Verde` });
    await make(davide, drive({ calendarIds: [his, busy] }));
    const others = async () => (await fit(giulia, [own, busy])).others.map(({ id }: { id: number }) => id);
    expect(await others()).toEqual([same, unknown]);
    await make(manager, drive({ calendarIds: [same] }));
    expect(await others()).toEqual([unknown]);
  });

  test('lies in working time, unless it is a meeting', async () => {
    const { body } = await ask(giulia, drive({ calendarIds: [own], time: '20:00' }));
    expect(body.missing[0].sentence).toBe('Giulia: fuori dall’orario o chiuso.');
    await make(giulia, eventOf({ calendarIds: [own], day: '2026-11-29', time: '20:00' }));
  });

  test('goes into one’s own calendar, which is made the first time', async () => {
    const event = await make(manager, eventOf({ title: 'Riunione' }));
    expect(event.people).toEqual([expect.objectContaining({ id: manager.id })]);
    expect((await make(manager, eventOf({ title: 'Altra', time: '12:00' }))).calendarIds).toEqual(event.calendarIds);
  });

  test('an event that is moved stays the same record, says from when, and tells its people', async () => {
    const event = await make(giulia, drive({ calendarIds: [own, car] }));
    const { status, body: moved } = await move(manager, event, { day: '2026-11-27', time: '15:00' });
    expect([status, moved.id, moved.moved, moved.time]).toEqual([200, event.id, 1, '15:00']);
    const { body: story } = await call(giulia, 'GET /calendars/events/:id/timeline', { params: { id: event.id } });
    expect(JSON.stringify(story)).toContain('26/11/2026 10:00–10:45');
    const told = await query('select title from notifications where user_id = $1', [giulia.id]);
    expect(told).toEqual([{ title: 'Appuntamento spostato: 27/11/2026 15:00–15:45' }]);
    // The old time is free again.
    await make(davide, drive({ calendarIds: [his, car] }));
  });

  test('cancelled or missed gives its time back, counts apart, and comes back while its time is free', async () => {
    const event = await make(giulia, drive({ calendarIds: [own, car] }));
    const { body: missed } = await call(giulia, 'POST /calendars/events/:id/miss', {
      params: { id: event.id },
      version: event.version,
      body: { reason: await reasonOf('miss') },
    });
    expect([missed.state, missed.endedAs, missed.offered]).toEqual(['not_started', 'missed', []]);
    expect(await taken()).toBe(0);
    const other = await make(davide, drive({ calendarIds: [his, car] }));
    const back = { params: { id: event.id }, version: missed.version, body: { together: false } };
    expect((await call(giulia, 'POST /calendars/events/:id/restore', back)).status).toBe(409);
    await call(davide, 'POST /calendars/events/:id/cancel', {
      params: { id: other.id },
      version: other.version,
      body: { reason: await reasonOf('cancel'), scope: 'one' },
    });
    const { status, body } = await call(giulia, 'POST /calendars/events/:id/restore', back);
    expect([status, body.endedAs]).toEqual([200, null]);
    const ends = await query('select ended_as from calendar_events where company_id = 901 order by id');
    expect(ends.map(({ ended_as: end }) => end)).toEqual([null, 'canceled']);
  });

  test('a test drive that still wants licence, agreement and check begins only on purpose, and it is written who went on', async () => {
    const event = await make(giulia, drive({ calendarIds: [own, car], checklist: [] }));
    const params = { id: event.id };
    const start = (body: { anyway: boolean }, version = event.version) =>
      call(giulia, 'POST /calendars/events/:id/start', { params, version, body });
    const refused = await start({ anyway: false });
    expect([refused.status, refused.body.fields]).toEqual([
      422,
      {
        anyway:
          'Ancora da fare: Numero della patente, Patente controllata, Accordo firmato. Confermare per cominciare lo stesso',
      },
    ]);
    const begun = await start({ anyway: true });
    expect([begun.status, begun.body.state]).toEqual([200, 'in_progress']);
    const [last] = (await call(giulia, 'GET /calendars/events/:id/timeline', { params })).body;
    const [{ name }] = (await query('select name from users where id = $1', [giulia.id])) as [{ name: string }];
    expect(JSON.stringify(last)).toContain(name);
    expect(JSON.stringify(last)).toContain('Numero della patente, Patente controllata, Accordo firmato');
    // With all done before, it begins as any other.
    const ready = { licence: 'MI1234567X', checklist: [{ text: 'Accordo firmato', done: true }] };
    const other = await make(giulia, drive({ time: '15:00', calendarIds: [own, car], ...ready }));
    const { status } = await call(giulia, 'POST /calendars/events/:id/start', {
      params: { id: other.id },
      version: other.version,
      body: { anyway: false },
    });
    expect(status).toBe(200);
  });

  test('closed in part leaves its rest as an event at the next free time', async () => {
    const checklist = [
      { text: 'Saldo', done: true },
      { text: 'Targa', done: false },
    ];
    const event = await make(giulia, drive({ kind: 'delivery', calendarIds: [own, bay], checklist }));
    const begun = await call(giulia, 'POST /calendars/events/:id/start', {
      params: { id: event.id },
      version: event.version,
      body: { anyway: false },
    });
    const refused = await call(giulia, 'POST /calendars/events/:id/complete', {
      params: { id: event.id },
      version: begun.body.version,
    });
    expect(refused.status).toBe(409);
    const { body } = await call(giulia, 'POST /calendars/events/:id/completePartly', {
      params: { id: event.id },
      version: begun.body.version,
      body: { reason: await reasonOf('completePartly') },
    });
    expect(body.state).toBe('partially_completed');
    const [rest] = await query('select checklist, starts_at from calendar_events where follows_id = $1', [event.id]);
    expect(rest).toEqual({ checklist: [{ text: 'Targa', done: false }], starts_at: new Date('2026-11-25T08:00:00Z') });
  });

  test('a test drive has licence, kilometres, fuel and damage; back with fewer kilometres is refused', async () => {
    const event = await make(giulia, drive({ calendarIds: [own, car] }));
    const about = { kind: 'test_drive' as const, licence: 'MI1234567X', licenceUntil: '2028-01-31', kmOut: 120 };
    const put = (more: object) =>
      call(giulia, 'PUT /calendars/events/:id', {
        params: { id: event.id },
        version: event.version,
        body: aboutOf({ ...about, ...more }),
      });
    expect((await put({ kmIn: 100 })).body.fields).toEqual({
      kmIn: 'Al rientro i km non possono essere meno che all’uscita',
    });
    const { body } = await put({ kmIn: 138, fuelOut: '4', fuelIn: '3', damage: 'Graffio al paraurti' });
    expect(body).toMatchObject({ kmIn: 138, fuelIn: '3', damage: 'Graffio al paraurti' });
  });
});

describe('a missed appointment', () => {
  const end = async (by: TestUser, { id, version }: { id: number; version: number }, name: 'miss' | 'hostMiss') => {
    const body = { reason: await reasonOf(name) };
    const answer = await call(by, `POST /calendars/events/:id/${name}`, { params: { id }, version, body });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    return answer.body;
  };
  const todo = async (by: TestUser) =>
    (await call(by, 'GET /calendars/todo', {})).body.map(({ id }: { id: number }) => id) as number[];
  const visit = (changes: Partial<NewEvent> = {}) =>
    drive({ day: '2026-11-24', calendarIds: [own, car], customerId: world.alfa.customerId, ...changes });

  test('is its person’s next step until another one is taken in its place, once', async () => {
    const event = await make(giulia, visit());
    const missed = await end(manager, event, 'miss');
    expect([missed.endedAs, missed.rebook, missed.mayRebook]).toEqual(['missed', 'due', true]);
    const bell = await query("select title, href from notifications where user_id = $1 and kind = 'event_missed'", [
      giulia.id,
    ]);
    const href = `/dealer/calendars?event=${event.id}`;
    expect(bell).toEqual([{ title: 'Non presentato: 24/11/2026 10:00–10:45', href }]);
    expect([await todo(giulia), await todo(davide)]).toEqual([[event.id], []]);
    const instead = visit({ day: '2026-11-27', followsId: event.id });
    expect((await ask(davide, instead)).status).toBe(403);
    const next = await make(giulia, instead);
    expect(next).toMatchObject({ followsId: event.id, customerId: world.alfa.customerId, time: '10:00' });
    expect(await todo(giulia)).toEqual([]);
    const again = await ask(giulia, visit({ day: '2026-11-30', followsId: event.id }));
    expect([again.status, again.body.message]).toEqual([409, 'Al suo posto c’è già un altro appuntamento.']);
    const { body: story } = await call(giulia, 'GET /calendars/events/:id/timeline', { params: { id: event.id } });
    expect(JSON.stringify(story)).toContain('ha preso un altro appuntamento al suo posto');
  });

  test('wants nothing more once one like it is taken anywhere, stands already, or is declined by one press', async () => {
    const event = await make(giulia, visit());
    await end(giulia, event, 'hostMiss');
    await make(davide, visit({ day: '2026-11-27', calendarIds: [his, car], kind: 'signing' }));
    expect(await todo(giulia)).toEqual([event.id]);
    await make(davide, visit({ day: '2026-11-30', calendarIds: [his, car] }));
    expect(await todo(giulia)).toEqual([]);
    const second = await make(giulia, visit({ time: '15:00' }));
    expect((await end(giulia, second, 'miss')).rebook).toBe('done');
    const third = await make(giulia, visit({ time: '16:30', customerId: null }));
    const { version } = await end(giulia, third, 'miss');
    const sent = { params: { id: third.id }, version };
    expect((await call(davide, 'POST /calendars/events/:id/decline', sent)).status).toBe(403);
    const { body } = await call(giulia, 'POST /calendars/events/:id/decline', sent);
    expect([body.rebook, body.mayRebook, await todo(giulia)]).toEqual(['declined', true, []]);
  });

  test('and one of the days before without an end is still to be done; nobody’s is of who manages calendars', async () => {
    const event = await make(giulia, visit());
    const nobodys = await make(manager, visit({ calendarIds: [bay], kind: 'delivery' }));
    at('23:59');
    expect(await todo(giulia)).toEqual([]);
    at('08:00', '2026-11-25');
    expect([await todo(giulia), await todo(manager)]).toEqual([[event.id], [nobodys.id]]);
    await end(giulia, event, 'miss');
    const kinds = (await call(admin, 'GET /users/leaving', { query: { ids: String(giulia.id) } })).body;
    expect(kinds).toMatchObject([{ kind: 'missed', text: '1 appuntamento mancato da riprendere' }]);
  });

  test('counts by whose fault it was, by kind and by resource; by person only where the company shows it', async () => {
    await end(giulia, await make(giulia, visit()), 'miss');
    await end(davide, await make(davide, visit({ calendarIds: [his], kind: 'signing' })), 'hostMiss');
    await make(giulia, visit({ time: '15:00' }));
    const query = { from: '2026-11-24', to: '2026-11-24' };
    const count = (appointments: number, missed: number, hostMissed: number) => ({ appointments, missed, hostMissed });
    expect((await call(giulia, 'GET /calendars/figures', { query })).body).toEqual(count(3, 1, 1));
    expect((await call(giulia, 'GET /calendars/misses', { query })).status).toBe(403);
    const { body } = await call(manager, 'GET /calendars/misses', { query });
    expect(body).toEqual({
      kinds: [
        { kind: 'test_drive', ...count(2, 1, 0) },
        { kind: 'signing', ...count(1, 0, 1) },
      ],
      calendars: [{ id: car, name: 'Rea HZ 918', ...count(2, 1, 0) }],
      persons: null,
    });
    const { body: set } = await call(admin, 'GET /calendars/settings', {});
    const values = { ...set.periods[0].values, showsPersons: true, from: '2026-11-24' };
    await call(admin, 'PUT /calendars/settings', { version: set.version, body: values });
    expect((await call(manager, 'GET /calendars/misses', { query })).body.persons).toEqual([
      { id: his, name: 'Davide', ...count(1, 0, 1) },
      { id: own, name: 'Giulia', ...count(2, 1, 0) },
    ]);
  });
});

describe('a series', () => {
  const weekly = (times: number) => ({ ...blankOf(repeatFields), every: 'week' as const, times });
  const days = async () =>
    (
      await query(
        "select to_char(starts_at at time zone 'Europe/Rome', 'DD/MM HH24:MI') as at, title from calendar_events where company_id = 901 and ended_as is null order by starts_at",
      )
    ).map((row) => `${row.at} ${row.title}`);

  test('is changed one by one, from one on, or as a whole', async () => {
    const first = await make(giulia, eventOf({ calendarIds: [own], day: '2026-12-01', repeat: weekly(4) }));
    expect(first.times).toBe(4);
    const [, second, third] = (await query(
      'select id::int, version from calendar_events where company_id = 901 order by starts_at',
    )) as { id: number; version: number }[];
    expect((await move(giulia, second!, { day: '2026-12-09', time: '11:00' })).status).toBe(200);
    expect((await move(giulia, third!, { day: '2026-12-15', time: '16:00', scope: 'following' })).status).toBe(200);
    expect(await days()).toEqual([
      '01/12 10:00 Riunione',
      '09/12 11:00 Riunione',
      '15/12 16:00 Riunione',
      '22/12 16:00 Riunione',
    ]);
    await call(giulia, 'PUT /calendars/events/:id', {
      params: { id: first.id },
      version: first.version,
      body: aboutOf({ title: 'Vendite', scope: 'all' }),
    });
    expect((await days()).every((one) => one.endsWith('Vendite'))).toBe(true);
    const { body: off } = await call(giulia, 'POST /calendars/events/:id/cancel', {
      params: { id: third!.id },
      version: third!.version + 2,
      body: { reason: await reasonOf('cancel'), scope: 'following' },
    });
    expect(await days()).toEqual(['01/12 10:00 Vendite', '09/12 11:00 Vendite']);
    expect(await taken()).toBe(2);
    // What one press cancelled, one press brings back; what was cancelled for itself stays so.
    world.clock.now = new Date(world.clock.now.getTime() + 1000);
    const { body: none } = await call(giulia, 'POST /calendars/events/:id/cancel', {
      params: { id: first.id },
      version: first.version + 1,
      body: { reason: await reasonOf('cancel'), scope: 'one' },
    });
    expect(none.endedAs).toBe('canceled');
    const restored = await call(giulia, 'POST /calendars/events/:id/restore', {
      params: { id: third!.id },
      version: off.version,
      body: { together: true },
    });
    expect(restored.status).toBe(200);
    expect(await days()).toEqual(['09/12 11:00 Vendite', '15/12 16:00 Vendite', '22/12 16:00 Vendite']);
    expect(await taken()).toBe(3);
  });

  test('a series of chosen weekdays begins on the first of them, and is refused at its last day when none falls within', async () => {
    const chosen = { ...weekly(5), weekdays: ['mon' as const, 'thu' as const] };
    await make(giulia, eventOf({ calendarIds: [own], day: '2026-12-01', repeat: chosen }));
    expect((await days()).map((one) => one.slice(0, 5))).toEqual(['03/12', '07/12', '10/12', '14/12', '17/12']);
    const none = { ...chosen, times: null, until: '2026-12-02' };
    const { status, body } = await ask(giulia, eventOf({ calendarIds: [own], day: '2026-12-01', repeat: none }));
    expect([status, body.fields]).toEqual([422, { 'repeat.until': 'In questi giorni non cade nessuna volta' }]);
    const dayless = await ask(giulia, eventOf({ day: '', repeat: { ...chosen, until: '2026-12-31' } }));
    expect([dayless.status, dayless.body.fields]).toEqual([422, { day: 'Inserire il giorno' }]);
  });

  test('keeps its hour on both sides of a change of the clock, and is made whole or not at all', async () => {
    at('10:00', '2026-10-12');
    await make(giulia, eventOf({ calendarIds: [own], day: '2026-10-20', repeat: weekly(2) }));
    expect(await days()).toEqual(['20/10 10:00 Riunione', '27/10 10:00 Riunione']);
    const { status } = await ask(giulia, eventOf({ calendarIds: [own], day: '2026-10-13', repeat: weekly(3) }));
    expect([status, (await days()).length]).toEqual([409, 2]);
  });

  test('180 events are made at once, each with its place, its history and its words; a day on which the series meets itself stops it', async () => {
    const daily = { ...blankOf(repeatFields), every: 'day' as const, times: 180 };
    const first = await make(giulia, eventOf({ calendarIds: [own], day: '2026-12-01', repeat: daily }));
    expect([first.times, await taken()]).toEqual([180, 180]);
    const [{ begun, last }] = (await query(
      `select (select count(*)::int from state_changes s join calendar_events e on e.id = s.record_id and s.entity = 'event' where e.company_id = 901) as begun,
        (select to_char(max(starts_at) at time zone 'Europe/Rome', 'DD/MM HH24:MI') from calendar_events where company_id = 901) as last`,
    )) as [{ begun: number; last: string }];
    expect([begun, last]).toEqual([180, '29/05 10:00']);
    const long = eventOf({ calendarIds: [his], day: '2026-12-01', minutes: 1500, repeat: { ...daily, times: 3 } });
    expect((await ask(davide, long)).status).toBe(409);
  });
});

describe('a month', () => {
  const month = async (as: TestUser, ids: number[]) =>
    (
      await call(as, 'GET /calendars/month', {
        query: { from: '2026-11-30', to: '2027-01-03', calendarIds: ids.join(',') },
      })
    ).body as { day: string; count: number; events: { title: string; masked: boolean }[] }[];

  test('says of each day how many events it has and shows the first three, as the caller may see them', async () => {
    for (const time of ['09:00', '10:00', '11:00', '12:00'])
      await make(
        giulia,
        eventOf({ calendarIds: [own], day: '2026-12-01', time, title: time, isPrivate: time === '10:00' }),
      );
    const gone = await make(giulia, eventOf({ calendarIds: [own], day: '2026-12-01', time: '08:00', title: '08:00' }));
    await call(giulia, 'POST /calendars/events/:id/cancel', {
      params: { id: gone.id },
      version: gone.version,
      body: { reason: await reasonOf('cancel'), scope: 'one' },
    });
    const seen = (as: TestUser) =>
      month(as, [own, his]).then((days) =>
        days.map(({ day, count, events }) => [day, count, ...events.map(({ title }) => title)]),
      );
    expect(await seen(giulia)).toEqual([['2026-12-01', 5, '08:00', '09:00', '10:00']]);
    // What was cancelled is for who may open it; a private one is only taken time.
    expect(await seen(davide)).toEqual([['2026-12-01', 4, '09:00', '', '11:00']]);
  });

  test('has an event of several days on each of them, by the clocks of Rome', async () => {
    const away = { kind: 'absence' as const, title: 'Ferie', day: '2026-12-29', time: '00:00', minutes: 7 * 1440 };
    await make(giulia, eventOf({ calendarIds: [own], ...away }));
    expect((await month(giulia, [own])).map(({ day, count }) => [day, count])).toEqual(
      ['2026-12-29', '2026-12-30', '2026-12-31', '2027-01-01', '2027-01-02', '2027-01-03'].map((day) => [day, 1]),
    );
  });
});

describe('what others see', () => {
  const range = { from: '2026-11-23', to: '2026-11-29' };
  const seen = async (as: TestUser) => (await call(as, 'GET /calendars/events', { query: range })).body;

  test('is the title for colleagues, only taken time of a private one and for who has no events', async () => {
    await make(giulia, drive({ calendarIds: [own], title: 'Trattativa' }));
    await make(giulia, drive({ calendarIds: [own], title: 'Visita medica', time: '16:00', isPrivate: true }));
    const titles = async (as: TestUser) => (await seen(as)).map((one: { title: string }) => one.title);
    expect(await titles(giulia)).toEqual(['Trattativa', 'Visita medica']);
    expect(await titles(davide)).toEqual(['Trattativa', '']);
    expect(await titles(manager)).toEqual(['Trattativa', '']);
    expect(await titles(office)).toEqual(['', '']);
    expect(JSON.stringify(await seen(manager))).not.toContain('medica');
  });

  test('others see of a private event its time alone, on every way to it, and who does not read it does not write it', async () => {
    const medica = { calendarIds: [own], title: 'Visita medica', note: 'Dal medico', isPrivate: true };
    const customerId = world.alfa.customerId;
    const { id, version: made } = await make(giulia, drive({ ...medica, customerId }));
    const params = { id };
    const about = { kind: 'test_drive', title: 'Visita medica lunga', note: medica.note, isPrivate: true } as const;
    const written = { params, version: made, body: aboutOf({ ...about, customerId }) };
    const { version } = (await call(giulia, 'PUT /calendars/events/:id', written)).body;
    const shown = async (by: TestUser) => {
      const { body: read } = await call(by, 'GET /calendars/events/:id', { params });
      const { body: timeline } = await call(by, 'GET /calendars/events/:id/timeline', { params });
      return { read, ways: [read, timeline].map((one) => JSON.stringify(one).includes('medic')) };
    };
    const [hers, theirs] = [await shown(giulia), await shown(manager)];
    expect([hers.ways, theirs.ways]).toEqual([
      [true, true],
      [false, false],
    ]);
    expect(theirs.read).toMatchObject({ time: '10:00', customerId: null, customer: null, masked: true });
    expect((await call(manager, 'GET /calendars/events/:id/agreement', { params })).status).toBe(403);
    const body = aboutOf({ title: 'Altro' });
    const saved = await call(manager, 'PUT /calendars/events/:id', { params, version, body });
    expect([saved.status, theirs.read.offered]).toEqual([403, expect.not.arrayContaining(['save'])]);
    expect(
      (await move(manager, { id, version }, { day: '2026-11-26', time: '11:00', calendarIds: [own] })).status,
    ).toBe(200);
    expect((await shown(giulia)).read).toMatchObject({
      title: 'Visita medica lunga',
      note: 'Dal medico',
      time: '11:00',
    });
  });
});

describe('ics', () => {
  const customer = async () =>
    (await query('select id::int, name from customers where id = $1', [world.alfa.customerId]))[0] as {
      id: number;
      name: string;
    };
  const summaries = (text: string) =>
    new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent').map((one) => new ICAL.Event(one).summary);
  const read = (url: string) =>
    call(null, 'GET /calendars/feed', { query: { token: new URL(url).searchParams.get('token')! } });

  test('a feed names no customer unless chosen, is read without a session, and ends when it is revoked', async () => {
    const { id, name } = await customer();
    await make(giulia, drive({ calendarIds: [own], title: `Prova di ${name}`, customerId: id }));
    const feedOf = async (names: boolean) =>
      (await call(giulia, 'POST /calendars/:id/feed', { params: { id: own }, body: { names } })).body.url as string;
    const url = await feedOf(false);
    const { status, body } = await read(url);
    expect([status, summaries(String(body))]).toEqual([200, ['Prova su strada']]);
    expect(String(body)).not.toContain(name);
    const named = await feedOf(true);
    expect(summaries(String((await read(named)).body))).toEqual([`Prova su strada: ${name}`]);
    // A new one ends the one before.
    expect((await read(url)).status).toBe(404);
    await call(giulia, 'DELETE /calendars/:id/feed', { params: { id: own } });
    expect((await read(named)).status).toBe(404);
    const others = await call(davide, 'POST /calendars/:id/feed', { params: { id: own }, body: { names: false } });
    expect(others.status).toBe(403);
  });

  test('a feed shows what who made it may see at the moment, and ends when they may not make it any more', async () => {
    await make(giulia, drive({ calendarIds: [own], title: 'Visita medica', isPrivate: true }));
    await make(giulia, drive({ calendarIds: [own], title: 'Trattativa', time: '16:00' }));
    const chief = await world.userWith('manageCalendars', 'createQuotes');
    const body = { names: true };
    const of = async (by: TestUser) =>
      (await call(by, 'POST /calendars/:id/feed', { params: { id: own }, body })).body.url;
    expect(summaries(String((await read(await of(giulia))).body))).toEqual([
      'Prova su strada: Visita medica',
      'Prova su strada: Trattativa',
    ]);
    const url = (await of(chief)) as string;
    const text = String((await read(url)).body);
    expect(text).not.toContain('medica');
    expect(summaries(text)).toEqual(['Occupato', 'Prova su strada: Trattativa']);
    await query('update users set privileges = $2 where id = $1', [chief.id, [13]]);
    expect((await read(url)).status).toBe(404);
    await query('update users set privileges = $2 where id = $1', [chief.id, [13, 37]]);
    expect((await read(url)).status).toBe(200);
    // The lost phone was the maker's.
    await call(admin, 'DELETE /users/:id/sessions', { params: { id: chief.id } });
    expect((await read(url)).status).toBe(404);
  });

  test('a feed ends with a lost phone, and opens nothing while who made it is blocked', async () => {
    const loser = await world.userWith('createQuotes');
    const params = { id: await calendarOf({ name: 'Chi perde', kind: 'seller', userId: loser.id }) };
    const feedBy = async (by: TestUser) =>
      (await call(by, 'POST /calendars/:id/feed', { params, body: { names: false } })).body.url as string;
    const opens = async (url: string) => (await read(url)).status;
    const first = await feedBy(loser);
    expect(await opens(first)).toBe(200);
    await call(admin, 'DELETE /users/:id/sessions', { params: { id: loser.id } });
    expect(await opens(first)).toBe(404);
    const again = await world.userWith('createQuotes', 'manageCalendars');
    const second = await feedBy(again);
    expect((await call(admin, 'DELETE /users/:id/second-factor', { params: { id: loser.id } })).status).toBe(204);
    expect(await opens(second)).toBe(404);
    const third = await feedBy(again);
    const { version } = (await call(admin, 'GET /users/:id', { params: { id: again.id } })).body;
    const rows = [{ id: again.id, version }];
    expect((await call(admin, 'POST /users/bulk', { body: { action: 'archive', rows, heirs: [] } })).status).toBe(200);
    expect(await opens(third)).toBe(404);
  });
});

describe('reminders', () => {
  test('go to the customer once each, the day before and two hours before; none of a meeting, and after an outage none that is late', async () => {
    const id = world.alfa.customerId;
    await query("update customers set email = 'promemoria@example.it' where id = $1", [id]);
    await make(giulia, drive({ calendarIds: [own], day: '2026-11-26', time: '15:00', customerId: id }));
    await make(giulia, eventOf({ calendarIds: [own], day: '2026-11-26', time: '17:00', customerId: id }));
    const run = () => eventReminders.run(world.outside(), {});
    const sent = async () =>
      (await query("select from messages where company_id = 901 and entity = 'event' and subject like '%promemoria%'"))
        .length;
    at('14:59', '2026-11-25');
    await run();
    expect(await sent()).toBe(0);
    at('15:01', '2026-11-25');
    await Promise.all([run(), run()]);
    expect(await sent()).toBe(1);
    at('13:00', '2026-11-26');
    await run();
    await run();
    expect(await sent()).toBe(2);
    // Nothing ran for a day: both reminders of the one are said at once, the other one is over.
    for (const time of ['15:00', '09:00'])
      await make(giulia, drive({ calendarIds: [own], day: '2026-11-27', time, customerId: id }));
    at('14:00', '2026-11-27');
    await run();
    await run();
    expect(await sent()).toBe(3);
  });
});

describe('the customer', () => {
  const email = 'cliente.agenda@example.it';
  const run = () => eventReminders.run(world.outside(), {});
  const told = async () => {
    await run();
    const rows = await query(
      "select id::int, channel, address, subject, body from messages where company_id = 901 and entity = 'event' order by id",
    );
    await query("delete from messages where company_id = 901 and entity = 'event'");
    return rows as { id: number; channel: string; address: string; subject: string; body: string }[];
  };
  const later = (minutes: number) => (clock.now = new Date(clock.now.getTime() + minutes * 60_000));
  const linkTo = async (id: number) => {
    const token = newToken(901);
    await query(
      "insert into links (company_id, purpose, record_id, token_hash, expires_at) select 901, 'appointment', id, $2, ends_at from calendar_events where id = $1",
      [id, readToken(token)!.hash],
    );
    return token;
  };
  const page = (token: string) => call(null, 'GET /links/appointment', { query: { token } });
  let id = 0;
  beforeEach(async () => {
    id = world.alfa.customerId;
    await query("update customers set email = $2, phone = '+393401234567' where id = $1", [id, email]);
    await query("delete from links where company_id = 901 and purpose = 'appointment'");
  });
  const booked = (changes: Partial<NewEvent> = {}) =>
    make(giulia, drive({ calendarIds: [own, car], customerId: id, ...changes }));

  test('is told of what was taken, moved and called off, but not of what was taken back within a minute', async () => {
    const event = await booked();
    expect(await told()).toEqual([]);
    later(2);
    const [taken] = await told();
    expect(taken).toMatchObject({ channel: 'mail', address: email });
    expect(taken!.subject).toContain('appuntamento giovedì 26 novembre');
    expect(taken!.body).toContain('{collegamento}');
    const { body: moved } = await move(giulia, event, { day: '2026-11-27', time: '15:00' });
    const { body: back } = await move(giulia, moved, { day: '2026-11-26', time: '10:00' });
    later(2);
    expect(await told()).toEqual([]);
    const { body: other } = await move(giulia, back, { day: '2026-11-27', time: '15:00', calendarIds: [his, car] });
    later(2);
    expect((await told()).map(({ body }) => body)).toEqual([
      expect.stringMatching(/è spostato.*27 novembre.*alle 15:00/),
    ]);
    await call(manager, 'POST /calendars/events/:id/cancel', {
      params: { id: event.id },
      version: other.version,
      body: { reason: await reasonOf('cancel'), scope: 'one' },
    });
    later(2);
    expect((await told()).map(({ subject }) => subject)).toEqual([expect.stringMatching(/appuntamento annullato$/)]);
  });

  test('gets no message that failed once something newer was said, and none after the appointment', async () => {
    const event = await booked();
    later(2);
    await eventReminders.run(world.outside(), {});
    const { body: moved } = await move(giulia, event, { day: '2026-11-27', time: '15:00' });
    later(2);
    await eventReminders.run(world.outside(), {});
    const messages = () =>
      query(
        "select id::int, sent_at is not null as sent from messages where entity = 'event' and record_id = $1 order by id",
        [event.id],
      );
    const send = (one: object) => eventPost.run(world.outside(), { companyId: 901, id: (one as { id: number }).id });
    const [old, next] = (await messages()) as [object, object];
    await query('update messages set failed_at = now() where id = $1', [(old as { id: number }).id]);
    await send(old);
    world.clock.now = new Date(Date.parse(moved.startsAt as string) + 1000);
    await send(next);
    expect((await messages()).map(({ sent }) => sent)).toEqual([false, false]);
    world.clock.now = new Date(Date.parse(moved.startsAt as string) - 3_600_000);
    await send(next);
    expect((await messages()).map(({ sent }) => sent)).toEqual([false, true]);
  });

  test('who expects them is told of an SMS that was begun and not ended before the appointment: it is on its way no more', async () => {
    const event = await booked();
    later(2);
    await eventReminders.run(world.outside(), {});
    const [{ id }] = await query(
      "update messages set channel = 'sms', address = '+393331234567', sending_at = now() where entity = 'event' and record_id = $1 and sent_at is null returning id::int",
      [event.id],
    );
    world.clock.now = new Date(Date.parse(event.startsAt as string) + 1000);
    await eventPost.run(world.outside(), { companyId: 901, id: id as number });
    expect(await query('select sent_at, failed_at is not null as failed from messages where id = $1', [id])).toEqual([
      { sent_at: null, failed: true },
    ]);
    const [{ title }] = (await call(giulia, 'GET /notifications', { query: {} })).body.rows;
    expect(title).toMatch(/l’SMS a \+393331234567 forse non è partito$/);
  });

  test('a message that cannot be made ready is on its way no more, and an SMS that was begun goes no second time', async () => {
    const event = await booked();
    later(2);
    await eventReminders.run(world.outside(), {});
    const fails = async (more: string) => {
      const of = [event.id, 2 ** 40];
      const [{ id }] = await query(
        `update messages set record_id = $2, failed_at = null ${more} where entity = 'event' and record_id = any($1) returning id::int`,
        [of, 2 ** 40],
      );
      await expect(eventPost.run(world.outside(), { companyId: 901, id: id as number })).rejects.toThrow();
      return (await query('select failed_at is not null as failed, sending_at is not null as begun from messages where id = $1', [id]))[0]; // prettier-ignore
    };
    expect(await fails('')).toEqual({ failed: true, begun: false });
    const begun = ", channel = 'sms', address = '+393331234567', sending_at = now()";
    expect(await fails(begun)).toEqual({ failed: true, begun: true });
    await query('delete from messages where record_id = $1', [2 ** 40]);
  });

  test('is not told of a meeting, and hears that somebody else expects them', async () => {
    await make(giulia, eventOf({ calendarIds: [own], customerId: id }));
    const event = await booked();
    later(2);
    expect(await told()).toHaveLength(1);
    await move(manager, event, { day: '2026-11-26', time: '10:00', calendarIds: [his, car] });
    later(2);
    expect((await told()).map(({ subject }) => subject)).toEqual([expect.stringMatching(/chi la riceve$/)]);
  });

  test('reads the page beside who changes the event: it locks nothing', async () => {
    const event = await booked();
    const token = await linkTo(event.id);
    const locks = () => query('select xmax::text from calendar_events where id = $1', [event.id]);
    const before = await locks();
    expect((await page(token)).status).toBe(200);
    expect(await locks()).toEqual(before);
  });

  test('an hour that the clocks skip is refused at its field, for a new event and a moved one', async () => {
    const at = { day: '2027-03-28', time: '02:30' };
    const made = await call(giulia, 'POST /calendars/events', { body: eventOf({ ...at, calendarIds: [own] }) });
    const event = await make(giulia, eventOf({ calendarIds: [own], day: '2027-03-28', time: '03:30' }));
    const moved = await move(giulia, event, at);
    for (const { status, body } of [made, moved]) expect([status, Object.keys(body.fields)]).toEqual([422, ['time']]);
    const days = { ...blankOf(absenceFields), from: at.day, to: at.day };
    const away = async (hours: object) => {
      const { status, body } = await call(giulia, 'POST /calendars/absences', { body: { ...days, ...hours } });
      return [status, Object.keys(body.fields)];
    };
    expect(await away({ fromTime: at.time })).toEqual([422, ['fromTime']]);
    expect(await away({ toTime: at.time })).toEqual([422, ['toTime']]);
  });

  test('confirms, moves to a free time and cancels by the link; each tells who expects them', async () => {
    const event = await booked();
    const token = await linkTo(event.id);
    const { body: first } = await page(token);
    expect(first).toMatchObject({
      kind: 'test_drive',
      time: '10:00',
      confirmed: false,
      may: { confirm: true, move: true },
    });
    // A day is shown whole or not at all: no time of it lies between two pages.
    const monday = '2026-11-30';
    const { body: from } = await call(null, 'GET /links/appointment', { query: { token, day: monday } });
    const hours = (from.slots as { day: string; time: string }[]).filter(({ day }) => day === monday);
    expect([hours[0]!.time < '10', hours.at(-1)!.time > '17', from.later > monday]).toEqual([true, true, true]);
    // What the customer keeps says where, which car and which number to call.
    const stands = (at: number | null) => query('update calendars set location_id = $2 where id = $1', [own, at]);
    await stands(world.alfa.locationId);
    const kept = await call(null, 'GET /links/appointment/ics', { query: { token } });
    await stands(null);
    expect(kept.status).toBe(200);
    const ics = String(kept.body).replaceAll('\r\n ', '');
    expect(ics).toMatch(/LOCATION:.+/);
    expect(ics).toContain(`/appuntamento/${token}`);
    expect(ics).toMatch(/SUMMARY:Prova su strada · /);
    const { body: confirmed } = await call(null, 'POST /links/appointment/confirm', { body: { token } });
    expect(confirmed.confirmed).toBe(true);
    // Taken meanwhile by a colleague's drive: the customer chooses another one.
    const [slot, free] = first.slots as { startsAt: string; day: string; time: string }[];
    await make(davide, drive({ calendarIds: [car, his], day: slot!.day, time: slot!.time, minutes: 15 }));
    const to = (startsAt: string) => call(null, 'POST /links/appointment/move', { body: { token, startsAt } });
    expect((await to(slot!.startsAt)).status).toBe(409);
    const { body: next } = await page(token);
    expect(next.slots[0].startsAt).not.toBe(slot!.startsAt);
    const chosen = next.slots.at(-1) ?? free;
    const { status, body: moved } = await to(chosen.startsAt);
    expect([status, moved.startsAt, moved.confirmed]).toEqual([200, chosen.startsAt, true]);
    const { body: off } = await call(null, 'POST /links/appointment/cancel', { body: { token } });
    expect([off.canceled, off.may]).toEqual([true, { confirm: false, move: false, cancel: false }]);
    // Another one is taken in its place, once, with the same car and people; the link leads to it, and a second press to the same.
    const again = (slot: { startsAt: string }) =>
      call(null, 'POST /links/appointment/again', { body: { token, startsAt: slot.startsAt } });
    const { status: took, body: taken } = await again(off.slots[2]);
    expect([off.again, took, taken.again, (await again(off.slots[3])).status]).toEqual([true, 200, false, 409]);
    expect((await again(off.slots[2])).status).toBe(200);
    expect((await page(token)).body).toMatchObject({
      startsAt: off.slots[2].startsAt,
      canceled: false,
      confirmed: true,
      may: { confirm: false, move: true, cancel: true },
    });
    const [anew] = await query(
      'select starts_at, calendar_ids::int[] as calendars, customer_id::int as customer from calendar_events where follows_id = $1',
      [event.id],
    );
    expect(anew).toEqual({
      starts_at: new Date(off.slots[2].startsAt),
      calendars: [own, car].toSorted((a, b) => a - b),
      customer: id,
    });
    const bells = await query(
      "select title from notifications where user_id = $1 and kind = 'event_by_customer' order by id",
      [giulia.id],
    );
    expect(bells.map(({ title }) => /conferma|sposta a|annulla|prende un altro/.exec(String(title))?.[0])).toEqual([
      'conferma',
      'sposta a',
      'annulla',
      'prende un altro',
    ]);
    const { body: story } = await call(giulia, 'GET /calendars/events/:id/timeline', { params: { id: event.id } });
    expect(JSON.stringify(story)).toContain('il cliente ha spostato');
  });

  test('takes no other one where a car is gone, the contract ended or the house has planned one', async () => {
    const event = await booked();
    const token = await linkTo(event.id);
    const archived = (at: Date | null) => query('update calendars set archived_at = $2 where id = $1', [car, at]);
    const shown = async () => {
      const { status, body } = await page(token);
      return [status, body.may.move, body.may.cancel, body.again];
    };
    await archived(clock.now);
    expect(await shown()).toEqual([200, false, true, false]);
    const { body: off } = await call(null, 'POST /links/appointment/cancel', { body: { token } });
    expect(off).toMatchObject({ canceled: true, again: false, slots: [] });
    await archived(null);
    expect(await shown()).toEqual([200, false, false, true]);
    const [contract] = await query(
      `insert into contracts (company_id, number, since, kind, channel, origin, seller_id, made_by, vehicle, draft, snapshot, total,
         keys_in_hand, list_total, discount, financed, within_cap, insured, created_at, updated_at)
       values (901, 'C-finito', now(), 'used', 'retail', 'hand', $1, $1, '', '{}', '{}', 0, 0, 0, 0, 0, true, true, now(), now())
       returning id::int`,
      [giulia.id],
    );
    await query('update calendar_events set contract_id = $2 where id = $1', [event.id, contract!.id]);
    expect(await shown()).toEqual([200, false, false, true]);
    await query('update contracts set canceled_at = $2 where id = $1', [contract!.id, clock.now]);
    expect(await shown()).toEqual([200, false, false, false]);
    await query('update calendar_events set contract_id = null where id = $1', [event.id]);
    const { slots } = (await page(token)).body;
    await booked({ day: '2026-11-27', time: '15:00' });
    expect(await shown()).toEqual([200, false, false, false]);
    const { status } = await call(null, 'POST /links/appointment/again', {
      body: { token, startsAt: slots[0].startsAt },
    });
    expect(status).toBe(409);
  });

  test('moves and calls off the next action of the lead behind the appointment, too', async () => {
    const lead = await call(admin, 'POST /leads', {
      body: { ...leadOf({ phone: '+393330000901' }), assigneeId: giulia.id },
    });
    const next = async () => (await call(admin, 'GET /leads/:id', { params: { id: lead.body.id } })).body;
    const event = await booked({ leadId: lead.body.id });
    expect((await next()).nextAt).toBe(event.startsAt);
    const token = await linkTo(event.id);
    const { slots } = (await page(token)).body;
    await call(null, 'POST /links/appointment/move', { body: { token, startsAt: slots[1].startsAt } });
    expect((await next()).nextAt).toBe(slots[1].startsAt);
    await call(null, 'POST /links/appointment/cancel', { body: { token } });
    // Somebody has the rest of today for it; the place closes at seven.
    const freed = await next();
    expect([freed.nextAt, freed.actions[0]]).toEqual([
      '2026-11-24T18:00:00.000Z',
      expect.objectContaining({ result: 'canceled', note: 'Prova su strada: annullato' }),
    ]);
    // Brought back, it is what comes next again.
    const { body: off } = await call(giulia, 'GET /calendars/events/:id', { params: { id: event.id } });
    const back = await call(giulia, 'POST /calendars/events/:id/restore', {
      params: { id: event.id },
      version: off.version,
      body: { together: false },
    });
    expect([back.status, (await next()).nextAt]).toEqual([200, back.body.startsAt]);
    const missed = await call(giulia, 'POST /calendars/events/:id/miss', {
      params: { id: event.id },
      version: back.body.version,
      body: { reason: await reasonOf('miss') },
    });
    expect([missed.status, (await next()).nextAt, (await next()).missed]).toEqual([200, '2026-11-24T18:00:00.000Z', 1]);
  });

  test('does not move or cancel past the company’s limit, and the link ends with the event or when it is revoked', async () => {
    const event = await booked();
    const token = await linkTo(event.id);
    at('10:30', '2026-11-25');
    const { body } = await page(token);
    expect([body.may, body.slots]).toEqual([{ confirm: true, move: false, cancel: false }, []]);
    const late = await call(null, 'POST /links/appointment/cancel', { body: { token } });
    expect([late.status, late.body.message]).toEqual([409, expect.stringContaining('telefonare')]);
    at('10:46', '2026-11-26');
    expect((await page(token)).status).toBe(404);
    at('10:30', '2026-11-25');
    expect((await call(giulia, 'GET /calendars/events/:id', { params: { id: event.id } })).body.mayRevoke).toBe(true);
    expect((await call(office, 'POST /calendars/events/:id/revoke', { params: { id: event.id } })).status).toBe(403);
    await call(giulia, 'POST /calendars/events/:id/revoke', { params: { id: event.id } });
    expect((await page(token)).status).toBe(404);
  });

  test('is reminded by SMS too where the company wants it, on a mobile, and not who asked for quiet', async () => {
    await booked({ day: '2026-11-27', time: '09:00', calendarIds: [own] });
    later(2);
    await told();
    const { body } = await call(admin, 'GET /calendars/settings', {});
    const values = { ...body.periods[0].values, smsReminders: true, from: '2026-11-24' };
    expect((await call(admin, 'PUT /calendars/settings', { version: body.version, body: values })).status).toBe(200);
    // 9 o'clock less two hours is in the night: 20:00 of the evening before.
    at('09:01', '2026-11-26');
    expect((await told()).map(({ channel }) => channel)).toEqual(['mail', 'sms']);
    at('20:01', '2026-11-26');
    await query("update customers set phone = '+390212345678' where id = $1", [id]);
    expect((await told()).map(({ channel }) => channel)).toEqual(['mail']);
  });

  test('is not reminded where the person asked for quiet on another lead, by either telephone; a move is still told', async () => {
    const event = await booked({ day: '2026-11-27', time: '15:00', calendarIds: [own] });
    later(2);
    await told();
    const lead = leadOf({ phone: '+393330000599', phone2: '+393471234567', email: null, quiet: true });
    expect((await call(admin, 'POST /leads', { body: { ...lead, assigneeId: null } })).status).toBe(201);
    await query("update customers set phone2 = '+393471234567' where id = $1", [id]);
    at('15:01', '2026-11-26');
    expect(await told()).toEqual([]);
    const { version } = (await call(giulia, 'GET /calendars/events/:id', { params: { id: event.id } })).body;
    await move(giulia, { id: event.id, version }, { day: '2026-11-27', time: '16:00' });
    later(2);
    expect((await told()).map(({ channel }) => channel)).toEqual(['mail']);
    await query("delete from leads where company_id = 901 and phone = '+393330000599'");
    await query('update customers set phone2 = null where id = $1', [id]);
  });
});

describe('closures and changes of hands', () => {
  const events = async () =>
    query(
      "select id::int, to_char(starts_at at time zone 'Europe/Rome', 'DD/MM HH24:MI') as at, user_ids[1]::int as who, tell_at is not null as told from calendar_events where company_id = 901 order by id",
    );

  test('events in a closure are listed and told, and moved together to the first time that is free', async () => {
    const event = await make(giulia, drive({ calendarIds: [bay, car], day: '2026-11-26' }));
    const behind = await make(giulia, drive({ calendarIds: [bay, car], day: '2026-11-26', time: '11:30' }));
    const beside = await make(giulia, drive({ calendarIds: [bay], day: '2026-11-27', minutes: 60 }));
    const { body: calendar } = await call(manager, 'GET /calendars/:id', { params: { id: bay } });
    const closures = [{ from: '2026-11-26', to: '2026-11-26', reason: 'Inventario' }];
    const body = { ...valuesIn(calendarFields, calendar), closures };
    await call(manager, 'PUT /calendars/:id', { params: { id: bay }, version: calendar.version, body });
    expect((await call(giulia, 'GET /calendars/displaced', {})).status).toBe(403);
    const { body: listed } = await call(manager, 'GET /calendars/displaced', {});
    // One after the other: what the first will take is not free for the second.
    type Listed = { id: number; to: { day: string; time: string } };
    expect(listed.map(({ id, to }: Listed) => [id, to.day, to.time])).toEqual([
      [event.id, '2026-11-27', '09:00'],
      [behind.id, '2026-11-27', '10:00'],
    ]);
    const ids = [event.id, behind.id, beside.id];
    const { body: done } = await call(manager, 'POST /calendars/displaced', { body: { ids } });
    expect(done).toMatchObject({ moved: [{ id: event.id }, { id: behind.id }], left: 0 });
    const times = async () => (await events()).map(({ at: when }) => when);
    expect(await times()).toEqual(['27/11 09:00', '27/11 10:00', '27/11 10:00']);
    expect((await call(manager, 'GET /calendars/displaced', {})).body).toEqual([]);

    // All come back together, into the closure; what was moved meanwhile stays and is named.
    const undo = () => call(manager, 'POST /calendars/displaced/undo', { body: { events: done.moved } });
    await query('update calendar_events set version = version + 1 where id = $1', [behind.id]);
    const { body: undone } = await undo();
    expect(undone).toEqual({ back: 1, stayed: ['27/11/2026 10:00–10:45: è cambiato nel frattempo.'] });
    expect(await times()).toEqual(['26/11 10:00', '27/11 10:00', '27/11 10:00']);
    expect((await call(manager, 'GET /calendars/displaced', {})).body).toMatchObject([{ id: event.id }]);
    const { body: again } = await call(manager, 'POST /calendars/displaced', { body: { ids: [event.id] } });
    await make(giulia, drive({ calendarIds: [car], day: '2026-11-26' }));
    // What lies elsewhere for another reason is not put into closed time by this call.
    const others = await query('select id::int, version from calendar_events where id = $1', [beside.id]);
    const { body: never } = await call(manager, 'POST /calendars/displaced/undo', { body: { events: others } });
    expect(never).toMatchObject({ back: 0, stayed: [expect.stringMatching(/^27\/11\/2026 10:00/)] });
    const refused = await call(manager, 'POST /calendars/displaced/undo', { body: { events: again.moved } });
    expect(refused.body).toMatchObject({ back: 0, stayed: [expect.stringMatching(/occupato 10:00–1/)] });
    const taken = await query('select count(*)::int as n from calendar_bookings where event_id = $1', [event.id]);
    expect(taken).toEqual([{ n: 2 }]);
  });

  test('a location that closes tells who expects somebody there', async () => {
    const where = world.alfa.locationId;
    await query('update calendars set location_id = $2 where id = $1', [bay, where]);
    await make(giulia, drive({ calendarIds: [own, bay], day: '2026-11-26' }));
    const { body: place } = await call(admin, 'GET /locations/:id', { params: { id: where } });
    const closures = [{ from: '2026-11-26', to: '2026-11-27', reason: 'Trasloco' }];
    const put = (version: number, more: object) =>
      call(admin, 'PUT /locations/:id', {
        params: { id: where },
        version,
        body: { ...valuesIn(locationFields, place), ...more },
      });
    const { status, body } = await put(place.version, { closures });
    expect(status).toBe(200);
    const told = await query("select title from notifications where user_id = $1 and title like '%in chiusura%'", [
      giulia.id,
    ]);
    expect(told).toEqual([{ title: 'Un appuntamento è in chiusura' }]);
    await put(body.version, {});
  });

  /** Absences count the colleagues of the place: only these two sell there. */
  const twoSellers = async () => {
    const where = await query(
      "insert into locations (company_id, name) values (901, 'Via dei Due ' || floor(random() * 1e9)) returning id::int",
    );
    for (const { id } of [giulia, davide]) {
      await query('delete from user_locations where company_id = 901 and user_id = $1', [id]);
      await query('insert into user_locations (company_id, user_id, location_id) values (901, $1, $2)', [
        id,
        where[0]!.id,
      ]);
    }
  };
  const absent = (by: TestUser, changes: object) =>
    call(by, 'POST /calendars/absences', {
      body: { ...blankOf(absenceFields), from: '2026-11-26', to: '2026-11-27', reason: 'Influenza', ...changes },
    });
  const open = async () => (await call(manager, 'GET /calendars/uncovered', {})).body as UncoveredEvent[];
  const give = (by: TestUser, chosen: object[]) => call(by, 'POST /calendars/uncovered', { body: { events: chosen } });

  test('an appointment in an absence goes to a colleague who is free then, or to another time; all of them come back', async () => {
    await twoSellers();
    await query("update customers set email = 'assenza@example.it' where id = $1", [world.alfa.customerId]);
    const first = await make(giulia, drive({ calendarIds: [own, car], customerId: world.alfa.customerId }));
    const second = await make(giulia, drive({ calendarIds: [own], time: '15:00' }));
    await make(davide, drive({ calendarIds: [his], time: '15:15' }));
    await query('update calendar_events set tell_at = null where company_id = 901');
    const entered = await absent(manager, { userId: giulia.id });
    expect([entered.status, entered.body.uncovered]).toEqual([201, 2]);
    expect((await call(giulia, 'GET /calendars/uncovered', {})).status).toBe(403);
    const listed = await open();
    const ways = listed.map(({ id, ways: all }) => [id, all.map(({ userId, day, time }) => [userId, day, time])]);
    expect(ways).toEqual([
      [
        first.id,
        [
          [davide.id, '2026-11-26', '10:00'],
          [null, '2026-11-28', '09:00'],
        ],
      ],
      // The colleague is taken at its hour: the next time at which they are free comes first.
      [
        second.id,
        [
          [davide.id, '2026-11-26', '16:00'],
          [null, '2026-11-28', '09:00'],
        ],
      ],
    ]);
    expect(listed[0]!.ways.map(({ text }) => text)).toEqual([
      expect.stringMatching(/^Le confermiamo: prova su strada, giovedì 26 novembre alle 10:00.*con Prova Utente/),
      expect.stringMatching(/^Le confermiamo: prova su strada, sabato 28 novembre/),
    ]);
    const chosen = listed.map(({ id, ways: [way] }) => ({ id, userId: way!.userId, startsAt: way!.startsAt }));
    expect((await give(giulia, chosen)).status).toBe(403);
    const stranger = { id: second.id, userId: office.id, startsAt: chosen[1]!.startsAt };
    expect((await give(manager, [stranger])).body).toMatchObject({ moved: [], left: [expect.any(String)] });
    const { body: done } = await give(manager, chosen);
    expect(done).toMatchObject({ moved: [{ id: first.id }, { id: second.id }], left: [] });
    const of = async (id: number) => (await events()).find((one) => one.id === id);
    expect([await of(first.id), await of(second.id)]).toMatchObject([
      { at: '26/11 10:00', who: davide.id, told: true },
      { at: '26/11 16:00', who: davide.id },
    ]);
    expect([await open(), (await give(manager, chosen)).body.moved]).toEqual([[], []]);
    expect((await call(manager, 'POST /calendars/displaced/undo', { body: { events: done.moved } })).body).toEqual({
      back: 2,
      stayed: [],
    });
    expect([await of(first.id), await of(second.id)]).toMatchObject([
      { at: '26/11 10:00', who: giulia.id },
      { at: '26/11 15:00', who: giulia.id },
    ]);
    expect((await open()).map(({ id }) => id)).toEqual([first.id, second.id]);
  });

  test('an absence tells who manages, not the absent person; why is read by that person and who manages people', async () => {
    await make(giulia, drive({ calendarIds: [own] }));
    expect((await absent(davide, { userId: giulia.id })).status).toBe(403);
    expect((await absent(giulia, { to: '2026-11-25' })).body.fields).toEqual({ to: expect.any(String) });
    const { body } = await absent(giulia, { to: '2026-12-20' });
    const told = await query("select user_id::int as id, title, text from notifications where kind = 'person_absent'");
    expect(told.map(({ id }) => id)).toEqual(expect.arrayContaining([manager.id, admin.id]));
    expect(told.map(({ id }) => id)).not.toContain(giulia.id);
    expect(told[0]).toMatchObject({
      title: expect.stringMatching(/: assente dal 26\/11\/2026 al 20\/12\/2026$/),
      text: 'Un appuntamento da affidare.',
    });
    expect(JSON.stringify(told)).not.toContain('Influenza');
    const read = async (by: TestUser) =>
      (await call(by, 'GET /calendars/events/:id', { params: { id: body.id } })).body;
    const seen = async (by: TestUser) => {
      const query = { from: '2026-11-26', to: '2026-11-26', calendarIds: String(own) };
      const { body: rows } = await call(by, 'GET /calendars/events', { query });
      return rows.find(({ kind }: { kind: string }) => kind === 'absence').title;
    };
    expect([(await read(giulia)).title, (await read(admin)).title, (await read(manager)).title]).toEqual([
      'Influenza',
      'Influenza',
      '',
    ]);
    expect([await seen(giulia), await seen(admin), await seen(manager), await seen(davide)]).toEqual([
      'Influenza',
      'Influenza',
      '',
      '',
    ]);
    const { body: hits } = await call(manager, 'GET /search', { query: { q: 'Influenza' } });
    expect(JSON.stringify(hits)).not.toContain('Influenza');
    // Longer than one event may be: one press calls all of it off.
    const { version, times } = await read(manager);
    expect(times).toBe(2);
    const canceled = { reason: await reasonOf('cancel'), note: '', scope: 'all' };
    await call(manager, 'POST /calendars/events/:id/cancel', { params: { id: body.id }, version, body: canceled });
    expect(await open()).toEqual([]);
  });

  test('appointments that leave an absence together may take each other’s places; a refused one stays where it was, booked', async () => {
    await twoSellers();
    const first = await make(giulia, drive({ calendarIds: [own, car], time: '09:00' }));
    const second = await make(giulia, drive({ calendarIds: [own, car] }));
    const third = await make(giulia, drive({ calendarIds: [own], time: '15:00' }));
    await make(davide, drive({ calendarIds: [his], time: '16:00' }));
    await absent(manager, { userId: giulia.id });
    const to = (id: number, time: string) => ({
      id,
      userId: davide.id,
      startsAt: new Date(`2026-11-26T${time}:00+01:00`).toISOString(),
    });
    const { body: done } = await give(manager, [to(first.id, '10:00'), to(second.id, '11:00'), to(third.id, '16:00')]);
    expect(done).toMatchObject({
      moved: [{ id: first.id }, { id: second.id }],
      left: [expect.stringContaining('occupato 16:00')],
    });
    const booked = async (id: number) =>
      (
        await query(
          `select calendar_id::int as id, to_char(starts_at at time zone 'Europe/Rome', 'HH24:MI') as at
           from calendar_bookings where event_id = $1 order by 1`,
          [id],
        )
      ).map((one) => [one.id, one.at]);
    expect(await booked(first.id)).toEqual([
      [car, '10:00'],
      [his, '10:00'],
    ]);
    expect(await booked(third.id)).toEqual([[own, '15:00']]);
    const undone = await call(manager, 'POST /calendars/displaced/undo', { body: { events: done.moved } });
    expect(undone.body).toEqual({ back: 2, stayed: [] });
    expect(await booked(second.id)).toEqual([
      [car, '10:00'],
      [own, '10:00'],
    ]);
  });

  test('a time that is only proposed is given as a proposal, and what was confirmed comes back confirmed', async () => {
    await twoSellers();
    await query("update customers set email = 'assenza@example.it' where id = $1", [world.alfa.customerId]);
    const about = { calendarIds: [own], customerId: world.alfa.customerId };
    const proposed = await make(giulia, drive({ ...about, kind: 'delivery' }));
    const confirmed = await make(giulia, drive({ ...about, time: '15:00' }));
    await query('update calendar_events set tell_at = null, proposed = true where id = $1', [proposed.id]);
    await query("update calendar_events set confirmed_at = '2026-11-20T09:00:00Z' where id = $1", [confirmed.id]);
    await absent(manager, { userId: giulia.id });
    const listed = await open();
    expect(listed.find(({ id }) => id === proposed.id)!.ways.map(({ text }) => text)).not.toContainEqual(
      expect.stringContaining('confermiamo'),
    );
    const of = async (id: number) =>
      (
        await query('select proposed, moved, confirmed_at is not null as sure from calendar_events where id = $1', [id])
      )[0];
    const chosen = listed.map(({ id, ways: [way] }) => ({ id, userId: way!.userId, startsAt: way!.startsAt }));
    const { moved } = (await give(manager, chosen)).body;
    expect(await Promise.all([proposed.id, confirmed.id].map(of))).toEqual([
      { proposed: true, moved: 1, sure: false },
      { proposed: false, moved: 1, sure: false },
    ]);
    const told = async () =>
      (await query('select tell_at from calendar_events where id = $1', [proposed.id]))[0]!.tell_at;
    expect(await told()).toBeNull();
    await call(manager, 'POST /calendars/displaced/undo', { body: { events: moved } });
    expect(await Promise.all([proposed.id, confirmed.id].map(of))).toEqual([
      { proposed: true, moved: 0, sure: false },
      { proposed: false, moved: 0, sure: true },
    ]);
    expect(await told()).toBeNull();
  });

  test('an absence of others is entered by who manages calendars alone, on every way, and lies over no booked car', async () => {
    const away = (calendarIds: number[]) => drive({ kind: 'absence', title: 'Ferie', calendarIds });
    expect((await ask(davide, away([own]))).status).toBe(403);
    const shared = await make(davide, eventOf({ calendarIds: [own, his], day: '2026-11-26' }));
    const put = (by: TestUser) =>
      call(by, 'PUT /calendars/events/:id', {
        params: { id: shared.id },
        version: shared.version,
        body: aboutOf({ kind: 'absence', title: 'Ferie' }),
      });
    expect((await put(davide)).status).toBe(403);
    const mine = await make(davide, away([his]));
    expect((await move(davide, mine, { day: '2026-11-27', time: '10:00', calendarIds: [own] })).status).toBe(403);
    expect((await move(davide, mine, { day: '2026-11-27', time: '10:00' })).status).toBe(200);
    await make(davide, drive({ calendarIds: [car], time: '16:00' }));
    expect((await ask(manager, { ...away([own, car]), time: '16:00' })).status).toBe(409);
    // Whose absence it is learns of it, too.
    expect((await put(manager)).status).toBe(200);
    const bell = await query(
      "select user_id::int as id, title from notifications where kind = 'event_changed' and title like 'Assenza%' order by 1",
    );
    expect(bell).toEqual([giulia.id, davide.id].map((id) => ({ id, title: 'Assenza registrata: il 26/11/2026' })));
    // Nor does one of its people end what is a colleague's absence, too: neither cancelled nor made something else.
    const params = { id: shared.id };
    const { version } = (await call(davide, 'GET /calendars/events/:id', { params })).body;
    const reason = await reasonOf('cancel');
    const end = (by: TestUser) =>
      call(by, 'POST /calendars/events/:id/cancel', { params, version, body: { reason, scope: 'one' } });
    const turn = { params, version, body: aboutOf({ title: 'Riunione' }) };
    expect([(await end(davide)).status, (await call(davide, 'PUT /calendars/events/:id', turn)).status]).toEqual([
      403, 403,
    ]);
    expect((await end(manager)).status).toBe(200);
  });

  test('days of an absence are told once, its own, with where each may act', async () => {
    await absent(giulia, { from: '2026-11-25', to: '2026-11-25' });
    const people = await world.userWith('manageUsers');
    const { body } = await absent(giulia, { from: '2026-12-01', to: '2026-12-20' });
    const { version } = (await call(manager, 'GET /calendars/events/:id', { params: { id: body.id } })).body;
    const to = { day: '2026-12-02', time: '00:00', minutes: 10 * 1440, scope: 'all' };
    expect((await move(manager, { id: body.id, version }, to)).status).toBe(200);
    const told = async (id: number) =>
      (
        await query("select title, href from notifications where kind = 'person_absent' and user_id = $1 order by id", [
          id,
        ])
      ).map(({ title, href }) => [String(title).split(': ')[1], href]);
    const manage = `/dealer/calendars/manage?absent=${giulia.id}`;
    expect((await told(manager.id)).slice(0, 2)).toEqual([
      ['assente il 25/11/2026', manage],
      ['assente dal 01/12/2026 al 20/12/2026', manage],
    ]);
    expect(await told(people.id)).toEqual([
      ['assente dal 01/12/2026 al 20/12/2026', `/dealer/users?id=${giulia.id}`],
      ['assente dal 02/12/2026 al 25/12/2026', `/dealer/users?id=${giulia.id}`],
    ]);
  });

  test('events of somebody who leaves go to a colleague, whose calendar they take; customers are told, and all of them come back', async () => {
    const leaver = await world.userWith('createQuotes');
    const theirs = await calendarOf({ name: 'Chi lascia', kind: 'seller', userId: leaver.id });
    const event = await make(manager, drive({ calendarIds: [theirs, car], customerId: world.alfa.customerId }));
    await make(manager, eventOf({ kind: 'absence', title: 'Ferie', calendarIds: [theirs], day: '2026-12-01' }));
    await query('update calendar_events set tell_at = null where company_id = 901');
    const kinds = (await call(admin, 'GET /users/leaving', { query: { ids: String(leaver.id) } })).body;
    expect(kinds).toEqual([
      expect.objectContaining({ kind: 'events', text: '1 appuntamento da svolgere', nobody: false }),
    ]);
    const bulk = async (action: 'archive' | 'restore', more: object) => {
      const { version } = (await call(admin, 'GET /users/:id', { params: { id: leaver.id } })).body;
      return call(admin, 'POST /users/bulk', { body: { action, rows: [{ id: leaver.id, version }], ...more } });
    };
    expect((await bulk('archive', { heirs: [{ kind: 'events', to: davide.id }] })).status).toBe(200);
    const of = async () => (await events()).find(({ id }) => id === event.id);
    expect(await of()).toMatchObject({ who: davide.id, told: true });
    const { body: seen } = await call(davide, 'GET /calendars/events/:id', { params: { id: event.id } });
    expect(seen.calendarIds).toEqual([car, his].toSorted((a, b) => a - b));
    const booked = await query('select calendar_id::int as id from calendar_bookings where event_id = $1 order by 1', [
      event.id,
    ]);
    expect(booked.map(({ id }) => id)).toEqual([car, his].toSorted((a, b) => a - b));
    expect((await bulk('restore', { undo: true })).status).toBe(200);
    expect(await of()).toMatchObject({ who: leaver.id });
  });
});
