import { afterAll, describe, expect, test } from 'vitest';
import { addDays } from '#domain/dates.ts';
import { privileges as p } from '#domain/privileges.ts';
import type { TestUser } from '#tests/support/area.ts';
import { testDatabase } from '#tests/support/database.ts';
import { makeWorld, TODAY } from '#tests/support/world.ts';

const world = await makeWorld(await testDatabase());
const { alfa, beta, call, draft } = world;
afterAll(() => world.close());

const manager = await world.user(901, [p.seeCustomers, p.manageCustomers, p.createQuotes]);
const seller = await world.user(901, [p.seeCustomers, p.registerAccesses, p.createQuotes, p.manageOwnQuotes]);
const desk = await world.user(901, [p.registerAccesses]);

const person = { type: 'private' as const, firstName: 'Ada', lastName: 'Neri' };
const post = (body: object, as = manager) => call(as, 'POST /customers', { body: { ...person, ...body } });
const create = async (body: object, as = manager) => (await post(body, as)).body;
const names = async (query: Record<string, unknown>, as: TestUser = manager) =>
  (await call(as, 'GET /customers', { query: { sort: 'name', ...query } })).body.rows.map(
    ({ name }: { name: string }) => name,
  );

describe('the list', () => {
  test('is narrowed by type, who follows, province, what lacks, what ends and when it was entered', async () => {
    const until = (days: number) => addDays(TODAY, days);
    await create({
      lastName: 'Conauto',
      phone: '3331112223',
      cars: [car('GX001AA', until(30)), car('GX002AA', until(300))],
    });
    await create({ lastName: 'Lontana', phone: '3331112224', cars: [car('GX003AA', until(90))] });
    await create({ lastName: 'Carta', email: 'carta@prova.it', documents: [paper(until(-5)), paper(until(10))] });
    await create({ lastName: 'Rinnovata', email: 'r@prova.it', documents: [paper(until(-5)), paper(until(900))] });
    const licence = { ...paper(until(5)), kind: 'driving_licence' };
    await create({ lastName: 'Patentata', email: 'p@prova.it', documents: [paper(until(900)), licence] });
    await create({ lastName: 'Muta', province: 'LC' }, seller);
    const fleet = { type: 'fleet', companyName: 'Zeta Srl', legalForm: 'srl', vatNumber: '09988770013' };
    await create({ ...fleet, phone: '0212345678' });
    expect(await names({ due: 'inspection' })).toEqual(['Ada Conauto']);
    expect(await names({ due: 'document' })).toEqual(['Ada Carta', 'Ada Patentata']);
    expect(await names({ lacks: 'contact', sellerId: seller.id })).toEqual(['Ada Muta']);
    expect(await names({ type: 'vat,fleet' })).toEqual(['Zeta Srl']);
    expect(await names({ province: 'LC' })).toEqual(['Ada Muta']);
    expect(await names({ sellerId: 0 })).toEqual([`Mario ${alfa.marker}`]);
    expect(await names({ createdFrom: TODAY, createdTo: TODAY, type: 'fleet' })).toEqual(['Zeta Srl']);
    expect(await names({ createdTo: addDays(TODAY, -1), type: 'fleet' })).toEqual([]);
  });

  test('is searched by name, either phone and plate of a car, until it is sold', async () => {
    const made = await create({ lastName: 'Trovata', phone2: '02 7654 3210', cars: [car('gz 987 xy', null)] });
    for (const q of ['trovata', '0276543210', 'GZ987XY', 'gz 987 xy', '987xy'])
      expect(await names({ q })).toEqual(['Ada Trovata']);
    await call(manager, 'PUT /customers/:id', { params: { id: made.id }, version: 1, body: { ...made, cars: [] } });
    expect(await names({ q: 'GZ987XY' })).toEqual([]);
  });

  test('shows who only registers people the own ones, and those that colleagues gave them', async () => {
    await create({ lastName: 'Dibanco' }, desk);
    const given = await create({ lastName: 'Affidata', sellerId: desk.id });
    expect(await names({}, desk)).toEqual(['Ada Affidata', 'Ada Dibanco']);
    expect((await call(desk, 'GET /customers/:id', { params: { id: given.id } })).body).toMatchObject({
      mayChange: true,
    });
  });

  test('archived ones stand apart and are not changed until they are back', async () => {
    const { id, version } = await create({ lastName: 'Vecchia' });
    const bulk = (action: string, at: number) =>
      call(manager, 'POST /customers/bulk', { body: { action, rows: [{ id, version: at }] } });
    await bulk('archive', version);
    expect(await names({ q: 'vecchia' })).toEqual([]);
    expect(await names({ q: 'vecchia', archived: 'true' })).toEqual(['Ada Vecchia']);
    const save = () => call(manager, 'PUT /customers/:id', { params: { id }, version: version + 1, body: person });
    expect((await save()).status).toBe(409);
    await bulk('restore', version + 1);
    expect(await names({ q: 'vecchia' })).toEqual(['Ada Vecchia']);
  });
});

