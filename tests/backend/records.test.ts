import { afterAll, describe, expect, test } from 'vitest';
import { cleanHtml } from '#backend/lib/files/html.ts';
import { countPeople } from '#backend/news/readings.ts';
import { readCsv } from '#backend/lib/files/csv.ts';
import { withTenant } from '#backend/db/tenant.ts';
import { privileges } from '#domain/privileges.ts';
import { PASSWORD, type TestUser } from '#tests/support/area.ts';
import { aNotice, aRelease } from '#tests/support/areas/news.ts';
import { testDatabase } from '#tests/support/database.ts';
import { EVERY, makeWorld } from '#tests/support/world.ts';

const database = await testDatabase();
const world = await makeWorld(database);
const { alfa, beta, car, call, clock } = world;
afterAll(() => world.close());

const desk = await world.userWith('seeCustomers', 'manageCustomers', 'registerAccesses');

describe('customers', () => {
  const create = (body: object) =>
    call(desk, 'POST /customers', { body: { type: 'private', firstName: 'Anna', lastName: 'Esposito', ...body } });
  const matches = async (q: string) =>
    (await call(desk, 'GET /customers/matches', { query: { q } })).body.map(({ name }: { name: string }) => name);

  test('are checked at their fields, by type', async () => {
    const fields = async (body: object) => (await create(body)).body.fields;
    expect(Object.keys(await fields({ taxCode: 'RSSMRA85T10A562T' }))).toEqual(['taxCode']);
    expect(Object.keys(await fields({ vatNumber: '00743110158', type: 'vat' }))).toEqual(['vatNumber']);
    expect(Object.keys(await fields({ type: 'fleet' })).toSorted()).toEqual(['companyName', 'legalForm', 'vatNumber']);
    expect(await fields({ cap: '123', province: 'Milano', email: 'x' })).toEqual({
      cap: 'Inserire un CAP di 5 cifre',
      province: 'Al massimo 2 caratteri',
      email: 'Inserire un indirizzo e-mail valido',
    });
  });

  test('keep the fields of their type, in one form', async () => {
    const person = (
      await create({
        taxCode: 'spsnna01h62f839u',
        phone: '333 123 45 67',
        city: 'Napoli',
        province: 'na',
        companyName: 'Resto',
      })
    ).body;
    expect(person).toMatchObject({
      name: 'Anna Esposito',
      taxCode: 'SPSNNA01H62F839U',
      phone: '+393331234567',
      province: 'NA',
      companyName: null,
      version: 1,
    });
    const fleet = (
      await create({ type: 'fleet', companyName: 'Flotta Srl', legalForm: 'srl', vatNumber: '09988770013' })
    ).body;
    expect(fleet).toMatchObject({ name: 'Flotta Srl', firstName: null, vatNumber: '09988770013' });
  });

  test('with the code of another are refused by name; homonyms are not', async () => {
    const same = await create({ taxCode: 'RSSMRA85T10A562S' });
    expect(same.status).toBe(409);
    expect(same.body.fields).toEqual({ taxCode: 'Mario ALFAMARCHIO è già tra i clienti con questo codice fiscale' });
    expect((await create({ firstName: 'Mario', lastName: 'ALFAMARCHIO' })).status).toBe(201);
    // As many connections as callers: opened one by one they would come one after the other.
    await Promise.all(Array.from({ length: 8 }, () => call(desk, 'GET /auth/user')));
    const atOnce = await Promise.all(
      Array.from({ length: 8 }, () => create({ firstName: 'Laura', lastName: 'Bianchi', taxCode: 'BNCLRA90A41F205I' })),
    );
    expect(atOnce.map(({ status }) => status).toSorted()).toEqual([201, ...Array.from({ length: 7 }, () => 409)]);
    const own = await call(desk, 'PUT /customers/:id', {
      params: { id: alfa.customerId },
      version: 1,
      body: {
        type: 'private',
        firstName: 'Mario',
        lastName: 'ALFAMARCHIO',
        taxCode: 'RSSMRA85T10A562S',
        city: 'Lecco',
      },
    });
    expect(own.body).toMatchObject({ version: 2, city: 'Lecco' });
    const stale = await call(desk, 'PUT /customers/:id', {
      params: { id: alfa.customerId },
      version: 1,
      body: { type: 'private', firstName: 'A', lastName: 'B' },
    });
    expect(stale).toMatchObject({ status: 412, body: { current: { version: 2, city: 'Lecco' } } });
  });

  test('are found by the beginning of any word, code or phone, never those of others', async () => {
    for (const [firstName, lastName] of [
      ['Nicolò', 'D’Angelo'],
      ['Piero', 'Nicolini'],
      ['Carla', 'Zanicolò'],
    ])
      await create({ firstName, lastName });
    expect(await matches('nicol')).toEqual(['Piero Nicolini', 'Nicolò D’Angelo']);
    expect(await matches('nicolo')).toEqual(['Nicolò D’Angelo']);
    expect(await matches('esposito anna')).toEqual(['Anna Esposito']);
    expect(await matches('0998877')).toEqual(['Flotta Srl']);
    expect(await matches('3331234567')).toEqual(['Anna Esposito']);
    expect(await matches(beta.marker)).toEqual([]);
    expect(await matches('%%')).toEqual([]);
  });
});

