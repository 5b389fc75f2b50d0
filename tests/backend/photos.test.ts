import { afterAll, describe, expect, test } from 'vitest';
import { privileges as p } from '#domain/privileges.ts';
import type { Album, Photo } from '#domain/stock/album-schema.ts';
import { MOST_PHOTOS } from '#domain/stock/photos.ts';
import { aPhoto } from '#tests/support/areas/uploads.ts';
import { usedCar } from '#tests/support/areas/stock.ts';
import { testDatabase } from '#tests/support/database.ts';
import { EVERY, makeWorld } from '#tests/support/world.ts';

const world = await makeWorld(await testDatabase());
const { call } = world;
afterAll(() => world.close());
const me = await world.user(901, EVERY);
const photo = await aPhoto();
let plates = 0;

/** A car that is in the stock since the day before yesterday. */
async function aCar() {
  plates += 1;
  const body = { ...usedCar, code: `F-${plates}`, plate: `FA ${100 + plates} ZZ`, acquiredOn: '2026-11-18' };
  const made = (await call(me, 'POST /stock/used', { body })).body;
  const { id, version } = made;
  const { status } = await call(me, 'POST /stock/used/:id/arrive', { params: { id }, version });
  expect(status).toBe(200);
  return id as number;
}
const send = async (as = me) =>
  (await call(as, 'POST /uploads', { query: { purpose: 'stock_photo', name: 'f.jpg' }, file: photo })).body
    .id as number;
const add = async (id: number, uploadId?: number) =>
  call(me, 'POST /stock/used/:id/photos', { params: { id }, body: { uploadId: uploadId ?? (await send()) } });
const albumOf = async (id: number): Promise<Album> =>
  (await call(me, 'GET /stock/used/:id/photos', { params: { id } })).body;
const put = (id: number, version: number, photos: readonly Partial<Photo>[], as = me) =>
  call(as, 'PUT /stock/used/:id/photos', { params: { id }, version, body: { photos } });
const carOf = async (id: number) => (await call(me, 'GET /stock/used/:id', { params: { id } })).body;
const ids = ({ photos }: Album) => photos.map(({ id }) => id);

async function withPhotos(count: number) {
  const id = await aCar();
  for (let i = 0; i < count; i++) expect((await add(id)).status).toBe(201);
  return { id, album: await albumOf(id) };
}

