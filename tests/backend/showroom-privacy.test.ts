import { afterAll, beforeEach, expect, test } from 'vitest';
import { eventReminders } from '#backend/calendars/remind.ts';
import { newToken, readToken } from '#backend/lib/people/tokens.ts';
import { accessOf } from '#tests/support/areas/accesses.ts';
import { eventOf } from '#tests/support/areas/calendars.ts';
import { leadOf } from '#tests/support/areas/leads.ts';
import { sent } from '#tests/support/areas/uploads.ts';
import { valuationOf } from '#tests/support/areas/valuations.ts';
import { testDatabase } from '#tests/support/database.ts';
import { unzipped } from '#tests/support/unzipped.ts';
import { makeWorld } from '#tests/support/world.ts';

const world = await makeWorld(await testDatabase(), { RATE_LIMIT: '0', LOG_LEVEL: 'error' });
const { query, clock, alfa } = world;
const { locationId } = alfa;
afterAll(() => world.close());
const side = await world.sideOf(alfa);
const { call } = side;

/** Tuesday 24 November 2026 at this time in Rome. */
const at = (time: string) => (clock.now = new Date(`2026-11-24T${time}:00+01:00`));
beforeEach(async () => {
  at('10:00');
  for (const table of ['accesses', 'leads', 'messages']) await query(`delete from ${table} where company_id = 901`);
});

const made = async (name: Parameters<typeof call>[0], body: object) => {
  const answer = await call(name, { body });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body;
};
const person = (firstName: string, lastName: string, more: object = {}) =>
  made('POST /customers', { type: 'private', firstName, lastName, ...more });
const lead = (changes: object, assigneeId = side.as.id) => made('POST /leads', { ...leadOf(), ...changes, assigneeId });
/** A call that was logged on a lead. */
const spoken = async ({ id, version }: { id: number; version: number }, note: string) => {
  const what = { type: 'in_progress', result: 'success', note, reason: null };
  const body = { ...what, nextType: 'follow_up', nextOn: '2026-11-26', nextTime: '11:00' };
  expect((await call('POST /leads/:id/actions', { params: { id }, version, body })).status).toBe(200);
};
const told = async (id: number) =>
  JSON.parse(unzipped((await call('GET /persons/:id/export', { params: { id } })).body as Buffer).get('dati.json')!);
const erase = async (id: number) => {
  const params = { id };
  const { version, name } = (await call('GET /persons/:id/erasure', { params })).body;
  const erased = await call('POST /persons/:id/erasure', { params, version, body: { reason: 'request', name } });
  expect(erased.status, JSON.stringify(erased.body)).toBe(200);
};

test('a person is told of the requests that are linked to them, and of what was written about them', async () => {
  const { customerId } = alfa;
  const { id, version } = await lead({ customerId, message: 'Vorrei provarla di sabato', plate: 'ZZ 901 ZZ' });
  await spoken({ id, version }, 'Vuole la Rea blu');
  const other = await lead({ name: 'Un Altro', phone: '+393390009901', message: 'Non è la stessa persona' });
  await query(
    `insert into messages (company_id, entity, record_id, direction, address, subject, body, created_at)
      select 901, 'lead', lead, 'out', 'x@posta.example.it', 'Risposta', said, now() from (values ($1::bigint, 'Sabato va bene'), ($2, 'Di un altro')) v (lead, said)`,
    [id, other.id],
  );
  const data = await told(customerId);
  expect(data.lead).toMatchObject([{ Messaggio: 'Vorrei provarla di sabato', Contatti: 'Vuole la Rea blu' }]);
  expect(data.messaggi.map(({ Testo }: { Testo: string }) => Testo)).toContain('Sabato va bene');
  expect(JSON.stringify(data)).not.toMatch(/Non è la stessa|Di un altro/);
});