describe('catalogue', () => {
  test('shows what is sold today at the price of today', async () => {
    const as = await world.userWith('seeAccessories');
    const model = async () => (await call(as, 'GET /catalog/models/:id', { params: { id: car.modelId } })).body;
    expect((await model()).versions).toMatchObject([{ id: car.versionId, listPrice: 2_490_000, consumption: 5.2 }]);
    await world.query("insert into version_prices values ($1, '2026-12-01', 2600000)", [car.versionId]);
    expect((await model()).model.fromPrice).toBe(2_490_000);
    clock.now = new Date('2026-11-30T23:30:00Z');
    expect((await model()).versions[0].listPrice).toBe(2_600_000);
    const maker = (await call(as, 'GET /catalog/makers/:id', { params: { id: car.makerId } })).body;
    expect(maker).toMatchObject({
      maker: { name: 'Prova Motori', models: 1, fromPrice: 2_600_000 },
      models: [{ name: 'Lampo', versions: 1 }],
    });
    await world.query('update versions set published = false where id = $1', [car.versionId]);
    expect((await model()).versions).toEqual([]);
    expect((await call(as, 'GET /catalog/makers/:id', { params: { id: 999_999 } })).status).toBe(404);
    await world.query('update versions set published = true where id = $1', [car.versionId]);
    clock.now = new Date('2026-11-20T09:00:00Z');
  });
});

