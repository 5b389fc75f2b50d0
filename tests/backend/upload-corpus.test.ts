import { readdir } from 'node:fs/promises';
import sharp from 'sharp';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { createBackend } from '#backend/app.ts';
import { createGateway } from '#gateway/app.ts';
import { testDatabase } from '#tests/support/database.ts';
import { memoryFiles } from '#tests/support/memory-files.ts';
import { pictureCorpus, SECRET } from '#tests/support/upload-corpus.ts';
import { pdfCorpus } from '#tests/support/upload-corpus-pdf.ts';
import { EVERY, makeWorld } from '#tests/support/world.ts';

const corpus = [...pictureCorpus, ...pdfCorpus];
const database = await testDatabase();
const world = await makeWorld(database, { RATE_LIMIT: '0' });
afterAll(() => world.close());
const kept = new Map<string, Uint8Array>();
const files = memoryFiles(kept);
const backend = createBackend({ db: database.db, config: world.config, files, now: () => world.clock.now });
const gateway = createGateway({ upstream: backend.fetch, config: world.config });
const me = await world.user(901, EVERY);
beforeEach(() => kept.clear());

const send = (file: Uint8Array, purpose: string, name: string) =>
  world.call(me, 'POST /uploads', { query: { purpose, name }, file }, gateway.app);
const read = (id: number, size: 'large' | 'small') =>
  world.call(me, 'GET /uploads/:id', { params: { id }, query: { size } }, gateway.app);

/** Which quarter of a picture is the brightest. */
async function brightOf(bytes: Buffer) {
  const { data, info } = await sharp(bytes).greyscale().raw().toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number) => data[Math.floor(y * info.height) * info.width + Math.floor(x * info.width)]!;
  const corners = [false, true].flatMap((below) =>
    [false, true].map((right) => ({ right, below, light: at(right ? 0.75 : 0.25, below ? 0.75 : 0.25) })),
  );
  const { right, below } = corners.toSorted((one, other) => other.light - one.light)[0]!;
  return { right, below };
}

describe('a file that comes through the gateway', () => {
  test.each(corpus)(
    '$title',
    async ({ make, name = 'foto.jpg', purpose = 'stock_photo', refused, shown, size, bright }) => {
      const file = await make();
      const rows = async () => Number((await world.query('select count(*) from uploads'))[0].count);
      const before = await rows();
      const { status, body } = await send(file, purpose, name);
      // Whatever becomes of it: what came in is not left on the disk.
      expect(await readdir(`${world.config.DATA_DIR}/incoming`)).toEqual([]);
      if (refused) {
        expect([status, body.fields?.file]).toEqual([422, expect.stringContaining(refused)]);
        expect([kept.size, await rows()]).toEqual([0, before]);
        return;
      }
      expect([status, body.fields]).toEqual([201, undefined]);
      const isPdf = body.type === 'application/pdf';
      if (shown) expect(body.name).toBe(shown);
      if (size) expect([body.width, body.height]).toEqual(size);
      for (const which of ['large', 'small'] as const) {
        const { headers, body: bytes, status: found } = await read(body.id, which);
        expect(found).toBe(200);
        expect(Object.fromEntries(headers)).toMatchObject({
          'content-type': isPdf ? 'application/pdf' : { large: 'image/jpeg', small: 'image/webp' }[which],
          'content-disposition': expect.stringMatching(
            /^inline; filename="[\w.-]+\.(jpg|webp|pdf)"; filename\*=UTF-8''[\w.%!~-]+$/,
          ),
          'content-security-policy': expect.stringMatching(/^(?=.*sandbox)(?=.*default-src 'none')/),
          'x-content-type-options': 'nosniff',
          'cache-control': 'private, max-age=86400, immutable',
        });
        if (isPdf) expect(bytes).toEqual(file);
        else {
          expect(bytes.includes(SECRET)).toBe(false);
          if (bright) expect(await brightOf(bytes)).toEqual(bright);
          const { format, space, exif, xmp, icc, iptc, orientation, pages = 1 } = await sharp(bytes).metadata();
          expect({ format, space, exif, xmp, icc, iptc, orientation, pages }).toEqual({
            format: { large: 'jpeg', small: 'webp' }[which],
            space: 'srgb',
            pages: 1,
          });
        }
      }
    },
  );
});

test('a name that no database holds is refused, and nothing is kept', async () => {
  const { status, body } = await send(await corpus[0]!.make(), 'stock_photo', 'foto\0.php.jpg');
  expect([status, body, kept.size]).toEqual([422, expect.objectContaining({ error: 'invalid' }), 0]);
});

test('a name of more than 300 characters is refused, and nothing is kept', async () => {
  const { status, body } = await send(await corpus[0]!.make(), 'stock_photo', `${'a'.repeat(297)}.jpg`);
  expect([status, body, kept.size]).toEqual([422, expect.objectContaining({ error: 'invalid' }), 0]);
});

test('the corpus is one', () => {
  expect(corpus.length).toBeGreaterThanOrEqual(150);
  expect(new Set(corpus.map(({ title }) => title)).size).toBe(corpus.length);
});
