import { afterAll, describe, expect, test } from 'vitest';
import { locationFields } from '#domain/companies/place-fields.ts';
import { blankOf } from '#domain/record/fields.ts';
import { privileges as p } from '#domain/privileges.ts';
import { feedCar } from '#domain/stock/shown-schema.ts';
import { newCarOf } from '#tests/support/areas/new-stock.ts';
import { usedCar } from '#tests/support/areas/stock.ts';
import { aPhoto } from '#tests/support/areas/uploads.ts';
import { pdfQr, pdfText } from '#tests/support/pdf-text.ts';
import { readQr } from '#tests/support/qr-reader.ts';
import { testDatabase } from '#tests/support/database.ts';
import { EVERY, makeWorld } from '#tests/support/world.ts';

const world = await makeWorld(await testDatabase());
const { call } = world;
afterAll(() => world.close());
const me = await world.user(901, EVERY);
const photo = await aPhoto();
let count = 0;

/** A car on show with a photo; `change` is what it is typed with. */
async function aCar(change: object = {}) {
  count += 1;
  const body = { ...usedCar, code: `V-${count}`, plate: `VA ${100 + count} ZZ`, ...change };
  const { id, version } = (await call(me, 'POST /stock/used', { body })).body;
  await call(me, 'POST /stock/used/:id/arrive', { params: { id }, version });
  const query = { purpose: 'stock_photo', name: 'f.jpg' };
  const upload = (await call(me, 'POST /uploads', { query, file: photo })).body.id as number;
  await call(me, 'POST /stock/used/:id/photos', { params: { id }, body: { uploadId: upload } });
  const car = (await call(me, 'GET /stock/used/:id', { params: { id } })).body;
  return { id: id as number, version: car.version as number, upload, token: car.page.slice('/auto/'.length) as string };
}
const shown = (token: string) => call(null, 'GET /stock/shown', { query: { token } });
const photoOf = (token: string, upload: number, size = 'small') =>
  call(null, 'GET /stock/shown/photo', { query: { token, photo: upload, size } });

describe('the public page of a car', () => {
  test('says what it is and costs, whom to call, and nothing of what it cost, who sold it or on which spot it stands', async () => {
    const secret = {
      seller: 'SEGRETO-VENDITORE',
      notes: 'SEGRETO-NOTE',
      purchaseDocument: 'SEGRETO-ATTO',
      spot: 'SEGRETO-POSTO',
    };
    const { token, upload } = await aCar({ ...secret, equipment: 'Navigatore\n\nSedili in pelle', kw: 132 });
    const { status, body } = await shown(token);
    expect([status, body]).toMatchObject([
      200,
      { name: 'Prova Due', price: 10_900_00, reserved: false, equipment: ['Navigatore', 'Sedili in pelle'] },
    ]);
    expect(body.facts).toContainEqual(['Potenza', '132\u00a0kW (179 CV)']);
    expect(body.photos).toMatchObject([{ id: upload }]);
    expect(JSON.stringify(body)).not.toMatch(/SEGRETO|800000|VA 1/);
    expect((await photoOf(token, upload)).headers.get('content-type')).toBe('image/webp');
  });

  test('says where the car is to be seen and when, with the closures of the next days', async () => {
    const opening = {
      hours: [{ day: 'tue', from: '09:00', to: '19:00' }],
      closures: [{ from: '2026-11-25', to: '2026-11-27', reason: 'Inventario' }],
    };
    const body = { ...blankOf(locationFields), ...opening, name: 'Sede nord', address: 'Via Prova 7', city: 'Milano' };
    const { id } = (await call(me, 'POST /locations', { body })).body;
    const placed = await aCar({ locationId: id });
    expect((await shown(placed.token)).body.place).toMatchObject({
      name: 'Sede nord',
      address: 'Via Prova 7, Milano',
      hours: ['Lunedì: chiuso', 'Martedì: 9:00–19:00', 'Mercoledì–domenica: chiuso'],
      closed: ['da mercoledì 25 novembre a venerdì 27 novembre (Inventario)', 'martedì 8 dicembre (Immacolata)'],
    });
    const { rows } = (await call(me, 'GET /locations', { query: { q: 'Sede nord' } })).body;
    expect(rows).toMatchObject([{ id, cars: 1 }]);
    expect((await shown((await aCar()).token)).body.place).toBeNull();
  });

  test('is gone for everybody once the car is sold, and so are its photos', async () => {
    const { id, token, upload } = await aCar();
    await world.query("update used_cars set state = 'sold' where id = $1", [id]);
    expect([(await shown(token)).status, (await photoOf(token, upload)).status]).toEqual([404, 404]);
    expect((await call(me, 'GET /stock/used/:id', { params: { id } })).body.page).toBeNull();
  });

  test('shows no photo of another car, none that was taken out, and no other file', async () => {
    const [one, other] = [await aCar(), await aCar()];
    expect((await photoOf(one.token, other.upload)).status).toBe(404);
    const album = (await call(me, 'GET /stock/used/:id/photos', { params: { id: one.id } })).body;
    await call(me, 'PUT /stock/used/:id/photos', {
      params: { id: one.id },
      version: album.version,
      body: { photos: [] },
    });
    expect((await photoOf(one.token, one.upload)).status).toBe(404);
    expect((await shown(one.token)).body.photos).toEqual([]);
  });

  test.each(['', 'p1', 'p1.0123456789abcdef0123456789abcdef', 'zzzzzz.0123456789abcdef0123456789abcdef', '../../etc'])(
    'the address "%s" has no page',
    async (token) => {
      expect((await shown(token)).status).toBe(404);
    },
  );
});

