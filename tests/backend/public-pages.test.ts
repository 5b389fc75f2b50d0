import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { eventReminders } from '#backend/calendars/remind.ts';
import { readIntakes } from '#backend/leads/inbound.ts';
import { calendarFields } from '#domain/calendars/fields.ts';
import { bookingPageFields } from '#domain/calendars/page-fields.ts';
import { blankOf } from '#domain/fields.ts';
import { leadFields } from '#domain/leads/fields.ts';
import { leadPageFields } from '#domain/leads/page-fields.ts';
import { visitorFields } from '#domain/public-pages.ts';
import { leadOf } from '#tests/support/areas/leads.ts';
import { testDatabase } from '#tests/support/database.ts';
import { makeWorld } from '#tests/support/world.ts';

const world = await makeWorld(await testDatabase(), { RATE_LIMIT: '0' });
const { call, query, clock } = world;
afterAll(() => world.close());

const boss = await world.user(901, [37, 39, 40, 26, 7, 8]);
const giulia = await world.user(901, [13]);
let [own, car] = [0, 0];

const calendar = async (changes: object) =>
  (await call(boss, 'POST /calendars', { body: { ...blankOf(calendarFields), ...changes } })).body.id as number;
const tokenIn = ({ url }: { url: string }) => url.split('/').at(-1)!;
let turn = 0;
const newKey = () => `modulo-di-prova-${(turn += 1)}`;

beforeAll(async () => {
  own = await calendar({ name: 'Giulia', kind: 'seller', userId: giulia.id });
  car = await calendar({ name: 'Rea', kind: 'car' });
});
beforeEach(async () => {
  clock.now = new Date('2026-11-24T10:00:00+01:00');
  for (const table of [
    'calendar_bookings',
    'messages',
    'calendar_events',
    'lead_intakes',
    'lead_joins',
    'leads',
    'login_throttles',
  ])
    await query(`delete from ${table} ${table === 'login_throttles' ? '' : 'where company_id = 901'}`);
});

/** A page on which a test drive with Giulia is booked; when, its token, and a form of it. */
const bookable = async (changes: object = {}) => {
  const about = { ...blankOf(bookingPageFields), name: 'Prova la Rea', kind: 'test_drive', calendarIds: [own, car] };
  const { body: page } = await call(boss, 'POST /calendars/pages', { body: { ...about, ...changes } });
  const token = tokenIn(page);
  const look = (from?: string) => call(null, 'GET /links/booking', { query: { token, ...(from && { from }) } });
  const { body: shown } = await look();
  const send = (of: object = {}) =>
    call(null, 'POST /links/booking', {
      body: {
        ...blankOf(visitorFields),
        ...{ token, key: newKey(), shown: shown.notice.id, name: 'Chiara Colombo', email: 'chiara@example.it' },
        ...{ day: shown.slots[0].day, time: shown.slots[0].time, ...of },
      },
    });
  return { page, look, send, shown };
};
const events = () =>
  query(
    'select id::int, title, lead_id::int, user_ids::int[] as people, starts_at from calendar_events where company_id = 901 order by id',
  );