const car = (plate: string, inspectionUntil: string | null) => ({
  plate,
  maker: 'Fiat',
  model: 'Panda',
  registeredOn: null,
  km: null,
  inspectionUntil,
  vin: '',
  notes: '',
});
const paper = (expiresOn: string | null) => ({
  kind: 'passport',
  number: 'YA1234567',
  issuer: '',
  issuedOn: null,
  expiresOn,
});

describe('a customer', () => {
  test('is followed by the seller who enters it, by nobody when the desk does', async () => {
    expect(await create({}, seller)).toMatchObject({ sellerId: seller.id });
    expect(await create({}, desk)).toMatchObject({ sellerId: null, seller: null });
    expect((await post({ sellerId: beta.customerId + 9999 })).body.fields).toEqual({
      sellerId: 'Scegliere un collega dell’azienda',
    });
  });

  test('a customer of a colleague is read and not changed, and it is said who changes it', async () => {
    const { id } = await create({ lastName: 'Altrui' });
    const read = await call(seller, 'GET /customers/:id', { params: { id } });
    expect(read.body).toMatchObject({ mayChange: false });
    const refused = await call(seller, 'PUT /customers/:id', { params: { id }, version: 1, body: person });
    expect([refused.status, refused.body.message]).toEqual([
      403,
      expect.stringMatching(/Lo può modificare Prova Utente/),
    ]);
  });

  test('keeps papers and cars, each checked at its field', async () => {
    const wrong = await post({
      iban: 'IT60X0542811101000000123457',
      rea: 'Milano',
      documents: [
        { ...paper('2020-01-01'), issuedOn: '2021-01-01' },
        { ...paper(null), number: '' },
      ],
      cars: [
        car('', null),
        { ...car('', null), maker: '', model: '' },
        { ...car('AA', null), vin: 'IOQ' },
        car('XA123AA', null),
      ],
    });
    expect(Object.keys(wrong.body.fields).toSorted()).toEqual([
      ...['cars.1.plate', 'cars.2.vin', 'cars.3.plate'],
      ...['documents.0.expiresOn', 'documents.1.number', 'iban', 'rea'],
    ]);
    const made = await create({
      cars: [car('ga 123-bc', '2027-01-31')],
      documents: [paper('2030-01-01')],
      iban: 'it60 x054 2811 1010 0000 0123 456',
    });
    expect(made).toMatchObject({
      cars: [{ plate: 'GA123-BC' }],
      documents: [{ number: 'YA1234567' }],
      iban: 'IT60X0542811101000000123456',
    });
  });

  test('is told with who saved first', async () => {
    const { id, version } = await create({ lastName: 'Contesa' });
    const save = (as: TestUser, city: string) =>
      call(as, 'PUT /customers/:id', { params: { id }, version, body: { ...person, lastName: 'Contesa', city } });
    expect((await save(manager, 'Lecco')).status).toBe(200);
    const second = await save(manager, 'Como');
    expect([second.status, second.body.current]).toEqual([
      412,
      expect.objectContaining({ city: 'Lecco', mayChange: true }),
    ]);
  });
});

