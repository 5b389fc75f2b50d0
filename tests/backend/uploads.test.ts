import { deflateSync } from 'node:zlib';
import { readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { createBackend } from '#backend/app.ts';
import { StoreError, type Files } from '#backend/lib/files/store.ts';
import { hold, release } from '#backend/lib/files/uploads.ts';
import { withTenant } from '#backend/db/tenant.ts';
import { forEachCompany } from '#backend/lib/people/companies.ts';
import { deleteFiles } from '#backend/lib/files/delete.ts';
import { sweep } from '#backend/uploads/sweep.ts';
import type { CallName } from '#domain/endpoints.ts';
import { privileges as p } from '#domain/privileges.ts';
import { MOST_UNUSED, MOST_UPLOAD_BYTES, type UploadPurpose } from '#domain/upload-purposes.ts';
import { aPdf } from '#tests/support/a-pdf.ts';
import { aPng } from '#tests/support/images.ts';
import { fill } from '#tests/support/areas.ts';
import { aPhoto, sent } from '#tests/support/areas/uploads.ts';
import type { TestUser } from '#tests/support/area.ts';
import { testDatabase } from '#tests/support/database.ts';
import { temporaryFolder } from '#tests/support/folder.ts';
import { memoryFiles } from '#tests/support/memory-files.ts';
import { EVERY, makeWorld } from '#tests/support/world.ts';

const database = await testDatabase();
const world = await makeWorld(database);
const { call } = world;
afterAll(() => world.close());

const kept = new Map<string, Uint8Array>();
let full = false;
const stored = memoryFiles(kept);
const files: Files = {
  ...stored,
  put: async (...given) => {
    if (full) throw new StoreError('disco pieno');
    await stored.put(...given);
  },
};
beforeEach(() => {
  kept.clear();
  full = false;
});
const backend = createBackend({ db: database.db, config: world.config, files, now: () => world.clock.now });
const me = await world.user(901, EVERY);
const photo = await aPhoto();

const send = (file: Uint8Array, { as = me, name = 'foto.jpg', purpose = 'stock_photo' as UploadPurpose } = {}) =>
  call(as, 'POST /uploads', { query: { purpose, name }, file }, backend);
const get = (id: number, size?: 'small' | 'large', as: TestUser = me) =>
  call(as, 'GET /uploads/:id', { params: { id }, query: size ? { size } : {} }, backend);
const whyNot = async (file: Uint8Array, purpose: UploadPurpose = 'stock_photo') => {
  const { status, body } = await send(file, { purpose });
  return status === 201 ? null : [status, body.fields?.file ?? body.error];
};
const onTheWay = () => readdir(`${world.config.DATA_DIR}/incoming`);

describe('a picture', () => {
  test('is kept in two sizes, upright, without what the camera wrote', async () => {
    const exif = { IFD0: { Make: 'SEGRETO-DI-MARCA' }, IFD3: { GPSLatitude: '45/1 28/1 0/1', GPSLatitudeRef: 'N' } };
    const shot = await sharp(await aPhoto(3000, 2000))
      .withExif(exif)
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    expect((await sharp(shot).metadata()).exif).toBeDefined();
    const { status, body } = await send(shot, { name: 'IMG 1.JPEG' });
    expect([status, body]).toEqual([
      201,
      expect.objectContaining({ name: 'IMG 1.jpg', type: 'image/jpeg', width: 1280, height: 1920 }),
    ]);
    const [large, small] = [await get(body.id), await get(body.id, 'small')];
    expect(await sharp(large.body).metadata()).toMatchObject({
      format: 'jpeg',
      width: 1280,
      height: 1920,
      space: 'srgb',
    });
    expect(await sharp(small.body).metadata()).toMatchObject({ format: 'webp', width: 320, height: 480 });
    for (const { body: bytes } of [large, small]) {
      const { exif: left, orientation, xmp, icc } = await sharp(bytes).metadata();
      expect([left, orientation, xmp, icc]).toEqual([undefined, undefined, undefined, undefined]);
      expect(bytes.toString('latin1')).not.toContain('SEGRETO');
    }
  });

  test('smaller than the sizes is not blown up, and a transparent one is on white', async () => {
    const clear = await sharp({ create: { width: 40, height: 30, channels: 4, background: '#00000000' } })
      .png()
      .toBuffer();
    const { body } = await send(clear, { name: 'logo.png' });
    expect(body).toMatchObject({ name: 'logo.jpg', width: 40, height: 30 });
    const { dominant } = await sharp((await get(body.id)).body).stats();
    expect(Math.min(dominant.r, dominant.g, dominant.b)).toBeGreaterThan(240);
  });

  test('a picture that is a program, an archive or a page as well is kept as a picture alone', async () => {
    const whole = await aPhoto();
    for (const more of ['<script>alert(1)</script>', 'PK\u0003\u0004', '%PDF-1.7', '<?php system($_GET[0]);']) {
      const { status, body } = await send(Buffer.concat([whole, Buffer.from(more)]));
      expect(status).toBe(201);
      expect((await get(body.id)).body.toString('latin1')).not.toContain(more);
    }
  });

  test.each([
    ['an SVG with a script', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
    ['an SVG behind a declaration', '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>'],
    ['a page', '<!doctype html><script>alert(1)</script>'],
    ['a GIF that is a script', 'GIF89a/*\u0001\u0000*/=1;alert(1)'],
    ['a program', 'MZ\u0090\u0000'],
    ['a zip', 'PK\u0003\u0004'],
    ['a BMP', 'BM6\u0000'],
    ['a TIFF', 'II*\u0000'],
    ['a text', 'ciao'],
    ['a PDF, which is no photo', '%PDF-1.7'],
  ])('%s is none, whatever it is called', async (_, text) => {
    expect(await whyNot(Buffer.from(text, 'latin1'))).toEqual([422, 'Scegliere una foto JPEG, PNG o WebP']);
  });

  test('a picture that is cut, empty, or only begins like one is refused', async () => {
    const whole = await aPhoto(800, 600);
    const damaged = [422, 'La foto è danneggiata o incompleta: sceglierne un’altra'];
    expect(await whyNot(whole.subarray(0, whole.length / 2))).toEqual(damaged);
    expect(await whyNot(Buffer.concat([whole.subarray(0, 20), Buffer.from('<svg onload=alert(1)>')]))).toEqual(damaged);
    expect(await whyNot(Buffer.alloc(0))).toEqual([422, 'Il file è vuoto']);
  });

  test('a picture of a few bytes that unfolds to gigabytes is refused before it does', async () => {
    expect(await whyNot(aPng({ width: 60_000, height: 60_000 }))).toEqual([
      422,
      'La foto ha troppi pixel: al massimo 64 milioni',
    ]);
  });
});

describe('a PDF', () => {
  const paper = (file: Uint8Array) => whyNot(file, 'stock_paper');
  const runs = [422, 'Il PDF esegue o apre altro oltre alle sue pagine: stamparlo come PDF semplice e riprovare'];

  const unread = [422, 'Il PDF non si può controllare per intero: stamparlo come PDF semplice e riprovare'];

  test('a PDF of papers is kept as it is', async () => {
    const { body } = await send(aPdf(), { purpose: 'stock_paper', name: 'libretto.pdf' });
    expect(body).toMatchObject({ name: 'libretto.pdf', type: 'application/pdf', width: null });
    for (const size of ['large', 'small'] as const) expect((await get(body.id, size)).body).toEqual(aPdf());
  });

  test.each([
    ['a script', '<< /S /JavaScript /JS (app.alert(1)) >>'],
    ['a script under another spelling', '<< /S /J#61vaScript /JS (app.alert(1)) >>'],
    ['a program', '<< /S /Launch /F (cmd.exe) >>'],
    ['a file inside', '<< /Type /EmbeddedFile >>'],
  ])('with %s is refused, also when it is packed', async (_, object) => {
    expect(await paper(aPdf(object))).toEqual(runs);
    expect(await paper(aPdf('', deflateSync(`1 0 ${object}`)))).toEqual(runs);
  });

  test('with harmless packed objects is one, and one that unfolds without end is none', async () => {
    expect(await paper(aPdf('', deflateSync('1 0 << /Type /Catalog >>')))).toBeNull();
    expect(await paper(aPdf('', deflateSync(Buffer.alloc(40_000_000))))).toEqual(unread);
    expect(await paper(aPdf('', Buffer.from('non si apre')))).toEqual(unread);
  });

  test('a PDF that is cut, locked or has an archive behind it is refused', async () => {
    const whole = aPdf();
    for (const file of [whole.subarray(0, -8), Buffer.concat([whole, Buffer.from('PK\u0003\u0004')])])
      expect(await paper(file)).toEqual([422, 'Il PDF è danneggiato o incompleto: sceglierne un altro']);
    expect(await paper(aPdf('<< /Encrypt 5 0 R >>'))).toEqual([
      422,
      'Il PDF è protetto da una password: caricarlo senza',
    ]);
  });
});

describe('files that are too large', () => {
  const MB = 1_000_000;
  const stream = (bytes: number, seen: { bytes: number }) =>
    new ReadableStream({
      pull(controller) {
        if (seen.bytes >= bytes) return controller.close();
        seen.bytes += MB;
        controller.enqueue(new Uint8Array(MB).fill(0xff));
      },
    });
  const raw = (body: ReadableStream | null, headers: Record<string, string> = {}) =>
    backend.request('http://backend/uploads?purpose=stock_photo&name=a.jpg', {
      method: 'POST',
      headers: { authorization: `Bearer ${me.token}`, 'content-type': 'application/octet-stream', ...headers },
      body,
      duplex: 'half',
    } as RequestInit);
  const why = { file: 'Il file è troppo grande: al massimo 25 MB' };

  test('is refused while it comes: the rest of 40 MB is not read, and nothing stays behind', async () => {
    const seen = { bytes: 0 };
    const answer = await raw(stream(40 * MB, seen));
    expect([answer.status, await answer.json()]).toMatchObject([422, { fields: why }]);
    expect(seen.bytes).toBeLessThanOrEqual(MOST_UPLOAD_BYTES + 4 * MB);
    expect(await onTheWay()).toEqual([]);
  });

  test('is refused by what it says of itself, before a byte of it is read', async () => {
    const seen = { bytes: 0 };
    const answer = await raw(stream(MB, seen), { 'content-length': '10000000000' });
    expect([answer.status, await answer.json()]).toMatchObject([422, { fields: why }]);
    expect(seen.bytes).toBeLessThanOrEqual(MB);
  });

  test('for its purpose is refused as well', async () => {
    expect(await whyNot(Buffer.concat([aPdf(), Buffer.alloc(15 * MB)]), 'stock_paper')).toEqual([
      422,
      'Il file è troppo grande: al massimo 15 MB',
    ]);
  });
});

test('a disk that takes nothing is told as such, and as soon as it takes something, all goes on', async () => {
  // Another process, whose folder nobody has made yet.
  const folder = await temporaryFolder();
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, 'incoming'), '');
  const config = { ...world.config, DATA_DIR: folder };
  const other = createBackend({ db: database.db, config, files, now: () => world.clock.now });
  const input = { query: { purpose: 'stock_photo', name: 'foto.jpg' }, file: await aPhoto() } as const;
  const refused = await call(me, 'POST /uploads', input, other);
  expect([refused.status, refused.body]).toMatchObject([503, { error: 'unavailable', retryAfter: 5 }]);
  await rm(join(folder, 'incoming'));
  expect((await call(me, 'POST /uploads', input, other)).status).toBe(201);
});

