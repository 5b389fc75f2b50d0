import { afterAll, describe, expect, test } from 'vitest';
import { privileges as p } from '#domain/privileges.ts';
import { rolePresets } from '#domain/roles.ts';
import { changedBy } from '#domain/users/rules.ts';
import type { TestUser } from '#tests/support/area.ts';
import { readyContract } from '#tests/support/areas/contracts.ts';
import { testDatabase } from '#tests/support/database.ts';
import { makeWorld } from '#tests/support/world.ts';

const world = await makeWorld(await testDatabase());
const { call, alfa, draft, query } = world;
afterAll(() => world.close());

const all = Object.values(p);
const boss = await world.user(901, all);
const selling = [p.createQuotes, p.manageOwnQuotes, p.registerAccesses, p.seeCustomers, p.manageStock];

const row = async (id: number) => (await call(boss, 'GET /users/:id', { params: { id } })).body;
const bulk = async (action: 'archive' | 'restore', ids: number[], more: object = {}, as = boss) => {
  const rows = await Promise.all(ids.map(async (id) => ({ id, version: (await row(id)).version as number })));
  return call(as, 'POST /users/bulk', { body: { action, rows, ...more } });
};

describe('somebody who leaves', () => {
  const customer = async (as: TestUser, lastName: string) =>
    (await call(as, 'POST /customers', { body: { type: 'private', firstName: 'Ida', lastName } })).body;
  const quote = async (as: TestUser, { id, name }: { id: number; name: string }) =>
    (await call(as, 'POST /quotes', { body: draft(alfa, { customer: { id, name, type: 'private' } }) })).body;
  const sellerOf = async (id: number) => (await call(boss, 'GET /customers/:id', { params: { id } })).body.sellerId;
  const quoteSeller = async (id: number) =>
    Number((await query('select seller_id from quotes where id = $1', [id]))[0]!.seller_id);

  test('hands over each kind in one press, and gets all of it back that is still there', async () => {
    const [leaver, heir, other] = await Promise.all([1, 2, 3].map(() => world.user(901, selling)));
    const [one, two] = [await customer(leaver!, 'Primo'), await customer(leaver!, 'Secondo')];
    const [open, lost] = [await quote(leaver!, one), await quote(leaver!, two)];
    await query("update quotes set state = 'closed' where id = $1", [lost.id]);
    const kinds = (await call(boss, 'GET /users/leaving', { query: { ids: String(leaver!.id) } })).body;
    const lines = kinds.map(({ kind, text, nobody }: Record<string, unknown>) => [kind, text, nobody]);
    expect(lines).toContainEqual(['customers', '2 clienti', true]);
    expect(kinds.find(({ kind }: { kind: string }) => kind === 'quotes')).toMatchObject({
      text: '1 preventivo aperto',
      besides: '2 in tutto: gli altri restano a suo nome',
      heirs: expect.arrayContaining([expect.objectContaining({ id: heir!.id })]),
    });
    const heirs = [
      { kind: 'quotes', to: heir!.id },
      { kind: 'customers', to: heir!.id },
    ];
    expect((await bulk('archive', [leaver!.id], { heirs })).status).toBe(200);
    expect(await quoteSeller(open.id)).toBe(heir!.id);
    expect([await sellerOf(one.id), await sellerOf(two.id)]).toEqual([heir!.id, heir!.id]);
    // The record of who left says who has it, and so does each record.
    const told = (await call(boss, 'GET /users/:id/timeline', { params: { id: leaver!.id } })).body.find(
      ({ what }: { what: string }) => what === 'ha passato il suo lavoro',
    );
    expect(told.changes[0].to).toContain('2 clienti → ');
    const history = (await call(boss, 'GET /customers/:id/timeline', { params: { id: one.id } })).body;
    expect(history.map(({ what }: { what: string }) => what)).toContain('ha cambiato chi segue il cliente');
    const bell = await query("select text from notifications where kind = 'work_handed' and user_id = $1", [heir!.id]);
    expect(bell[0]!.text).toContain('2 clienti');
    // What the heir has given on stays there.
    const now = (await call(boss, 'GET /customers/:id', { params: { id: two.id } })).body;
    const rows = [{ id: two.id, version: now.version, sellerId: other!.id }];
    await call(boss, 'POST /customers/assign', { body: { rows } });
    expect((await row(leaver!.id)).handed).toBe(true);
    expect((await bulk('restore', [leaver!.id], { undo: true })).status).toBe(200);
    expect(await quoteSeller(open.id)).toBe(leaver!.id);
    expect([await sellerOf(one.id), await sellerOf(two.id)]).toEqual([leaver!.id, other!.id]);
    expect(await row(leaver!.id)).toMatchObject({ handed: false, archived: false });
  });

  test('hands over contracts, those as second seller too, and who signs is followed by the new one', async () => {
    const sells = [p.makeContracts, p.createQuotes, p.manageOwnQuotes, p.seeCustomers];
    const [leaver, heir] = await Promise.all([world.user(901, sells), world.user(901, sells)]);
    const [own, shared, closed] = await Promise.all([1, 2, 3].map(() => readyContract(world, leaver!)));
    await query('update contracts set seller_id = $2, partner_id = $3 where id = $1', [shared, heir!.id, leaver!.id]);
    await query("update contracts set state = 'completed' where id = $1", [closed]);
    const kinds = (await call(boss, 'GET /users/leaving', { query: { ids: String(leaver!.id) } })).body;
    expect(kinds.map(({ text }: { text: string }) => text)).toEqual(
      expect.arrayContaining(['1 contratto aperto', '1 contratto da secondo venditore']),
    );
    const heirs = [
      { kind: 'contracts', to: heir!.id },
      { kind: 'partnerContracts', to: null },
    ];
    expect((await bulk('archive', [leaver!.id], { heirs })).status).toBe(200);
    const people = async (id: number) =>
      (
        await query('select seller_id::int as seller, partner_id::int as partner from contracts where id = $1', [id])
      )[0];
    expect(await Promise.all([own, shared, closed].map((id) => people(id!)))).toEqual([
      { seller: heir!.id, partner: null },
      { seller: heir!.id, partner: null },
      { seller: leaver!.id, partner: null },
    ]);
    const listed = (await call(heir!, 'GET /contracts', { query: { limit: 20 } })).body.rows;
    expect(listed.map(({ id }: { id: number }) => id).toSorted()).toEqual([own, shared].toSorted());
    const history = (await call(heir!, 'GET /contracts/:id/timeline', { params: { id: own! } })).body;
    expect(history[0]).toMatchObject({ what: 'ha affidato il contratto', changes: [{ field: 'Venditore' }] });
    expect((await bulk('restore', [leaver!.id], { undo: true })).status).toBe(200);
    expect(await Promise.all([own, shared].map((id) => people(id!)))).toEqual([
      { seller: leaver!.id, partner: null },
      { seller: heir!.id, partner: leaver!.id },
    ]);
  });

  test('leaves nothing to who may not have it, nor to somebody who goes with them; then nothing is blocked', async () => {
    const [leaver, gone, looker] = await Promise.all([
      world.user(901, selling),
      world.user(901, selling),
      world.user(901, [p.seeUsers]),
    ]);
    await customer(leaver!, 'Terzo');
    for (const to of [gone!.id, looker!.id, 1_000_000]) {
      const refused = await bulk('archive', [leaver!.id, gone!.id], { heirs: [{ kind: 'customers', to }] });
      expect([refused.status, refused.body.fields]).toEqual([
        422,
        { 'heirs.0.to': 'Scegliere un collega che se ne occupa' },
      ]);
    }
    expect((await row(leaver!.id)).archived).toBe(false);
  });

  test('is never the last who manages the users, also when two block each other at once', async () => {
    const self = await bulk('archive', [boss.id]);
    expect([self.status, self.body.message]).toEqual([409, expect.stringContaining('Nessuno può bloccare sé stesso')]);
    const [one, two] = [await world.user(901, all), await world.user(901, all)];
    const managing = 'company_id = 901 and archived_at is null and not service and $1 = any(privileges)';
    const managers = () => query(`select id from users where ${managing}`, [p.manageUsers]);
    const others = (await managers()).map(({ id }) => Number(id)).filter((id) => id !== one.id && id !== two.id);
    await query('update users set archived_at = now() where id = any($1)', [others]);
    try {
      const target = (id: number) => ({ action: 'archive', rows: [{ id, version: 1 }] });
      const answers = await Promise.all([
        call(one, 'POST /users/bulk', { body: target(two.id) }),
        call(two, 'POST /users/bulk', { body: target(one.id) }),
      ]);
      expect(await managers()).toHaveLength(1);
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    } finally {
      await query('update users set archived_at = null where id = any($1)', [others]);
    }
  });
});