describe('duplicates', () => {
  const like = async (query: Record<string, unknown>, as: TestUser = desk) =>
    (await call(as, 'GET /customers/duplicates', { query })).body.map(
      ({ name, by }: { name: string; by: string[] }) => [name, by],
    );

  test('are found by code, phone, e-mail and name, those alike in most first; never itself, nor of others', async () => {
    const one = await create({ lastName: 'Doppia', phone: '3471234567', email: 'doppia@prova.it' });
    await create({ lastName: 'Doppia', phone: '3479999999' });
    expect(await like({ phone: '347 123 45 67', name: 'Ada Doppia' })).toEqual([
      ['Ada Doppia', ['phone', 'name']],
      ['Ada Doppia', ['name']],
    ]);
    expect(await like({ email: 'doppia@prova.it' })).toEqual([['Ada Doppia', ['email']]]);
    expect(await like({ email: 'doppia@prova.it', except: one.id })).toEqual([]);
    expect(await like({ name: beta.marker })).toEqual([]);
    expect(await like({ name: 'Ada' })).toEqual([]);
  });
});

describe('a customer like others', () => {
  const groupOf = async (id: number) =>
    ((await call(manager, 'GET /persons/duplicates')).body as { why: string; customers: { id: number }[] }[])
      .filter(({ customers }) => customers.some((one) => one.id === id))
      .map(({ why, customers }) => [why, customers.map((one) => one.id)]);

  test('is asked about once when it is saved, and what was said is remembered everywhere', async () => {
    const first = await create({ firstName: 'Lia', lastName: 'D’Àngelo', phone: '340 1112233' });
    const again = { firstName: "D'Angelo", lastName: 'LIA', phone2: '+39 340 1112233', distinctFrom: [] };
    const asked = await post(again);
    expect([asked.status, asked.body.fields]).toEqual([
      409,
      { distinctFrom: 'Lia D’Àngelo è già tra i clienti e gli somiglia: è la stessa persona?' },
    ]);
    const saved = await create({ ...again, distinctFrom: [first.id] });
    expect(saved.name).toBe("D'Angelo LIA");
    const like = { name: 'Lia D’Angelo', phone: '3401112233' };
    const seen = async (id: number) =>
      (await call(desk, 'GET /customers/duplicates', { query: { ...like, except: id } })).body;
    expect([await seen(first.id), await groupOf(first.id)]).toEqual([[], []]);
    // The next of the name is asked about both, and who takes the distinction back has the double again.
    expect((await post({ firstName: 'Lia', lastName: 'D’Angelo', distinctFrom: [first.id] })).body.fields).toEqual({
      distinctFrom: expect.stringContaining('LIA'),
    });
    const params = { id: first.id, otherId: saved.id };
    expect((await call(manager, 'DELETE /customers/:id/distinct/:otherId', { params })).status).toBe(204);
    expect(await seen(first.id)).toEqual([expect.objectContaining({ id: saved.id, by: ['phone', 'name'] })]);
    expect((await call(manager, 'PUT /customers/:id/distinct/:otherId', { params })).status).toBe(204);
    expect(await groupOf(saved.id)).toEqual([]);
    // Without the question, as other systems and imports save, nothing is refused.
    expect((await post({ firstName: 'Lia', lastName: 'D’Angelo' })).status).toBe(201);
  });

  test('is none where codes or births differ, and of two who enter it at once one is asked', async () => {
    const one = await create({ firstName: 'Ugo', lastName: 'Omonimo', birthDate: '1980-01-02' });
    expect(
      (await post({ firstName: 'Ugo', lastName: 'Omonimo', birthDate: '1990-01-02', distinctFrom: [] })).status,
    ).toBe(201);
    expect(await groupOf(one.id)).toEqual([]);
    const both = { firstName: 'Ugo', lastName: 'Insieme', distinctFrom: [] };
    const statuses = (await Promise.all([post(both), post(both)])).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([201, 409]);
  });

  test('shares no key that seven share; the list of doubles finds what the record finds', async () => {
    const family = { phone: '0341 555666' };
    const ids: number[] = [];
    for (const lastName of ['Uno', 'Due', 'Tre', 'Quattro', 'Cinque', 'Sei'])
      ids.push((await create({ ...family, lastName })).id);
    const found = async () =>
      (await call(desk, 'GET /customers/duplicates', { query: { ...family, except: ids[0] } })).body;
    expect((await found()).length).toBe(5);
    expect(await groupOf(ids[0]!)).toEqual([['phone', ids]]);
    await create({ lastName: 'Sette', phone2: '0341555666' });
    expect([await found(), await groupOf(ids[0]!)]).toEqual([[], []]);
  });
});

