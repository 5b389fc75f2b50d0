import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import type { CallName } from '#domain/endpoints.ts';
import type { TestUser } from '#tests/support/area.ts';
import { converting, newCarOf, sale } from '#tests/support/areas/new-stock.ts';
import { testDatabase } from '#tests/support/database.ts';
import { importFile } from '#tests/support/imports.ts';
import { pdfText } from '#tests/support/pdf-text.ts';
import { makeWorld } from '#tests/support/world.ts';

const world = await makeWorld(await testDatabase(), { RATE_LIMIT: '0' });
const { call, clock, alfa, car: version, query } = world;
afterAll(() => world.close());
const start = clock.now;
beforeEach(() => (clock.now = start));

const manager = await world.userWith('seeStock', 'manageStock');
const seller = await world.userWith('seeStock', 'createQuotes');
const viewer = await world.userWith('seeStock');
const { options } = version;
let count = 0;
const vin = () => `ZZ9NEW${String((count += 1)).padStart(11, '0')}`;

const enter = async (changes: object = {}) =>
  (await call(manager, 'POST /stock/new', { body: { ...newCarOf(version), code: '', vin: vin(), ...changes } })).body;
const step = async (car: { id: number; version: number }, name: string, body?: object, as = manager) =>
  (await call(as, `POST /stock/new/:id/${name}` as CallName, { params: { id: car.id }, version: car.version, body }))
    .body;
const arrived = async (changes: object = {}) => step(await enter(changes), 'arrive');
const read = async (id: number, as: TestUser = manager) =>
  (await call(as, 'GET /stock/new/:id', { params: { id } })).body;
const reserve = (as: TestUser, id: number, body: object = { until: '2026-11-21T17:00:00Z' }) =>
  call(as, 'POST /stock/new/:id/reserve', { params: { id }, body });
const importing = (lines: string[], dryRun = false) =>
  importFile(call, manager, 'stock/new', { csv: lines.join('\n'), dryRun });

describe('a new car', () => {
  test('is what the catalogue says, at the list of the day, and gets the next stock number', async () => {
    const car = await enter();
    expect(car).toMatchObject({
      state: 'ordered',
      maker: 'Prova Motori',
      model: 'Lampo',
      versionName: '1.0 Base',
      fuel: 'petrol',
      kw: 74,
      options: ['Rosso', 'Gancio traino'],
      listPrice: 24_900_00 + 700_00 + 750_00,
      days: null,
      // 24,400.00 − VAT 4,400.00 − cost 16,393.44 net.
      margin: { sale: 24_400_00, vat: 4_400_00, cost: 16_393_44, net: 3_606_56 },
    });
    expect(car.code).toMatch(/^N-2026-\d{4}$/);
  });

  test('has only what its version can have, one colour, and a chassis number that no other has', async () => {
    const wrong = async (changes: object) =>
      (await call(manager, 'POST /stock/new', { body: { ...newCarOf(version), code: '', ...changes } })).body.fields;
    expect(await wrong({ versionId: 999_999 })).toHaveProperty('versionId');
    expect(await wrong({ optionIds: [999_999] })).toHaveProperty('optionIds');
    expect((await wrong({ optionIds: [options.red, options.white] })).optionIds).toMatch(/un colore solo/);
    expect(await wrong({ orderedOn: '2026-10-02', arrivedOn: '2026-10-01' })).toHaveProperty('arrivedOn');
    expect(await wrong({ minPrice: 25_000_00 })).toHaveProperty('minPrice');
    const { vin: taken } = await enter();
    expect(await wrong({ vin: taken })).toEqual({ vin: 'Un’altra auto in stock ha già questo telaio' });
  });

  test('is ordered, travels, arrives, is sold, registered and delivered; each step says what it lacks', async () => {
    const ordered = await enter({ vin: '', orderNumber: 'A-1' });
    expect((await step(ordered, 'arrive')).message).toMatch(/telaio/);
    const put = async (car: { id: number; version: number }, changes: object) =>
      (
        await call(manager, 'PUT /stock/new/:id', {
          params: { id: car.id },
          version: car.version,
          body: { ...newCarOf(version), code: '', orderNumber: 'A-1', vin: 'ZZ9WAY0000000001', ...changes },
        })
      ).body;
    const here = await step(await put(await step(ordered, 'ship'), {}), 'arrive');
    expect(here).toMatchObject({ state: 'in_stock', arrivedOn: '2026-11-20', days: 0, missing: ['invoice', 'coc'] });
    clock.now = new Date('2027-01-25T09:00:00Z');
    expect(await read(here.id)).toMatchObject({ days: 66, band: 'slow' });
    clock.now = start;
    const sold = await step(here, 'sell', { ...sale, document: '' });
    expect(sold).toMatchObject({ state: 'sold', days: null, sale: { buyer: 'Prova Rossi', price: 10_500_00 } });
    expect((await step(sold, 'register')).message).toMatch(/targa/);
    expect((await put(sold, { arrivedOn: '2026-11-20', price: 1_00 })).fields).toHaveProperty('price');
    const plated = await put(sold, { arrivedOn: '2026-11-20', plate: 'HZ 001 NU', registeredOn: '2026-11-20' });
    const registered = await step(plated, 'register');
    expect((await step(registered, 'deliver')).message).toMatch(/documento di vendita/);
    await query("update new_cars set sale_document = 'F 1' where id = $1", [sold.id]);
    expect(await step(registered, 'deliver')).toMatchObject({ state: 'delivered', archived: true, actions: ['paper'] });
    const events = (await call(viewer, 'GET /stock/new/:id/timeline', { params: { id: sold.id } })).body;
    expect(events.map(({ what }: { what: string }) => what)).toEqual(
      expect.arrayContaining(['ha registrato la partenza dell’auto', 'ha venduto l’auto', 'ha consegnato l’auto']),
    );
  });

  test('stands where it stood when its sale is taken back, and in stock when it has come since', async () => {
    const coming = await step(await step(await enter(), 'ship'), 'sell', sale);
    expect(await step(coming, 'unsell', { reason: 'withdrawn' })).toMatchObject({ state: 'in_transit', sale: null });
    const ordered = await step(await enter(), 'sell', sale);
    expect((await step(ordered, 'unsell', { reason: 'other' })).fields).toHaveProperty('note');
    await query("update new_cars set arrived_on = '2026-11-20' where id = $1", [ordered.id]);
    expect(await step(ordered, 'unsell', { reason: 'error' })).toMatchObject({ state: 'in_stock', sale: null });
  });
});