describe('a role of the company', () => {
  const texts = (numbers: readonly number[]) => numbers.map(String);
  const make = (body: object, as = boss) =>
    call(as, 'POST /users/roles', { body: { base: 'Venditore', privileges: ['13'], ...body } });
  const hold = async (user: TestUser, roleName: string) =>
    query('update users set role_name = $1 where id = $2', [roleName, user.id]);

  test('changes everybody who has it, as the preview said; what each has besides stays', async () => {
    const role = (await make({ name: 'Venditore Brescia', privileges: texts([p.createQuotes, p.seeStock]) })).body;
    const [plain, more] = [
      await world.user(901, [p.createQuotes, p.seeStock]),
      await world.user(901, [p.createQuotes, p.seeTyres]),
    ];
    await hold(plain, 'Venditore Brescia');
    await hold(more, 'Venditore Brescia');
    const wanted = texts([p.createQuotes, p.seeCustomers]);
    const preview = (
      await call(boss, 'GET /users/roles/preview', {
        query: { id: role.id, name: role.name, privileges: wanted.join(',') },
      })
    ).body;
    const effect = (id: number) => preview.find((one: { id: number }) => one.id === id);
    expect(effect(plain.id)).toMatchObject({ gains: texts([p.seeCustomers]), loses: texts([p.seeStock]), issue: null });
    expect(effect(more.id)).toMatchObject({ gains: texts([p.seeCustomers]), loses: [] });
    const saved = await call(boss, 'PUT /users/roles/:roleId', {
      params: { roleId: role.id },
      version: role.version,
      body: { name: 'Venditore Bs', base: 'Venditore', privileges: wanted },
    });
    expect(saved.body).toMatchObject({ name: 'Venditore Bs', people: 2 });
    expect(await row(plain.id)).toMatchObject({ roleName: 'Venditore Bs', privileges: wanted });
    expect((await row(more.id)).privileges.toSorted()).toEqual(
      texts([p.createQuotes, p.seeTyres, p.seeCustomers]).toSorted(),
    );
    expect((await call(plain, 'GET /stock/used')).status).toBe(403);
    const gone = await call(boss, 'DELETE /users/roles/:roleId', { params: { roleId: role.id } });
    expect([gone.status, gone.body.message]).toEqual([
      409,
      'Lo hanno ancora delle persone: prima dare loro un altro ruolo.',
    ]);
  });

  test('takes in nothing that its maker lacks, changes nobody who has more, and takes nobody’s users from oneself', async () => {
    const lesser = await world.user(901, [p.manageUsers, p.seeUsers, p.createQuotes]);
    expect(
      (await make({ name: 'Troppo', privileges: texts([p.createQuotes, p.seeMargin]) }, lesser)).body.fields,
    ).toEqual({
      privileges: 'Non si possono mettere in un ruolo privilegi che non si hanno',
    });
    const role = (await make({ name: 'Gestore', privileges: texts([p.createQuotes, p.manageUsers]) }, lesser)).body;
    const change = (privileges: number[], as = lesser) =>
      call(as, 'PUT /users/roles/:roleId', {
        params: { roleId: role.id },
        version: role.version,
        body: { name: 'Gestore', base: 'Venditore', privileges: texts(privileges) },
      });
    await hold(lesser, 'Gestore');
    expect((await change([p.createQuotes])).body.message).toContain(
      'Non si può togliere a sé stessi la gestione degli utenti',
    );
    const senior = await world.user(901, all);
    await hold(senior, 'Gestore');
    expect((await change([p.manageUsers])).body.message).toContain('Ha privilegi che non hai');
    expect((await change([p.manageUsers], boss)).status).toBe(200);
  });

  test('may stand in the place of one of the product, and gives way to it again', async () => {
    const holder = await world.user(901, [...rolePresets['BDC']!]);
    await hold(holder, 'BDC');
    const fewer = rolePresets['BDC']!.filter((number) => number !== p.manageCalendars);
    const role = (await make({ name: 'bdc', base: 'BDC', privileges: texts(fewer) })).body;
    expect(role).toMatchObject({ name: 'BDC', people: 1 });
    expect((await row(holder.id)).privileges).not.toContain(String(p.manageCalendars));
    expect((await make({ name: 'BDC' })).body.fields).toEqual({ name: 'C’è già un ruolo con questo nome' });
    expect((await call(boss, 'DELETE /users/roles/:roleId', { params: { roleId: role.id } })).status).toBe(204);
    expect((await row(holder.id)).privileges).toContain(String(p.manageCalendars));
    const names = (await call(boss, 'GET /users/roles')).body.map(({ name }: { name: string }) => name);
    expect(names.filter((name: string) => name === 'BDC')).toHaveLength(1);
  });

  test('adds and takes its own difference alone', () => {
    expect(changedBy([1, 2, 9], [1, 2], [2, 3])).toEqual([2, 3, 9]);
    expect(changedBy([], [1], [1, 4])).toEqual([4]);
  });
});

