import { afterAll, describe, expect, test } from 'vitest';
import { openCompany } from '#backend/lib/people/open-company.ts';
import { readLook, withLogo } from '#backend/documents/look.ts';
import type { Ctx } from '#backend/lib/work/context.ts';
import { nextNumber } from '#backend/lib/records/counters.ts';
import { dayInRome } from '#domain/dates.ts';
import { MANUFACTURER } from '#domain/endpoint.ts';
import { privileges } from '#domain/privileges.ts';
import { readArguments } from '#scripts/company-arguments.ts';
import { logoOf } from '#tests/support/areas/companies.ts';
import { aPng } from '#tests/support/images.ts';
import { asOwner, testDatabase } from '#tests/support/database.ts';
import { pdfText } from '#tests/support/pdf-text.ts';
import { EVERY, makeWorld } from '#tests/support/world.ts';

const database = await testDatabase();
const world = await makeWorld(database);
const { call } = world;
afterAll(() => world.close());

const torino = {
  id: 31,
  name: 'Torino Auto',
  province: 'TO',
  admin: { name: 'Chiara Ferri', email: 'Chiara@Torino.example.it' },
  places: ['Torino centro'],
  roadCost: 80_000,
};

test('a company opened at the console lets its administrator choose a password and price a car', async () => {
  const token = await openCompany(database.db, torino, world.clock.now);
  const set = await call(null, 'POST /auth/password', { body: { token, password: 'sei-mele-verdi-e-gialle' } });
  expect([set.status, set.body]).toEqual([200, { email: 'chiara@torino.example.it' }]);
  const login = await call(null, 'POST /auth/login', {
    body: { email: 'chiara@torino.example.it', password: 'sei-mele-verdi-e-gialle' },
  });
  expect(login.body.user).toMatchObject({
    company_id: 31,
    company_name: 'Torino Auto',
    role_name: 'Amministratore dealer',
  });
  const sheet = await call({ token: login.body.token }, 'GET /quotes/sheets/:versionId', {
    params: { versionId: world.car.versionId },
  });
  expect(sheet.body.params).toMatchObject({ roadCost: 80_000, expiryDays: 8 });
  const { periods } = (await call({ token: login.body.token }, 'GET /contracts/settings', {})).body;
  const { values } = periods.at(-1);
  expect(values.required.map(({ field }: { field: string }) => field)).toContain('address');
  expect(values.documents).toContainEqual(expect.objectContaining({ type: 'registration', tradeIn: true }));
  const again = await call(null, 'POST /auth/password', { body: { token, password: 'sette-mele-verdi-e-blu' } });
  expect(again.status).toBe(422);
});

test('it begins with what the manufacturer says, from the day that this holds, and companies that are there keep theirs', async () => {
  const maker = await world.user(MANUFACTURER, EVERY);
  const { version, periods } = (await call(maker, 'GET /network/starter')).body;
  const started = { ...periods[0].values, expiryDays: 12, roadPreparation: 650_00, notes: 'Salvo venduto' };
  const sent = await call(maker, 'PUT /network/starter', { version, body: { ...started, from: '2026-11-20' } });
  expect(sent.status, JSON.stringify(sent.body)).toBe(200);
  const { email } = torino.admin;
  await openCompany(
    database.db,
    { ...torino, id: 36, admin: { name: 'Ivo Rossi', email: `ivo.${email}` }, roadCost: null },
    world.clock.now,
  );
  const paramsOf = async (companyId: number) => {
    const as = await world.user(companyId, EVERY);
    return (await call(as, 'GET /quotes/settings')).body.periods[0].values;
  };
  expect(await paramsOf(36)).toMatchObject({ expiryDays: 12, roadPreparation: 650_00, notes: 'Salvo venduto' });
  expect(await paramsOf(36)).toMatchObject({ quotationRequired: true });
  expect(await paramsOf(31)).toMatchObject({ expiryDays: 8, roadPreparation: 800_00, notes: '' });
});

test('it has a first place, where its administrator works, in a province that exists', async () => {
  const admin = await world.user(31, [privileges.managePreferences]);
  const { body } = await call(admin, 'GET /locations', {});
  expect(body.rows).toMatchObject([{ name: 'Torino centro', province: 'TO', users: 1 }]);
  const nowhere = openCompany(database.db, { ...torino, id: 34, province: 'ZZ' }, world.clock.now);
  await expect(nowhere).rejects.toMatchObject({ detail: { fields: { province: '«ZZ» non è una provincia' } } });
});