describe('profile', () => {
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  );
  test('picture: by its first bytes, seen by colleagues only, gone when taken away', async () => {
    const me = await world.userWith();
    const put = (bytes: Buffer) => call(me, 'PUT /users/me/picture', { body: { base64: bytes.toString('base64') } });
    const get = (as: { token: string }) => call(as, 'GET /users/:id/picture', { params: { id: me.id } });
    expect((await get(me)).status).toBe(404);
    expect((await put(Buffer.from('<svg onload="alert(1)"/>'))).body.fields).toEqual({
      base64: 'Scegliere una immagine PNG, JPEG o WebP',
    });
    expect((await put(Buffer.concat([png, Buffer.alloc(299_999)]))).body.fields).toEqual({
      base64: 'Immagine troppo grande',
    });
    expect((await put(png)).status).toBe(204);
    expect((await call(me, 'GET /auth/user')).body.profile_picture).toBe(`/api/users/${me.id}/picture`);
    const picture = await get(desk);
    expect(picture.body.subarray(1, 4).toString()).toBe('PNG');
    expect(picture.headers.get('content-type')).toBe('image/png');
    expect(picture.headers.get('x-content-type-options')).toBe('nosniff');
    expect((await get(await world.strangerWith())).status).toBe(404);
    expect((await call(me, 'DELETE /users/me/picture')).status).toBe(204);
    expect((await get(me)).status).toBe(404);
  });

  test('password: needs the current one, ends the other sessions, and guesses are slowed down', async () => {
    const me = await world.user(901, [], { password: true });
    const other = (await call(null, 'POST /auth/login', { body: { email: me.email, password: PASSWORD } })).body;
    const change = (current: string, password = 'quattro-gatti-sul-tetto') =>
      call(me, 'PUT /users/me/password', { body: { current, password } });
    expect((await change('sbagliata')).body.fields).toEqual({ current: 'La password attuale non è corretta' });
    expect((await change(PASSWORD, 'volante-volante-1')).body.fields.password).toContain('volante');
    for (const own of ['alfamarchio', 'utente'])
      expect((await change(PASSWORD, `${own}-nel-parco-di-sera`)).body.fields.password).toContain(own);
    expect((await change(PASSWORD)).status).toBe(204);
    expect((await call(other, 'GET /auth/user')).status).toBe(401);
    expect((await call(me, 'GET /auth/user')).status).toBe(200);
    for (let i = 0; i < 5; i += 1) await change('sbagliata');
    expect((await change('sbagliata')).status).toBe(429);
  });

  test('appearance and read updates are kept; views are shared with the company when wanted', async () => {
    const [me, colleague] = [await world.userWith(), await world.userWith()];
    await call(me, 'PUT /users/me/appearance', { body: { theme: 'dark', density: 'compact', shortcuts: false } });
    await call(me, 'PUT /users/me/updates-seen');
    expect((await call(me, 'GET /auth/user')).body).toMatchObject({
      theme: 'dark',
      density: 'compact',
      shortcuts: false,
      updatesSeenAt: clock.now.toISOString(),
      version: 1,
    });
    const save = async (name: string, shared: boolean) =>
      (
        await call(me, 'POST /users/me/views', {
          body: { area: 'quotes', name, shared, state: { q: 'x', sort_by: 'number' } },
        })
      ).body;
    const [mine, ours] = [await save('Mia', false), await save('Nostra', true)];
    const views = async (as: { token: string }) =>
      (await call(as, 'GET /users/me/views', { query: { area: 'quotes' } })).body;
    expect(await views(me)).toEqual([mine, ours]);
    expect(await views(colleague)).toEqual([{ ...ours, own: false, removable: false }]);
    expect((await call(colleague, 'DELETE /users/me/views/:id', { params: { id: ours.id } })).status).toBe(404);
    expect((await call(me, 'DELETE /users/me/views/:id', { params: { id: ours.id } })).status).toBe(204);
    expect(await views(colleague)).toEqual([]);
  });

  test('views are bounded in size and number, and who manages the preferences may delete shared ones', async () => {
    const [me, chief] = [await world.userWith(), await world.userWith('managePreferences')];
    const save = (state: Record<string, string>, shared = false) =>
      call(me, 'POST /users/me/views', { body: { area: 'tyres', name: 'Vista', shared, state } });
    const many = (keys: number, length: number) =>
      Object.fromEntries(Array.from({ length: keys }, (_, at) => [`k${at}`, 'x'.repeat(length)]));
    expect((await save(many(41, 1))).body.fields).toEqual({ state: 'Al massimo 40 filtri' });
    expect((await save(many(40, 400))).body.fields.state).toContain('troppo grande');
    // 8 kB as they are kept, whatever the letters.
    const wide = Object.fromEntries(Array.from({ length: 12 }, (_, at) => [`k${at}`, '車'.repeat(300)]));
    expect((await save(wide)).body.fields.state).toContain('troppo grande');
    expect((await save(many(40, 180))).status).toBe(201);
    const ours = (await save({}, true)).body;
    const rows = await world.factsOf('view', ours.id);
    expect(rows).toEqual([{ before: null, after: { area: 'tyres', name: 'Vista', shared: true } }]);
    const left = await Promise.all(Array.from({ length: 55 }, () => save({})));
    expect(left.filter(({ status }) => status === 201)).toHaveLength(48);
    expect(left.find(({ status }) => status === 422)!.body.fields.name).toContain('50 viste');
    const seen = (await call(chief, 'GET /users/me/views', { query: { area: 'tyres' } })).body;
    expect(seen).toMatchObject([{ id: ours.id, own: false, removable: true }]);
    expect((await call(chief, 'DELETE /users/me/views/:id', { params: { id: ours.id } })).status).toBe(204);
    const mine = (await call(me, 'GET /users/me/views', { query: { area: 'tyres' } })).body;
    expect((await call(chief, 'DELETE /users/me/views/:id', { params: { id: mine[0].id } })).status).toBe(404);
  });

  test('company: own one only', async () => {
    expect((await call(desk, 'GET /companies/:company_id', { params: { company_id: 901 } })).body).toEqual({
      id: 901,
      name: 'ALFAMARCHIO Auto',
      province: 'MI',
      taxRate: 22,
    });
    expect((await call(desk, 'GET /companies/:company_id', { params: { company_id: 902 } })).status).toBe(404);
  });
});