describe('the timeline', () => {
  test('tells of changes and quotes, of those that the caller may see', async () => {
    const customer = await create({ lastName: 'Storica' });
    const { id, name } = customer;
    const body = draft(alfa, { customer: { id, name, type: 'private' } });
    const own = (await call(seller, 'POST /quotes', { body })).body;
    await call(seller, 'POST /quotes/:id/issue', { params: { id: own.id }, version: own.version });
    await call(manager, 'PUT /customers/:id', { params: { id }, version: 1, body: { ...customer, city: 'Lecco' } });
    const told = async (as: TestUser) =>
      (await call(as, 'GET /customers/:id/timeline', { params: { id } })).body.map(
        ({ what, about }: { what: string; about?: { href: string } }) => [
          what,
          about?.href.includes(`quote=${own.id}`) ?? false,
        ],
      );
    expect((await told(seller)).toSorted()).toEqual(
      [
        ['ha creato il cliente', false],
        ['ha creato il preventivo', true],
        ['ha emesso il preventivo', true],
        ['ha modificato il cliente', false],
      ].toSorted(),
    );
    expect((await told(manager)).map(([what]: [string]) => what).toSorted()).toEqual([
      'ha creato il cliente',
      'ha modificato il cliente',
    ]);
  });
});

describe('relations', () => {
  const of = async (id: number, as: TestUser = manager) =>
    (await call(as, 'GET /customers/:id/relations', { params: { id } })).body.map(
      ({ kind, other, note }: { kind: string; other: string; note: string }) => [kind, other, note],
    );
  const relate = (id: number, body: object, as: TestUser = manager) =>
    call(as, 'POST /customers/:id/relations', { params: { id }, body: { note: '', ...body } });

  test('are said once and seen from both sides, in the activity, too', async () => {
    const mother = await create({ lastName: 'Madre' });
    const son = await create({ lastName: 'Figlia' });
    const made = await relate(mother.id, { otherId: son.id, kind: 'child', note: 'decide lei' });
    expect(made.status).toBe(201);
    expect(await of(mother.id)).toEqual([['child', 'Ada Figlia', 'decide lei']]);
    expect(await of(son.id)).toEqual([['parent', 'Ada Madre', 'decide lei']]);
    expect((await relate(mother.id, { otherId: son.id, kind: 'child' })).status).toBe(409);
    expect((await relate(son.id, { otherId: mother.id, kind: 'parent' })).status).toBe(409);
    const [told] = (await call(manager, 'GET /customers/:id/timeline', { params: { id: son.id } })).body;
    expect(told).toMatchObject({ what: 'ha aggiunto una relazione', changes: [{ to: 'Genitore: Ada Madre' }] });
    const params = { id: son.id, relationId: made.body.id };
    expect((await call(manager, 'DELETE /customers/:id/relations/:relationId', { params })).status).toBe(204);
    expect([await of(mother.id), await of(son.id)]).toEqual([[], []]);
  });

  test('are with customers of the same company, not with oneself, and by who may change the customer', async () => {
    const one = await create({ lastName: 'Sola' });
    expect((await relate(one.id, { otherId: one.id, kind: 'spouse' })).body.fields).toEqual({
      otherId: 'È il cliente stesso',
    });
    expect((await relate(one.id, { otherId: beta.customerId, kind: 'spouse' })).body.fields).toEqual({
      otherId: 'Scegliere un cliente',
    });
    expect((await relate(one.id, { otherId: alfa.customerId, kind: 'spouse' }, seller)).status).toBe(403);
    expect(await of(one.id)).toEqual([]);
  });
});

