import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { effects } from '#backend/areas.ts';
import type { Ctx } from '#backend/lib/work/context.ts';
import type { Events } from '#domain/events.ts';
import type { CallName } from '#domain/endpoints.ts';
import type { TestUser } from '#tests/support/area.ts';
import { usedCar, usedCost } from '#tests/support/areas/stock.ts';
import { importFile } from '#tests/support/imports.ts';
import { testDatabase } from '#tests/support/database.ts';
import { makeWorld } from '#tests/support/world.ts';

const world = await makeWorld(await testDatabase(), { RATE_LIMIT: '0' });
const { call, clock, alfa, query } = world;
afterAll(() => world.close());
const start = clock.now;
beforeEach(() => (clock.now = start));

const manager = await world.userWith('seeStock', 'manageStock');
const seller = await world.userWith('seeStock', 'createQuotes');
const viewer = await world.userWith('seeStock');
let plates = 0;

const enter = async (changes: object = {}) => {
  const body = { ...usedCar, code: '', plate: `HZ ${(plates += 1)} ST`, ...changes };
  return (await call(manager, 'POST /stock/used', { body })).body;
};
const step = async (car: { id: number; version: number }, name: string, body?: object, as = manager) =>
  (await call(as, `POST /stock/used/:id/${name}` as CallName, { params: { id: car.id }, version: car.version, body }))
    .body;
const arrived = async (changes: object = {}) => step(await enter(changes), 'arrive');
const read = async (id: number, as: TestUser = manager) =>
  (await call(as, 'GET /stock/used/:id', { params: { id } })).body;
const reserve = (as: TestUser, id: number, body: object = { until: '2026-11-21T17:00:00Z' }) =>
  call(as, 'POST /stock/used/:id/reserve', { params: { id }, body });

/** What another area says, as one of the company's people. */
const emit = <E extends keyof Events>(event: E, payload: Events[E], as = manager) =>
  world.outside().asCompany(901, as.id, async (ctx: Ctx) => ctx.emit(event, payload));