describe('releases and notices', () => {
  test('come out when their time has come, for whom they are, with clean HTML', async () => {
    await world.query('delete from notices; delete from releases');
    const notice = (title: string, starts: string, ends: string | null, companies: number[] | null) =>
      world.query(
        'insert into notices (color, title, body, starts_at, ends_at, for_companies) values ($1, $2, $3, $4, $5, $6)',
        ['#aa0000', title, '<p onclick="x()">Testo</p>', starts, ends, companies],
      );
    await notice('Per tutti', '2026-11-20T08:00Z', null, null);
    await notice('Per Alfa', '2026-11-20T08:30Z', '2026-11-20T09:00:01Z', [901]);
    await notice('Per Beta', '2026-11-20T08:00Z', null, [902]);
    await notice('Finito', '2026-11-19T08:00Z', '2026-11-20T09:00Z', null);
    await notice('Domani', '2026-11-21T08:00Z', null, null);
    const active = (await call(desk, 'GET /portal/notices/active')).body;
    expect(active.map(({ title }: { title: string }) => title)).toEqual(['Per Alfa', 'Per tutti']);
    expect(active[0].body).toBe('<p>Testo</p>');
    await world.query(
      "insert into releases (release_number, release_date, title, body) values ('1.2', '2026-11-20', 'Oggi', '<h3>Nuovo</h3><script>x</script>'), ('1.3', '2026-11-21', 'Domani', '')",
    );
    const releases = (await call(desk, 'GET /releases')).body;
    expect(releases).toEqual([
      { id: expect.any(Number), release_number: '1.2', release_date: '2026-11-20', title: 'Oggi' },
    ]);
    expect((await call(desk, 'GET /releases/:id', { params: { id: releases[0].id } })).body.body).toBe(
      '<h3>Nuovo</h3>',
    );
    expect((await call(desk, 'GET /releases/:id', { params: { id: releases[0].id + 1 } })).status).toBe(404);
  });
});

