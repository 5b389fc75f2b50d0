import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { accessTimes, askOpen } from '#backend/accesses/late.ts';
import type { ReceptionWords } from '#domain/accesses/words/endpoints.ts';
import { receptionWordFields, type ReceptionWordValues } from '#domain/accesses/words/fields.ts';
import { blankOf } from '#domain/record/fields.ts';
import type { ReasonGroup } from '#domain/stats/accesses.ts';
import { Random } from '#backend/seed/random.ts';
import type { TestUser } from '#tests/support/area.ts';
import { accessOf } from '#tests/support/areas/accesses.ts';
import { draftOf } from '#tests/support/areas/quotes.ts';
import { leadOf } from '#tests/support/areas/leads.ts';
import { rounds } from '#tests/support/rounds.ts';
import { testDatabase } from '#tests/support/database.ts';
import { EVERY, makeWorld } from '#tests/support/world.ts';

const world = await makeWorld(await testDatabase(), { RATE_LIMIT: '0', LOG_LEVEL: 'error' });
const { alfa, beta, call, query, clock } = world;
afterAll(() => world.close());

const desk = await world.userWith('registerAccesses', 'seeAccesses', 'manageAccesses', 'welcomeCustomers');
const other = await world.userWith('registerAccesses', 'welcomeCustomers');
const keeper = await world.userWith('managePreferences');
const watcher = await world.userWith('seeAccessStats');
const maker = await world.user(10, EVERY);
const sellers = [
  await world.userWith('createQuotes'),
  await world.userWith('createQuotes'),
  await world.userWith('createQuotes'),
] as const;
const [ada, bice, carlo] = sellers;
const { locationId, customerId } = alfa;
for (const { id } of sellers)
  await query('insert into user_locations (company_id, user_id, location_id, is_default) values (901, $1, $2, true)', [
    id,
    locationId,
  ]);
// Only these three sell here.
await query('delete from user_locations where company_id = 901 and user_id <> all($1)', [sellers.map(({ id }) => id)]);

/** Tuesday 24 November 2026 at this time in Rome: a working day. */
const at = (time: string, day = '2026-11-24') => (clock.now = new Date(`${day}T${time}:00+01:00`));
beforeEach(async () => {
  at('10:00');
  for (const table of ['accesses', 'access_turns', 'notifications', 'calendar_bookings', 'calendar_events'])
    await query(`delete from ${table} where company_id = 901`);
  await query("update users set languages = '{}', maker_ids = '{}' where company_id = 901");
  await query('update locations set self_take = true where company_id = 901');
  await query('update customers set seller_id = null where company_id = 901');
  await query('delete from reception_words');
});

type Visit = { id: number; version: number };
const come = async (changes: object = {}, by: TestUser = desk) => {
  const { status, body } = await call(by, 'POST /accesses', { body: accessOf({ locationId, ...changes }) });
  expect(status, JSON.stringify(body)).toBe(201);
  return body;
};
const move = (by: TestUser, name: string, { id, version }: Visit, body?: object) =>
  call(by, `POST /accesses/:id/${name}` as 'POST /accesses/:id/assign', {
    params: { id },
    version,
    ...(body && { body }),
  });
const give = async (visit: Visit, sellerId: number | null = null) => {
  const { status, body } = await move(desk, 'assign', visit, { sellerId });
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
};
const seen = async (by: TestUser = desk) => (await call(by, 'GET /accesses/reception', { query: { locationId } })).body;
const board = async (by: TestUser, id: number) => (await call(by, 'GET /accesses/open', { query: { id } })).body;
const sweep = () => accessTimes.run(world.outside(), {});
const reasonOf = async (name: string, label: string) =>
  (
    await query(
      "select id::text from move_reasons where company_id = 901 and entity = 'access' and move = $1 and label = $2",
      [name, label],
    )
  )[0]!.id as string;
const told = async ({ id }: TestUser) =>
  (await query('select title from notifications where user_id = $1 order by id', [id])).map(({ title }) => title);