describe('rights', () => {
  test('send is who may change what it is for', async () => {
    const seller = await world.user(901, [p.seeStock, p.createQuotes]);
    expect((await send(await aPhoto(), { as: seller })).status).toBe(403);
    const desk = await world.user(901, [p.registerAccesses]);
    expect((await send(await aPhoto(), { as: desk, purpose: 'customer_document' })).status).toBe(201);
    expect((await send(await aPhoto(), { as: desk, purpose: 'stock_paper' })).status).toBe(403);
    expect(await onTheWay()).toEqual([]);
  });

  test('see is who sees what it is for; before a record holds it, who sent it too', async () => {
    const desk = await world.user(901, [p.registerAccesses]);
    const { id } = (await send(await aPhoto(), { as: desk, purpose: 'customer_document' })).body;
    const [seesStock, seesCustomers] = [await world.user(901, [p.seeStock]), await world.user(901, [p.seeCustomers])];
    const statuses = async () =>
      Promise.all([desk, seesStock, seesCustomers].map(async (as) => (await get(id, 'large', as)).status));
    expect(await statuses()).toEqual([200, 404, 404]);
    await held(id, 'customer_document', desk);
    // From then on through the customer alone.
    expect(await statuses()).toEqual([403, 403, 403]);
    const photo = (await send(await aPhoto())).body.id;
    await held(photo, 'stock_photo');
    expect([(await get(photo, 'large', seesStock)).status, (await get(photo, 'large', desk)).status]).toEqual([
      200, 403,
    ]);
  });

  test('nobody of another company', async () => {
    const { id } = (await send(await aPhoto())).body;
    expect((await get(id, 'large', await world.user(902, EVERY))).status).toBe(404);
    await expect(inCompany(902, (ctx) => hold(ctx, [id], 'stock_photo', 'uploadId'))).rejects.toMatchObject({
      code: 'invalid',
    });
  });
});