describe('public pages: booking', () => {
  test('offers what all calendars have free, takes it all, and tells customer and seller', async () => {
    const { send, look, shown } = await bookable();
    const { status, body } = await send();
    expect([status, body]).toEqual([200, shown.slots[0]]);
    const [event] = await events();
    expect(event).toMatchObject({ title: 'Chiara Colombo', people: [giulia.id] });
    expect((await call(boss, 'GET /leads/:id', { params: { id: event!.lead_id as number } })).body).toMatchObject({
      name: 'Chiara Colombo',
      source: 'web',
      sourceName: 'Prova la Rea',
      assignee: { id: giulia.id },
    });
    clock.now = new Date(clock.now.getTime() + 120_000);
    await eventReminders.run(world.outside(), {});
    expect(await query('select address, subject from messages where company_id = 901')).toEqual([
      { address: 'chiara@example.it', subject: expect.stringMatching(/appuntamento .+ alle \d\d:\d\d$/) },
    ]);
    expect(
      await query(
        "select user_id::int from notifications where company_id = 901 and title like 'Prenotato dal cliente%'",
      ),
    ).toEqual([{ user_id: giulia.id }]);
    expect((await look()).body.slots[0]).not.toEqual(shown.slots[0]);
  });

  test('of many who want the same time one gets it, and the others keep nothing', async () => {
    const { send } = await bookable();
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, n) => send({ email: `c${n}@example.it`, name: `C${n}` })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422, 422, 422, 422, 422]);
    const lost = answers.find(({ status }) => status === 422)!;
    // Whose calendar is taken is no business of the public.
    expect([lost.body.fields, JSON.stringify(lost.body).includes('Giulia')]).toEqual([
      { time: expect.stringContaining('non è più libero') },
      false,
    ]);
    expect([(await events()).length, (await query('select from leads where company_id = 901')).length]).toEqual([1, 1]);
  });

  test('a form that is sent twice books once and is answered the same', async () => {
    const { send } = await bookable();
    const key = newKey();
    const [first, second] = [await send({ key }), await send({ key })];
    expect([second.status, second.body, (await events()).length]).toEqual([200, first.body, 1]);
  });

  test('takes no time that is closed, taken, too soon or past, and nothing without an e-mail', async () => {
    const { send, shown } = await bookable({ notice: 48 });
    expect(shown.slots.every(({ startsAt }: { startsAt: string }) => startsAt >= '2026-11-26T09:00')).toBe(true);
    for (const when of [
      { day: '2026-11-29', time: '10:00' },
      { day: '2026-11-24', time: '15:00' },
      { day: '2026-11-20', time: '10:00' },
      { time: '03:00' },
    ])
      expect((await send(when)).body.fields).toEqual({ time: expect.stringContaining('non è più libero') });
    expect((await send({ email: '' })).body.fields).toEqual({ email: expect.stringContaining('conferma') });
    expect(await events()).toEqual([]);
  });

  test('goes on by whole days, until there is no more', async () => {
    const { look, shown } = await bookable({ minutes: 15 });
    const next = await look(shown.more);
    expect(next.body.slots[0].day).toBe(shown.more);
    expect(shown.slots.some(({ day }: { day: string }) => day === shown.more)).toBe(false);
  });
});

