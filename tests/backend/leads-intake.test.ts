import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import type { Lead, LeadRow } from '#domain/leads/schema.ts';
import { readIntakes } from '#backend/leads/inbound.ts';
import { lateLeads } from '#backend/leads/late.ts';
import { adfOf, leadOf } from '#tests/support/areas/leads.ts';
import type { TestUser } from '#tests/support/area.ts';
import { testDatabase } from '#tests/support/database.ts';
import { makeWorld } from '#tests/support/world.ts';

const world = await makeWorld(await testDatabase(), { RATE_LIMIT: '0' });
const { call, query } = world;
afterAll(() => world.close());

const manager = await world.userWith('seeAllLeads', 'manageAllLeads');
const admin = await world.userWith('managePreferences');
const stranger = await world.strangerWith('seeAllLeads', 'manageAllLeads');
beforeEach(async () => {
  await query('delete from leads where company_id = any($1)', [[901, 902]]);
  await query('delete from lead_intakes where company_id = any($1)', [[901, 902]]);
});

const adf = (text: string, by: TestUser = manager) =>
  call(by, 'POST /leads/inbound/adf', { query: { source: 'AutoVetrina' }, file: Buffer.from(text) });
const mail = (text: string | Buffer, by: TestUser = manager) =>
  call(by, 'POST /leads/inbound/mail', { file: Buffer.from(text) });
const read = (companyId = 901) => readIntakes.run(world.outside(), { companyId });
const leadsOf = (companyId = 901) =>
  query(
    'select name, phone, email, vehicle, vehicle_type, message, source, source_name from leads where company_id = $1 and merged_into is null order by id',
    [companyId],
  );
const waiting = async (by: TestUser = manager) =>
  (await call(by, 'GET /leads/inbound', {})).body as { id: number; why: string; raw: string }[];

describe('leads-intake: ADF', () => {
  test('is read, and the same document again is the same lead', async () => {
    for (let times = 0; times < 2; times += 1) {
      expect((await adf(adfOf('F1', 'Ahmed Mansour'))).status).toBe(204);
      await read();
    }
    expect(await leadsOf()).toEqual([
      {
        name: 'Ahmed Mansour',
        phone: '+393330000851',
        email: 'adf@example.it',
        vehicle: 'Lumera Alba',
        vehicle_type: 'used',
        message: 'È ancora disponibile?',
        source: 'portal',
        source_name: 'AutoVetrina',
      },
    ]);
  });

  const bomb = `<!DOCTYPE adf [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>${adfOf('F2', '&b;')}`;
  const outside = `<!DOCTYPE adf [<!ENTITY x SYSTEM "file:///etc/passwd">]>${adfOf('F3', '&x;')}`;
  test.each([
    ['a bomb of entities', bomb],
    ['a file of the server', outside],
    ['a document that never ends', adfOf('F4', 'Tizio').slice(0, -20)],
    ['no document', 'non è XML'],
    ['nests without end', '<adf>'.repeat(20_000)],
  ])('%s waits with its text and the reason', async (_, text) => {
    expect((await adf(text)).status).toBe(204);
    await read();
    expect(await leadsOf()).toEqual([]);
    const [one, ...others] = await waiting();
    expect([one!.why, one!.raw.slice(0, 5), others]).toEqual([
      expect.stringMatching(/^(XML non leggibile|Nessun lead)/),
      text.slice(0, 5),
      [],
    ]);
  });

  test('one that cannot be read holds no other up', async () => {
    await adf('<adf');
    await adf(adfOf('F5', 'Chi aspetta'));
    await read();
    expect((await leadsOf()).map(({ name }) => name)).toEqual(['Chi aspetta']);
  });
});