/** Within a transaction of a company, as a verb has it. */
const inCompany = <T>(companyId: number, work: (ctx: Parameters<typeof hold>[0]) => Promise<T>, by: TestUser = me) =>
  withTenant(database.db, { companyId, userId: null }, (trx) =>
    work({ db: trx, user: { companyId, id: by.id }, now: world.clock.now } as Parameters<typeof hold>[0]),
  );
const held = (id: number, purpose: UploadPurpose = 'stock_photo', by: TestUser = me) =>
  inCompany(901, (ctx) => hold(ctx, [id], purpose, 'uploadId'), by);

/** Every call that takes a file into a record: its purpose, and the body with the file. */
const ways: [CallName, UploadPurpose, (body: Record<string, unknown>, id: number) => object][] = [
  [
    'POST /customers',
    'customer_document',
    (body, scan) => ({
      ...body,
      documents: [{ kind: 'passport', number: 'YA1', issuer: '', issuedOn: null, expiresOn: null, scan }],
    }),
  ],
  ['POST /stock/used/:id/photos', 'stock_photo', (_, uploadId) => ({ uploadId })],
  ['POST /stock/used/:id/papers', 'stock_paper', (body, uploadId) => ({ ...body, uploadId })],
  ['POST /stock/new/:id/papers', 'stock_paper', (body, uploadId) => ({ ...body, uploadId })],
  [
    'POST /valuations',
    'valuation_photo',
    (body, id) => ({
      ...body,
      damages: [{ place: 'rear', kind: 'scratch', note: '', amount: 250_00, x: 500, y: 950, photos: [id] }],
    }),
  ],
  [
    'PUT /contracts/:id/attachments',
    'contract',
    (_, uploadId) => ({ attachments: [{ type: 'identity_card', uploadId, expiresOn: null, note: '' }] }),
  ],
  [
    'PUT /contracts/:id/objectives',
    'contract',
    (_, proofId) => ({ objectives: [{ objective: 'app_dealer', note: '', proofId }] }),
  ],
  ['POST /signatures/paper', 'signed_paper', (body, uploadId) => ({ ...body, uploadId })],
  ['POST /signatures/people/:id', 'customer_document', (body, uploadId) => ({ ...body, drawing: '', uploadId })],
];