describe('reception: two desks', () => {
  test('somebody who says nothing waits with a number, and is counted', async () => {
    const visit = await come({ wish: '' });
    expect(visit).toMatchObject({ state: 'waiting', ticket: 1, name: '', customer: null });
    expect((await come()).ticket).toBe(2);
    const { waiting, nextTicket, open, inside } = await seen();
    expect(waiting.map(({ ticket }: { ticket: number }) => ticket)).toEqual([1, 2]);
    expect({ nextTicket, open, inside }).toEqual({ nextTicket: 3, open: 2, inside: 2 });
  });

  test('two desks that register at once give two numbers, and of two that assign one wins', async () => {
    const made = await Promise.all([desk, other, desk, other].map((by) => come({}, by)));
    expect(made.map(({ ticket }) => ticket).toSorted()).toEqual([1, 2, 3, 4]);
    const tries = await Promise.all([
      move(desk, 'assign', made[0], { sellerId: ada.id }),
      move(other, 'assign', made[0], { sellerId: bice.id }),
    ]);
    expect(tries.map(({ status }) => status).toSorted()).toEqual([200, 412]);
    const winner = tries.find(({ status }) => status === 200)!.body;
    expect((await seen()).present).toMatchObject([{ id: made[0].id, seller: { id: winner.seller.id } }]);
  });

  describe.each([
    ['GET /accesses/reception', { locationId }],
    ['GET /accesses/open', {}],
  ] as const)('%s', (name, looked) => {
    test('is known by its hash, so that asking again costs no body', async () => {
      await come();
      const first = await call(desk, name, { query: looked });
      const etag = first.headers.get('etag')!;
      const ask = () => call(desk, name, { query: looked, headers: { 'if-none-match': etag } });
      expect((await ask()).status).toBe(304);
      await come();
      expect((await ask()).status).toBe(200);
    });

    test('asking again and again keeps no idle session alive; what a person does, does', async () => {
      const idle = await world.userWith('registerAccesses', 'welcomeCustomers');
      const ask = async () => (await call(idle, name, { query: looked })).status;
      await query('update sessions set last_seen_at = $2 where user_id = $1', [idle.id, clock.now]);
      for (const time of ['10:20', '10:40', '10:59']) {
        at(time);
        expect(await ask()).toBe(200);
      }
      at('11:02');
      expect(await ask()).toBe(401);
      await query('update sessions set last_seen_at = $2 where user_id = $1', [idle.id, clock.now]);
      at('11:50');
      await ask();
      await come({}, idle);
      at('12:40');
      expect(await ask()).toBe(200);
    });
  });

  test('somebody expected is checked in with one press: by a booking, or by an appointment, once', async () => {
    const booking = accessOf({ locationId, name: 'Sergio Marino' });
    const { body: booked } = await call(desk, 'POST /accesses/bookings', {
      body: { ...booking, day: '2026-11-24', time: '10:30' },
    });
    const [{ id: calendarId }] = await query(
      "insert into calendars (company_id, name, kind, user_id, location_id) values (901, 'Ada', 'seller', $1, $2) on conflict (company_id, user_id) do update set name = 'Ada' returning id::int",
      [ada.id, locationId],
    );
    const [{ id: eventId }] = await query(
      `insert into calendar_events (company_id, kind, title, starts_at, ends_at, calendar_ids, user_ids, customer_id, created_at, updated_at)
       values (901, 'appointment', 'Preventivo', '2026-11-24T11:00+01:00', '2026-11-24T12:00+01:00', array[$1::bigint], array[$2::bigint], $3, now(), now()) returning id::int`,
      [calendarId, ada.id, customerId],
    );
    const { expected } = await seen();
    expect(expected).toMatchObject([
      { kind: 'access', id: booked.id, name: 'Sergio Marino' },
      { kind: 'event', id: eventId, what: 'Appuntamento, Preventivo' },
    ]);
    expect((await move(desk, 'checkIn', booked)).body).toMatchObject({ state: 'waiting', ticket: 1 });
    const body = { eventId, locationId };
    const tries = await Promise.all([desk, other].map((by) => call(by, 'POST /accesses/arrivals', { body })));
    expect(tries.map(({ status }) => status).toSorted()).toEqual([201, 409]);
    const after = await seen();
    expect(after.expected).toEqual([]);
    expect(after.waiting[1]).toMatchObject({ ticket: 2, customerId, ownSeller: { id: ada.id } });
    expect(await query('select state from calendar_events where id = $1', [eventId])).toEqual([
      { state: 'in_progress' },
    ]);
  });

  test('a room’s screen shows numbers, no customers’ names, and who waits for them where; a new link ends the old one', async () => {
    const { body } = await call(desk, 'POST /accesses/rooms', { body: { locationId }, key: 'sala-uno-di-prova' });
    const tokenIn = (url: string) => decodeURIComponent(url.split('/sala/')[1]!);
    const look = (url: string) => call(null, 'GET /links/room', { query: { token: tokenIn(url) } });
    await query("update users set desk = 'Scrivania 3' where id = $1", [ada.id]);
    await give(await come({ name: 'Anna Segreta', customerId }), ada.id);
    await come({ name: 'Bruno Segreto' });
    const shown = await look(body.url);
    expect(shown.body).toMatchObject({ waiting: [2], called: [{ ticket: 1, desk: 'Scrivania 3' }] });
    expect((await seen()).roomUntil).not.toBeNull();
    expect(JSON.stringify(shown.body)).not.toMatch(/Segret/);
    // Called after 200 others who still wait, a number is on the screen all the same.
    await query(
      `insert into accesses (company_id, location_id, day, subject, ticket, state, seller_id, assigned_at, created_at, updated_at)
       select company_id, location_id, day, subject, n, case n when 301 then 'assigned' else 'waiting' end, seller_id,
         assigned_at, created_at, updated_at
       from accesses, generate_series(101, 301) n where company_id = 901 and ticket = 1`,
    );
    const { called, waiting } = (await look(body.url)).body;
    expect([called.map(({ ticket }: { ticket: number }) => ticket), waiting.length]).toEqual([[1, 301], 198]);
    await call(desk, 'POST /accesses/rooms', { body: { locationId }, key: 'sala-due-di-prova' });
    expect((await look(body.url)).status).toBe(404);
  });
});