describe('leads-intake: mail', () => {
  const SERVER = 'mx.brera.example.it';
  const admit = async () => {
    const { body: now } = await call(admin, 'GET /leads/settings', {});
    const senders = [{ address: '@autovetrina.example.it', name: 'AutoVetrina', source: 'portal' }];
    const body = {
      ...now.periods[0].values,
      senders,
      mailServer: SERVER,
      from: world.clock.now.toISOString().slice(0, 10),
    };
    const { status } = await call(admin, 'PUT /leads/settings', { version: now.version, body });
    expect(status).toBe(200);
  };
  const of = (from: string, more = '') =>
    `From: ${from}\r\nTo: lead@brera.example.it\r\nSubject: Nuova richiesta\r\nMessage-ID: <m1@autovetrina.example.it>\r\n${more}`;
  const text =
    'Nome: Olena Lombardi\r\nTelefono: 333 0000 861\r\nAuto: Ostro Zena\r\nMessaggio: Posso passare\r\nsabato?\r\n';

  test('a mail of an admitted sender is a lead, once; one of another sender waits', async () => {
    await mail(`${of('<altri@example.com>')}\r\n${text}`);
    await read();
    expect((await waiting()).map(({ why }) => why)).toEqual([
      expect.stringMatching(/^Mittente non ammesso: altri@example/),
    ]);
    await admit();
    for (let times = 0; times < 2; times += 1) await mail(`${of('Portale <lead@autovetrina.example.it>')}\r\n${text}`);
    await read();
    expect(await leadsOf()).toEqual([
      expect.objectContaining({
        name: 'Olena Lombardi',
        phone: '+393330000861',
        vehicle: 'Ostro Zena',
        message: 'Posso passare\nsabato?',
      }),
    ]);
  });

  test('a mail whose sender is forged waits', async () => {
    await admit();
    const checked = `Authentication-Results: ${SERVER}; spf=fail; dkim=none\r\n`;
    await mail(`${of('<lead@autovetrina.example.it>', checked)}\r\n${text}`);
    await read();
    expect([await leadsOf(), (await waiting())[0]!.why]).toEqual([[], expect.stringContaining('non è il mittente')]);
  });

  test('keeps its attachments beside the lead, and its text is read in whatever letters', async () => {
    await admit();
    const parts = [
      of('<lead@autovetrina.example.it>', 'MIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=b\r\n'),
      '--b\r\nContent-Type: text/plain; charset=iso-8859-1\r\nContent-Transfer-Encoding: quoted-printable\r\n',
      'Nome: Nicol=F2 Bianchi\r\nTelefono: 333 0000 862\r\n',
      '--b\r\nContent-Type: application/octet-stream\r\nContent-Disposition: attachment; filename=x.exe\r\nContent-Transfer-Encoding: base64\r\n',
      `${'QUJD'.repeat(1000)}\r\n--b--\r\n`,
    ];
    await mail(parts.join('\r\n'));
    await read();
    expect((await leadsOf())[0]).toMatchObject({ name: 'Nicolò Bianchi', phone: '+393330000862' });
    expect(await query("select from lead_intakes where company_id = 901 and raw like '%QUJDQUJD%'")).toHaveLength(1);
  });

  test('a mail that answers a message of a lead comes back to it, from nobody else', async () => {
    const lead = {
      ...leadOf({ name: 'Chi risponde', phone: '+393330000863', email: 'risponde@example.it' }),
      assigneeId: null,
    };
    const { body } = await call(manager, 'POST /leads', { body: lead });
    const answer = (from: string) =>
      `From: <${from}>\r\nSubject: Re: La sua richiesta [${body.number}]\r\n\r\nVa bene sabato.\r\n`;
    await query(
      "update leads set state = 'in_progress', next_at = '2027-01-20T10:00:00Z', unanswered = 5 where id = $1",
      [body.id],
    );
    await mail(answer('risponde@example.it'));
    await mail(answer('altro@example.it'));
    await read();
    const { messages, ...after } = (await call(manager, 'GET /leads/:id', { params: { id: body.id } })).body;
    expect([after.nextAt < '2026-12', after.unanswered]).toEqual([true, 0]);
    expect(messages).toEqual([expect.objectContaining({ direction: 'in', text: 'Va bene sabato.' })]);
    expect(await waiting()).toHaveLength(1);
  });

  const passes = 'spf=pass smtp.mailfrom=risponde@example.it';
  test.each([
    ['checked by nobody', '', 'unverified'],
    ['with a failing Received-SPF', 'Received-SPF: fail (mx.example.it: not permitted)\r\n', 'unverified'],
    ['that softly fails', `Authentication-Results: ${SERVER}; spf=softfail smtp.mailfrom=example.it\r\n`, 'unverified'],
    ['whose check broke', `Authentication-Results: ${SERVER}; spf=permerror; dkim=none\r\n`, 'unverified'],
    [
      'sent by another domain',
      `Authentication-Results: ${SERVER}; spf=pass smtp.mailfrom=x@altro.example\r\n`,
      'unverified',
    ],
    ['checked by another server', `Authentication-Results: mx.altro.example; ${passes}\r\n`, 'unverified'],
    [
      'checked above what came with it',
      `Authentication-Results: ${SERVER}; spf=none\r\nAuthentication-Results: ${SERVER}; ${passes}\r\n`,
      'unverified',
    ],
    [
      'of two authors',
      `From: <risponde@example.it>, <altro@altro.example>\r\nAuthentication-Results: ${SERVER}; ${passes}\r\n`,
      'unverified',
    ],
    [
      'forwarded with its signature',
      `Authentication-Results: ${SERVER}; spf=fail smtp.mailfrom=x@altro.example;\r\n\tdkim=pass (2048-bit key) header.d=example.it\r\n`,
      null,
    ],
  ])('a reply %s is the customer’s word only where their mail server vouches', async (_, checks, expected) => {
    await admit();
    const lead = {
      ...leadOf({ name: 'Chi risponde', phone: '+393330000863', email: 'risponde@example.it' }),
      assigneeId: null,
    };
    const { body } = await call(manager, 'POST /leads', { body: lead });
    await mail(`${checks}From: <risponde@example.it>\r\nSubject: Re: [${body.number}]\r\n\r\nCambio idea.\r\n`);
    await read();
    const params = { id: body.id };
    const after = (await call(manager, 'GET /leads/:id', { params })).body;
    expect([
      after.messages.map((one: Lead['messages'][number]) => [one.text, one.mail]),
      after.mail,
      after.nextAt,
      after.firstAt,
    ]).toEqual([[['Cambio idea.', expected]], expected, body.nextAt, null]);
    const { rows } = (await call(manager, 'GET /leads', { query: {} })).body;
    expect(rows.find(({ id }: LeadRow) => id === body.id)?.mail).toBe(expected);
    const events = (await call(manager, 'GET /leads/:id/timeline', { params })).body;
    expect(JSON.stringify(events).includes('ha ricevuto una risposta del cliente')).toBe(expected === null);
  });

  test('a mail of an admitted sender whom nobody vouches for is still a lead, and marked', async () => {
    await admit();
    await mail(`${of('Portale <lead@autovetrina.example.it>')}\r\n${text}`);
    await read();
    const { rows } = (await call(manager, 'GET /leads', { query: {} })).body;
    expect(rows.map(({ name, mail: check }: LeadRow) => [name, check])).toEqual([['Olena Lombardi', 'unverified']]);
  });

  test('a mail that nests without end, or is none, waits', async () => {
    const deep = Array.from(
      { length: 200 },
      (_, n) => `Content-Type: multipart/mixed; boundary=b${n}\r\n\r\n--b${n}\r\n`,
    );
    await mail(`From: <a@example.it>\r\n${deep.join('')}`);
    await mail(Buffer.from([0, 255, 0, 1, 2]));
    await mail(`X-Long: ${'x'.repeat(300_000)}\r\n\r\n`);
    await read();
    expect(await waiting()).toHaveLength(3);
  });

  test('is refused beyond a megabyte', async () => {
    expect((await mail(Buffer.alloc(1_000_001, 65))).status).toBe(422);
  });
});