describe('what the manufacturer writes', () => {
  const shownTo = async (as: TestUser) =>
    (await call(as, 'GET /releases')).body.map((one: { release_number: string }) => one.release_number);

  const countedAtNight = () => world.outside().asCompany(901, null, countPeople.run);

  test('a release is a draft, published for its audience, changed, withdrawn; who has read it is a number', async () => {
    const maker = await world.user(10, EVERY);
    const draft = { ...aRelease(await world.sideOf(alfa)), releaseDate: '2026-11-20', forCompanies: [901] };
    const number = draft.releaseNumber;
    const { id } = (await call(maker, 'POST /network/releases', { body: draft })).body;
    const params = { id };
    const act = async (name: 'publish' | 'withdraw', version: number) =>
      (await call(maker, `POST /network/releases/:id/${name}`, { params, version })).body;
    const reader = await world.userWith();
    expect([await shownTo(reader), await shownTo(maker)].flat()).not.toContain(number);
    expect(await act('publish', 1)).toMatchObject({ state: 'shown', version: 2, editedAt: null });
    expect(await shownTo(reader)).toContain(number);
    expect(await shownTo(await world.strangerWith())).not.toContain(number);

    await countedAtNight();
    const readers = async () => (await call(maker, 'GET /network/releases/:id/readers', { params })).body;
    const [before] = await readers();
    expect(before).toMatchObject({ id: 901, readers: 0 });
    expect(before.people).toBeGreaterThan(0);
    expect((await call(reader, 'GET /releases/unread')).body).toContain(id);
    for (let n = 0; n < 2; n += 1) await call(reader, 'PUT /releases/:id/read', { params });
    expect((await call(reader, 'GET /releases/unread')).body).not.toContain(id);
    // Who reads all the news has read this one, too.
    await call(await world.userWith(), 'PUT /users/me/updates-seen');
    expect((await readers())[0].readers).toBe(2);
    const row = (await call(maker, 'GET /network/releases')).body.find((one: { id: number }) => one.id === id);
    expect(row.reach).toEqual({ companies: 1, people: before.people, readers: 2, unread: before.people - 2 });
    expect(JSON.stringify([row, await readers()])).not.toContain(reader.email);
    await world.query('update users set archived_at = now() where company_id = 901 and id = $1', [reader.id]);
    await countedAtNight();
    expect((await readers())[0]).toMatchObject({ people: before.people, readers: 1 });

    const body = { ...draft, title: 'Altro titolo' };
    const saved = (await call(maker, 'PUT /network/releases/:id', { params, version: 2, body })).body;
    expect([saved.title, saved.editedAt]).toEqual(['Altro titolo', expect.any(String)]);
    expect((await call(await world.userWith(), 'GET /releases/:id', { params })).body.editedAt).toEqual(saved.editedAt);
    const removed = (version: number) => call(maker, 'DELETE /network/releases/:id', { params, version });
    expect([(await removed(2)).status, (await removed(3)).status]).toEqual([412, 409]);
    expect((await act('withdraw', 3)).state).toBe('withdrawn');
    expect(await shownTo(await world.userWith())).not.toContain(number);
    expect((await act('publish', 4)).state).toBe('shown');
    // Nobody at the company has this role.
    const wanted = await call(maker, 'POST /network/releases', {
      body: { ...draft, releaseNumber: `${number}.1`, forRoles: ['Accoglienza'] },
    });
    expect(
      (await call(maker, 'GET /network/releases/:id/readers', { params: { id: wanted.body.id } })).body,
    ).toMatchObject([{ id: 901, people: 0, readers: 0 }]);
    const again = await call(maker, 'POST /network/releases', { body: draft });
    expect(again.body.fields).toEqual({ releaseNumber: 'C’è già una release con questo numero' });
  });

  test('a notice is seen in its time, also on the day when clocks change; what cannot be shown is named', async () => {
    const maker = await world.user(10, EVERY);
    const write = (changes: object) => call(maker, 'POST /network/notices', { body: { ...aNotice, ...changes } });
    const made = (await write({ startsOn: '2026-10-25', startsTime: '02:30', endsOn: '2027-03-28', endsTime: '02:30' }))
      .body;
    // The hour that comes twice is the first one, the hour that is skipped the one after it.
    expect(await world.query('select starts_at, ends_at from notices where id = $1', [made.id])).toEqual([
      { starts_at: new Date('2026-10-25T00:30Z'), ends_at: new Date('2027-03-28T01:30Z') },
    ]);
    expect([made.startsTime, made.endsTime]).toEqual(['02:30', '03:30']);
    const refused = async (changes: object) => (await write(changes)).body.fields;
    expect(await refused({ endsOn: '2026-11-17' })).toEqual({ endsOn: 'Finisce prima di cominciare' });
    const scripts = '<p onclick="x()">a</p><script>x</script><a href="javascript:x">b</a><img src="x">';
    expect(await refused({ body: scripts })).toEqual({
      body: 'Non si può mostrare: onclick, <script>, javascript:x, <img>, src. Toglierlo dal testo.',
    });
    const kept = '<h3>Titolo</h3><ul><li><a href="https://esempio.it">qui</a> &lt; 3</li></ul>';
    expect((await write({ body: kept })).status).toBe(201);

    await call(maker, 'POST /network/notices/:id/publish', { params: { id: made.id }, version: 1 });
    const reader = await world.userWith();
    const shown = async () =>
      (await call(reader, 'GET /portal/notices/active')).body.find(({ id }: { id: number }) => id === made.id);
    expect(await shown()).toMatchObject({ title: 'Avviso', edited: false });
    expect((await call(reader, 'PUT /portal/notices/:id/read', { params: { id: made.id } })).status).toBe(204);
    await countedAtNight();
    const readers = await call(maker, 'GET /network/notices/:id/readers', { params: { id: made.id } });
    expect(readers.body.find(({ id }: { id: number }) => id === 901).people).toBeGreaterThan(0);
    await call(maker, 'POST /network/notices/:id/withdraw', { params: { id: made.id }, version: 2 });
    expect(await shown()).toBeUndefined();
    expect((await call(reader, 'PUT /portal/notices/:id/read', { params: { id: made.id } })).status).toBe(404);
  });
});