describe('the register of the company’s activity', () => {
  const register = async (queried: Record<string, unknown> = {}, as = boss) =>
    (await call(as, 'GET /preferences/activity', { query: queried })).body;

  test('says who changed and exported what, by person, kind and day, and is exported itself', async () => {
    const seller = await world.user(901, selling);
    const { id } = (
      await call(seller, 'POST /customers', { body: { type: 'private', firstName: 'Ada', lastName: 'Registro' } })
    ).body;
    await call(seller, 'GET /customers/export', { query: { format: 'csv' } });
    const own = await register({ userId: seller.id });
    expect(own.rows.map(({ kind, what, href }: Record<string, unknown>) => [kind, what, href])).toEqual([
      ['export', 'Clienti', null],
      ['create', 'Cliente', `/dealer/customers/${id}`],
    ]);
    expect(own.rows[0].rows).toBeGreaterThan(0);
    expect((await register({ userId: seller.id, kind: 'create' })).total).toBe(1);
    expect((await register({ userId: seller.id, to: '2020-01-01' })).total).toBe(0);
    const file = await call(boss, 'GET /preferences/activity/export', {
      query: { userId: seller.id, kind: 'export', format: 'csv' },
    });
    expect(file.status).toBe(200);
    expect((await call(seller, 'GET /preferences/activity')).status).toBe(403);
  });

  test('knows who opened a customer’s page only where the company switched it on, outside the chain', async () => {
    const { id } = (
      await call(boss, 'POST /customers', { body: { type: 'private', firstName: 'Ada', lastName: 'Aperta' } })
    ).body;
    const open = () => call(boss, 'GET /customers/:id', { params: { id } });
    await open();
    expect(await register({ kind: 'open' })).toMatchObject({ rows: [], notesOpenings: false });
    const settings = (await call(boss, 'GET /privacy/settings')).body;
    const body = { ...settings.periods[0].values, notesOpenings: true, from: settings.periods[0].from ?? '2026-11-20' };
    const saved = await call(boss, 'PUT /privacy/settings', { version: settings.version, body });
    expect(saved.status, JSON.stringify(saved.body)).toBe(200);
    const before = await query('select count(*)::int as n from audit_events');
    await open();
    expect(await query('select count(*)::int as n from audit_events')).toEqual(before);
    expect((await register({ kind: 'open', userId: boss.id })).rows).toEqual([
      expect.objectContaining({ kind: 'open', what: 'Cliente', href: `/dealer/customers/${id}` }),
    ]);
  });
});
