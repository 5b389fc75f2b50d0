import { afterAll, describe, expect, test } from 'vitest';
import { customerFields } from '#domain/customers/fields.ts';
import { computeTaxCode } from '#domain/customers/rules.ts';
import { applies, typed, type Field } from '#domain/record/fields.ts';
import { privileges as p } from '#domain/privileges.ts';
import { testDatabase } from '#tests/support/database.ts';
import { makeWorld } from '#tests/support/world.ts';

const world = await makeWorld(await testDatabase());
const { call } = world;
afterAll(() => world.close());

const reception = await world.user(901, [p.registerAccesses]);

describe('municipalities', () => {
  const found = async (query: Record<string, string>) =>
    (await call(reception, 'GET /customers/municipalities', { query })).body as { name: string; province: string }[];

  test('are those of a postal code, also within a range of a large town', async () => {
    expect(await found({ cap: '20126' })).toEqual([{ name: 'Milano', province: 'MI', code: 'F205' }]);
    expect(await found({ cap: '23900' })).toEqual([{ name: 'Lecco', province: 'LC', code: 'E507' }]);
    const several = await found({ cap: '26834' });
    expect(several.length).toBeGreaterThan(1);
    expect(new Set(several.map(({ province }) => province))).toEqual(new Set(['LO']));
    expect(await found({ cap: '99999' })).toEqual([]);
  });

  test('the one that a cadastral code names, or the foreign state', async () => {
    expect(await found({ code: 'F205' })).toEqual([{ name: 'Milano', province: 'MI', code: 'F205' }]);
    expect(await found({ code: 'H501' })).toEqual([{ name: 'Roma', province: 'RM', code: 'H501' }]);
    expect(await found({ code: 'Z112' })).toEqual([{ name: 'Germania', province: 'EE', code: 'Z112' }]);
    expect(await found({})).toEqual([]);
  });
});

test('people who create customers correct them, too; people who only quote do not', async () => {
  const body = { type: 'private', firstName: 'Anna', lastName: 'Prva' } as const;
  const made = await call(reception, 'POST /customers', { body });
  const mend = { params: { id: made.body.id }, version: 1, body: { ...body, lastName: 'Prova' } };
  expect((await call(await world.user(901, [p.createQuotes]), 'PUT /customers/:id', mend)).status).toBe(403);
  expect((await call(reception, 'PUT /customers/:id', mend)).body).toMatchObject({ name: 'Anna Prova', version: 2 });
});

describe('every field of a customer', () => {
  const codes: Record<string, unknown> = {
    vatNumber: '00743110157',
    taxCode: '00743110157',
    rea: 'MI-1234567',
    sdi: 'ABC1234',
    pec: 'verdi@pec.example.it',
    email: 'verdi@example.it',
    phone: '+390212345678',
    phone2: '+393331234567',
    cap: '20121',
    province: 'MI',
    iban: 'IT60X0542811101000000123456',
    sellerId: null,
    documents: [
      {
        kind: 'passport',
        number: 'YA1',
        issuer: 'Questore',
        issuedOn: '2020-01-01',
        expiresOn: '2030-01-01',
        scan: null,
      },
    ],
    cars: [
      {
        plate: 'GA123BC',
        maker: 'Lumera',
        model: 'Rea',
        registeredOn: '2020-01-01',
        km: 10,
        inspectionUntil: '2027-01-01',
        vin: 'ZZ9TEST0000000009',
        notes: 'Prova',
      },
    ],
  };
  const person = { firstName: 'Prova', lastName: 'Prova', birthDate: '1980-02-03', sex: 'F' } as const;
  const manager = world.user(901, [p.manageCustomers]);
  const valueOf = (key: string, field: Field) => {
    if (key in codes) return codes[key];
    if (field.kind === 'choice') return Object.keys(field.words).at(-1);
    return field.kind === 'day' ? '1980-02-03' : 'Prova';
  };

  const german = { vatNumber: 'DE123456789', taxCode: '65929970489', sdi: 'XXXXXXX', cap: 'D-10115' };

  test.each([
    ...[['private', 'IT'] as const, ['vat', 'IT'] as const, ['fleet', 'IT'] as const],
    ...[['private', 'DE'] as const, ['vat', 'DE'] as const, ['fleet', 'DE'] as const],
  ])('is kept as it was typed, of one that is %s in %s', async (type, country) => {
    const own = { type, country };
    const fields = typed(customerFields).filter(([key, field]) => !(key in own) && applies(field, own));
    const all: Record<string, unknown> = Object.fromEntries(fields.map(([key, field]) => [key, valueOf(key, field)]));
    const input = { ...all, ...own };
    if (country === 'IT' && type !== 'fleet') Object.assign(input, { taxCode: computeTaxCode(person, 'F205') });
    if (country === 'DE')
      Object.assign(input, Object.fromEntries(Object.entries(german).filter(([key]) => key in all)));
    const made = await call(await manager, 'POST /customers', { body: input });
    expect(made.body).toMatchObject(input);
    // The next one has the same codes.
    const rows = [{ id: made.body.id, version: 1 }];
    await call(await manager, 'POST /customers/bulk', { body: { action: 'archive', rows } });
  });
});

