import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { eventReminders } from '#backend/calendars/remind.ts';
import { readIntakes } from '#backend/leads/inbound.ts';
import { newToken, readToken } from '#backend/lib/people/tokens.ts';
import { calendarFields } from '#domain/calendars/fields.ts';
import { bookingPageFields } from '#domain/calendars/page-fields.ts';
import { blankOf } from '#domain/record/fields.ts';
import { leadFields } from '#domain/leads/fields.ts';
import { leadPageFields } from '#domain/leads/page-fields.ts';
import { visitorFields } from '#domain/public-pages.ts';
import { eventOf } from '#tests/support/areas/calendars.ts';
import { leadOf } from '#tests/support/areas/leads.ts';
import { testDatabase } from '#tests/support/database.ts';
import { mailsLeft } from '#tests/support/outbox.ts';
import { makeWorld } from '#tests/support/world.ts';

const world = await makeWorld(await testDatabase(), { RATE_LIMIT: '0' });
const { call, query, clock, config } = world;
afterAll(() => world.close());

const boss = await world.userWith(
  'manageCalendars',
  'seeAllLeads',
  'manageAllLeads',
  'managePreferences',
  'seeTyres',
  'manageTyres',
);
const giulia = await world.userWith('createQuotes');
let [own, car] = [0, 0];

const calendar = async (changes: object) =>
  (await call(boss, 'POST /calendars', { body: { ...blankOf(calendarFields), ...changes } })).body.id as number;
const tokenIn = ({ url }: { url: string }) => url.split('/').at(-1)!;
let turn = 0;
const newKey = () => `modulo-di-prova-${(turn += 1)}`;
/** A sender whose network nobody else has. */
const from = (network = (turn += 1)) => ({ 'x-forwarded-for': `10.${Math.floor(network / 250)}.${network % 250}.7` });
const minutesLater = (minutes: number) => (clock.now = new Date(clock.now.getTime() + minutes * 60_000));
/** The last message to an address or number, and the code in it. */
const sentTo = (address: string) => mailsLeft(config, address).at(-1) ?? '';
const codeTo = (address: string) => /\b\d{6}\b/.exec(sentTo(address))?.[0] ?? '';
/** Another code of six digits. */
const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

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
    'page_forms',
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
  const send = (of: object = {}, headers = from()) =>
    call(null, 'POST /links/booking', {
      headers,
      body: {
        ...blankOf(visitorFields),
        ...{ token, key: newKey(), shown: shown.notice.id, name: 'Chiara Colombo', email: 'chiara@example.it' },
        ...{ day: shown.slots[0].day, time: shown.slots[0].time, ...of },
      },
    });
  const confirm = (form: string, more: object = {}) =>
    call(null, 'POST /links/booking/confirm', {
      headers: from(),
      body: { token, form, code: codeTo('chiara@example.it'), ...more },
    });
  /** A customer who books and confirms. */
  const book = async (of: object = {}) => confirm((await send(of)).body.form);
  return { page, token, look, send, confirm, book, shown };
};
const when = ({ day, time }: { day: string; time: string }) => ({ day, time });
const events = () =>
  query(
    'select id::int, title, lead_id::int, user_ids::int[] as people, starts_at from calendar_events where company_id = 901 order by id',
  );