test('leads-intake: what another company’s token sends stays with that company', async () => {
  await adf(adfOf('F9', 'Di un’altra'), stranger);
  await Promise.all([read(), read(902)]);
  expect([await leadsOf(901), await waiting()]).toEqual([[], []]);
  expect(await leadsOf(902)).toHaveLength(1);
});

test('leads-intake: hundreds of old leads at once ring once, when they come and when they are late', async () => {
  const seller = await world.userWith('createQuotes');
  await query('delete from notifications where company_id = 901');
  await query('insert into user_locations (company_id, user_id, location_id) values (901, $1, $2)', [
    seller.id,
    world.alfa.locationId,
  ]);
  const leads = Array.from({ length: 100 }, (_, n) => ({
    id: `old-${n}`,
    name: `Vecchio ${n}`,
    email: `v${n}@example.it`,
    askedAt: '2026-10-05T10:00:00+02:00',
  }));
  await call(manager, 'POST /leads/inbound', { body: { source: 'AutoVetrina', leads } });
  await read();
  const bells = (kind: string) =>
    query(
      'select user_id::int as id, count(*)::int from notifications where company_id = 901 and kind = $1 and user_id = $2 group by 1',
      [kind, seller.id],
    );
  expect([(await leadsOf()).length, await bells('lead_assigned')]).toEqual([100, [{ id: seller.id, count: 1 }]]);
  // Nobody is late tomorrow: some a day, and none on a Sunday.
  const days = await query(
    `select assignee_id::int as who, parked_until::text as day, count(*)::int from leads
      where company_id = 901 and asked_at < '2026-10-06' group by 1, 2 order by 2, 3 desc`,
  );
  expect(days[0]).toMatchObject({ day: '2026-11-21', count: 20 });
  expect(days.filter(({ day, count }) => (count as number) > 20 || day === '2026-11-22')).toEqual([]);
  expect(days.reduce((sum, { count }) => sum + (count as number), 0)).toBe(100);
  await lateLeads.run(world.outside(), {});
  expect(await bells('lead_late')).toEqual([]);
  await query(
    `insert into leads (company_id, number, assignee_id, name, source, type, received_at, next_type, next_at, warn_at, escalate_at, created_at, updated_at)
      select 901, 'L-V-' || n, $1, 'Vecchio', 'portal', 'sales', $2, 'to_handle', $2, $2, '2027-01-01', $2, $2 from generate_series(1, 400) n`,
    [seller.id, world.clock.now.toISOString()],
  );
  for (let minute = 0; minute < 3; minute += 1) await lateLeads.run(world.outside(), {});
  expect(await bells('lead_late')).toEqual([{ id: seller.id, count: 1 }]);
});
