import { afterAll, describe, expect, test } from 'vitest';
import { absenceFields } from '#domain/calendars/fields.ts';
import { dayInRome } from '#domain/dates.ts';
import { privileges as p } from '#domain/privileges.ts';
import { blankOf } from '#domain/record/fields.ts';
import { rolePresets } from '#domain/roles.ts';
import { changedBy } from '#domain/users/rules.ts';
import type { TestUser } from '#tests/support/area.ts';
import { userBody } from '#tests/support/areas/users.ts';
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
    expect((await row(leaver!.id)).handed).toHaveLength(1);
    expect((await bulk('restore', [leaver!.id], { undo: true })).status).toBe(200);
    expect(await quoteSeller(open.id)).toBe(leaver!.id);
    expect([await sellerOf(one.id), await sellerOf(two.id)]).toEqual([leaver!.id, other!.id]);
    expect(await row(leaver!.id)).toMatchObject({ handed: [], archived: false });
  });

  const leadOf = async (assigneeId: number, nextAt: string) =>
    Number(
      (
        await query(
          `insert into leads (company_id, number, name, source, type, assignee_id, state, next_type, next_at, received_at, created_at, updated_at)
           values (901, 'LX' || floor(random() * 1e12), 'Persona in attesa', 'web', 'sales', $1, 'in_progress', 'follow_up', $2, now(), now(), now()) returning id`,
          [assigneeId, nextAt],
        )
      )[0]!.id,
    );
  const assigneeOf = async (id: number) =>
    Number((await query('select assignee_id from leads where id = $1', [id]))[0]!.assignee_id);

  test('leaves leads of nobody where nothing was decided: the list counts them with those that have no assignee', async () => {
    const leaver = await world.user(901, selling);
    const id = await leadOf(leaver.id, '2031-01-01T09:00:00Z');
    const free = async () =>
      (await call(boss, 'GET /leads', { query: { free: 'true', limit: 100 } })).body.rows.some(
        (lead: { id: number }) => lead.id === id,
      );
    expect(await free()).toBe(false);
    expect((await bulk('archive', [leaver.id], { heirs: [] })).status).toBe(200);
    expect(await free()).toBe(true);
    expect((await bulk('restore', [leaver.id], { undo: true })).status).toBe(200);
    expect(await free()).toBe(false);
  });

  const daysOn = (n: number) => new Date(world.clock.now.getTime() + n * 86_400_000);
  const absent = async (userId: number, first: number, last: number) => {
    const [from, to] = [dayInRome(daysOn(first)), dayInRome(daysOn(last))];
    const body = { ...blankOf(absenceFields), userId, from, to };
    expect((await call(boss, 'POST /calendars/absences', { body })).status).toBe(201);
  };
  const workOf = async (id: number) => (await call(boss, 'GET /users/:id/absent', { params: { id } })).body;
  const give = (as: TestUser, id: number, to: number, kind = 'leads') =>
    call(as, 'POST /users/:id/absent', { params: { id }, body: { heirs: [{ kind, to }] } });
  const back = (id: number, handoverId: number) =>
    call(boss, 'POST /users/:id/absent/undo', { params: { id }, body: { handoverId } });

  test('and of somebody absent only what is due before they are back goes to a colleague, until it is given back', async () => {
    const [away, heir, other] = await Promise.all([1, 2, 3].map(() => world.user(901, selling)));
    const id = away!.id;
    const lead = (n: number) => leadOf(id, daysOn(n).toISOString());
    const [late, due, won, later] = [await lead(-3), await lead(1), await lead(1), await lead(60)];
    expect(await workOf(id)).toEqual({ kinds: [], handed: [] });
    await absent(other!.id, 1, 1);
    await absent(id, 0, 2);
    const { kinds } = await workOf(id);
    expect(kinds).toMatchObject([{ kind: 'leads', text: '3 lead aperti' }]);
    // Who is absent in those days, too, comes last.
    expect(kinds[0].heirs.at(-1)).toEqual({ id: other!.id, name: expect.any(String), absent: true });
    expect(kinds[0].heirs).toContainEqual(expect.objectContaining({ id: heir!.id, absent: false }));
    expect((await give(heir!, id, heir!.id)).status).toBe(403);
    const { handoverId } = (await give(boss, id, heir!.id)).body;
    expect(await Promise.all([late, due, won, later].map(assigneeOf))).toEqual([heir!.id, heir!.id, heir!.id, id]);
    expect(await workOf(id)).toMatchObject({ kinds: [], handed: [{ id: handoverId }] });
    expect((await row(id)).handed).toMatchObject([{ id: handoverId }]);
    // What the colleague has closed stays theirs, and what went later is another handover.
    await query("update leads set state = 'closed', outcome = 'won', next_at = null where id = $1", [won]);
    const next = await lead(1);
    const second = (await give(boss, id, heir!.id)).body.handoverId;
    expect((await back(id, handoverId)).status).toBe(204);
    expect(await Promise.all([late, due, won, next].map(assigneeOf))).toEqual([id, id, heir!.id, heir!.id]);
    expect((await row(id)).handed).toMatchObject([{ id: second }]);
    expect((await back(id, handoverId)).status).toBe(409);
    expect((await back(heir!.id, second)).status).toBe(404);
    // Who is blocked gets nothing back, and letting them in gives back what went as they were blocked.
    const left = await leadOf(id, '2031-01-01T09:00:00Z');
    expect((await bulk('archive', [id], { heirs: [{ kind: 'leads', to: heir!.id }] })).status).toBe(200);
    expect([(await back(id, second)).status, await assigneeOf(left)]).toEqual([409, heir!.id]);
    expect((await bulk('restore', [id], { undo: true })).status).toBe(200);
    expect(await Promise.all([left, next].map(assigneeOf))).toEqual([id, heir!.id]);
  });

  test('an absence to come proposes what is due in its days, with those that follow without a gap', async () => {
    const away = await world.user(901, selling);
    const lead = (n: number) => leadOf(away.id, daysOn(n).toISOString());
    await lead(1);
    await query(
      `insert into accesses (company_id, location_id, day, subject, ticket, state, seller_id, assigned_at, created_at, updated_at)
       select 901, min(id), '2031-01-01', 'buy', floor(random() * 1e6), 'assigned', $1, now(), now(), now() from locations where company_id = 901`,
      [away.id],
    );
    await absent(away.id, 30, 31);
    expect((await workOf(away.id)).kinds).toEqual([]);
    const inside = await lead(30.5);
    const second = await lead(50);
    await lead(60);
    await absent(away.id, 32, 52);
    expect((await workOf(away.id)).kinds).toMatchObject([{ kind: 'leads', text: '2 lead aperti' }]);
    const heir = await world.user(901, selling);
    expect((await give(boss, away.id, heir.id)).status).toBe(200);
    expect(await Promise.all([inside, second].map(assigneeOf))).toEqual([heir.id, heir.id]);
  });

  test('visits that are booked with somebody absent pass on, those of other days stay', async () => {
    const [away, heir] = await Promise.all([world.user(901, selling), world.user(901, selling)]);
    const visit = async (days: number) =>
      (
        await query(
          `insert into accesses (company_id, location_id, day, subject, state, own_seller_id, expected_at, created_at, updated_at)
           select 901, min(id), $2::timestamptz::date, 'buy', 'external_booking', $1, $2, now(), now() from locations where company_id = 901
           returning id::int`,
          [away!.id, daysOn(days).toISOString()],
        )
      )[0]!.id as number;
    const [inside, after] = [await visit(70.5), await visit(80)];
    await absent(away!.id, 70, 71);
    expect((await workOf(away!.id)).kinds).toMatchObject([{ kind: 'bookings', text: '1 visita prenotata' }]);
    const { status, body } = await give(boss, away!.id, heir!.id, 'bookings');
    expect(status).toBe(200);
    const sellers = async () =>
      (
        await query('select own_seller_id::int as seller from accesses where id = any($1) order by id', [
          [inside, after],
        ])
      ).map((row) => row.seller);
    expect(await sellers()).toEqual([heir!.id, away!.id]);
    expect((await back(away!.id, body.handoverId)).status).toBe(204);
    expect(await sellers()).toEqual([away!.id, away!.id]);
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

describe('people of the manufacturer', () => {
  test('its administrator invites, gives rights and blocks by the same calls, with roles of its own', async () => {
    const admin = await world.user(10, [p.seeUsers, p.manageUsers, p.managePreferences]);
    const body = (changes: object) => ({
      ...userBody('Nadia Rete', alfa),
      ...{ roleName: 'Catalogo e rete', privileges: ['26'], locationIds: [], ...changes },
    });
    const made = await call(admin, 'POST /users', { body: body({}) });
    expect([made.status, made.body.state]).toEqual([201, 'invited']);
    const names = ((await call(admin, 'GET /users/roles')).body as { name: string }[]).map(({ name }) => name);
    expect(names).toEqual(['Importatore', 'Catalogo e rete', 'Sola lettura']);
    const other = { email: 'altra.rete@prova.example.it' };
    const wrong = [
      [{ ...other, roleName: 'Venditore' }, 'roleName'],
      [{ ...other, privileges: ['26', '13'] }, 'privileges'],
    ] as const;
    for (const [changes, field] of wrong) {
      const refused = await call(admin, 'POST /users', { body: body(changes) });
      expect([refused.status, Object.keys(refused.body.fields)]).toEqual([422, [field]]);
    }
    const dealer = await call(boss, 'POST /users', {
      body: { ...userBody('Ivo Importo', alfa), roleName: 'Importatore' },
    });
    expect([dealer.status, Object.keys(dealer.body.fields)]).toEqual([422, ['roleName']]);
    expect((await call(boss, 'GET /users/:id', { params: { id: made.body.id } })).status).toBe(404);
    const rows = [{ id: made.body.id as number, version: made.body.version as number }];
    const blocked = await call(admin, 'POST /users/bulk', { body: { action: 'archive', rows } });
    expect(blocked.body.results).toMatchObject([{ outcome: 'done' }]);
    const reader = await world.user(10, [p.managePreferences]);
    expect((await call(reader, 'GET /users')).status).toBe(403);
  });
});