test('the manufacturer’s rows are read by their companies, brands and roles; drafts by its writers alone', async () => {
  await world.query('delete from notices');
  const notice = (title: string, columns = '', values = '') =>
    world.query(
      `insert into notices (color, title, body, starts_at ${columns}) values ('#aa0000', $1, '', '2026-11-20T08:00Z' ${values})`,
      [title],
    );
  await notice('Bozza', ', draft', ', true');
  await notice('Bozza per Alfa', ', draft, for_companies', ', true, array[901]');
  await notice('Per la marca 7', ', for_brands', ', array[7]');
  await notice('Per la marca 70', ', for_brands', ', array[70]');
  await notice('Per chi vende', ', for_roles', ', array[$$Prova$$]');
  await notice('Per altri', ', for_roles', ', array[$$Accoglienza$$]');
  await notice('Per nessuno', ', for_companies', ", '{}'");
  await notice('Per Alfa, marca 70', ', for_companies, for_brands', ', array[901], array[70]');
  const titles = async (as: TestUser) =>
    (await call(as, 'GET /portal/notices/active')).body.map(({ title }: { title: string }) => title).toSorted();
  // A company that says no brands sells all of them.
  const everybodys = ['Per Alfa, marca 70', 'Per chi vende', 'Per la marca 7', 'Per la marca 70'];
  expect(await titles(await world.userWith())).toEqual(everybodys);
  await world.query('update companies set brands = array[7, 8] where company_id = 901');
  expect(await titles(await world.userWith())).toEqual(['Per chi vende', 'Per la marca 7']);
  await world.query('update companies set brands = null where company_id = 901');
  // Whoever of the manufacturer writes nothing sees no more than a dealer; in the calls of its own side its writers see all.
  expect(await titles(await world.user(10, [privileges.managePreferences]))).not.toContain('Bozza');
  const all = (isWriter: boolean, companyId = 10) =>
    withTenant(database.db, { companyId, userId: null, isWriter }, async (trx) => {
      const rows = await trx.selectFrom('notices').select('title').execute();
      const { numUpdatedRows } = await trx.updateTable('notices').set({ color: '#00aa00' }).executeTakeFirst();
      return [rows.length, Number(numUpdatedRows)];
    });
  expect(await all(true)).toEqual([8, 8]);
  expect(await all(false)).toEqual([0, 0]);
  expect(await all(true, 901)).toEqual([0, 0]);
});

describe('HTML', () => {
  const payloads = [
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '<svg onload=alert(1)>',
    '<a href="javascript:alert(1)">x</a>',
    '<a href="JaVaScRiPt:alert(1)">x</a>',
    '<a href="java\tscript:alert(1)">x</a>',
    '<a href="&#106;avascript:alert(1)">x</a>',
    '<a href="data:text/html,<script>alert(1)</script>">x</a>',
    '<a href="//evil.example">x</a>',
    '<a href="http://evil.example">x</a>',
    '<p style="background:url(//evil.example)">x</p>',
    '<p id="location" class="x" name="y">x</p>',
    '<iframe src="//evil.example"></iframe>',
    '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
    '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
    '<form><input name=action></form>',
    '<object data=x></object>',
    '<embed src=x>',
    '<base href="//evil.example/">',
    '<meta http-equiv=refresh content="0;url=//evil.example">',
    '<style>@import "//evil.example"</style>',
    '<p><b onmouseover=alert(1)>x</b></p>',
    '<svg><a xlink:href="javascript:alert(1)">x</a></svg>',
    '<template><script>alert(1)</script></template>',
    '<xmp><p title="</xmp><img src=x onerror=alert(1)>">',
    '<!--<img src="--><img src=x onerror=alert(1)>">',
    '<a href="vbscript:x" target=_blank onclick=alert(1)>x</a>',
  ];
  test.each(payloads)('%s loses what is dangerous, and cleaning again changes nothing', (payload) => {
    const clean = cleanHtml(payload);
    expect(clean).not.toMatch(/<(?!\/?(p|br|b|strong|i|em|u|ul|ol|li|a|h3|h4)\b)/);
    for (const tag of clean.match(/<[^>]+>/g) ?? [])
      expect(tag).toMatch(/^<\/?\w+( \/)?>$|^<a( href="(https:|mailto:)[^"]*")? rel="noopener noreferrer nofollow">$/);
    expect(cleanHtml(clean)).toBe(clean);
  });
  test('keeps text marks and safe links', () => {
    expect(cleanHtml('<h3>A</h3><p><b>B</b> <a href="https://x.it/a">C</a> <a href="mailto:a@b.it">D</a></p>')).toBe(
      '<h3>A</h3><p><b>B</b> <a href="https://x.it/a" rel="noopener noreferrer nofollow">C</a> <a href="mailto:a@b.it" rel="noopener noreferrer nofollow">D</a></p>',
    );
  });
});

describe('CSV as people make it', () => {
  test('separators, quotes and line ends', () => {
    expect(readCsv('\uFEFFa;b\r\n"1;""x""";"due\nrighe"\r\n')).toEqual([
      ['a', 'b'],
      ['1;"x"', 'due\nrighe'],
    ]);
    expect(readCsv('a,b\n1,2')).toEqual([
      ['a', 'b'],
      ['1', '2'],
    ]);
    expect(readCsv('a\tb\r1\t')).toEqual([
      ['a', 'b'],
      ['1', ''],
    ]);
  });
});