test('it is told what it lacks until it is done, and which areas it has not begun', async () => {
  const admin = await world.user(31, [
    privileges.managePreferences,
    privileges.createQuotes,
    privileges.manageOwnQuotes,
    privileges.seeCustomers,
    privileges.registerAccesses,
  ]);
  const begun = async () => (await call(admin, 'GET /companies/beginning', {})).body;
  const first = await begun();
  expect(first).toMatchObject({ quotes: false, stock: false });
  expect(first.missing).toEqual(expect.arrayContaining(['company', 'logo', 'places', 'caps', 'import', 'quote']));
  const own = { params: { company_id: 31 } };
  const {
    id: _id,
    logo: _logo,
    numbers: _numbers,
    version,
    ...body
  } = (await call(admin, 'GET /companies/:company_id/profile', own)).body;
  const data = { vatNumber: '01234560157', address: 'Via Po 1', cap: '10121', city: 'Torino', rea: 'TO-1234567' };
  await call(admin, 'PUT /companies/:company_id/profile', { ...own, version, body: { ...body, ...data } });
  await call(admin, 'PUT /companies/:company_id/logo', { ...own, body: logoOf(300, 80) });
  const left = (await begun()).missing;
  expect(left).not.toContain('company');
  expect(left).not.toContain('logo');
  expect(left).toContain('caps');
  // An older company is asked for nothing.
  await asOwner(
    database.ownerUrl,
    `update companies set created_at = created_at - interval '120 days' where company_id = 31`,
  );
  expect((await begun()).missing).toEqual([]);
});

test('the command names each wrong argument', () => {
  const right = ['--id', '31', '--name', 'Torino Auto', '--province', 'TO', '--admin', 'a@b.example.it'];
  expect(readArguments([...right, '--road-cost', '950,50'])).toEqual({
    id: 31,
    name: 'Torino Auto',
    province: 'TO',
    admin: { name: 'Amministratore', email: 'a@b.example.it' },
    places: ['Sede'],
    roadCost: 95_050,
  });
  const args = ['--id', 'trentuno', '--name', '--province', 'Torino', 'Auto', '--sede', 'Centro', '--road-cost', 'x'];
  const { wrong } = readArguments(args) as { wrong: string[] };
  const named = wrong.map((sentence) => sentence.split(':')[0]);
  expect(named).toEqual(['--id', '--name', '--province', '--admin', '--road-cost', '--sede', '«Auto»']);
  expect(wrong[1]).toContain('manca');
  expect(wrong[2]).toContain('«Torino» non va bene');
});

test('number and e-mail are taken once', async () => {
  await expect(openCompany(database.db, torino, world.clock.now)).rejects.toMatchObject({
    constraint: 'companies_pkey',
  });
  await expect(openCompany(database.db, { ...torino, id: 32 }, world.clock.now)).rejects.toMatchObject({
    constraint: 'login_emails_pkey',
  });
});

test('the manufacturer’s company asks everybody for a second factor from its first day; the others ask when they want', async () => {
  // The demo world has one, whose people are tried out without.
  await asOwner(
    database.ownerUrl,
    `set session_replication_role = replica; delete from companies where company_id = ${MANUFACTURER}`,
  );
  const enter = async (id: number, email: string) => {
    const company = { ...torino, id, admin: { name: 'Chiara Ferri', email } };
    const body = {
      token: await openCompany(database.db, company, world.clock.now),
      password: 'sei-mele-verdi-e-gialle',
    };
    expect((await call(null, 'POST /auth/password', { body })).status).toBe(200);
    return (await call(null, 'POST /auth/login', { body: { email, password: body.password } })).body;
  };
  const first = await enter(MANUFACTURER, 'prima@casa.example.it');
  expect([first.step, first.token]).toEqual(['mail', undefined]);
  expect((await enter(33, 'prima@torino.example.it')).token).toBeDefined();
});