describe('customers go to another colleague', () => {
  const assign = (rows: object[], as: TestUser = manager) => call(as, 'POST /customers/assign', { body: { rows } });
  const told = async (id: number) =>
    (await world.query("select title from notifications where user_id = $1 and kind = 'customer_assigned'", [id])).map(
      ({ title }) => title,
    );

  test('with one notice for all of them, and back, each to whom it was or to nobody', async () => {
    const [one, two] = [await create({ lastName: 'Dei' }), await create({ lastName: 'Delle', sellerId: manager.id })];
    const [before] = await world.query('select updated_at from customers where id = $1', [one.id]);
    const to = (sellerId: number | null) => [one, two].map(({ id, version }) => ({ id, version, sellerId }));
    const { results } = (await assign(to(seller.id))).body;
    expect(results).toEqual([
      { id: one.id, outcome: 'done', version: 2, from: manager.id, why: null },
      { id: two.id, outcome: 'done', version: 2, from: manager.id, why: null },
    ]);
    expect((await told(seller.id)).filter((title) => String(title).endsWith('affida 2 clienti'))).toHaveLength(1);
    expect(await names({ sellerId: seller.id, q: 'ada d' })).toEqual(['Ada Dei', 'Ada Delle']);
    expect(await world.query('select updated_at from customers where id = $1', [one.id])).toEqual([before]);
    const back = [
      { id: one.id, version: 2, sellerId: null },
      { id: two.id, version: 2, sellerId: manager.id },
    ];
    expect((await assign(back)).body.results.map(({ outcome }: { outcome: string }) => outcome)).toEqual([
      'done',
      'done',
    ]);
    expect((await call(manager, 'GET /customers/:id', { params: { id: one.id } })).body).toMatchObject({
      sellerId: null,
    });
    const events = (await call(manager, 'GET /customers/:id/timeline', { params: { id: one.id } })).body;
    expect(JSON.stringify(events)).toContain('ha cambiato chi segue il cliente');
  });

  test('one by one: changed meanwhile, archived, to who makes no quotes, of another company; who does not manage gives none', async () => {
    const made = await Promise.all(['Uno', 'Due', 'Tre'].map((lastName) => create({ lastName })));
    const [stale, archived, wrong] = made as [(typeof made)[0], (typeof made)[0], (typeof made)[0]];
    await call(manager, 'POST /customers/bulk', {
      body: { action: 'archive', rows: [{ id: archived.id, version: 1 }] },
    });
    const rows = [
      { id: stale.id, version: 7, sellerId: seller.id },
      { id: archived.id, version: 2, sellerId: seller.id },
      { id: wrong.id, version: 1, sellerId: desk.id },
      { id: beta.customerId, version: 1, sellerId: seller.id },
    ];
    const outcomes = (await assign(rows)).body.results.map(({ outcome }: { outcome: string }) => outcome);
    expect(outcomes).toEqual(['stale', 'refused', 'nobody', 'missing']);
    expect((await assign(rows, seller)).status).toBe(403);
  });
});
