import { afterAll, describe, expect, test } from 'vitest';
import { customerFields } from '#domain/customers/fields.ts';
import { computeTaxCode } from '#domain/customers/rules.ts';
import { applies, typed, type Field } from '#domain/fields.ts';
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

test('who creates customers corrects them, too; who only quotes does not', async () => {
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

  test.each(['private', 'vat', 'fleet'] as const)('is kept as it was typed, of one that is %s', async (type) => {
    const fields = typed(customerFields).filter(([key, field]) => key !== 'type' && applies(field, { type }));
    const input: Record<string, unknown> = {
      type,
      ...Object.fromEntries(fields.map(([key, field]) => [key, valueOf(key, field)])),
    };
    if (type !== 'fleet') input.taxCode = computeTaxCode(person, 'F205');
    const made = await call(await manager, 'POST /customers', { body: input });
    expect(made.body).toMatchObject(input);
    // The next one has the same codes.
    const rows = [{ id: made.body.id, version: 1 }];
    await call(await manager, 'POST /customers/bulk', { body: { action: 'archive', rows } });
  });
});