describe('a used car', () => {
  test('gets the next stock number that nobody has', async () => {
    const first = (await enter()).code as string;
    expect(first).toMatch(/^U-2026-\d{4}$/);
    const next = `U-2026-${String(Number(first.slice(-4)) + 1).padStart(4, '0')}`;
    await enter({ code: next });
    expect((await enter()).code).not.toBe(next);
  });

  test('stands in the stock once by its plate, however it is written', async () => {
    await enter({ plate: 'HZ 900 AA' });
    const answer = await call(manager, 'POST /stock/used', { body: { ...usedCar, code: '', plate: 'hz-900aa' } });
    expect(answer.body.fields).toEqual({ plate: 'Un’altra auto in stock ha già questa targa' });
    const gone = await enter({ plate: 'HZ 901 AA' });
    await step(gone, 'cancel', { reason: 'withdrawn' });
    expect(await enter({ plate: 'HZ901AA' })).toHaveProperty('id');
  });

  test('arrives only with plate or chassis number, km and cost; then its days count', async () => {
    for (const [changes, why] of [
      [{ plate: '' }, /targa o il telaio/],
      [{ km: null }, /chilometri/],
      [{ purchaseCost: null }, /costo di acquisto/],
      [{ purchaseDocument: '' }, /documento di acquisto/],
    ] as const)
      expect((await step(await enter(changes), 'arrive')).message).toMatch(why);
    const car = await arrived();
    expect(car).toMatchObject({ state: 'acquired', acquiredOn: '2026-11-20', days: 0, band: 'fresh' });
    clock.now = new Date('2027-01-25T09:00:00Z');
    expect(await read(car.id)).toMatchObject({ days: 66, band: 'slow' });
  });

  test('says at once everything that is missing for its arrival; the minivoltura stands for the purchase document', async () => {
    const bare = await enter({ plate: '', km: null, purchaseCost: null, purchaseDocument: '' });
    const { missing } = await step(bare, 'arrive');
    expect(missing.map(({ field }: { field: string }) => field)).toEqual([
      ...['plate', 'km', 'purchaseCost', 'purchaseDocument'],
    ]);
    for (const { sentence } of missing) expect(sentence).toMatch(/^Inserire prima/);
    expect(await step(await enter({ purchaseDocument: '', papers: ['transfer'] }), 'arrive')).toMatchObject({
      state: 'acquired',
    });
  });

  test('is taken on consignment with owner, mandate and fee', async () => {
    const car = await enter({ consignor: '', mandateUntil: '2026-11-19', consignmentFee: null });
    const { missing } = await step(car, 'consign');
    expect(missing.map(({ field }: { field: string }) => field)).toEqual([
      'consignor',
      'mandateUntil',
      'consignmentFee',
    ]);
    expect(await step(await enter({ consignor: 'Rossi' }), 'consign')).toMatchObject({ state: 'consignment' });
  });

  test('is restored once it has its day, a photo and no open work; a company may switch each off', async () => {
    const asked = async (car: { id: number; version: number }) =>
      ((await step(car, 'finish')).missing ?? []).map(
        (one: { section?: string; field?: string }) => one.field ?? one.section,
      );
    const car = await step(await arrived({ readyOn: '2026-11-20' }), 'restore');
    expect(car).toMatchObject({ state: 'restoring', readyOn: null });
    const params = { id: car.id };
    const work = { ...usedCost, amount: null, expected: 300_00 };
    const { body: line } = await call(manager, 'POST /stock/used/:id/costs', { params, body: work });
    await call(manager, 'POST /stock/used/:id/costs', { params, body: { ...work, kind: 'warranty' } });
    expect(await asked(car)).toEqual(['readyOn', 'photos', 'costs']);
    const director = await world.userWith('seeStock', 'manageStock', 'managePreferences');
    const { version, periods } = (await call(director, 'GET /stock/settings')).body;
    const set = (finishAsks: string[], at: number) =>
      call(director, 'PUT /stock/settings', {
        version: version + at,
        body: { ...periods.at(-1).values, finishAsks, from: '2026-11-20' },
      });
    await set(['works'], 0);
    expect(await asked(car)).toEqual(['costs']);
    const at = { params: { id: car.id, costId: line.id }, version: line.version };
    await call(manager, 'PUT /stock/used/:id/costs/:costId', { ...at, body: { ...work, amount: 280_00 } });
    expect((await read(car.id)).openWorks).toBe(0);
    expect(await step(car, 'finish')).toMatchObject({ state: 'acquired' });
    await set(['ready', 'photo', 'works'], 1);
  });

  test('serves while it is insured, and comes back with the kilometres that it has then', async () => {
    const over = await arrived({ insuredUntil: '2026-11-19' });
    expect((await step(over, 'lend')).missing).toMatchObject([{ field: 'insuredUntil' }]);
    const out = await step(await arrived(), 'lend');
    expect(out).toMatchObject({ state: 'service_vehicle', serviceStartKm: 48_210 });
    expect((await step(out, 'recall')).missing).toMatchObject([{ field: 'serviceEndKm' }]);
    const driven = (km: number, version: number) =>
      call(manager, 'PUT /stock/used/:id', {
        params: { id: out.id },
        version,
        body: { ...usedCar, code: out.code, plate: out.plate, acquiredOn: out.acquiredOn, serviceEndKm: km },
      });
    const less = (await driven(48_000, out.version)).body;
    expect((await step(less, 'recall')).missing).toMatchObject([{ field: 'serviceEndKm' }]);
    const more = (await driven(51_300, less.version)).body;
    const back = await step(more, 'recall');
    expect(back).toMatchObject({ state: 'acquired', km: 51_300, serviceEndKm: null, serviceStartKm: null });
  });

  test('keeps the prices that it had, from the form, the grid and a price change with its way back', async () => {
    const car = await arrived();
    const params = { id: car.id };
    const body = { retailPrice: 10_500_00, b2bPrice: null, minPrice: null };
    const cut = await call(manager, 'PUT /stock/used/:id/prices', { params, version: car.version, body });
    expect(cut.body).toMatchObject({ retailPrice: 10_500_00, version: car.version + 1 });
    const { batch } = (await call(manager, 'POST /stock/used/reprice', { body: { ids: [car.id], percent: -10 } })).body;
    await call(manager, 'POST /stock/used/batches/:id/undo', { params: { id: batch } });
    const { body: rows } = await call(viewer, 'GET /stock/used/:id/prices', { params });
    expect(rows.map((row: { retailPrice: number }) => row.retailPrice)).toEqual([
      ...[10_500_00, 9_450_00, 10_500_00, 10_900_00],
    ]);
    expect(rows[0]).not.toHaveProperty('b2bPrice');
  });

  test('is not made cheaper than its lowest price by a price change', async () => {
    const { id } = await enter({ minPrice: 10_500_00 });
    const told = await call(manager, 'POST /stock/used/reprice', { body: { ids: [id], percent: -10, dryRun: true } });
    expect(told.body.fields.percent).toMatch(/prezzo minimo/);
    expect(await read(id)).toMatchObject({ retailPrice: 10_900_00 });
  });

  test('imports by stock number, with its place by name, and says what it cannot read', async () => {
    const head = 'Codice;Marca;Modello;Alimentazione;Acquisto;Acquistata da;Regime;Km;Prezzo;Sede;Targa;In stock dal';
    const csv = [
      head,
      `IMP-1;Fiat;Panda;Benzina;Permuta;Privato;Margine;48.210;10.900,00;${alfa.marker} sede;HZ 800 IM;04/10/2026`,
      'IMP-2;Fiat;Panda;Benzina;Permuta;P. IVA con IVA esposta;Margine;1;1;;;',
      'IMP-3;Fiat;Panda;Benzina;Permuta;Privato;Margine;1;1;Nessuna;;',
    ].join('\n');
    const body = await importFile(call, manager, 'stock/used', { csv });
    expect(body).toMatchObject({ created: 1, refused: 2, ignored: [] });
    expect(body.errors.map(({ message }: { message: string }) => message)).toEqual([
      expect.stringMatching(/IVA esposta/),
      'Sede: «Nessuna» non trovata',
    ]);
    const { rows } = (await call(viewer, 'GET /stock/used', { query: { q: 'hz800im' } })).body;
    expect(rows).toMatchObject([{ code: 'IMP-1', state: 'acquired', km: 48_210, locationId: alfa.locationId }]);
  });
});