test('an erased person leaves leads that say nothing of them, linked or by telephone; others stay as they are', async () => {
  const { id: customerId } = await person('Rosalba', 'Cancellata', { phone: '+393330000744' });
  const linked = await lead({ name: 'Rosalba Cancellata', phone: '+393330000745', customerId, message: 'Richiami' });
  const byPhone = await lead({ name: 'Rosalba Cancellata', phone: '+393330000744' });
  const other = await lead({ name: 'Un altro', phone: '+393330000746' });
  await spoken(linked, 'Parlato con Rosalba');
  await erase(customerId);
  const rows = await query(
    'select id::int, name, phone, message, customer_id from leads where company_id = 901 order by id',
  );
  expect(rows).toEqual([
    { id: linked.id, name: '', phone: null, message: '', customer_id: null },
    { id: byPhone.id, name: '', phone: null, message: '', customer_id: null },
    expect.objectContaining({ id: other.id, name: 'Un altro', phone: '+393330000746' }),
  ]);
  // Nobody is to call who is not known any more.
  expect(
    await query('select state, outcome, next_at from leads where id = any($1)', [[linked.id, byPhone.id]]),
  ).toEqual([
    { state: 'closed', outcome: 'invalid', next_at: null },
    { state: 'closed', outcome: 'invalid', next_at: null },
  ]);
  expect(await query("select from lead_actions where company_id = 901 and note like '%Rosalba%'")).toEqual([]);
  expect(await query("select from search_words where company_id = 901 and word = 'rosalba'")).toEqual([]);
});

test('two relatives share a telephone: only the erased one is erased, the other’s lead and visit stay', async () => {
  const phone = '+393330000747';
  const { id: gone } = await person('Ugo', 'Parenti', { phone });
  const { id: stays } = await person('Ada', 'Parenti', { phone });
  const { id } = await lead({ name: 'Ada Parenti', phone, customerId: stays });
  const words = { name: 'Ada Parenti', phone, customerId: stays };
  const visit = await made('POST /accesses', accessOf({ locationId, ...words }));
  await erase(gone);
  expect((await call('GET /leads/:id', { params: { id } })).body).toMatchObject(words);
  expect((await call('GET /accesses/:id', { params: { id: visit.id } })).body).toMatchObject(words);
});

test('an erased customer leaves an anonymous visit that is still counted', async () => {
  const { id: customerId } = await person('Vera', 'Scordata', { phone: '+393330000801' });
  const words = { customerId, name: 'Vera Scordata', phone: '+393330000801', note: 'Vera' };
  const visit = await made('POST /accesses', accessOf({ locationId, ...words }));
  await erase(customerId);
  const [row] = await query('select name, phone, note, customer_id, state from accesses where id = $1', [visit.id]);
  expect(row).toEqual({ name: '', phone: null, note: '', customer_id: null, state: 'waiting' });
  expect((await call('GET /accesses/reception', { query: { locationId } })).body.open).toBe(1);
});

test('a person is told their appointments; erased, the event stays counted and its link is dead', async () => {
  const { id: customerId } = await person('Ofelia', 'Scordata', { email: 'ofelia@example.it' });
  const drive = { kind: 'test_drive', title: 'Prova di Ofelia', day: '2026-11-27', customerId } as const;
  const { id } = await made('POST /calendars/events', eventOf(drive));
  const token = newToken(901);
  await query(
    "insert into links (company_id, purpose, record_id, token_hash, expires_at) select 901, 'appointment', id, $2, ends_at from calendar_events where id = $1",
    [id, readToken(token)!.hash],
  );
  at('10:02');
  await eventReminders.run(world.outside(), {});
  const data = await told(customerId);
  expect(data.appuntamenti).toEqual([expect.objectContaining({ Titolo: 'Prova di Ofelia' })]);
  expect(JSON.stringify(data.messaggi)).toContain('27 novembre');
  await erase(customerId);
  expect((await call('GET /links/appointment', { query: { token } }, null)).status).toBe(404);
  expect(await query('select title, customer_id, told, ended_as from calendar_events where id = $1', [id])).toEqual([
    { title: '', customer_id: null, told: null, ended_as: 'canceled' },
  ]);
  // Nobody comes: the time is free for somebody else.
  expect(await query('select from calendar_bookings where event_id = $1', [id])).toEqual([]);
  await query("delete from messages where company_id = 901 and entity = 'event'");
  await eventReminders.run(world.outside(), {});
  expect(await query("select from messages where company_id = 901 and entity = 'event'")).toEqual([]);
});

