import sharp from 'sharp';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { createBackend } from '#backend/app.ts';
import { StoreError, type Files } from '#backend/lib/files/store.ts';
import type { TestUser } from '#tests/support/area.ts';
import { aJpeg, aPng } from '#tests/support/images.ts';
import { testDatabase } from '#tests/support/database.ts';
import { memoryFiles } from '#tests/support/memory-files.ts';
import { makeWorld } from '#tests/support/world.ts';

const database = await testDatabase();
const world = await makeWorld(database);
const { call } = world;
afterAll(() => world.close());

/** A store in memory; `trouble` comes before each of its works. */
const kept = new Map<string, Uint8Array>();
let trouble: (work: keyof Files) => unknown;
const stored = memoryFiles(kept);
const files: Files = {
  ...stored,
  put: async (...given) => {
    await trouble('put');
    await stored.put(...given);
  },
  get: async (key) => {
    await trouble('get');
    return kept.get(key) ?? null;
  },
  delete: async (key) => {
    await trouble('delete');
    kept.delete(key);
  },
};
const failing = (...works: (keyof Files)[]) => {
  trouble = (work) => {
    if (works.includes(work)) throw new StoreError('disco pieno');
  };
};
beforeEach(() => {
  failing();
  kept.clear();
});
const backend = createBackend({ db: database.db, config: world.config, files });

/** A square of this side, with a text in it that nobody is to read. */
const png = (side: number) => aPng({ width: side, height: side, text: 'SEGRETO' });
const put = (as: TestUser, bytes: Buffer) =>
  call(as, 'PUT /users/me/picture', { body: { base64: bytes.toString('base64') } }, backend);
const get = (as: TestUser) => call(as, 'GET /users/:id/picture', { params: { id: as.id } }, backend);
/** Pixels of a side of the picture that is kept. */
const sideOf = async (as: TestUser) => (await sharp((await get(as)).body).metadata()).width;
const remove = (as: TestUser) => call(as, 'DELETE /users/me/picture', {}, backend);
const member = async () => {
  const me = await world.user(901, []);
  expect((await put(me, png(8))).status).toBe(204);
  return me;
};

test('a new one takes the old one’s place, and no file stays behind, also of two at once', async () => {
  const me = await member();
  expect((await put(me, png(9))).status).toBe(204);
  expect(await sideOf(me)).toBe(9);
  // The first is still being saved when the second looks for what it replaces.
  await world.query(`create function slow() returns trigger language plpgsql as
    'begin perform pg_sleep(0.3); return new; end';
    create trigger slow before update on users for each statement execute function slow()`);
  expect((await Promise.all([put(me, png(10)), put(me, png(11))])).map(({ status }) => status)).toEqual([204, 204]);
  await world.query('drop function slow cascade');
  expect((await get(me)).status).toBe(200);
  expect(kept.size).toBe(1);
});

test('is shown by browsers and never run', async () => {
  const { headers } = await get(await member());
  expect(Object.fromEntries(headers)).toMatchObject({
    'content-type': 'image/png',
    'content-disposition': expect.stringMatching(/^inline; filename="\d+\.png"/),
    'content-security-policy': expect.stringContaining("sandbox; default-src 'none'"),
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, no-store',
  });
});

test.each(['RIFF1234AVI LIST', 'GIF89a', '%PDF-1.7', ''])('«%s» is none', async (text) => {
  const answer = await put(await world.user(901, []), Buffer.from(text));
  expect(answer.body.fields).toEqual({ base64: 'Scegliere una immagine PNG, JPEG o WebP' });
  expect(kept.size).toBe(0);
});

const sizes = [
  [1, 1, undefined],
  [1024, 1024, undefined],
  [1025, 1025, 'Scegliere una immagine di al massimo 1024 pixel per lato'],
  // Of some hundred bytes, and of gigabytes for who unfolds it.
  [60_000, 60_000, 'Scegliere una immagine di al massimo 1024 pixel per lato'],
  [320, 200, 'Scegliere una immagine quadrata'],
] as const;
const made =
  (format: 'jpeg' | 'webp', options = {}, background = '#345678') =>
  async ({ width = 8, height = 8 }): Promise<Buffer> =>
    sharp({ create: { width, height, channels: 4, background } })
      .toFormat(format, options)
      .withExif({ IFD0: { Make: 'SEGRETO' } })
      .toBuffer();
const kinds = {
  PNG: async (size: { width?: number; height?: number }) => aPng({ ...size, text: 'SEGRETO' }),
  JPEG: made('jpeg'),
  'JPEG in rounds': made('jpeg', { progressive: true }),
  WebP: made('webp'),
  'WebP without loss': made('webp', { lossless: true }),
  'transparent WebP': made('webp', {}, '#34567880'),
};