describe('the album of a car', () => {
  test('grows at its end, and the first photo is the cover that lists show', async () => {
    const { id, album } = await withPhotos(3);
    expect(ids(album)).toEqual(ids(album).toSorted((a, b) => a - b));
    expect(await carOf(id)).toMatchObject({ photos: 3, coverId: album.photos[0]!.uploadId });
  });

  test('takes another order and another cover; notes and damages stay with their photos', async () => {
    const { id, album } = await withPhotos(3);
    const marks = [{ x: 500, y: 250, kind: 'scratch' as const, note: 'sul cofano' }];
    const [a, b, c] = album.photos as [Photo, Photo, Photo];
    const { body } = await put(id, album.version, [c, { ...a, note: 'Davanti', marks }, b]);
    expect(ids(body)).toEqual([c.id, a.id, b.id]);
    expect(body.photos[1]).toMatchObject({ note: 'Davanti', marks });
    expect(await carOf(id)).toMatchObject({ coverId: c.uploadId });
    const { body: events } = await call(me, 'GET /stock/used/:id/timeline', { params: { id } });
    expect(JSON.stringify(events)).toContain('Graffio sul cofano');
  });

  test('loses what is not named, and has it back the same day', async () => {
    const { id, album } = await withPhotos(2);
    const [a, b] = album.photos as [Photo, Photo];
    const without = (await put(id, album.version, [b])).body as Album;
    expect(ids(without)).toEqual([b.id]);
    expect(await carOf(id)).toMatchObject({ photos: 1, coverId: b.uploadId });
    expect(ids((await put(id, without.version, [a, b])).body)).toEqual([a.id, b.id]);
  });

  test('is changed by one of two who order it at once: the other one hears how it is now', async () => {
    const { id, album } = await withPhotos(3);
    const [a, b, c] = album.photos as [Photo, Photo, Photo];
    const colleague = await world.user(901, EVERY);
    const answers = await Promise.all([
      put(id, album.version, [c, b, a]),
      put(id, album.version, [b, a, c], colleague),
    ]);
    const done = answers.find(({ status }) => status === 200);
    const late = answers.find(({ status }) => status === 412);
    expect(late!.body.current).toEqual(done!.body);
    expect(await albumOf(id)).toEqual(done!.body);
  });

  test('keeps every photo of two phones at once, and who orders meanwhile is told of them', async () => {
    const { id, album } = await withPhotos(1);
    const uploads = await Promise.all(Array.from({ length: 6 }, () => send()));
    expect((await Promise.all(uploads.map((upload) => add(id, upload)))).map(({ status }) => status)).toEqual(
      uploads.map(() => 201),
    );
    expect((await albumOf(id)).photos).toHaveLength(7);
    expect((await put(id, album.version, album.photos)).status).toBe(412);
  });

  test('is no other version of the car: who edits it is not disturbed, and it holds a photo that is sent again once', async () => {
    const id = await aCar();
    const { version } = await carOf(id);
    const upload = await send();
    expect([(await add(id, upload)).status, (await add(id, upload)).status]).toEqual([201, 201]);
    expect(await carOf(id)).toMatchObject({ version, photos: 1 });
  });

  test.each([
    ['a photo of another car', async () => ((await withPhotos(1)).album.photos[0] as Photo).id],
    ['a photo twice', async (own: Photo) => own.id],
    ['nobody’s', async () => 987_654_321],
  ])('takes no %s', async (_, other) => {
    const { id, album } = await withPhotos(1);
    const { status, body } = await put(id, album.version, [album.photos[0]!, { id: await other(album.photos[0]!) }]);
    expect([status, body.fields]).toEqual([422, { 'photos.1.id': 'La foto non c’è più' }]);
    expect(await albumOf(id)).toEqual(album);
  });

  test('takes no file that was sent for something else, or that another car holds', async () => {
    const id = await aCar();
    const paper = await call(me, 'POST /uploads', { query: { purpose: 'stock_paper', name: 'a.jpg' }, file: photo });
    for (const upload of [paper.body.id, (await withPhotos(1)).album.photos[0]!.uploadId, 987_654_321])
      expect((await add(id, upload)).body.fields).toEqual({ uploadId: 'Il file non c’è più: caricarlo di nuovo' });
  });

  test('has an end', async () => {
    const id = await aCar();
    await world.query(
      `with sent as (insert into uploads (company_id, purpose, name, type, bytes, width, height, file_key, created_at, ready_at, held_at)
         select 901, 'stock_photo', 'f.jpg', 'image/jpeg', 1, 1, 1, '901/a' || n, now(), now(), now() from generate_series(1, ${MOST_PHOTOS}) n returning id)
       insert into used_car_photos (company_id, car_id, upload_id, place, created_at) select 901, $1, id, id, now() from sent`,
      [id],
    );
    expect((await add(id)).body.message).toContain(`al massimo ${MOST_PHOTOS} foto`);
  });
});

describe('rights', () => {
  test('see is who sees the stock, change who manages it, and nobody once the car is sold', async () => {
    const { id, album } = await withPhotos(1);
    const seller = await world.user(901, [p.seeStock, p.createQuotes]);
    expect((await call(seller, 'GET /stock/used/:id/photos', { params: { id } })).body).toEqual(album);
    expect((await put(id, album.version, [], seller)).status).toBe(403);
    expect((await call(await world.user(902, EVERY), 'GET /stock/used/:id/photos', { params: { id } })).status).toBe(
      404,
    );
    await world.query("update used_cars set state = 'sold' where id = $1", [id]);
    expect([(await put(id, album.version, [])).status, (await add(id)).status]).toEqual([409, 409]);
  });
});

test('a car without photos is among what needs attention until it has one, and the wait is known', async () => {
  const id = await aCar();
  const lacking = async () => {
    const [list, summary] = [
      await call(me, 'GET /stock/used', { query: { lacks: 'photos', limit: 200 } }),
      await call(me, 'GET /stock/summary'),
    ];
    expect(summary.body.attention.photos).toBe(list.body.total);
    return list.body.rows.some((row: { id: number }) => row.id === id);
  };
  expect(await lacking()).toBe(true);
  await add(id);
  expect(await lacking()).toBe(false);
  expect((await carOf(id)).photosSince).toBe(world.clock.now.toISOString());
});