describe('the rotation', () => {
  const order = async () =>
    (await seen()).sellers.filter(({ place }: { place: number | null }) => place).map(({ id }: { id: number }) => id);

  test('gives each free seller a turn before anybody has a second one', async () => {
    const takers: number[] = [];
    for (let n = 0; n < 6; n += 1) {
      at(`10:0${n}`);
      const visit = await give(await come({ customerId: null }));
      takers.push(visit.seller.id);
      await query('update accesses set customer_id = $2 where id = $1', [visit.id, customerId]);
      const { version } = (await call(desk, 'GET /accesses/:id', { params: { id: visit.id } })).body;
      await move(desk, 'handle', { id: visit.id, version }, { outcome: 'no_interest', nextStep: '' });
      await query('update accesses set customer_id = null where company_id = 901');
    }
    expect(takers.slice(0, 3).toSorted()).toEqual([ada.id, bice.id, carlo.id].toSorted());
    expect(takers.slice(3)).toEqual(takers.slice(0, 3));
  });

  test('knows shift, absence, an appointment and a visit in hand', async () => {
    await query(
      `insert into calendars (company_id, name, kind, user_id, location_id, hours) values (901, 'Carlo', 'seller', $1, $2, '[{"day":"tue","from":"14:30","to":"19:00"}]')
       on conflict (company_id, user_id) do update set hours = excluded.hours`,
      [carlo.id, locationId],
    );
    await query(
      `insert into calendar_events (company_id, kind, title, starts_at, ends_at, calendar_ids, user_ids, created_at, updated_at)
       values (901, 'test_drive', 'Prova', '2026-11-24T09:45+01:00', '2026-11-24T10:15+01:00', '{}', array[$1::bigint], now(), now())`,
      [bice.id],
    );
    const { sellers: crew } = await seen();
    const of = ({ id }: TestUser) => crew.find((one: { id: number }) => one.id === id);
    expect(of(ada)).toMatchObject({ duty: 'free', place: 1 });
    expect(of(bice)).toMatchObject({ duty: 'busy', why: 'prova su strada', until: '2026-11-24T09:15:00.000Z' });
    expect(of(carlo)).toMatchObject({ duty: 'away', why: 'fuori turno', until: '2026-11-24T13:30:00.000Z' });
    await give(await come({ name: 'Signor Conti' }));
    expect(await order()).toEqual([]);
    const { waiting } = (await come(), await seen());
    expect(waiting[0].proposal).toBeNull();
    const refused = await move(desk, 'assign', waiting[0], { sellerId: null });
    expect(refused).toMatchObject({
      status: 422,
      body: { fields: { sellerId: 'Nessun venditore è libero: sceglierne uno' } },
    });
    await query("update calendars set hours = '[]' where company_id = 901");
  });

  test('a returning customer goes to the own seller, waits for them when busy, and a language comes before the turn', async () => {
    await query('update customers set seller_id = $2 where id = $1', [customerId, carlo.id]);
    await query("update users set languages = '{de}' where id = $1", [bice.id]);
    const known = await come({ customerId });
    const german = await come({ language: 'de' });
    const { waiting } = await seen();
    expect(waiting.map(({ proposal }: { proposal: { id: number } }) => proposal.id)).toEqual([carlo.id, bice.id]);
    await give(known);
    await give(german);
    const again = await come({ customerId });
    expect((await seen()).waiting).toMatchObject([{ id: again.id, proposal: null, ownSeller: { id: carlo.id } }]);
    // Neither an own customer nor a language costs a turn.
    expect(await query('select sum(turns)::int as turns from access_turns where company_id = 901')).toEqual([
      { turns: 0 },
    ]);
  });

  test('the visitor of an open lead goes to its seller, also where the reception does not see leads; two sellers’ leads name nobody', async () => {
    const lead = async ({ id: assigneeId }: TestUser, phone: string) => {
      const body = { ...leadOf({ name: 'Chiara Zanella', phone }), assigneeId };
      return (await call(await world.userWith('manageAllLeads'), 'POST /leads', { body })).body.id as number;
    };
    const first = await lead(ada, '+393330000971');
    await query('update leads set customer_id = $2 where id = $1', [first, customerId]);
    await query('update customers set seller_id = $2 where id = $1', [customerId, carlo.id]);
    const ownOf = async (changes: object) => {
      const { leadId, ownSeller } = await come({ customerId: null, ...changes }, other);
      expect(leadId).toBeNull();
      return ownSeller?.id ?? null;
    };
    for (const known of [{ name: 'chiara zanella' }, { phone: '333 0000 971' }, { customerId }])
      expect(await ownOf(known), JSON.stringify(known)).toBe(ada.id);
    for (const known of [{ name: 'Chiara' }, { name: 'Chiara Zan' }, { name: 'Giacca verde' }])
      expect(await ownOf(known), JSON.stringify(known)).toBeNull();
    expect((await seen(other)).waiting[0]).toMatchObject({ ownSeller: { id: ada.id }, proposal: { id: ada.id } });
    await lead(bice, '+393330000972');
    expect(await ownOf({ name: 'Chiara Zanella' })).toBeNull();
    await query("update leads set state = 'closed', outcome = 'lost', next_at = null where id = $1", [first]);
    expect([await ownOf({ name: 'Chiara Zanella' }), await ownOf({ customerId })]).toEqual([bice.id, carlo.id]);
  });

  test('a seller who does not begin within ten minutes loses the visit once, whatever happened to the processes', async () => {
    const visit = await give(await come({ name: 'Anna Rossini' }), ada.id);
    expect(await told(ada)).toEqual(['A 1: Anna Rossini aspetta in salone']);
    at('10:09');
    await sweep();
    expect((await seen()).present).toHaveLength(1);
    at('12:00');
    await Promise.all([sweep(), sweep()]);
    const { waiting } = await seen();
    // It waits since the arrival, whatever happened since.
    expect(waiting).toMatchObject([{ id: visit.id, since: '2026-11-24T09:00:00.000Z', refusals: 1 }]);
    expect(waiting[0].proposal.id).not.toBe(ada.id);
    const [{ refusals }] = await query('select refusals from accesses where id = $1', [visit.id]);
    expect(refusals).toBe(1);
  });

  test('a visit that was begun stays; a refusal gives it to the next one; a hand-over carries its note', async () => {
    const visit = await give(await come({ name: 'Paolo Verdi', customerId: null }), ada.id);
    const begun = (await move(ada, 'begin', visit)).body;
    at('11:00');
    await sweep();
    const unsaid = await move(desk, 'handOver', begun, { sellerId: bice.id, note: ' ' });
    expect([unsaid.status, unsaid.body.fields]).toEqual([422, { note: 'Scrivere che cosa il collega deve sapere' }]);
    const passed = await move(desk, 'handOver', begun, { sellerId: bice.id, note: 'Vuole la permuta' });
    expect(passed.body).toMatchObject({ state: 'assigned', seller: { id: bice.id }, begunAt: null });
    const { body: story } = await call(bice, 'GET /accesses/:id/timeline', { params: { id: visit.id } });
    expect(JSON.stringify(story)).toContain('Vuole la permuta');
    const refused = await move(bice, 'giveBack', passed.body, { reason: await reasonOf('giveBack', 'Pausa') });
    expect(refused.body).toMatchObject({ state: 'waiting', refusals: 1, seller: null });
    expect((await seen()).waiting[0].proposal.id).not.toBe(bice.id);
  });

  test('a refused visitor stands before those who came later and earlier; nobody’s own seller or interpreter is given away before the wait is long', async () => {
    await query('update customers set seller_id = $2 where id = $1', [customerId, ada.id]);
    await query("update users set languages = '{de}' where id = $1", [bice.id]);
    const first = await come({ customerId: null, name: 'Primo' });
    at('10:01');
    const second = await come({ customerId: null, name: 'Secondo' });
    at('10:02');
    const german = await come({ customerId: null, name: 'Hans', language: 'de' });
    const known = await come({ customerId });
    const proposals = async () =>
      Object.fromEntries(
        (await seen()).waiting.map(({ id, proposal }: { id: number; proposal: { id: number } | null }) => [
          id,
          proposal?.id ?? null,
        ]),
      );
    expect(await proposals()).toEqual({
      [first.id]: carlo.id,
      [second.id]: null,
      [german.id]: bice.id,
      [known.id]: ada.id,
    });
    expect((await give(first)).seller.id).toBe(carlo.id);
    const { body: assigned } = await call(desk, 'GET /accesses/:id', { params: { id: first.id } });
    await move(carlo, 'giveBack', assigned, { reason: await reasonOf('giveBack', 'Pausa') });
    expect((await seen()).waiting.map(({ id }: Visit) => id)).toEqual([first.id, second.id, german.id, known.id]);
    const refused = await come({ customerId: null, name: 'Terzo' });
    await move(bice, 'giveBack', await give(refused, bice.id), { reason: await reasonOf('giveBack', 'Pausa') });
    const order = (await seen()).waiting.map(({ id }: Visit) => id);
    expect(order.slice(0, 2)).toEqual([first.id, refused.id]);
    at('10:22');
    expect((await proposals())[second.id]).not.toBeNull();
  });

  test('a manager of users takes turns only if marked for it, and somebody marked out takes none', async () => {
    const admin = await world.userWith('createQuotes', 'manageUsers');
    await query(
      'insert into user_locations (company_id, user_id, location_id, is_default) values (901, $1, $2, true)',
      [admin.id, locationId],
    );
    const crew = async () => (await seen()).sellers.map(({ id }: { id: number }) => id).toSorted();
    const ids = sellers.map(({ id }) => id);
    expect(await crew()).toEqual(ids.toSorted());
    await query("update users set rotation = 'in' where id = $1", [admin.id]);
    await query("update users set rotation = 'out' where id = $1", [ada.id]);
    expect(await crew()).toEqual([bice.id, carlo.id, admin.id].toSorted());
    await query("update users set rotation = 'role' where company_id = 901");
    await query('delete from user_locations where user_id = $1', [admin.id]);
  });

  test('a visit registered without a line waits since then, one of an earlier day is left of it; a courier is noted, not counted', async () => {
    const late = await come({ customerId: null, arrivedAt: '2026-11-24T08:40:00.000Z' });
    expect(late).toMatchObject({ arrivedAt: '2026-11-24T08:40:00.000Z', waitingSince: '2026-11-24T08:40:00.000Z' });
    const brief = new Date(clock.now.getTime() - 20_000).toISOString();
    expect((await come({ customerId: null, arrivedAt: brief })).arrivedAt).toBe(brief);
    const yesterday = await come({ customerId: null, arrivedAt: '2026-11-20T08:40:00.000Z' });
    const tomorrow = await come({ customerId: null, arrivedAt: '2026-11-30T08:40:00.000Z' });
    expect(yesterday).toMatchObject({ day: '2026-11-20', ticket: 1, arrivedAt: '2026-11-20T08:40:00.000Z' });
    expect(tomorrow.arrivedAt).toBe(clock.now.toISOString());
    const old = await call(desk, 'POST /accesses', {
      body: { ...accessOf({ locationId }), arrivedAt: '2026-11-16T08:40:00.000Z' },
    });
    expect([old.status, old.body.message]).toEqual([422, expect.stringContaining('più di 7 giorni fa')]);
    const { status, body: courier } = await call(desk, 'POST /accesses/others', {
      body: { name: 'Corriere', locationId },
    });
    expect([status, courier]).toMatchObject([201, { state: 'desk_handled', ticket: null, arrivedAt: null }]);
    const { handled, open, inside, waiting, left } = await seen();
    expect({ handled, open, inside, waits: waiting.length }).toEqual({ handled: 0, open: 4, inside: 3, waits: 3 });
    expect(left).toMatchObject([{ id: yesterday.id, since: yesterday.arrivedAt, proposal: null }]);
    // Its answer was lost, and its key is long forgotten.
    expect((await come({ customerId: null, arrivedAt: '2026-11-20T08:40:00.000Z' })).id).toBe(yesterday.id);
    // Whoever closes it takes no turn for it, and it does not go back.
    const given = await give(yesterday, ada.id);
    expect(given.timesOutAt).toBeNull();
    const { left: still, sellers: crew } = await seen();
    expect(still).toMatchObject([{ id: yesterday.id, since: yesterday.arrivedAt, seller: { id: ada.id } }]);
    expect(crew.find(({ id }: { id: number }) => id === ada.id)).toMatchObject({ duty: 'free', lastAt: null });
    expect((await told(ada)).at(-1)).toMatch(/visita del 20\/11\/2026: com’è andata\?$/);
    const { body } = await call(desk, 'GET /accesses/open', {});
    expect(body.handled).toMatchObject([{ id: courier.id, name: 'Corriere' }]);
  });

  test('two hundred wait: each is shown, the longest first, and each free seller is proposed once', async () => {
    await query(
      `insert into accesses (company_id, state, location_id, ticket, day, subject, arrived_at, waiting_since, created_at, updated_at)
       select 901, 'waiting', $1, n, '2026-11-24', 'new', at, at, at, at
       from generate_series(1, 200) n, lateral (select $2::timestamptz - (200 - n) * interval '10 seconds') t(at)`,
      [locationId, clock.now],
    );
    const { waiting, open, nextTicket } = await seen();
    expect({ open, nextTicket }).toEqual({ open: 200, nextTicket: 201 });
    expect(waiting.map(({ ticket }: { ticket: number }) => ticket)).toEqual(
      Array.from({ length: 200 }, (_, n) => n + 1),
    );
    const proposed = waiting.flatMap(({ proposal }: { proposal: { id: number } | null }) => proposal?.id ?? []);
    expect(proposed.toSorted()).toEqual(sellers.map(({ id }) => id).toSorted());
    expect((await call(desk, 'GET /accesses/open', {})).body.rows).toHaveLength(200);
  });

  test('in a company of one seller who could not take a visit is asked again, because somebody waits', async () => {
    await query('update users set archived_at = now() where id = any($1)', [[bice.id, carlo.id]]);
    const visit = await give(await come());
    expect(visit.seller.id).toBe(ada.id);
    at('10:11');
    await sweep();
    const { waiting } = await seen();
    expect(waiting).toMatchObject([{ id: visit.id, proposal: { id: ada.id } }]);
    expect((await give(waiting[0])).seller.id).toBe(ada.id);
    await query('update users set archived_at = null where id = any($1)', [[bice.id, carlo.id]]);
  });

  test('a seller takes who waits, unless the place says that the desk does', async () => {
    const visit = await come();
    await query('update locations set self_take = false where id = $1', [locationId]);
    expect((await move(ada, 'selfTake', visit)).body.message).toBe(
      'In questa sede le visite le assegna l’accoglienza.',
    );
    await query('update locations set self_take = true where id = $1', [locationId]);
    const tries = await Promise.all([ada, bice].map((by) => move(by, 'selfTake', visit)));
    expect(tries.map(({ status }) => status).toSorted()).toEqual([200, 403]);
    expect(tries.find(({ status }) => status === 200)!.body.begunAt).not.toBeNull();
  });
});