describe('what a car cost', () => {
  test('is planned, then spent; the margin follows to the cent', async () => {
    const car = await arrived();
    const params = { id: car.id };
    const add = await call(manager, 'POST /stock/used/:id/costs', { params, body: { ...usedCost, amount: null } });
    expect((await read(car.id)).margin).toMatchObject({ cost: 8_700_00 });
    const line = { id: car.id, costId: add.body.id };
    await call(manager, 'PUT /stock/used/:id/costs/:costId', { params: line, version: 1, body: usedCost });
    expect(await read(car.id)).toMatchObject({
      version: car.version,
      costs: { gross: 732_00, net: 600_00 },
      margin: { sale: 10_900_00, vat: 390_95, cost: 8_732_00, net: 1_777_05 },
    });
    await call(manager, 'DELETE /stock/used/:id/costs/:costId', { params: line, version: 2 });
    expect(await read(car.id)).toMatchObject({ costs: { gross: 0, net: 0 } });
    const events = (await call(manager, 'GET /stock/used/:id/timeline', { params })).body;
    expect(events.slice(0, 3).map(({ what }: { what: string }) => what)).toEqual([
      ...['ha eliminato un costo', 'ha modificato un costo', 'ha inserito un costo'],
    ]);
    const credit = { ...usedCost, note: 'Storno', expected: null, amount: -122_00 };
    await call(manager, 'POST /stock/used/:id/costs', { params, body: credit });
    expect(await read(car.id)).toMatchObject({ costs: { gross: -122_00, net: -100_00 }, margin: { cost: 7_878_00 } });
  });

  test('is told to who manages the stock or sees margins, and to nobody else by any way', async () => {
    const car = await arrived({
      purchaseCost: 7_717_00,
      seller: 'ORIGINE',
      purchaseDocument: 'FT 8080',
      b2bPrice: 9_191_00,
      code: 'COSTO-1',
    });
    const params = { id: car.id };
    await call(manager, 'POST /stock/used/:id/costs', {
      params,
      body: { ...usedCost, note: 'SPESA', supplier: 'CARROZZIERE', amount: 3_131_00 },
    });
    const told = async (as: TestUser) => {
      const answers = [
        await call(as, 'GET /stock/used/:id', { params }),
        await call(as, 'GET /stock/used', { query: { q: 'COSTO-1' } }),
        await call(as, 'GET /stock/used/export', { query: { format: 'csv', q: 'COSTO-1' } }),
        await call(as, 'GET /stock/used/:id/timeline', { params }),
        await call(as, 'GET /stock/used/:id/prices', { params }),
      ];
      return answers.map(({ body }) => (Buffer.isBuffer(body) ? body.toString() : JSON.stringify(body))).join('\n');
    };
    const secrets = ['7717', '7.717', 'ORIGINE', 'FT 8080', '3131', '3.131', 'SPESA', '"margin"', 'Margine atteso'];
    const open = await told(await world.userWith('seeStock', 'seeMargin'));
    for (const secret of ['771700', '7717,00', '"margin"', 'Margine atteso', '9191']) expect(open).toContain(secret);
    const keeper = await world.userWith('manageStock');
    for (const secret of ['SPESA', 'ORIGINE', 'FT 8080']) expect(await told(keeper)).toContain(secret);
    expect((await call(keeper, 'GET /stock/used/:id/costs', { params })).body.rows).toMatchObject([{ note: 'SPESA' }]);
    // Margins are made of sums: from whom and by which document is for who manages the stock.
    const margins = await world.userWith('seeStock', 'seeMargin');
    for (const secret of ['SPESA', 'CARROZZIERE', 'ORIGINE', 'FT 8080']) expect(open).not.toContain(secret);
    expect((await call(margins, 'GET /stock/used/:id', { params })).body.costs.gross).toBe(3_131_00);
    expect((await call(margins, 'GET /stock/used/:id/costs', { params })).status).toBe(403);
    const shut = await told(
      await world.userWith(
        'seeStock',
        'createQuotes',
        'manageOwnQuotes',
        'seeAllQuotes',
        'manageAllQuotes',
        'seeCustomers',
        'registerAccesses',
        'makeContracts',
        'seeSalesStats',
        'seeAllCommissions',
        'evaluateUsed',
      ),
    );
    for (const secret of [...secrets, '9191']) expect(shut).not.toContain(secret);
    const wholesale = await told(await world.userWith('seeStock', 'manageB2bQuotes'));
    expect(wholesale).toContain('9191');
    for (const secret of secrets) expect(wholesale).not.toContain(secret);
    expect((await call(viewer, 'GET /stock/used/:id/costs', { params })).status).toBe(403);
    expect((await call(viewer, 'GET /stock/summary')).body).not.toHaveProperty('cost');
  });
});