describe('the sheet behind the windscreen', () => {
  const sheet = (id: number, as = me) => call(as, 'GET /stock/used/:id/sheet', { params: { id } });

  test('is one page with name, price and facts, also with many things in the car, and names no cost', async () => {
    const equipment = Array.from({ length: 60 }, (_, i) => `Dotazione ${i}`).join('\n');
    const { id } = await aCar({ equipment, versionName: '1.6 #let x = 1 $a$ "b"', seller: 'SEGRETO' });
    const { status, headers, body } = await sheet(id);
    expect([status, headers.get('content-type')]).toEqual([200, 'application/pdf']);
    const text = pdfText(body).join(' ').replace(/\s+/g, ' ');
    for (const part of ['Prova Due 1.6 #let x = 1', '10.900,00', '48.210', 'e altre 36 dotazioni', 'Inquadra per foto'])
      expect(text).toContain(part);
    expect(text).not.toMatch(/SEGRETO|8\.000,00/);
    expect(body.toString('latin1').match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
  });

  test('has a code that leads to the public page of this car', async () => {
    const [one, other] = [await aCar({ model: 'Letta' }), await aCar()];
    const address = new URL(readQr(pdfQr((await sheet(one.id)).body)));
    expect(address.origin).toBe(world.config.PUBLIC_ORIGIN);
    const { status, body } = await shown(address.pathname.replace(/^\/auto\//, ''));
    expect([status, body.name]).toEqual([200, 'Prova Letta']);
    expect(readQr(pdfQr((await sheet(other.id)).body))).not.toBe(address.href);
  });

  test('has no code while the page behind it does not open, and is for who sees the stock', async () => {
    const body = { ...usedCar, code: 'V-ARRIVO', plate: 'VZ 999 ZZ' };
    const { id } = (await call(me, 'POST /stock/used', { body })).body;
    const answer = await sheet(id);
    expect([answer.status, pdfText(answer.body).join(' ').includes('Inquadra')]).toEqual([200, false]);
    expect((await sheet(id, await world.user(901, [p.createQuotes]))).status).toBe(403);
    expect((await sheet(id, await world.user(902, EVERY))).status).toBe(404);
  });
});

describe('the price list for customers', () => {
  test('names the filtered cars that are for sale with their prices, and nothing that is the company’s own', async () => {
    const named = (model: string, changes: object = {}) =>
      aCar({ model, seller: 'SEGRETO', minPrice: 10_100_00, b2bPrice: 9_900_00, ...changes });
    const held = await named('Listinata');
    const note = { until: '2026-11-21T17:00:00Z', note: 'RISERVATO' };
    await call(me, 'POST /stock/used/:id/reserve', { params: { id: held.id }, body: note });
    const sold = await named('Venduta', { plate: 'VZ 888 ZZ' });
    const sale = {
      customerId: null,
      buyer: 'SEGRETO',
      channel: 'retail',
      price: 10_000_00,
      soldOn: '2026-11-20',
      document: '',
    };
    const { status } = await call(me, 'POST /stock/used/:id/sell', {
      params: { id: sold.id },
      version: sold.version,
      body: sale,
    });
    expect(status).toBe(200);
    const read = async (query: Record<string, number>, as = me) => call(as, 'GET /stock/used/price-list', { query });
    const { headers, body } = await read({ priceFrom: 10_900_00 });
    const text = pdfText(body).join(' ').replace(/\s+/g, ' ');
    expect(headers.get('content-type')).toBe('application/pdf');
    for (const part of ['Prova', 'Listinata', '48.210', '10.900,00', 'in trattativa']) expect(text).toContain(part);
    expect(text).not.toMatch(/SEGRETO|RISERVATO|Venduta|10\.100|9\.900|8\.000/);
    expect(pdfText((await read({ priceFrom: 99_000_00 })).body).join(' ')).toContain('Nessuna delle auto');
    expect((await read({}, await world.user(901, [p.createQuotes]))).status).toBe(403);
    const theirs = pdfText((await read({}, await world.user(902, EVERY))).body).join(' ');
    expect(theirs).not.toContain('Listinata');
  });

  test('a list of chosen cars names these alone, as far as they are for sale, and takes no list of ids without end', async () => {
    const [one, other, gone] = [
      await aCar({ model: 'Scelta' }),
      await aCar({ model: 'Altra' }),
      await aCar({ model: 'Ceduta' }),
    ];
    await world.query("update used_cars set state = 'sold' where id = $1", [gone.id]);
    const read = (ids: string, as = me) => call(as, 'GET /stock/used/price-list', { query: { ids } });
    const text = pdfText((await read(`${one.id},${gone.id}`)).body).join(' ');
    expect(text).toContain('Scelta');
    expect(text).not.toMatch(/Altra|Ceduta/);
    const theirs = pdfText((await read(`${one.id},${other.id}`, await world.user(902, EVERY))).body).join(' ');
    expect(theirs).toContain('Nessuna delle auto');
    for (const ids of ['', '1;2', '1,,2', '-1', '1 or 1=1', Array(301).fill('1').join(',')])
      expect((await read(ids)).status).toBe(422);
  });

  test('says of new cars what is on them and when they come', async () => {
    const body = {
      ...newCarOf(world.car),
      code: 'N-LISTINO',
      expectedOn: '2027-02-10',
      minPrice: 24_000_00,
      notes: 'SEGRETO',
    };
    expect((await call(me, 'POST /stock/new', { body })).status).toBe(201);
    const text = pdfText((await call(me, 'GET /stock/new/price-list')).body)
      .join(' ')
      .replace(/\s+/g, ' ');
    for (const part of ['N-LISTINO', '02/2027', '24.400,00']) expect(text).toContain(part);
    expect(text).not.toMatch(/SEGRETO|24\.000|20\.000/);
  });
});

describe('the feed', () => {
  const pages = async (limit: number) => {
    const cars = [];
    for (let after: number | null = 0; after !== null;) {
      const { body } = await call(me, 'GET /stock/feed', { query: { after, limit } });
      cars.push(...body.cars);
      after = body.next;
    }
    return cars;
  };

  test('holds each car that is for sale with a price once, whatever the page, with whole addresses that open', async () => {
    const [car, dear] = [await aCar(), await aCar({ retailPrice: null })];
    const cars = await pages(200);
    expect(await pages(1)).toEqual(cars);
    const ids = cars.map(({ id }) => id);
    expect([ids.includes(car.id), ids.includes(dear.id)]).toEqual([true, false]);
    const one = feedCar.parse(cars.find(({ id }) => id === car.id));
    expect(one).toMatchObject({ maker: 'Prova', price: 10_900_00, vatShown: false, reserved: false });
    expect(one.url).toBe(`https://prova.example.it/auto/${car.token}`);
    const address = new URL(one.photos[0]!);
    expect(address.pathname).toBe('/api/stock/shown/photo');
    expect(
      (await photoOf(address.searchParams.get('token')!, Number(address.searchParams.get('photo')), 'large')).status,
    ).toBe(200);
  });

  test('as XML is well-formed whatever people typed, and as CSV runs no formula', async () => {
    await aCar({ model: '=1+1', versionName: 'A&B <c> "d"', equipment: 'Pacchetto <Sport>' });
    const xml = await call(me, 'GET /stock/feed/file', { query: { format: 'xml' } });
    expect(xml.headers.get('content-type')).toBe('application/xml; charset=utf-8');
    const text = xml.body.toString() as string;
    expect(text).toContain('<version>A&amp;B &lt;c&gt; &quot;d&quot;</version>');
    expect(text).toContain('<price currency="EUR">10900.00</price>');
    expect(text.match(/<car>/g)).toHaveLength((await pages(200)).length);
    // Without its texts nothing is left that is no mark.
    expect(text.replace(/<\?xml[^>]*>|<\/?\w+( currency="EUR")?>/g, '')).not.toMatch(/[<>]/);
    const csv = (await call(me, 'GET /stock/feed/file', { query: { format: 'csv' } })).body.toString() as string;
    expect(csv).toContain(`"'=1+1"`.slice(1, -1));
    expect(csv.split('\r\n')).toHaveLength((await pages(200)).length + 2);
  });

  test('opens to an API token that sees the stock, in each format, and the token to nothing else', async () => {
    await aCar();
    const admin = await world.user(901, EVERY);
    const body = { name: 'Portale', privileges: [p.seeStock], days: 30 };
    const token = (await call(admin, 'POST /users/tokens', { body })).body;
    expect((await call(token, 'GET /stock/feed', { query: { limit: 200 } })).body.cars).toEqual(await pages(200));
    for (const format of ['csv', 'xml'])
      expect((await call(token, 'GET /stock/feed/file', { query: { format } })).status).toBe(200);
    expect((await call(token, 'POST /stock/used', { body: usedCar })).status).toBe(403);
    expect((await call(token, 'GET /customers')).status).toBe(403);
  });

  test('is for who sees the stock, of the own company', async () => {
    await aCar();
    expect((await call(await world.user(901, [p.createQuotes]), 'GET /stock/feed')).status).toBe(403);
    const { body } = await call(await world.user(902, [p.seeStock]), 'GET /stock/feed');
    expect(JSON.stringify(body)).not.toContain('ALFAMARCHIO');
    expect(body.cars.every(({ code }: { code: string }) => code.startsWith('BETAMARCHIO'))).toBe(true);
  });
});