describe('the day', () => {
  test('ends at zero: what is open is asked, never closed by itself', async () => {
    const mine = await give(await come({ customerId }), ada.id);
    await move(ada, 'begin', mine);
    await come();
    at('19:15');
    await world.outside().asCompany(901, null, askOpen.run);
    await world.outside().asCompany(901, null, askOpen.run);
    expect(await told(ada)).toContain('Una visita è ancora aperta: com’è andata?');
    expect(await told(desk)).toEqual(['Una visita è ancora aperta: com’è andata?']);
    at('09:00', '2026-11-25');
    const open = await call(desk, 'GET /accesses', { query: { open: 'true' } });
    expect(open.body.total).toBe(2);
  });

  test('a visit is closed with an outcome and what follows, by whom it belongs to, for a customer who is known', async () => {
    const visit = await give(await come(), ada.id);
    const done = { outcome: 'quote', nextStep: 'Preventivo da inviare' };
    expect((await move(ada, 'handle', visit, done)).body.fields).toEqual({ customerId: 'Collegare il cliente' });
    const known = await call(ada, 'PUT /accesses/:id', {
      params: { id: visit.id },
      version: visit.version,
      body: accessOf({ locationId, customerId }),
    });
    expect((await move(bice, 'handle', known.body, done)).status).toBe(403);
    expect((await move(ada, 'handle', known.body, { ...done, nextStep: '' })).body.fields).toHaveProperty('nextStep');
    const closed = (await move(ada, 'handle', known.body, done)).body;
    expect(closed).toMatchObject({ state: 'seller_handled', ...done });
    // The customer of one that is known stays theirs; an anonymous one gets its own at the end, in the same call.
    const anonymous = await give(await come(), ada.id);
    const named = await move(ada, 'handle', anonymous, { ...done, customerId });
    expect(named.body).toMatchObject({ state: 'seller_handled', customerId, version: anonymous.version + 1 });
    const stranger = await give(await come(), ada.id);
    expect((await move(ada, 'handle', stranger, { ...done, customerId: beta.customerId })).body.fields).toEqual({
      customerId: 'Scegliere un cliente',
    });
    const again = { reason: await reasonOf('resume', 'Il cliente è tornato'), sellerId: null };
    at('10:00', '2026-11-25');
    expect((await move(desk, 'resume', closed, again)).body.message).toContain('Si riprende solo una visita di oggi');
    expect((await board(ada, closed.id)).shown).toMatchObject({ id: closed.id, state: 'seller_handled' });
    at('18:00');
    expect((await move(desk, 'resume', closed, again)).body).toMatchObject({
      state: 'assigned',
      seller: { id: ada.id },
    });
  });

  test('a visit learns the customer of the quote that was begun from it, once that is issued', async () => {
    const side = await world.sideOf(alfa);
    const visit = await give(await come({ name: 'Wang Wei' }), ada.id);
    const draft = draftOf(side.car, side, { visitId: visit.id, accessoryIds: [] });
    const asked = async (by: TestUser, visitId?: number | null) =>
      (await call(by, 'POST /quotes', { body: { ...draft, visitId } })).status;
    expect([await asked(bice, visit.id), await asked(ada, 999_999), await asked(ada, null)]).toEqual([403, 422, 201]);
    expect(await asked(ada)).toBe(201);
    const { body: quote } = await call(ada, 'POST /quotes', { body: draft });
    const shown = async () => (await call(ada, 'GET /accesses/:id', { params: { id: visit.id } })).body;
    expect((await shown()).customerId).toBe(null);
    // A duplicate, maybe for somebody else, is not of the visit.
    const copy = await call(ada, 'POST /quotes/:id/duplicate', { params: { id: quote.id } });
    expect(copy.body.draft).toMatchObject({ customer: { id: customerId }, visitId: null });
    // Handed to a colleague meanwhile, it is still the visit of the quote.
    await query('update accesses set seller_id = $2 where id = $1', [visit.id, bice.id]);
    const saved = await call(ada, 'PUT /quotes/:id', { params: { id: quote.id }, version: quote.version, body: draft });
    expect(saved.status, JSON.stringify(saved.body)).toBe(200);
    await query('update accesses set seller_id = $2 where id = $1', [visit.id, ada.id]);
    const issued = await call(ada, 'POST /quotes/:id/issue', {
      params: { id: quote.id },
      version: saved.body.version,
    });
    expect(issued.status, JSON.stringify(issued.body)).toBe(200);
    const known = await shown();
    expect(known).toMatchObject({ customerId, version: visit.version + 1 });
    const closed = await move(ada, 'handle', known, { outcome: 'quote', nextStep: 'Risentirlo sabato' });
    expect(closed.body).toMatchObject({ state: 'seller_handled', customerId });
  });

  test('a closed visit stays open to who may correct it; who saves over somebody else’s correction is shown it', async () => {
    const visit = await come({ name: 'Giaca rossa' });
    const closed = (await move(desk, 'handleAtDesk', visit, { reason: await reasonOf('handleAtDesk', 'Informazioni') }))
      .body;
    expect(await board(desk, closed.id)).toMatchObject({ rows: [], shown: { id: closed.id, state: 'desk_handled' } });
    const save = (by: TestUser, name: string) =>
      call(by, 'PUT /accesses/:id', {
        params: { id: closed.id },
        version: closed.version,
        body: accessOf({ locationId, name }),
      });
    expect((await save(desk, 'Giacca rossa')).body).toMatchObject({ state: 'desk_handled', name: 'Giacca rossa' });
    expect(await save(other, 'Signora Neri')).toMatchObject({
      status: 412,
      body: { current: { name: 'Giacca rossa' } },
    });
    const { body: story } = await call(desk, 'GET /accesses/:id/timeline', { params: { id: closed.id } });
    expect(story.map(({ what }: { what: string }) => what)).toEqual([
      'ha modificato la visita',
      'ha gestito la visita al banco',
      'ha registrato la visita',
    ]);
    const stranger = await world.strangerWith('registerAccesses', 'seeAccesses', 'manageAccesses', 'welcomeCustomers');
    expect((await board(stranger, closed.id)).shown).toBeNull();
    // A seller sees what is theirs, and who waits.
    expect((await board(ada, closed.id)).shown).toBeNull();
  });

  test('somebody who booked and does not come is marked, stays, and is checked in when late', async () => {
    const body = { ...accessOf({ locationId, name: 'Sergio Tardi' }), day: '2026-11-24', time: '10:30' };
    const { body: booked } = await call(desk, 'POST /accesses/bookings', { body });
    at('12:29');
    await sweep();
    expect((await seen()).expected).toMatchObject([{ missed: false }]);
    at('12:31');
    await sweep();
    expect((await seen()).expected).toMatchObject([{ id: booked.id, missed: true }]);
    expect((await call(desk, 'GET /accesses', { query: { open: 'true' } })).body.total).toBe(0);
    const { version } = (await call(desk, 'GET /accesses/:id', { params: { id: booked.id } })).body;
    expect((await move(desk, 'checkIn', { id: booked.id, version })).body).toMatchObject({
      state: 'waiting',
      missed: false,
    });
  });
});