describe('a customer abroad', () => {
  const manager = world.user(901, [p.seeCustomers, p.manageCustomers]);
  const create = async (body: object) => call(await manager, 'POST /customers', { body });
  const berlin = {
    type: 'fleet',
    companyName: 'Auto Berlin GmbH',
    country: 'DE',
    vatNumber: '123456788',
    address: 'Unter den Linden 1',
    cap: '10115',
    city: 'Berlin',
    province: 'MI',
    rea: 'MI-1234567',
  };

  test('has the codes and address of its country, and nothing that only Italians have', async () => {
    const { status, body } = await create(berlin);
    expect(status).toBe(201);
    expect(body).toMatchObject({ country: 'DE', vatNumber: 'DE123456788', sdi: 'XXXXXXX', province: null, rea: null });
    expect([body.legalForm, body.cap, body.city]).toEqual([null, '10115', 'Berlin']);
    const fields = async (changes: object) => (await create({ ...berlin, ...changes })).body.fields;
    expect(await fields({ vatNumber: 'DE12345678', sdi: 'ABC1234' })).toEqual({
      vatNumber: 'Partita IVA non valida (Germania): per esempio DE123456789',
      sdi: 'Il codice SDI di un cliente estero è XXXXXXX',
    });
    expect(await fields({ country: 'IT' })).toHaveProperty('legalForm');
    expect(await fields({ country: 'QQ' })).toEqual({ country: 'Scegliere un paese, per esempio Germania o DE' });
  });

  test('is found by its codes, however they are typed, and refused twice; two countries may give one identifier', async () => {
    const query = { vatNumber: 'DE123456788' };
    const { body } = await call(await manager, 'GET /customers/duplicates', { query });
    expect(body).toMatchObject([{ name: 'Auto Berlin GmbH', by: ['vatNumber'], country: 'DE' }]);
    expect((await create({ ...berlin, vatNumber: 'de 123 456 788' })).body.fields).toEqual({
      vatNumber: 'Auto Berlin GmbH è già tra i clienti con questa partita IVA',
    });
    const free = { ...berlin, vatNumber: '12-3456789', companyName: 'Cars' };
    const of = async (country: string) => (await create({ ...free, country })).status;
    expect([await of('US'), await of('CA'), await of('US')]).toEqual([201, 201, 409]);
    // An Italian tax code is one person's, wherever they live.
    const anna = { type: 'private', firstName: 'Anna', lastName: 'Estera', taxCode: 'SPSNNA01H62F839U' };
    expect([(await create(anna)).status, (await create({ ...anna, country: 'FR' })).status]).toEqual([201, 409]);
  });
});