describe('a colleague’s fresh file', () => {
  test.each(ways)('is not taken by its number: %s', async (name, purpose, bodyOf) => {
    const side = await world.sideOf(world.alfa);
    const other = await side.colleague();
    const { as, sent: made } = await fill(name, side);
    const take = async (by: TestUser) => {
      const id = await sent(side, purpose, { as: by });
      return call(as, name, { ...made, body: bodyOf(made.body as Record<string, unknown>, id) });
    };
    const refused = await take(other);
    expect([refused.status, JSON.stringify(refused.body.fields)]).toEqual([
      422,
      expect.stringContaining('Il file non c’è più'),
    ]);
    const taken = await take(as);
    expect([200, 201], JSON.stringify(taken.body)).toContain(taken.status);
  });

  test('is not read by its number, and what a record let go is taken back by who let it go', async () => {
    const colleague = await world.user(901, EVERY);
    const { id } = (await send(photo)).body;
    expect((await get(id, 'large', colleague)).status).toBe(404);
    await expect(held(id, 'stock_photo', colleague)).rejects.toMatchObject({ code: 'invalid' });
    await held(id);
    await inCompany(901, (ctx) => release(ctx, [id]), colleague);
    const third = await world.user(901, EVERY);
    await expect(held(id, 'stock_photo', third)).rejects.toMatchObject({ code: 'invalid' });
    await held(id, 'stock_photo', colleague);
    expect((await get(id, 'large', third)).status).toBe(200);
  });
});