describe('a reservation', () => {
  test('is one, whoever tries at the same time', async () => {
    const { id } = await arrived();
    const people = await Promise.all(Array.from({ length: 5 }, () => world.userWith('seeStock', 'createQuotes')));
    const answers = await Promise.all(Array.from({ length: 50 }, (_, n) => reserve(people[n % 5]!, id)));
    const done = answers.filter(({ status }) => status === 200);
    const holders = new Set(done.map(({ body }) => body.reservation.byId));
    expect(holders.size).toBe(1);
    for (const { status, body } of answers)
      if (status !== 200) expect([status === 409 || status === 503, body.message]).toEqual([true, expect.any(String)]);
    const [holder] = holders;
    expect((await read(id)).reservation).toMatchObject({ byId: holder, lapsed: false });
    const events = await query(
      "select distinct user_id::int as by from audit_events where entity = 'used_car' and entity_id = $1 and action = 'reserve'",
      [id],
    );
    expect(events).toEqual([{ by: holder }]);
  });

  test('belongs to who made it, until its time is over', async () => {
    const { id, version } = await arrived();
    const other = await world.userWith('seeStock', 'createQuotes');
    expect((await reserve(seller, id)).body.reservation).toMatchObject({ byId: seller.id, lapsed: false });
    expect((await read(id)).version).toBe(version);
    expect((await reserve(other, id)).body.message).toMatch(
      /^L’auto è opzionata da .+ fino al 21\/11\/2026 alle 18:00\.$/,
    );
    const release = (as: TestUser) => call(as, 'POST /stock/used/:id/release', { params: { id } });
    expect((await release(other)).status).toBe(403);
    clock.now = new Date('2026-11-21T17:00:00Z');
    expect((await read(id)).reservation).toMatchObject({ lapsed: true });
    expect((await reserve(other, id, { until: '2026-11-22T17:00:00Z' })).body.reservation.byId).toBe(other.id);
    expect((await release(manager)).body.reservation).toBeNull();
  });

  test('names its customer to who may see customers only; it ends within 30 days', async () => {
    const { id } = await arrived();
    const until = '2026-11-21T17:00:00Z';
    await reserve(manager, id, { until, customerId: alfa.customerId, note: 'Aspetta la delibera' });
    expect((await read(id)).reservation.customer).toContain(alfa.marker);
    expect((await read(id, viewer)).reservation).toMatchObject({ customerId: null, customer: null, note: '' });
    expect((await reserve(manager, id, { until: '2027-01-21T17:00:00Z' })).body.fields).toEqual({
      until: 'Al massimo 30 giorni',
    });
    expect((await reserve(manager, id, { until: '2026-11-19T17:00:00Z' })).body.fields).toHaveProperty('until');
    expect((await reserve(manager, id, { until, customerId: world.beta.customerId })).status).toBe(422);
    expect((await reserve(viewer, id)).status).toBe(403);
  });
});