describe.each(Object.entries(kinds))('%s', (kind, make) => {
  test.each(sizes.filter(([side]) => side < 16_384 || kind === 'PNG'))(
    'of %i × %i pixels: %s',
    async (width, height, why) => {
      const me = await world.user(901, []);
      const answer = await put(me, await make({ width, height }));
      expect(answer.status).toBe(why ? 422 : 204);
      if (why) expect(answer.body.fields).toEqual({ base64: why });
      else expect(await sideOf(me)).toBe(width);
    },
  );

  test('a file that is something else as well, or is cut, is no picture', async () => {
    const me = await world.user(901, []);
    const whole = await make({});
    const both = ['<script>alert(1)</script>', 'PK\u0003\u0004', '%PDF-1.7'].map((text) =>
      Buffer.concat([whole, Buffer.from(text)]),
    );
    const cut = [12, 20, 24, whole.length - 1].map((length) => whole.subarray(0, length));
    for (const bytes of [...both, ...cut]) expect((await put(me, bytes)).status).toBe(422);
    expect((await put(me, whole)).status).toBe(204);
  });

  test('is made anew: nothing of the file that was sent is kept but what it shows', async () => {
    const me = await world.user(901, []);
    const sent = await make({ width: 64, height: 64 });
    expect(sent.toString('latin1')).toContain('SEGRETO');
    expect((await put(me, sent)).status).toBe(204);
    const { body } = await get(me);
    expect(body.toString('latin1')).not.toContain('SEGRETO');
    const [before, after] = await Promise.all([sent, body].map((bytes) => sharp(bytes).metadata()));
    expect(after).toMatchObject({ format: before!.format, width: 64, height: 64, hasAlpha: before!.hasAlpha });
    expect([after!.exif, after!.icc, after!.xmp]).toEqual([undefined, undefined, undefined]);
  });
});

test('a file that has the parts of a picture and shows none is refused', async () => {
  expect((await put(await world.user(901, []), aJpeg({}))).body.fields).toEqual({
    base64: 'L’immagine è danneggiata o incompleta: sceglierne un’altra',
  });
});

test.each([
  ['an animation', aPng({ chunk: 'acTL' })],
  ['a second size', Buffer.concat([aJpeg({}).subarray(0, -2), aJpeg({ width: 9000, height: 9000 }).subarray(2)])],
  ['a thousand scans', aJpeg({ scans: 1000 })],
])('%s is none', async (_, bytes) => {
  expect((await put(await world.user(901, []), bytes)).body.fields).toEqual({
    base64: 'Scegliere una immagine PNG, JPEG o WebP',
  });
});

test('a store that does not answer is told as such, and the old one stays', async () => {
  const me = await member();
  failing('put', 'get');
  for (const answer of [await put(me, png(9)), await get(me)]) {
    expect(answer.status).toBe(503);
    expect(answer.body).toMatchObject({
      error: 'unavailable',
      message: 'Servizio temporaneamente non disponibile',
      retryAfter: 5,
    });
  }
  failing();
  expect(await sideOf(me)).toBe(8);
});

test('an old file that cannot be deleted is not the person’s trouble', async () => {
  const me = await member();
  failing('delete');
  expect((await put(me, png(9))).status).toBe(204);
  expect(await sideOf(me)).toBe(9);
  expect((await remove(me)).status).toBe(204);
  expect((await get(me)).status).toBe(404);
});

test('a record that is not saved deletes no picture', async () => {
  const me = await member();
  await world.query("alter table audit_events add constraint no check (action <> 'picture_removed') not valid");
  expect((await remove(me)).status).toBe(500);
  expect(await sideOf(me)).toBe(8);
  await world.query('alter table audit_events drop constraint no');
});

test('a file that is gone, or that is no picture any more, is none', async () => {
  const me = await member();
  for (const key of kept.keys()) kept.set(key, Buffer.from('<script>alert(1)</script>'));
  expect((await get(me)).status).toBe(404);
  kept.clear();
  expect((await get(me)).status).toBe(404);
});

test('a slow store holds up nobody else', async () => {
  const me = await member();
  let letGo = () => {};
  const gate = new Promise<void>((done) => (letGo = done));
  trouble = () => gate;
  // More than the database has connections.
  const waiting = Array.from({ length: 8 }, () => get(me));
  expect((await call(me, 'GET /users/me/sessions', {}, backend)).status).toBe(200);
  letGo();
  expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200));
});