/** What each move leads to from each state; a move that is not here is refused and changes nothing. */
const model = {
  external_booking: { checkIn: 'waiting' },
  waiting: { assign: 'assigned', selfTake: 'assigned', handleAtDesk: 'desk_handled' },
  assigned: { handle: 'seller_handled', giveBack: 'waiting', handOver: 'assigned' },
  seller_handled: { resume: 'assigned' },
  desk_handled: { resume: 'assigned' },
} as const satisfies Record<string, Record<string, string>>;
type State = keyof typeof model;
const reasons = { handleAtDesk: 'Informazioni', giveBack: 'Pausa', resume: 'Il cliente è tornato' };
const moves = [...new Set(Object.values(model).flatMap((known) => Object.keys(known)))];

describe('what the reception asks', () => {
  const word = (changes: Partial<ReceptionWordValues> = {}): ReceptionWordValues => ({
    ...blankOf(receptionWordFields),
    code: 'NOVITA_26',
    label: 'Vedere la novità',
    ...changes,
  });
  const write = async (as: TestUser, changes: Partial<ReceptionWordValues> = {}) => {
    const { status, body } = await call(as, 'POST /reception-words', { body: word(changes) });
    expect(status, JSON.stringify(body)).toBe(201);
    return { ...word(changes), id: body.id as number, version: body.version as number };
  };
  const offered = async () => (await call(desk, 'GET /accesses/words', {})).body as ReceptionWords;
  const retire = async (as: TestUser, { id, version }: Visit) =>
    call(as, 'POST /reception-words/bulk', { body: { action: 'archive', rows: [{ id, version }] } });

  test('the network’s reason is seen once published, stands beside the own, and stays on visits when it is retired', async () => {
    const { id, version, ...draft } = await write(maker, { draft: true });
    expect((await offered()).reasons.map(({ code }) => code)).not.toContain('NOVITA_26');
    expect((await call(keeper, 'GET /reception-words/:id', { params: { id } })).status).toBe(404);
    const published = await call(maker, 'PUT /reception-words/:id', {
      params: { id },
      version,
      body: { ...draft, draft: false },
    });
    expect(published.status, JSON.stringify(published.body)).toBe(200);
    expect((await offered()).reasons).toContainEqual({ code: 'NOVITA_26', label: 'Vedere la novità', retired: false });
    const now = { params: { id }, version: published.body.version as number };
    const again = (changes: object) =>
      call(maker, 'PUT /reception-words/:id', { ...now, body: { ...draft, draft: false, ...changes } });
    expect((await again({ draft: true })).body.fields).toHaveProperty('draft');
    expect((await again({ code: 'ALTRO_26' })).body.fields).toHaveProperty('code');
    // A dealer changes none of the network's.
    expect((await call(keeper, 'PUT /reception-words/:id', { ...now, body: { ...draft, draft: false } })).status).toBe(
      404,
    );

    await write(keeper, { label: 'Novità da noi' });
    const both = (await offered()).reasons.filter(({ code }) => code === 'NOVITA_26');
    expect(both).toEqual([{ code: 'NOVITA_26', label: 'Novità da noi', retired: false }]);
    expect((await call((await world.sideOf(beta)).as, 'GET /accesses/words', {})).body.reasons).toContainEqual({
      code: 'NOVITA_26',
      label: 'Vedere la novità',
      retired: false,
    });

    const only = await write(maker, { code: 'SOLO_RETE', label: 'Evento di rete' });
    const visit = await come({ reason: 'SOLO_RETE' });
    expect(visit).toMatchObject({ reason: 'SOLO_RETE', reasonLabel: 'Evento di rete' });
    expect((await retire(maker, only)).body.results).toMatchObject([{ outcome: 'done' }]);
    const refused = await call(desk, 'POST /accesses', { body: accessOf({ locationId, reason: 'SOLO_RETE' }) });
    expect([refused.status, Object.keys(refused.body.fields)]).toEqual([422, ['reason']]);
    const kept = await call(desk, 'PUT /accesses/:id', {
      params: { id: visit.id },
      version: visit.version,
      body: accessOf({ locationId, reason: 'SOLO_RETE', wish: 'Una Tipo' }),
    });
    expect(kept.body).toMatchObject({ wish: 'Una Tipo', reasonLabel: 'Evento di rete' });
    const listed = await call(desk, 'GET /accesses', { query: { reason: 'SOLO_RETE' } });
    expect(listed.body.rows).toMatchObject([{ id: visit.id, reason: 'Evento di rete' }]);
  });

  test('a question is answered by one of its answers, and statistics count reasons and answers with their rows', async () => {
    const asked = { kind: 'question', code: 'ORIGINE_26', label: 'Come ci ha conosciuti?' } as const;
    const wrong = await call(maker, 'POST /reception-words', { body: word({ ...asked, answers: 'Sito' }) });
    expect([wrong.status, Object.keys(wrong.body.fields)]).toEqual([422, ['answers']]);
    await write(maker, { ...asked, answers: 'Sito\nPassaparola' });
    await write(keeper, { code: 'PROPRIO', label: 'Ritiro targhe' });
    const answer = (text: string) => [{ question: 'ORIGINE_26', answer: text }];
    const refused = await call(desk, 'POST /accesses', { body: accessOf({ locationId, answers: answer('Radio') }) });
    expect(Object.keys(refused.body.fields)).toEqual(['answers.0.answer']);
    const visit = await come({ reason: 'PROPRIO', answers: answer('Sito') });
    expect(visit.answered).toEqual([{ question: 'Come ci ha conosciuti?', answer: 'Sito' }]);
    await come({ answers: answer('Sito') });
    await come({ answers: answer('Passaparola') });
    const { body } = await call(watcher, 'GET /stats/accesses', { query: { from: '2026-11-24', to: '2026-11-24' } });
    expect(body.reasons.map(({ code, name, numbers }: ReasonGroup) => [code, name, numbers.visits])).toEqual([
      ['PROPRIO', 'Ritiro targhe', 1],
      [null, null, 2],
    ]);
    expect(body.questions).toEqual([
      {
        code: 'ORIGINE_26',
        label: 'Come ci ha conosciuti?',
        answers: [
          { answer: 'Sito', visits: 2 },
          { answer: 'Passaparola', visits: 1 },
        ],
      },
    ]);
    const rows = await call(desk, 'GET /accesses', { query: { answered: 'ORIGINE_26:Sito' } });
    expect(rows.body.total).toBe(2);
  });

  test('waits are coloured by the company’s minutes, else by its network’s, else by the product’s', async () => {
    const set = async (as: TestUser, values: object) => {
      const { body } = await call(as, 'GET /reception-waiting', {});
      return call(as, 'PUT /reception-waiting', {
        version: body.version,
        body: { slow: null, late: null, median: null, from: '2026-11-24', ...values },
      });
    };
    expect((await seen()).waits).toEqual({ slow: 10, late: 20 });
    expect((await set(maker, { slow: 6, late: 15, median: 8 })).status).toBe(200);
    expect((await seen()).waits).toEqual({ slow: 6, late: 15 });
    const target = async () => (await call(watcher, 'GET /stats/accesses', { query: {} })).body.waitTarget;
    expect(await target()).toBe(8);
    expect((await set(keeper, { slow: 15 })).body.fields).toHaveProperty('slow');
    expect((await set(keeper, { late: 30 })).status).toBe(200);
    expect((await seen()).waits).toEqual({ slow: 6, late: 30 });
    expect((await set(keeper, { late: 6 })).body.fields).toHaveProperty('late');
    // The network changes its own afterwards: what the company has set stays, and red still follows amber.
    await set(keeper, { late: 12 });
    expect((await set(maker, { slow: 25, late: 40 })).status).toBe(200);
    expect((await seen()).waits).toEqual({ slow: 11, late: 12 });
    await set(keeper, { slow: 30 });
    expect((await set(maker, { slow: 6, late: 15 })).status).toBe(200);
    expect((await seen()).waits).toEqual({ slow: 30, late: 31 });
    await set(keeper, {});
    await set(maker, {});
  });
});