/** To somebody unknown, by nobody who holds a car. */
const b2bSale = {
  kind: 'used',
  contract: null,
  channel: 'b2b',
  regime: 'margin',
  customerId: null,
  sellerId: 0,
} as const;

describe('a sale of another area', () => {
  test('makes the car sold, locks it, and is taken back to where it stood', async () => {
    const car = await step(await arrived(), 'restore');
    await emit('car.sold', { ...b2bSale, id: car.id, price: 9_800_00, buyer: 'Commercio Prova' });
    const sold = await read(car.id);
    expect(sold).toMatchObject({
      state: 'sold',
      archived: false,
      reservation: null,
      sale: { channel: 'b2b', price: 9_800_00, soldOn: '2026-11-20', buyer: 'Commercio Prova', deliveredOn: null },
    });
    expect(sold.margin).toMatchObject({ sale: 9_800_00 });
    const { code: _, ...values } = usedCar;
    const save = { params: { id: car.id }, version: sold.version, body: { ...values, code: sold.code } };
    expect((await call(manager, 'PUT /stock/used/:id', save)).status).toBe(409);
    await emit('car.unsold', { kind: 'used', id: car.id, goesOn: false });
    expect(await read(car.id)).toMatchObject({ state: 'restoring', sale: null });
  });

  test('is refused for a car that is sold, or held for somebody else', async () => {
    const { id } = await arrived();
    await reserve(seller, id);
    const sale = { ...b2bSale, id, price: 9_800_00, buyer: 'Prova' };
    await expect(emit('car.sold', sale)).rejects.toMatchObject({ code: 'conflict' });
    await emit('car.sold', sale, seller);
    await expect(emit('car.sold', sale, seller)).rejects.toMatchObject({ code: 'conflict' });
    await expect(emit('car.unsold', { kind: 'used', id: (await arrived()).id, goesOn: false })).rejects.toMatchObject({
      code: 'conflict',
    });
  });

  test('lets a B2B car be delivered by hand, and no other', async () => {
    const [b2b, retail] = [await arrived(), await arrived()];
    await emit('car.sold', { ...b2bSale, id: b2b.id, price: 1, buyer: 'Prova' });
    await emit('car.sold', { ...b2bSale, channel: 'retail', id: retail.id, price: 1, buyer: 'Prova' });
    expect((await step(await read(retail.id), 'deliver')).message).toMatch(/dal contratto/);
    expect(await step(await read(b2b.id), 'deliver')).toMatchObject({
      state: 'delivered',
      archived: true,
      sale: { deliveredOn: '2026-11-20' },
    });
  });

  test('is answered by the stock', () => {
    expect(effects.filter((one) => one['car.sold'] && one['car.unsold'])).toHaveLength(1);
  });
});