describe('a reservation', () => {
  test('is one, under fifty tries at once', async () => {
    const { id } = await enter();
    const people = await Promise.all(Array.from({ length: 5 }, () => world.userWith('seeStock', 'createQuotes')));
    const answers = await Promise.all(Array.from({ length: 50 }, (_, n) => reserve(people[n % 5]!, id)));
    const done = answers.filter(({ status }) => status === 200);
    expect(new Set(done.map(({ body }) => body.reservation.byId)).size).toBe(1);
    for (const { status } of answers) expect([200, 409, 503]).toContain(status);
  });

  test('with a customer assigns the car; nobody else sells it or registers it, and it falls when it is over', async () => {
    const car = await arrived();
    await reserve(seller, car.id, { until: '2026-11-21T17:00:00Z', customerId: alfa.customerId });
    const row = async () =>
      (await call(seller, 'GET /stock/new', { query: { q: car.vin, reserved: 'assigned' } })).body.rows[0];
    expect(await row()).toMatchObject({ id: car.id, held: 'assigned' });
    expect((await step(car, 'sell', sale)).message).toMatch(/opzionata da/);
    expect((await step(car, 'convert', converting(1))).message).toMatch(/opzionata da/);
    clock.now = new Date('2026-11-21T17:00:00Z');
    expect(await row()).toBeUndefined();
    const sold = await step(car, 'sell', { ...sale, customerId: alfa.customerId, buyer: '', soldOn: '2026-11-21' });
    expect(sold.sale.buyer).toContain(alfa.marker);
    expect(sold.reservation).toBeNull();
  });
});