test('a person is told visits and valuations, each with what was written', async () => {
  const { id: customerId } = await person('Iris', 'Informata');
  await made('POST /accesses', accessOf({ locationId, customerId, name: 'Iris', note: 'Viene col cane' }));
  await made('POST /valuations', valuationOf({ plate: 'HZ 832 VV', customerId, notes: 'Grandinata nel 2023' }));
  await made('POST /valuations', valuationOf({ plate: 'HZ 833 VV', notes: 'Di un altro' }));
  const data = await told(customerId);
  expect(data.accessi).toMatchObject([{ Nome: 'Iris', Note: 'Viene col cane' }]);
  expect(data.valutazioni).toMatchObject([
    { Auto: 'Ventor Nido 1.2', Targa: 'HZ 832 VV', Note: 'Grandinata nel 2023' },
  ]);
});

test('two customers made one have lead, visit, appointment and valuation of both, and each its own again', async () => {
  const [gone, kept] = [await person('Ugo', 'Doppio'), await person('Ugo', 'Unico')];
  const customerId = gone.id as number;
  const event = eventOf({ kind: 'test_drive', title: 'Prova', day: '2026-11-28', customerId });
  const own = [
    ['GET /leads/:id', await lead({ customerId, phone: '+393330000748' })],
    ['GET /accesses/:id', await made('POST /accesses', accessOf({ locationId, customerId }))],
    ['GET /calendars/events/:id', await made('POST /calendars/events', event)],
    ['GET /valuations/:id', await made('POST /valuations', valuationOf({ plate: 'HZ 834 VV', customerId }))],
  ] as const;
  const whose = () =>
    Promise.all(own.map(async ([name, { id }]) => (await call(name, { params: { id } })).body.customerId as number));
  const versions = { keptVersion: kept.version, goneVersion: gone.version };
  const merge = await made('POST /persons/merges', { keptId: kept.id, goneId: customerId, ...versions });
  expect(await whose()).toEqual(own.map(() => kept.id));
  expect((await call('POST /persons/merges/:id/undo', { params: { id: merge.id } })).status).toBeLessThan(300);
  expect(await whose()).toEqual(own.map(() => customerId));
});

test('a valuation of an erased customer keeps state and offer, but neither plate, notes nor photos', async () => {
  const { id: customerId } = await person('Zoe', 'Cancelli');
  const uploadId = await sent(side, 'valuation_photo');
  const damage = { place: 'rear', kind: 'scratch', note: '', amount: 250_00, x: 500, y: 950 } as const;
  const notes = 'Della signora Cancelli';
  const car = valuationOf({ plate: 'HZ 831 VV', customerId, notes, damages: [{ ...damage, photos: [uploadId] }] });
  const { id, version } = await made('POST /valuations', car);
  const offer = { offer: 14_200_00, offerUntil: '2026-12-01', offerKm: 78_500 };
  await call('POST /valuations/:id/offer', { params: { id }, version, body: offer });
  await erase(customerId);
  const { body: now } = await call('GET /valuations/:id', { params: { id } });
  expect(now).toMatchObject({ state: 'offered', offer: 14_200_00, plate: '', notes: '', customer: null, damages: [] });
  expect(await query('select 1 from uploads where id = $1 and released_at is null', [uploadId])).toEqual([]);
});