describe('public pages: booking', () => {
  test('offers what all calendars have free, and once confirmed takes it all and tells customer and seller', async () => {
    const { send, confirm, look, shown } = await bookable();
    const { status, body } = await send();
    expect([status, body]).toEqual([200, { ...shown.slots[0], form: expect.any(String), by: 'mail' }]);
    // Nothing is there yet but the time, which nobody else is offered.
    expect([await events(), (await look()).body.slots[0]]).toEqual([[], shown.slots[1]]);
    expect(await confirm(body.form)).toMatchObject({ status: 200, body: shown.slots[0] });
    const [event] = await events();
    expect(event).toMatchObject({ title: 'Chiara Colombo', people: [giulia.id] });
    expect((await call(boss, 'GET /leads/:id', { params: { id: event!.lead_id as number } })).body).toMatchObject({
      name: 'Chiara Colombo',
      source: 'web',
      sourceName: 'Prova la Rea',
      assignee: { id: giulia.id },
    });
    minutesLater(2);
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

  test('a booking that its customer calls off by the link makes the lead due today, and is no answer of the company', async () => {
    const { book, shown } = await bookable();
    await book(when(shown.slots[20]));
    const [{ id, lead_id: leadId }] = (await events()) as [{ id: number; lead_id: number }];
    const token = newToken(901);
    await query(
      "insert into links (company_id, purpose, record_id, token_hash, expires_at) values (901, 'appointment', $1, $2, '2027-01-01')",
      [id, readToken(token)!.hash],
    );
    await query("update leads set next_at = '2026-12-20T10:00:00Z' where id = $1", [leadId]);
    expect((await call(null, 'POST /links/appointment/cancel', { body: { token } })).body.canceled).toBe(true);
    const { body } = await call(boss, 'GET /leads/:id', { params: { id: leadId } });
    expect([body.nextAt, body.firstAt]).toEqual(['2026-11-24T18:00:00.000Z', null]);
  });

  test('asks for the code by a mail that holds nothing of what was typed', async () => {
    const { send } = await bookable();
    const { body } = await send({ name: 'Hai vinto https://truffa.example', message: 'Vai su truffa.example' });
    const mail = sentTo('chiara@example.it');
    expect(mail).toContain(`?wait=${body.form}`);
    expect([mail.includes('Hai vinto'), mail.includes('truffa')]).toEqual([false, false]);
  });

  test('many people want the same time: one holds it, and the others keep nothing', async () => {
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
    expect((await query('select from page_forms where company_id = 901')).length).toBe(1);
  });

  test('a form that is sent twice holds and books once, and is answered the same', async () => {
    const { send, confirm } = await bookable();
    const key = newKey();
    const [first, second] = [await send({ key }), await send({ key })];
    expect([second.status, second.body.form, second.body.startsAt]).toEqual([
      200,
      first.body.form,
      first.body.startsAt,
    ]);
    const [once, again] = [await confirm(first.body.form), await confirm(first.body.form)];
    expect([again.status, again.body, (await events()).length]).toEqual([200, once.body, 1]);
    expect((await send({ key })).body.startsAt).toBe(once.body.startsAt);
  });

  test('whoever corrects the address of a form gets another code, and holds one time', async () => {
    const { send, confirm, shown } = await bookable();
    const key = newKey();
    await send({ key, email: 'chiaro@example.it' });
    const { day, time } = shown.slots[2];
    const { body } = await send({ key, day, time });
    expect(await query('select count(*)::int as n from page_forms where company_id = 901')).toEqual([{ n: 1 }]);
    expect((await confirm(body.form)).body).toEqual(shown.slots[2]);
  });

  test('a wrong code books nothing and is counted; the name of a form that was not given is unknown', async () => {
    const { send, confirm } = await bookable();
    const { form } = (await send()).body;
    const code = codeTo('chiara@example.it');
    for (let times = 0; times < 5; times += 1)
      expect((await confirm(form, { code: wrong(code) })).body.fields).toEqual({ code: expect.any(String) });
    expect((await confirm(form)).body.fields).toEqual({ code: expect.stringContaining('sbagliato') });
    expect((await confirm(`1.${'A'.repeat(22)}`)).status).toBe(404);
    expect(await events()).toEqual([]);
  });

  test('whoever confirms late gets the time if it is free, else chooses another one by the same code', async () => {
    const { send, confirm, shown } = await bookable();
    const late = (await send()).body.form;
    minutesLater(11);
    expect((await confirm(late)).status).toBe(200);
    const lost = (await send({ ...shown.slots[1], email: 'altra@example.it' })).body.form;
    const code = codeTo('altra@example.it');
    minutesLater(11);
    const { status } = await call(boss, 'POST /calendars/events', {
      body: eventOf({
        kind: 'appointment',
        title: 'Al banco',
        minutes: 45,
        calendarIds: [own],
        ...when(shown.slots[1]),
      }),
    });
    expect(status).toBe(201);
    expect((await confirm(lost, { code })).body.fields).toEqual({ time: expect.stringContaining('non è più libero') });
    expect((await confirm(lost, { code, ...when(shown.slots[2]) })).body).toEqual(shown.slots[2]);
  });

  test('a time that is held stops no colleague, and the customer then takes another one', async () => {
    const { send, confirm, shown } = await bookable();
    const { form } = (await send()).body;
    const taken = await call(boss, 'POST /calendars/events', {
      body: eventOf({
        kind: 'appointment',
        title: 'Al banco',
        minutes: 45,
        calendarIds: [own],
        ...when(shown.slots[0]),
      }),
    });
    expect([taken.status, (await confirm(form)).status]).toEqual([201, 422]);
  });

  test('only some bookings of one address, of one network and of one day wait, and after ten minutes they are over', async () => {
    const { send, look, shown } = await bookable();
    const at = (n: number) => when(shown.slots[n]);
    const statuses = async (sent: Promise<{ status: number }>[]) =>
      (await Promise.all(sent)).map(({ status }) => status);
    expect(await statuses([send(at(5)), send(at(6))])).toEqual([200, 200]);
    expect((await send({ ...at(14), email: 'CHIARA@example.it' })).body.fields).toEqual({
      email: expect.stringContaining('già due'),
    });
    await query('delete from page_forms where company_id = 901');
    // Two addresses of one /24, and two of one /64.
    for (const [one, other] of [
      ['198.51.100.4', '198.51.100.77'],
      ['2001:db8:1:2::4', '2001:db8:1:2:9::1'],
    ] as const) {
      const by = (ip: string, n: number) =>
        send({ ...at(n), email: `c${(turn += 1)}@example.it` }, { 'x-forwarded-for': ip });
      expect(await statuses([by(one, 5), by(other, 6)])).toEqual([200, 200]);
      expect((await by(other, 14)).status).toBe(409);
      await query('delete from page_forms where company_id = 901');
    }
    const day = shown.slots[10].day as string;
    const times = shown.slots.filter((slot: { day: string }) => slot.day === day);
    const answers = [];
    for (const slot of times) answers.push((await send({ ...when(slot), email: `d${(turn += 1)}@example.it` })).status);
    expect(answers.filter((status) => status === 200).length).toBe(Math.floor(times.length / 3));
    expect((await look()).body.slots.filter((slot: { day: string }) => slot.day === day).length).toBe(
      times.length - Math.floor(times.length / 3),
    );
    minutesLater(11);
    expect((await look(day)).body.slots[0]).toEqual(times[0]);
    expect((await send({ ...when(times[1]), email: 'nuova@example.it' })).status).toBe(200);
  });

  test('above the common limit who comes first waits a moment and is taken, who has sent one is refused', async () => {
    const { send, shown } = await bookable();
    const [busy, fresh] = [from(), from()];
    await send({}, busy);
    await query("update login_throttles set failures = 201, last_at = $1 where key like 'sendings:%'", [clock.now]);
    expect((await send({ ...when(shown.slots[1]), email: 'prima@example.it' }, fresh)).status).toBe(200);
    expect((await send({ ...when(shown.slots[2]), email: 'terza@example.it' }, busy)).status).toBe(429);
  });

  test('a booking that waits is seen at the reception and by whose calendar it is, who book it or put it aside', async () => {
    const { send, confirm, shown } = await bookable();
    const [reception, colleague] = [await world.userWith('welcomeCustomers'), await world.userWith('createQuotes')];
    const first = (await send({ phone: '333 0000 881' })).body.form as string;
    const second = (await send({ ...when(shown.slots[1]), email: 'altra@example.it' })).body.form as string;
    const list = async (as: typeof boss) => (await call(as, 'GET /calendars/unconfirmed', {})).body;
    const [later, sooner] = await list(reception);
    expect(sooner).toMatchObject({
      ...{ name: 'Chiara Colombo', email: 'chiara@example.it', phone: '+393330000881', isHeld: true },
      startsAt: shown.slots[0].startsAt,
    });
    expect([(await list(giulia)).length, await list(colleague)]).toEqual([2, []]);
    const settle = (as: typeof boss, what: 'take' | 'drop', formId: number) =>
      call(as, `POST /calendars/unconfirmed/:formId/${what}`, { params: { formId } });
    expect((await settle(colleague, 'drop', later.id)).status).toBe(404);
    expect((await settle(reception, 'take', sooner.id)).body).toEqual(shown.slots[0]);
    expect((await settle(reception, 'drop', later.id)).status).toBe(204);
    expect((await settle(reception, 'take', later.id)).status).toBe(409);
    expect([(await events()).length, await list(reception)]).toEqual([1, []]);
    // The customer of the one that was taken has it; the other code is void.
    expect((await confirm(first)).status).toBe(200);
    expect((await confirm(second, { code: codeTo('altra@example.it') })).status).toBe(409);
  });

  test('no reminder goes to who has not confirmed', async () => {
    const { send } = await bookable();
    await send();
    for (let times = 0; times < 3; times += 1) {
      minutesLater(60);
      await eventReminders.run(world.outside(), {});
    }
    expect(await query('select from messages where company_id = 901')).toEqual([]);
  });

  test('takes no time that is closed, taken, too soon or past, and nothing without an e-mail', async () => {
    const { send, shown } = await bookable({ notice: 48 });
    expect(shown.slots.every(({ startsAt }: { startsAt: string }) => startsAt >= '2026-11-26T09:00')).toBe(true);
    for (const at of [
      { day: '2026-11-29', time: '10:00' },
      { day: '2026-11-24', time: '15:00' },
      { day: '2026-11-20', time: '10:00' },
      { time: '03:00' },
    ])
      expect((await send(at)).body.fields).toEqual({ time: expect.stringContaining('non è più libero') });
    expect((await send({ email: '' })).body.fields).toEqual({ email: expect.stringContaining('conferma') });
    expect(await query('select from page_forms where company_id = 901')).toEqual([]);
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
    const send = (of: object = {}, headers = from()) =>
      call(null, 'POST /links/request', {
        headers,
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
    const confirm = (form: string, code = codeTo('+393330000881')) =>
      call(null, 'POST /links/request/confirm', { headers: from(), body: { token, form, code } });
    /** Who asks and confirms. */
    const ask = async (of: object = {}) => confirm((await send(of)).body.form);
    return { page, send, confirm, ask, shown, token };
  };
  const read = () => readIntakes.run(world.outside(), { companyId: 901 });
  const leads = () =>
    query(
      'select id::int, name, phone, source, source_name, type, location_id::int from leads where company_id = 901 order by id',
    );

  test('become a lead once, by the intake of all others, with what was said of each text', async () => {
    const { ask, shown } = await asking({ type: 'service', locationId: world.alfa.locationId });
    const key = newKey();
    for (let times = 0; times < 2; times += 1) expect((await ask({ key })).status).toBe(204);
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
    const { ask } = await asking();
    await ask();
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

  test('requests of a machine that fills in everything are answered and kept nowhere', async () => {
    const { send } = await asking();
    expect(await send({ website: 'https://spam.example.com' })).toMatchObject({
      ...{ status: 200, body: { form: expect.any(String) } },
    });
    expect(await query('select from page_forms where company_id = 901')).toEqual([]);
  });

  test('only two requests of one address and of one network wait for their code, and the page stays open to look at', async () => {
    const { send, token } = await asking();
    const mine = from();
    const answers = [];
    for (let n = 0; n < 10; n += 1) answers.push((await send({ phone: `333 0000 ${700 + n}` }, mine)).status);
    expect([answers.slice(0, 4), answers.at(-1)]).toEqual([[200, 200, 409, 409], 429]);
    for (let n = 0; n < 2; n += 1) expect((await send()).status).toBe(200);
    expect((await send()).body.fields).toEqual({ phone: expect.stringContaining('già due') });
    expect((await call(null, 'GET /links/request', { query: { token } })).status).toBe(200);
  });

  test('requests whose number nobody has confirmed are kept apart until a colleague takes them or puts them aside', async () => {
    const { send } = await asking();
    await send({ vehicle: 'Lumera Alba', message: 'Chiamatemi' });
    await send({ phone: null, email: 'olena@example.it' });
    await read();
    expect(await leads()).toEqual([]);
    const list = async () => (await call(boss, 'GET /leads/unconfirmed', {})).body;
    const [second, first] = await list();
    expect(first).toMatchObject({ page: 'Sito', name: 'Olena Lombardi', text: 'Lumera Alba\nChiamatemi' });
    const settle = (what: 'take' | 'drop', formId: number) =>
      call(boss, `POST /leads/unconfirmed/:formId/${what}`, { params: { formId } });
    expect([(await settle('take', first.id)).status, (await settle('drop', second.id)).status]).toEqual([204, 204]);
    await read();
    expect([(await leads()).length, await list()]).toEqual([1, []]);
  });

  test('to one number three codes go in a day and sixty from the company in an hour, then the request waits', async () => {
    const { send } = await asking();
    const by = async (of: object = {}) => {
      await query('update page_forms set waits_until = created_at where company_id = 901');
      return (await send(of)).body.by;
    };
    expect([await by(), await by(), await by(), await by()]).toEqual(['sms', 'sms', 'sms', null]);
    // A landline gets none.
    expect(await by({ phone: '02 0000 881' })).toBeNull();
    await query(
      `insert into page_forms (company_id, purpose, page_id, key, form, contacts, network, waits_until, created_at, sms_at)
       select 901, 'request', page_id, 'altro-' || n, '{}', '{}', '', $1, $1, $1
       from (select page_id from page_forms where company_id = 901 limit 1) p, generate_series(1, 57) n`,
      [clock.now],
    );
    expect(await by({ phone: '333 0000 999' })).toBeNull();
    minutesLater(61);
    expect(await by({ phone: '333 0000 999' })).toBe('sms');
    expect(await by({ phone: '333 0000 998', email: 'olena@example.it' })).toBe('mail');
  });

  test('requests to a page that was closed are told so, and guesses learn nothing', async () => {
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