describe('a car that the dealer registers itself', () => {
  test('goes on as Km 0 with exposed VAT, its registration a cost: to the cent', async () => {
    expect(await arrived({ otherCosts: -366_00 })).toMatchObject({ otherCosts: -366_00 });
    const car = await arrived({ otherCosts: 366_00 });
    const proposed = await call(manager, 'GET /stock/new/:id/registration', { params: { id: car.id } });
    // rules.md §4 and §6: 74 kW, Milano, 338.00 and 142.98.
    expect(proposed.body).toEqual({ registration: 480_98 });
    const done = await step(car, 'convert', { ...converting(2), registration: 480_98 });
    expect(done).toMatchObject({ state: 'converted', archived: true, plate: 'HK 2' });
    const used = (await call(manager, 'GET /stock/used/:id', { params: { id: done.usedCarId } })).body;
    expect(used).toMatchObject({
      state: 'acquired',
      purchaseType: 'km0',
      sellerKind: 'vat',
      regime: 'iva_exposed',
      km: 10,
      kw: 74,
      acquiredOn: '2026-11-19',
      registeredOn: '2026-11-19',
      vin: car.vin,
      colour: 'Rosso',
      plate: 'HK 2',
      purchaseCost: 20_000_00,
      purchaseTaxRate: 22,
      equipment: 'Gancio traino',
      maker: 'Prova Motori',
      costs: { gross: 366_00 + 480_98, net: 300_00 + 480_98 },
      // 21,900.00 = 17,950.82 + 3,949.18; cost 16,393.44 + 300.00 + 480.98.
      margin: { sale: 21_900_00, vat: 3_949_18, cost: 17_174_42, net: 776_40 },
    });
    const margin = {
      ...used,
      ...Object.fromEntries(Object.keys(used).map((key) => [key, used[key]])),
      regime: 'retail',
    };
    const body = { ...margin, registeredOn: '2026-11-19' };
    const saved = await call(manager, 'PUT /stock/used/:id', { params: { id: used.id }, version: used.version, body });
    expect(saved.body.fields.regime).toMatch(/solo con IVA esposta/);
    expect((await step(done, 'convert', converting(3))).message).toMatch(/solo un’auto in stock/);
  });

  test('is refused before it arrived or has a cost, and registers on no impossible day', async () => {
    expect((await step(await enter(), 'convert', converting(4))).message).toMatch(/in stock/);
    expect((await step(await arrived({ purchaseCost: null }), 'convert', converting(5))).message).toMatch(/costo/);
    const car = await arrived();
    for (const registeredOn of ['2026-11-21', '2026-09-30'])
      expect((await step(car, 'convert', { ...converting(6), registeredOn })).fields).toHaveProperty('registeredOn');
    const one = await step(car, 'convert', converting(7));
    expect(one.state).toBe('converted');
    const twin = await step(await arrived(), 'convert', converting(7));
    expect(twin.fields).toEqual({ plate: 'Un’altra auto in stock ha già questa targa' });
  });
});

describe('the list of the maker', () => {
  const head = 'Qualcosa;Ordine;Telaio;Versione;Optional;Arrivo previsto;Costo fattura;Sconosciuta';

  test('is imported by order number: twice makes nothing twice, and a car gets its chassis number', async () => {
    const lines = (chassis: string) => [head, `x;M-100;${chassis};LMP-1;C02, Gancio traino;05/12/2026;20.000,00;1`];
    expect(await importing(lines(''), true)).toMatchObject({ created: 1, refused: 0 });
    expect(await importing(lines(''))).toMatchObject({ created: 1, ignored: ['Qualcosa', 'Sconosciuta'] });
    const found = async () => (await call(viewer, 'GET /stock/new', { query: { q: 'M-100' } })).body.rows;
    expect(await found()).toMatchObject([{ code: 'M-100', state: 'ordered', options: ['Rosso', 'Gancio traino'] }]);
    expect(await importing(lines(''))).toMatchObject({ created: 0, unchanged: 1 });
    const again = await importing(lines('ZZ9MAKER00000100'));
    expect(again).toMatchObject({ created: 0, updated: 1 });
    expect(await found()).toMatchObject([{ vin: 'ZZ9MAKER00000100' }]);
    await call(manager, 'POST /imports/:id/undo', { params: { id: again.id } });
    expect(await found()).toMatchObject([{ vin: '' }]);
  });

  test('says by row which version or option the catalogue does not know', async () => {
    const { errors } = await importing(['Ordine;Versione;Optional', 'M-201;ZZZ;', 'M-202;LMP-1;O99', 'M-203;;']);
    expect(errors.map(({ message }: { message: string }) => message)).toEqual([
      expect.stringMatching(/«ZZZ» non è nel catalogo/),
      'Optional: «O99» non c’è su questa versione',
      'Versione: manca',
    ]);
  });
});