describe('the look of a company on its documents', () => {
  const manager = world.userWith('managePreferences');
  const own = { params: { company_id: 901 } };
  const read = async () => (await call(await manager, 'GET /companies/:company_id/profile', own)).body;
  const put = async (body: object) => call(await manager, 'PUT /companies/:company_id/logo', { ...own, body });

  test('is changed by who manages the preferences, at the version they saw, and told to the audit', async () => {
    const { id: _id, logo: _logo, numbers: _numbers, version, ...body } = await read();
    const as = await manager;
    const change = { ...own, version, body: { ...body, colour: '#7a1f1f', phone: '02 1234567' } };
    const saved = await call(as, 'PUT /companies/:company_id/profile', change);
    expect(saved.body).toMatchObject({ colour: '#7a1f1f', phone: '+39021234567', version: version + 1 });
    expect((await call(as, 'PUT /companies/:company_id/profile', change)).status).toBe(412);
    const other = { ...change, params: { company_id: 902 }, version: version + 1 };
    expect((await call(as, 'PUT /companies/:company_id/profile', other)).status).toBe(404);
  });

  test('is in both its colours on what is printed of a quote', async () => {
    const { id: _id, logo: _logo, numbers: _numbers, version, ...body } = await read();
    const change = { ...own, version, body: { ...body, colour: '#5a1f7a', accent: '#fde2c0' } };
    expect((await call(await manager, 'PUT /companies/:company_id/profile', change)).status).toBe(200);
    const seller = await world.userWith('createQuotes', 'manageOwnQuotes', 'seeCustomers');
    const { id } = (await call(seller, 'POST /quotes', { body: world.draft(world.alfa) })).body;
    const drawn = await call(seller, 'GET /quotes/:id/preview/:page', { params: { id, page: 1 } });
    const svg = Buffer.from(drawn.body).toString();
    for (const colour of ['#5a1f7a', '#fde2c0']) expect(svg).toContain(colour);
  });

  test('is the old or the new one on what is printed while it is changed, never a mixture', async () => {
    const { id: _id, logo: _logo, numbers: _numbers, version, ...body } = await read();
    const seller = await world.userWith('createQuotes', 'manageOwnQuotes', 'seeCustomers');
    const { id } = (await call(seller, 'POST /quotes', { body: world.draft(world.alfa) })).body;
    const wanted = { ...body, colour: '#114433', accent: '#cceedd' };
    const print = () => call(seller, 'GET /quotes/:id/preview/:page', { params: { id, page: 1 } });
    const [one, saved, ...more] = await Promise.all([
      print(),
      call(await manager, 'PUT /companies/:company_id/profile', { ...own, version, body: wanted }),
      print(),
      print(),
    ]);
    expect(saved.status).toBe(200);
    const looks = [body, wanted].map(({ colour, accent }) => [colour, accent]);
    for (const { status, body: drawn } of [one, ...more]) {
      expect(status).toBe(200);
      const svg = Buffer.from(drawn).toString();
      expect(looks.filter((colours) => colours.every((colour) => svg.includes(colour)))).toHaveLength(1);
    }
  });

  test('has a logo by its content: bounded in bytes and pixels, the old file goes with it', async () => {
    expect((await put(logoOf(600, 150))).body.logo).toMatchObject({ width: 600, height: 150 });
    const first = (await read()).logo.key;
    for (const [width, height] of [
      [2001, 10],
      [10, 2001],
      [0, 10],
    ])
      expect((await put(logoOf(width!, height!))).body.fields).toHaveProperty('base64');
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>').toString('base64');
    expect((await put({ base64: svg })).body.fields).toEqual({ base64: 'Scegliere un logo PNG o JPEG' });
    const large = Buffer.concat([aPng({}), Buffer.alloc(400_000)]).toString('base64');
    expect((await put({ base64: large })).status).toBe(422);
    expect((await read()).logo.key).toBe(first);
    expect((await put(logoOf(300, 80))).body.logo.key).not.toBe(first);
    const thin = (await put(logoOf(10, 1900))).body.fields;
    expect(thin.base64).toMatch(/troppo sottile/);
    const seller = await world.userWith();
    expect((await call(seller, 'GET /companies/:company_id/logo', own)).status).toBe(200);
    // As the page asks for it.
    const { key } = (await read()).logo;
    expect((await call(seller, 'GET /companies/:company_id/logo', { ...own, query: { key } })).status).toBe(200);
    await call(await manager, 'DELETE /companies/:company_id/logo', own);
    expect((await call(seller, 'GET /companies/:company_id/logo', own)).status).toBe(404);
    expect((await read()).logo).toBeNull();
  });

  test('is printed whole when its logo is replaced between reading and drawing', async () => {
    await put(logoOf(600, 150));
    const { files, asCompany } = world.outside();
    const inside = <T>(work: (ctx: Ctx) => Promise<T>) => asCompany(901, null, work);
    const before = await inside(readLook);
    await put(logoOf(300, 80));
    expect(await files.get(before.logoKey!)).toBeNull();
    const { logo } = await withLogo({ files, inside }, before);
    expect(logo).not.toBeNull();
    expect(logo).toEqual(await files.get((await inside(readLook)).logoKey!));
  });

  test('states register, capital, payments and account on a quote; what was issued keeps what it said', async () => {
    const seller = await world.user(901, EVERY);
    const { id: _id, logo: _logo, numbers: _numbers, version, ...body } = await read();
    const said = {
      registry: 'Milano',
      rea: 'MI-7654321',
      capital: 50_000_00,
      payments: ['transfer'],
      accounts: [{ iban: 'IT60X0542811101000000123456', bank: 'Banca Prova' }],
      signature: 'Alfa Auto\nwww.alfa.example.it',
    };
    const saved = await call(await manager, 'PUT /companies/:company_id/profile', {
      ...own,
      version,
      body: { ...body, ...said },
    });
    expect(saved.body).toMatchObject(said);
    const { id } = (await call(seller, 'POST /quotes', { body: world.draft(world.alfa) })).body;
    await call(seller, 'POST /quotes/:id/issue', { params: { id }, version: 1 });
    await call(await manager, 'PUT /companies/:company_id/profile', {
      ...own,
      version: version + 1,
      body: { ...body, ...said, rea: 'MI-1111111' },
    });
    const { body: pdf } = await call(seller, 'GET /quotes/:id/document', { params: { id } });
    const pages = pdfText(pdf as Buffer).map((page) => page.replace(/\s+/g, ' '));
    for (const page of pages) expect(page).toContain('REA MI-7654321 · Capitale sociale 50.000,00 € i.v.');
    expect(pages.join(' ')).toContain('IBAN IT60 X054 2811 1010 0000 0123 456, Banca Prova');
  });

  describe('numbers its documents', () => {
    const choose = async (body: object, version?: number) =>
      call(await manager, 'PUT /companies/:company_id/numbers', {
        ...own,
        version: version ?? (await read()).version,
        body,
      });
    const year = Number(dayInRome(world.clock.now).slice(0, 4));
    const issue = async () => {
      const seller = await world.user(901, EVERY);
      const { id } = (await call(seller, 'POST /quotes', { body: world.draft(world.alfa) })).body;
      return (await call(seller, 'POST /quotes/:id/issue', { params: { id }, version: 1 })).body.number as string;
    };
    const b2b = { kind: 'b2b_quote', year, prefix: 'GR', first: 457 };

    test('from the prefix and first number that it chose for a year without any, not for one with some', async () => {
      const given = await issue();
      const refused = await choose({ kind: 'quote', year, prefix: 'Q', first: 1 });
      expect(refused.body.fields.year).toContain(`si scelgono per il ${year + 1}`);
      expect((await choose({ kind: 'quote', year: year + 1, prefix: 'Q', first: 500 })).status).toBe(200);
      expect((await issue()) > given).toBe(true);
      const chosen = (await choose(b2b)).body.numbers.filter(({ kind }: { kind: string }) => kind === 'b2b_quote');
      expect(chosen).toEqual([
        { kind: 'b2b_quote', year, prefix: 'GR', next: 457, given: false },
        { kind: 'b2b_quote', year: year + 1, prefix: 'GR', next: 1, given: false },
      ]);
      const again = await choose({ ...b2b, first: 460 });
      expect(again.body.numbers).toContainEqual({ kind: 'b2b_quote', year, prefix: 'GR', next: 460, given: false });
    });

    test('never under the prefix of another kind, nor for a year far away, nor at a version that is not the last', async () => {
      const same = await choose({ kind: 'new_car', year: year + 1, prefix: 'Q', first: 1 });
      expect(same.body.fields.prefix).toBe('È già il prefisso di: Preventivi');
      expect((await choose({ ...b2b, year: year + 2 })).body.fields).toHaveProperty('year');
      expect((await choose({ ...b2b, prefix: 'p-1' })).body.fields).toHaveProperty('prefix');
      expect((await choose(b2b, 1)).status).toBe(412);
    });

    test('once each, also when many ask at once while the first number is chosen', async () => {
      const { asCompany } = world.outside();
      const next = () => asCompany(901, null, (ctx) => nextNumber(ctx, 'new_car'));
      const chosen = choose({ kind: 'new_car', year, prefix: 'NV', first: 90 });
      const numbers = await Promise.all(Array.from({ length: 12 }, next));
      await chosen;
      expect(new Set(numbers).size).toBe(12);
      expect(new Set([...numbers, await next()]).size).toBe(13);
    });
  });
});