describe('public pages: requests', () => {
  const asking = async (changes: object = {}) => {
    const { body: page } = await call(boss, 'POST /leads/pages', {
      body: { ...blankOf(leadPageFields), name: 'Sito', ...changes },
    });
    const token = tokenIn(page);
    const { body: shown } = await call(null, 'GET /links/request', { query: { token } });
    const said = shown.consents.map(({ purpose, id }: { purpose: string; id: number }) => ({
      ...{ purpose, textId: id, given: purpose === 'marketing', channels: purpose === 'marketing' ? ['email'] : [] },
    }));
    const send = (of: object = {}) =>
      call(null, 'POST /links/request', {
        body: {
          ...blankOf(visitorFields),
          ...{
            token,
            key: newKey(),
            shown: shown.notice.id,
            said,
            name: 'Olena Lombardi',
            phone: '333 0000 881',
            ...of,
          },
        },
      });
    return { page, send, shown, token };
  };
  const read = () => readIntakes.run(world.outside(), { companyId: 901 });
  const leads = () =>
    query(
      'select id::int, name, phone, source, source_name, type, location_id::int from leads where company_id = 901 order by id',
    );

  test('become a lead once, by the intake of all others, with what was said of each text', async () => {
    const { send, shown } = await asking({ type: 'service', locationId: world.alfa.locationId });
    const key = newKey();
    for (let times = 0; times < 2; times += 1) expect((await send({ key })).status).toBe(204);
    expect(await leads()).toEqual([]);
    await read();
    const [lead, ...others] = await leads();
    expect([lead, others]).toEqual([
      expect.objectContaining({
        ...{ name: 'Olena Lombardi', phone: '+393330000881', source: 'web', source_name: 'Sito', type: 'service' },
        location_id: world.alfa.locationId,
      }),
      [],
    ]);
    expect(
      await query('select purpose, given, text_id::int from lead_consents where lead_id = $1 order by id', [lead!.id]),
    ).toEqual([
      { purpose: 'notice', given: true, text_id: shown.notice.id },
      ...shown.consents.map(({ purpose, id }: { purpose: string; id: number }) => ({
        ...{ purpose, given: purpose === 'marketing', text_id: id },
      })),
    ]);
    // As a customer the person has said the same, once however often the lead is linked.
    const { customerId } = world.alfa;
    const said = () =>
      query(
        "select purpose, given, channels, text_id::int, said_on::text from consents where customer_id = $1 and way = 'form' order by id",
        [customerId],
      );
    const link = async (whose: number | null) => {
      const { body } = await call(boss, 'GET /leads/:id', { params: { id: lead!.id as number } });
      const values = Object.fromEntries(Object.keys(leadFields).map((field) => [field, body[field]]));
      await call(boss, 'PUT /leads/:id', {
        params: { id: body.id },
        version: body.version,
        body: { ...values, customerId: whose },
      });
    };
    await link(customerId);
    expect((await said()).length).toBeGreaterThan(0);
    // It was somebody else: nothing of it is theirs, and another link says it once.
    await link(null);
    expect(await said()).toEqual([]);
    await link(customerId);
    await link(customerId);
    expect(await said()).toEqual(
      shown.consents.map(({ purpose, id }: { purpose: string; id: number }) => ({
        ...{ purpose, given: purpose === 'marketing', channels: purpose === 'marketing' ? ['email'] : [] },
        ...{ text_id: id, said_on: '2026-11-24' },
      })),
    );
  });

  test('are of the person who has an open lead', async () => {
    const before = await call(boss, 'POST /leads', {
      body: { ...leadOf({ name: 'Olena Lombardi', phone: '+393330000881' }), assigneeId: giulia.id },
    });
    const { send } = await asking();
    await send();
    await read();
    const { body } = await call(boss, 'GET /leads/:id', { params: { id: before.body.id } });
    expect(body.joined).toEqual([expect.objectContaining({ sourceName: 'Sito' })]);
  });

  test('with a text that has changed since are asked again', async () => {
    const { send } = await asking();
    await call(boss, 'POST /privacy/texts', {
      body: { kind: 'notice', text: 'Un testo nuovo di zecca per la privacy.' },
    });
    expect((await send()).body.fields).toEqual({ shown: expect.stringContaining('rileggerlo') });
    await read();
    expect(await leads()).toEqual([]);
  });

  test('of a machine that fills in everything are answered and kept nowhere', async () => {
    const { send } = await asking();
    expect((await send({ website: 'https://spam.example.com' })).status).toBe(204);
    expect(await query('select from lead_intakes where company_id = 901')).toEqual([]);
  });

  test('from one network wait after some, and the page stays open to look at', async () => {
    const { send, token } = await asking();
    const answers = [];
    for (let n = 0; n < 10; n += 1) answers.push((await send()).status);
    expect([answers.slice(0, 8).every((status) => status === 204), answers.at(-1)]).toEqual([true, 429]);
    expect((await call(null, 'GET /links/request', { query: { token } })).status).toBe(200);
  });

  test('of a page that was closed are told so, and guesses learn nothing', async () => {
    const { page, send, token } = await asking();
    expect((await call(boss, 'POST /leads/pages/:pageId/close', { params: { pageId: page.id } })).status).toBe(204);
    expect([(await send()).status, (await call(null, 'GET /links/request', { query: { token } })).status]).toEqual([
      410, 410,
    ]);
    const guess = `${token.slice(0, -4)}AAAA`;
    expect((await call(null, 'GET /links/request', { query: { token: guess } })).status).toBe(404);
    expect((await call(null, 'GET /links/booking', { query: { token } })).status).toBe(404);
    const { body } = await call(boss, 'GET /leads/pages', {});
    expect(body.some(({ id }: { id: number }) => id === page.id)).toBe(false);
  });
});