describe('a file goes', () => {
  const HOUR = 3_600_000;
  const later = (hours: number) => (world.clock.now = new Date(world.clock.now.getTime() + hours * HOUR));
  /** The sweep, and then the jobs that it left. */
  const swept = async () => {
    await forEachCompany(world.outside(), sweep.run);
    const jobs = await world.query("delete from pgboss.job where name = 'delete-files' returning data");
    for (const { data } of jobs) await deleteFiles.run({ ...world.outside(), files }, data as { keys: string[] });
  };

  test('a day after it came when no record holds it, and a day after the record let it go', async () => {
    const [loose, holding] = [(await send(await aPhoto())).body.id, (await send(await aPhoto())).body.id];
    await held(holding);
    later(23);
    await swept();
    expect(kept.size).toBe(4);
    later(2);
    await swept();
    expect([(await get(loose)).status, (await get(holding)).status, kept.size]).toEqual([404, 200, 2]);
    await inCompany(901, (ctx) => release(ctx, [holding]));
    later(23);
    await swept();
    // Taken back in time, as a removal that is undone.
    await held(holding);
    later(48);
    await swept();
    expect(kept.size).toBe(2);
    await inCompany(901, (ctx) => release(ctx, [holding]));
    later(25);
    await swept();
    expect([(await get(holding)).status, kept.size]).toEqual([404, 0]);
  });

  test('a file whose removal failed half-way is nobody’s, and the next sweep takes its row', async () => {
    full = true;
    expect((await send(await aPhoto())).status).toBe(503);
    const rows = () => world.query('select from uploads where ready_at is null');
    expect(await rows()).toHaveLength(1);
    expect(await onTheWay()).toEqual([]);
    later(25);
    await swept();
    expect(await rows()).toHaveLength(0);
  });

  test('and is held once: by a second record, or for something else, it is refused', async () => {
    const { id } = (await send(await aPhoto())).body;
    await expect(held(id, 'stock_paper')).rejects.toMatchObject({
      detail: { fields: { uploadId: expect.anything() } },
    });
    await held(id);
    await expect(held(id)).rejects.toMatchObject({ code: 'invalid' });
  });
});