describe('accesses-machine', () => {
  test('two rivals walk it as the model says: of two moves at once one is made at most', async () => {
    const rivals = [
      await world.userWith('createQuotes', 'registerAccesses', 'seeAccesses', 'manageAccesses', 'welcomeCustomers'),
      await world.userWith(
        'createQuotes',
        'registerAccesses',
        'seeAccesses',
        'manageAccesses',
        'welcomeCustomers',
        'seeCustomers',
      ),
    ];
    const random = new Random(27);
    for (let round = 0; round < rounds(3); round += 1) {
      const body = { ...accessOf({ locationId, customerId }), day: '2026-11-24', time: '11:00' };
      let visit: Visit = (await call(desk, 'POST /accesses/bookings', { body })).body;
      let state: State = 'external_booking';
      let [made, refusals] = [0, 0];
      const taken = async (name: string, as: TestUser) => ({
        ...(['assign', 'handOver', 'resume'].includes(name) && { sellerId: as.id }),
        ...(name === 'handOver' && { note: 'Parla tedesco' }),
        ...(name === 'handle' && { outcome: 'no_interest', nextStep: '' }),
        ...(name in reasons && { reason: await reasonOf(name, reasons[name as keyof typeof reasons]) }),
      });
      for (let step = 0; step < 12; step += 1) {
        const known: Record<string, State> = model[state];
        const from: State = state;
        const before: Visit = visit;
        // Mostly what the model allows, so that the walk goes on.
        const pressed = rivals.map((as) => ({
          as,
          name: random.chance(0.8) ? random.pick(Object.keys(known)) : random.pick(moves),
        }));
        const answers: { name: string; status: number; body: Visit }[] = await Promise.all(
          pressed.map(async ({ as, name }) => ({ name, ...(await move(as, name, before, await taken(name, as))) })),
        );
        const won = answers.filter(({ status }) => status === 200);
        const allowed = pressed.filter(({ name }) => name in known).length;
        expect([from, pressed.map(({ name }) => name), won.length]).toEqual([
          from,
          pressed.map(({ name }) => name),
          Math.min(1, allowed),
        ]);
        for (const { name, body: after } of won) {
          state = known[name]!;
          visit = after;
          made += 1;
          if (name === 'giveBack') refusals += 1;
        }
        const now = (await call(desk, 'GET /accesses/:id', { params: { id: visit.id } })).body;
        expect(now).toMatchObject({ state, version: visit.version, refusals });
        if (['assigned', 'seller_handled'].includes(state)) expect(now.seller).not.toBeNull();
        if (state === 'waiting') expect(now.seller).toBeNull();
      }
      const [{ steps }] = await query(
        "select count(*)::int as steps from state_changes where entity = 'access' and record_id = $1",
        [visit.id],
      );
      expect(steps).toBe(made + 1);
    }
  });
});