describe('the list', () => {
  test('filters, and finds a car by the end of its chassis number, its order and its model', async () => {
    const car = await arrived({
      vin: 'ZZ9CERCA000077123',
      orderNumber: 'ORD-7788',
      arrivedOn: '2026-10-01',
      price: null,
    });
    const ids = async (query_: Record<string, unknown>) =>
      (await call(viewer, 'GET /stock/new', { query: query_ })).body.rows.map(({ id }: { id: number }) => id);
    for (const q of ['77123', 'ord-7788', 'lampo 77123']) expect([q, await ids({ q })]).toEqual([q, [car.id]]);
    const own = { q: '77123' };
    for (const some of [
      { lacks: 'price' },
      { lacks: 'papers' },
      { band: 'normal' },
      { free: 'true' },
      { fuel: 'petrol' },
    ])
      expect([some, await ids({ ...own, ...some })]).toEqual([some, [car.id]]);
    for (const none of [
      { lacks: 'arrival' },
      { band: 'fresh' },
      { state: 'ordered' },
      { makerId: 999_999 },
      { fuel: 'bev' },
    ])
      expect([none, await ids({ ...own, ...none })]).toEqual([none, []]);
    const late = await enter({ expectedOn: '2026-11-19' });
    expect(await ids({ lacks: 'arrival' })).toContain(late.id);
    expect((await call(viewer, 'GET /search', { query: { q: '77123' } })).body).toMatchObject([
      { label: 'Nuovo', href: `/dealer/stock/new/${car.id}` },
    ]);
  });

  test('tells costs to nobody who may not see them, by any way', async () => {
    const car = await arrived({ purchaseCost: 17_717_00, invoice: 'SEGRETA', otherCosts: 313_00, b2bPrice: 19_191_00 });
    const told = async (as: TestUser) => {
      const params = { id: car.id };
      const answers = [
        await call(as, 'GET /stock/new/:id', { params }),
        await call(as, 'GET /stock/new', { query: { q: car.vin } }),
        await call(as, 'GET /stock/new/export', { query: { format: 'csv', q: car.vin } }),
        await call(as, 'GET /stock/new/:id/timeline', { params }),
      ];
      return answers.map(({ body }) => (Buffer.isBuffer(body) ? body.toString() : JSON.stringify(body))).join('\n');
    };
    const secrets = ['17717', '17.717', 'SEGRETA', '31300', '313,00', '19191', '19.191', '"margin"', 'Margine atteso'];
    const shut = await told(seller);
    for (const secret of secrets) expect(shut).not.toContain(secret);
    const open = await told(await world.userWith('seeStock', 'seeMargin'));
    for (const secret of ['1771700', '17717,00', '"margin"', 'Margine atteso']) expect(open).toContain(secret);
    // From whom and by which document is for who manages the stock.
    expect(open).not.toContain('SEGRETA');
    expect(await told(manager)).toContain('SEGRETA');
  });
});

test('the sheet on a new car is one page with price, list price and what is on it, and names no cost', async () => {
  const car = await enter({ price: 23_000_00, purchaseCost: 18_000_00 });
  const { status, headers, body } = await call(manager, 'GET /stock/new/:id/sheet', { params: { id: car.id } });
  expect([status, headers.get('content-type')]).toEqual([200, 'application/pdf']);
  const text = pdfText(body).join(' ').replace(/\s+/g, ' ');
  for (const part of ['Prova Motori Lampo', '23.000,00', '26.350,00', 'g/km', 'Rosso', 'Gancio traino'])
    expect(text).toContain(part);
  expect(text).not.toMatch(/18\.000/);
  expect(body.toString('latin1').match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
  const stranger = await world.strangerWith('seeStock');
  expect((await call(stranger, 'GET /stock/new/:id/sheet', { params: { id: car.id } })).status).toBe(404);
});

describe('a quote of the very car', () => {
  const { draft } = world;
  const quoter = async () => world.userWith('seeStock', 'createQuotes', 'manageOwnQuotes');
  const quoted = (id: number, changes: object = {}) => draft(alfa, { newCarId: id, ...changes });

  test('has its options whatever is sent, its cost, and is refused when it is another version', async () => {
    const car = await arrived({ purchaseCost: 21_960_00 });
    const seeing = await world.userWith('seeStock', 'createQuotes', 'manageOwnQuotes', 'seeMargin');
    const { body } = await call(seeing, 'POST /quotes', { body: quoted(car.id, { optionIds: [options.winter] }) });
    expect(body.draft).toMatchObject({ newCarId: car.id, optionIds: [options.red, options.hook] });
    const sheet = (await call(seeing, 'GET /quotes/:id/sheet', { params: { id: body.id } })).body;
    expect(sheet.stock).toMatchObject({ carId: car.id, code: car.code, price: 24_400_00, gone: null });
    // 21,960.00 with VAT is 18,000.00; the list of 26,350.00 is 21,598.36 net.
    expect(Math.round((21_598_36 * sheet.costPercent) / 100)).toBe(18_000_00);
    const unknown = await call(seeing, 'POST /quotes', { body: quoted(999_999) });
    expect(unknown.body.fields).toEqual({ newCarId: 'Scegliere un’auto dello stock nuovo' });
  });

  test('is neither issued nor accepted once the car is sold', async () => {
    const [car, other] = [await arrived(), await arrived()];
    const as = await quoter();
    const made = async (id: number) => (await call(as, 'POST /quotes', { body: quoted(id) })).body;
    const issue = ({ id, version: seen }: { id: number; version: number }) =>
      call(as, 'POST /quotes/:id/issue', { params: { id }, version: seen, body: {} });
    const first = await made(car.id);
    await step(car, 'sell', sale);
    expect((await issue(first)).body.fields.newCarId).toMatch(/venduta/);
    const second = (await issue(await made(other.id))).body;
    expect(second.state).toBe('issued');
    await step(other, 'sell', sale);
    const accept = { params: { id: second.id }, version: second.version };
    expect((await call(as, 'POST /quotes/:id/accept', accept)).body.message).toMatch(/venduta/);
  });
});