describe('uploads that no record holds', () => {
  /** So many files of a person, one a second, the first `hours` ago. */
  const rows = (user: TestUser, count: number, { hours = 2, ready = true } = {}) =>
    world.query(
      `insert into uploads (company_id, purpose, name, type, bytes, file_key, user_id, created_at, ready_at)
       select $1, 'stock_photo', 'foto ' || n, 'image/jpeg', 1000, $3 || n, $2, at, case when $6 then at end
       from generate_series(1, $4) n, lateral (select $5::timestamptz + n * interval '1 second' as at)`,
      [
        user.companyId,
        user.id,
        `${user.id}-`,
        count,
        new Date(world.clock.now.getTime() - hours * 3_600_000).toISOString(),
        ready,
      ],
    );
  const names = async (user: TestUser) =>
    (
      await world.query('select name from uploads where user_id = $1 and held_at is null order by created_at', [
        user.id,
      ])
    ).map(({ name }) => name);
  beforeEach(async () => {
    await world.query('delete from uploads where held_at is null');
  });

  test('is bounded by person: the own oldest goes, and nobody else is stopped', async () => {
    const [seller, colleague] = [await world.user(901, EVERY), await world.user(901, EVERY)];
    // As many as shut the uploads of a company for a day.
    await rows(seller, 500);
    expect((await send(photo, { as: colleague })).status).toBe(201);
    expect((await send(photo, { as: seller })).status).toBe(201);
    const left = await names(seller);
    expect([left.length, left[0], left.at(-1)]).toEqual([MOST_UNUSED.person, 'foto 402', 'foto.jpg']);
    const [job] = await world.query("delete from pgboss.job where name = 'delete-files' returning data");
    expect((job!.data as { keys: string[] }).keys).toHaveLength(401);
    expect(await names(colleague)).toEqual(['foto.jpg']);
  });

  test('is bounded by company: who has most makes room', async () => {
    const [most, few, none] = [
      await world.user(901, EVERY),
      await world.user(901, EVERY),
      await world.user(901, EVERY),
    ];
    await rows(most, MOST_UNUSED.company - 2);
    await rows(few, 2, { hours: 20 });
    expect((await send(photo, { as: none })).status).toBe(201);
    expect([(await names(most))[0], await names(few)]).toEqual(['foto 2', ['foto 1', 'foto 2']]);
  });

  test('counts what was sent, not what a colleague’s clearing let go: an open form keeps its scans', async () => {
    const seller = await world.user(901, EVERY);
    const [first, second] = [(await send(photo, { as: seller })).body.id, (await send(photo, { as: seller })).body.id];
    await rows(seller, MOST_UNUSED.person, { hours: 30 });
    // All that records held of the seller's goes at once, after the form was opened.
    const soon = new Date(world.clock.now.getTime() + 60_000);
    await world.query("update uploads set released_at = $2 where user_id = $1 and name like 'foto %'", [
      seller.id,
      soon,
    ]);
    expect((await send(photo, { as: seller, name: 'terza.jpg' })).status).toBe(201);
    expect([(await get(first, undefined, seller)).status, (await get(second, undefined, seller)).status]).toEqual([
      200, 200,
    ]);
    expect(await names(seller)).toHaveLength(MOST_UNUSED.person + 3);
  });

  test('goes, but not what a record holds or what is on its way to the store', async () => {
    const seller = await world.user(901, EVERY);
    const { id } = (await send(photo, { as: seller })).body;
    await held(id, 'stock_photo', seller);
    await rows(seller, 1, { hours: 0, ready: false });
    await rows(seller, 3);
    expect(await call(seller, 'DELETE /uploads/unused', {}, backend)).toMatchObject({
      status: 200,
      body: { count: 3 },
    });
    expect(
      await world.query('select held_at is null as loose from uploads where user_id = $1 order by id', [seller.id]),
    ).toEqual([{ loose: false }, { loose: true }]);
    expect((await get(id)).status).toBe(200);
  });

  test('is seen and emptied by who sent it, and by the administrator for all', async () => {
    const [seller, colleague] = [await world.user(901, [p.manageStock]), await world.user(901, EVERY)];
    const { id } = (await send(photo, { as: seller, name: 'frontale.jpg' })).body;
    await rows(seller, 1);
    await rows(colleague, 1);
    const own = await call(seller, 'GET /uploads/unused');
    expect(own.body).toMatchObject([
      { id, name: 'frontale.jpg', purpose: 'stock_photo', since: expect.any(String) },
      { name: 'foto 1', bytes: 1000 },
    ]);
    expect((await call(seller, 'GET /uploads/unused/people')).status).toBe(403);
    const admin = await world.user(901, [p.managePreferences]);
    const people = await call(admin, 'GET /uploads/unused/people');
    expect(people.body).toMatchObject([
      { id: seller.id, count: 2, bytes: own.body[0].bytes + 1000, since: own.body[1].since },
      { id: colleague.id, count: 1, bytes: 1000 },
    ]);
    // Of sums the administrator sees, not of names.
    expect(JSON.stringify(people.body)).not.toContain('frontale');
    const emptied = await call(admin, 'DELETE /uploads/unused/people/:id', { params: { id: seller.id } });
    expect([emptied.body, await names(seller), await names(colleague)]).toEqual([{ count: 2 }, [], ['foto 1']]);
    expect((await call(colleague, 'DELETE /uploads/unused')).body).toEqual({ count: 1 });
  });

  test('an upload of another company is nobody’s to see or to empty', async () => {
    const [theirs, admin] = [await world.user(902, EVERY), await world.user(901, EVERY)];
    await rows(theirs, 2);
    expect((await call(admin, 'GET /uploads/unused/people')).body).toEqual([]);
    expect((await call(admin, 'DELETE /uploads/unused/people/:id', { params: { id: theirs.id } })).status).toBe(404);
    expect(await names(theirs)).toHaveLength(2);
  });
});

test('names are shown without paths, hidden characters and endings that are none', async () => {
  const names = {
    '../../etc/passwd': 'passwd.jpg',
    'C:\\fotocamera\\IMG_1.jpg': 'IMG_1.jpg',
    'foto\u202Egpj.exe': 'fotogpj.jpg',
    'foto.php%00.jpg': 'foto.php%00.jpg',
    '…': '….jpg',
    '': 'file.jpg',
    [`${'a'.repeat(290)}.jpeg`]: `${'a'.repeat(115)}.jpg`,
  };
  for (const [name, shown] of Object.entries(names))
    expect((await send(await aPhoto(), { name })).body.name).toBe(shown);
});

test('is shown and never run: type, sandbox, no sniffing', async () => {
  const { id } = (await send(await aPhoto())).body;
  expect(Object.fromEntries((await get(id)).headers)).toMatchObject({
    'content-type': 'image/jpeg',
    'content-disposition': expect.stringMatching(/^inline; filename="foto\.jpg"/),
    'content-security-policy': expect.stringContaining("sandbox; default-src 'none'"),
    'x-content-type-options': 'nosniff',
  });
});
