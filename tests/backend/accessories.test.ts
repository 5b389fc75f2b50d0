import { afterAll, describe, expect, test } from 'vitest';
import { testDatabase } from '#tests/support/database.ts';
import { makeWorld } from '#tests/support/world.ts';

const world = await makeWorld(await testDatabase());
const { car, call } = world;
afterAll(() => world.close());

const keeper = await world.userWith('manageAccessories');
const reader = await world.userWith('seeAccessories', 'seeMargin');
const base = {
  description: 'Prova',
  makerId: null,
  modelId: null,
  price: 12345,
  cost: 5000,
  taxRate: 22,
  fittingMinutes: 30,
  inStock: true,
  activeFrom: null,
  activeTo: null,
};
const create = async (code: string, changes = {}) =>
  (await call(keeper, 'POST /accessories', { body: { ...base, code, ...changes } })).body;
const list = async (query = {}) => (await call(reader, 'GET /accessories', { query: { limit: 200, ...query } })).body;
const codes = async (query = {}) => (await list(query)).rows.map(({ code }: { code: string }) => code);

describe('records', () => {
  test('are created, read, changed and archived, with their activity', async () => {
    const made = await create('BAG-1', { makerId: car.makerId, modelId: car.modelId });
    expect(made).toMatchObject({ version: 1, fits: 'Prova Motori Lampo', archived: false });
    const changed = await call(keeper, 'PUT /accessories/:id', {
      params: { id: made.id },
      version: 1,
      body: { ...base, code: 'BAG-1', price: 20000 },
    });
    expect(changed.body).toMatchObject({ version: 2, price: 20000, fits: 'Tutti' });
    const archived = await call(keeper, 'PUT /accessories/:id/archived', {
      params: { id: made.id },
      version: 2,
      body: { archived: true },
    });
    expect(archived.body).toMatchObject({ version: 3, archived: true });
    expect(await codes()).not.toContain('BAG-1');
    expect(await codes({ archived: 'true' })).toEqual(['BAG-1']);
    const events = (await call(reader, 'GET /accessories/:id/timeline', { params: { id: made.id } })).body;
    expect(events.map(({ what }: { what: string }) => what)).toEqual([
      'ha archiviato l’accessorio',
      'ha modificato l’accessorio',
      'ha creato l’accessorio',
    ]);
    expect(events[1].changes).toEqual([
      { field: 'Marca', from: 'Prova Motori', to: '—' },
      { field: 'Modello', from: 'Lampo', to: '—' },
      { field: 'Prezzo', from: '123,45\u00a0€', to: '200,00\u00a0€' },
    ]);
  });

  test('refuse a code that is there already, a model of another maker and a wrong range of days, at the field', async () => {
    await create('DOPPIO');
    const send = async (changes: object) => {
      const { status, body } = await call(keeper, 'POST /accessories', {
        body: { ...base, code: 'NUOVO', ...changes },
      });
      return [status, body.fields];
    };
    expect(await send({ code: 'DOPPIO' })).toEqual([422, { code: 'Questo codice è già usato' }]);
    expect(await send({ modelId: car.modelId })).toEqual([422, { modelId: 'Scegliere un modello della marca' }]);
    expect(await send({ makerId: 999_999 })).toEqual([422, { makerId: 'Scegliere una marca del catalogo' }]);
    expect(await send({ activeFrom: '2026-02-01', activeTo: '2026-01-01' })).toMatchObject([
      422,
      { activeTo: expect.any(String) },
    ]);
    expect(await send({ activeFrom: '2026-02-30' })).toEqual([422, { activeFrom: 'Inserire una data valida' }]);
    expect(await send({ price: undefined })).toEqual([422, { price: 'Inserire un importo' }]);
    expect(await send({ inStock: undefined })).toEqual([422, { inStock: 'Campo obbligatorio' }]);
    // The other company may use the same code.
    expect(
      (
        await call(await world.strangerWith('manageAccessories'), 'POST /accessories', {
          body: { ...base, code: 'DOPPIO' },
        })
      ).status,
    ).toBe(201);
  });

  test('a maker’s filter shows its own and what fits all; order and pages are stable', async () => {
    await create('FIT-1', { makerId: car.makerId });
    expect(await codes({ makerId: car.makerId })).toEqual(expect.arrayContaining(['FIT-1', 'DOPPIO']));
    const all = await codes({ sort: 'price', dir: 'desc' });
    const paged = [
      ...(await codes({ sort: 'price', dir: 'desc', limit: 2 })),
      ...(await codes({ sort: 'price', dir: 'desc', limit: 198, offset: 2 })),
    ];
    expect(paged).toEqual(all);
    expect((await list({ limit: 1 })).total).toBe(all.length);
  });

  test('prices change by a percentage, each rounded to the cent, all or none', async () => {
    const made = [
      await create('REP-1', { price: 999 }),
      await create('REP-2', { price: 10 }),
      await create('REP-3', { price: 0 }),
    ];
    const ids = made.map(({ id }) => id);
    const reprice = (percent: number, of = ids) =>
      call(keeper, 'POST /accessories/reprice', { body: { ids: of, percent } });
    expect((await reprice(2.5)).body).toMatchObject({ changed: 1 });
    const prices = async () =>
      Promise.all(ids.map(async (id) => (await call(reader, 'GET /accessories/:id', { params: { id } })).body.price));
    // 10.2398 → 10.24; 0.1025 → 0.10; nothing of nothing.
    expect(await prices()).toEqual([1024, 10, 0]);
    expect((await reprice(5)).body).toMatchObject({ changed: 2 });
    expect(await prices()).toEqual([1075, 11, 0]);
    expect((await reprice(10, [...ids, 999_999])).status).toBe(404);
    expect(await prices()).toEqual([1075, 11, 0]);
    expect((await reprice(-91)).body.fields).toEqual({ percent: 'Minimo −90 %' });
  });
});