describe('the list and the home', () => {
  test('filter and count the same cars', async () => {
    const { id } = await arrived({ maker: 'Contata', acquiredOn: '2026-08-01', retailPrice: null, papers: [] });
    await reserve(seller, id);
    const ids = async (filters: object) =>
      (await call(viewer, 'GET /stock/used', { query: { limit: 200, ...filters } })).body.rows.map(
        (row: { id: number }) => row.id,
      );
    const own = { maker: 'Contata' };
    for (const filters of [
      { band: 'aged' },
      { lacks: 'price' },
      { lacks: 'papers' },
      { reserved: 'now' },
      { state: 'acquired' },
      { acquiredFrom: '2026-08-01', acquiredTo: '2026-08-01' },
    ])
      expect(await ids({ ...own, ...filters })).toEqual([id]);
    for (const filters of [
      { band: 'fresh,normal,slow' },
      { free: 'true' },
      { reserved: 'lapsed' },
      { archived: 'true' },
      { kmFrom: 50_000 },
      { acquiredFrom: '2026-08-02' },
      { acquiredTo: '2026-07-31' },
      { soldFrom: '2026-08-01' },
    ])
      expect(await ids({ ...own, ...filters })).toEqual([]);
    clock.now = new Date('2026-11-25T09:00:00Z');
    expect(await ids({ ...own, free: 'true', reserved: 'lapsed', kmFrom: 48_210, kmTo: 48_210 })).toEqual([id]);
    const { attention, bands, count, retail, averageDays } = (await call(manager, 'GET /stock/summary')).body;
    // The record stands beside the average of the home, which is counted for its page alone.
    expect(averageDays).toEqual(expect.any(Number));
    expect((await call(viewer, 'GET /stock/average-days')).body).toEqual({ averageDays });
    expect(await read(id)).not.toHaveProperty('averageDays');
    expect(attention).toEqual({
      aged: (await ids({ band: 'aged' })).length,
      price: (await ids({ lacks: 'price' })).length,
      photos: (await ids({ lacks: 'photos' })).length,
      papers: (await ids({ lacks: 'papers' })).length,
      lapsed: (await ids({ reserved: 'lapsed' })).length,
      reserved: (await ids({ reserved: 'now' })).length,
      expiring: (await ids({ lacks: 'expiring' })).length,
      margin: (await ids({ lacks: 'margin' })).length,
    });
    const added = (key: 'count' | 'retail') => bands.reduce((sum: number, one: never) => sum + (one[key] as number), 0);
    expect([added('count'), added('retail')]).toEqual([count, retail]);
    expect(retail).toBeGreaterThan(0);
  });

  test('find a car by plate, its end, chassis number and model; Ctrl+K leads to its page', async () => {
    const { id } = await arrived({ plate: 'HZ 777 QX', vin: 'ZZ9CERCATA0000042', model: 'Cercata' });
    for (const q of ['hz777qx', '777qx', 'HZ 777 QX', '0000042', 'cercata']) {
      const { rows } = (await call(viewer, 'GET /stock/used', { query: { q } })).body;
      expect([q, rows.map((row: { id: number }) => row.id)]).toEqual([q, [id]]);
    }
    const hits = (await call(viewer, 'GET /search', { query: { q: 'hz777qx' } })).body;
    expect(hits).toMatchObject([{ label: 'Usato', href: `/dealer/stock/used/${id}` }]);
    expect(
      (await call(await world.userWith('seeAccessories'), 'GET /search', { query: { q: 'hz777qx' } })).body,
    ).toEqual([]);
  });
});
