import { afterAll, describe, expect, test } from 'vitest';
import { PHONE_FILES, PHONE_MINUTES, TRAVEL_MINUTES } from '#domain/upload-purposes.ts';
import { privileges as p } from '#domain/privileges.ts';
import { aPhoto } from '#tests/support/areas/uploads.ts';
import { testDatabase } from '#tests/support/database.ts';
import { EVERY, makeWorld } from '#tests/support/world.ts';

const world = await makeWorld(await testDatabase());
const { call, query } = world;
afterAll(() => world.close());
const seller = await world.user(901, EVERY);
const photo = await aPhoto();

const open = async (more: object = {}) => {
  const { body } = await call(seller, 'POST /uploads/links', { body: { purpose: 'customer_document', ...more } });
  return { id: body.id as number, token: (body.url as string).split('/carica/')[1]! };
};
const send = (token: string, file: Uint8Array = photo) =>
  call(null, 'POST /links/upload', { query: { token, name: 'patente.jpg' }, file });
const arrived = async (id: number, as = seller) => (await call(as, 'GET /uploads/links/:id', { params: { id } })).body;

/** A file that sets out and stays on its way until it `arrives`, or its connection `breaks`. */
async function slowly({ id, token }: { id: number; token: string }) {
  let line!: ReadableStreamDefaultController<Uint8Array>;
  const body = new ReadableStream<Uint8Array>({ start: (controller) => void (line = controller) });
  line.enqueue(new Uint8Array(photo.subarray(0, 100)));
  const address = `http://backend/links/upload?token=${token}&name=lenta.jpg`;
  const headers = { 'content-type': 'application/octet-stream' };
  const answer = Promise.resolve(
    world.backend.request(address, { method: 'POST', headers, body, duplex: 'half' } as RequestInit),
  ).then(async (response) => ({ status: response.status, body: (await response.json()) as { message: string } }));
  await expect.poll(async () => (await arrived(id)).coming).toBeGreaterThan(0);
  return {
    arrives: () => {
      line.enqueue(new Uint8Array(photo.subarray(100)));
      line.close();
      return answer;
    },
    breaks: () => {
      line.error(new Error('la linea è caduta'));
      return answer;
    },
  };
}

describe('a file on its way from a phone', () => {
  test('keeps the code open until it is there, and its place from others', async () => {
    const link = await open({ most: 1 });
    const file = await slowly(link);
    expect(await arrived(link.id)).toMatchObject({ files: [], open: true, coming: 1 });
    expect((await send(link.token)).status).toBe(409);
    expect(await file.arrives()).toEqual({ status: 200, body: { left: 0 } });
    expect(await arrived(link.id)).toMatchObject({ files: [{ name: 'lenta.jpg' }], open: false, coming: 0 });
  });

  test('a file whose connection breaks leaves its place to the next', async () => {
    const link = await open({ most: 1 });
    const file = await slowly(link);
    expect((await file.breaks()).status).toBeGreaterThanOrEqual(400);
    expect(await arrived(link.id)).toMatchObject({ files: [], open: true, coming: 0 });
    expect((await send(link.token)).body).toEqual({ left: 0 });
  });

  test('a file whose process dies keeps its place for three minutes and no longer', async () => {
    const link = await open({ most: 1 });
    const file = await slowly(link);
    world.clock.now = new Date(world.clock.now.getTime() + TRAVEL_MINUTES * 60_000 + 1);
    expect((await send(link.token)).status).toBe(200);
    expect(await arrived(link.id)).toMatchObject({ open: false, coming: 0 });
    // Should it come after all, the phone is told that nobody waits for it.
    expect((await file.arrives()).status).toBe(409);
    expect((await arrived(link.id)).files).toHaveLength(1);
  });

  test('arrives although the time of the code ends meanwhile', async () => {
    const link = await open();
    world.clock.now = new Date(world.clock.now.getTime() + PHONE_MINUTES * 60_000 - 1);
    const file = await slowly(link);
    world.clock.now = new Date(world.clock.now.getTime() + 60_000);
    expect((await send(link.token)).status).toBe(404);
    expect(await arrived(link.id)).toMatchObject({ files: [], open: true, coming: 1 });
    expect((await file.arrives()).status).toBe(200);
    expect(await arrived(link.id)).toMatchObject({ files: [{ name: 'lenta.jpg' }], open: false });
  });

  test('is not said to have arrived when the desk ended the code', async () => {
    const link = await open();
    const file = await slowly(link);
    await call(seller, 'DELETE /uploads/links/:id', { params: { id: link.id } });
    const { status, body } = await file.arrives();
    expect([status, body.message]).toEqual([409, expect.stringContaining('non si aspetta più')]);
    expect(await arrived(link.id)).toMatchObject({ files: [], open: false, coming: 0 });
  });

  test('is found by the next code of a desk that was reloaded, until a record holds it', async () => {
    const file = await slowly(await open());
    const next = await open();
    expect(await arrived(next.id)).toMatchObject({ files: [], coming: 1, open: true });
    expect((await file.arrives()).status).toBe(200);
    const { earlier, coming } = await arrived(next.id);
    expect([coming, earlier.at(-1)]).toEqual([0, expect.objectContaining({ name: 'lenta.jpg' })]);
    // Not for another purpose, nor for a colleague.
    const body = { purpose: 'valuation_photo' };
    const ofOther = (await call(seller, 'POST /uploads/links', { body })).body.id as number;
    expect((await arrived(ofOther)).earlier).toEqual([]);
    const colleague = await world.user(901, EVERY);
    const theirs = (await call(colleague, 'POST /uploads/links', { body: { purpose: 'customer_document' } })).body;
    expect((await arrived(theirs.id, colleague)).earlier).toEqual([]);
    const scan = earlier.at(-1)!.id as number;
    const document = { kind: 'driving_licence', number: 'U2', issuer: '', issuedOn: null, expiresOn: null, scan };
    const customer = { type: 'private', firstName: 'Rita', lastName: 'Prova', documents: [document] };
    expect((await call(seller, 'POST /customers', { body: customer })).status).toBe(201);
    const ids = (await arrived(next.id)).earlier.map(({ id }: { id: number }) => id);
    expect(ids).not.toContain(scan);
  });
});

describe('a phone', () => {
  test('sends files to who shows the code, and a record holds them', async () => {
    const { id, token } = await open();
    expect((await call(null, 'GET /links/upload', { query: { token } })).body).toMatchObject({
      label: 'Documento di un cliente',
      left: PHONE_FILES,
    });
    expect((await send(token)).body).toEqual({ left: PHONE_FILES - 1 });
    const { files, open: isOpen } = await arrived(id);
    expect([files.length, files[0].name, isOpen]).toEqual([1, 'patente.jpg', true]);
    const documents = [
      {
        kind: 'driving_licence',
        number: 'U1',
        issuer: '',
        issuedOn: null,
        expiresOn: null,
        scan: files[0].id as number,
      },
    ];
    const body = { type: 'private', firstName: 'Anna', lastName: 'Prova', documents };
    expect((await call(seller, 'POST /customers', { body })).status).toBe(201);
  });

  test('sends at most ten, also at once; one that is refused costs none', async () => {
    const { id, token } = await open();
    expect((await send(token, Buffer.from('niente'))).status).toBe(422);
    const all = await Promise.all(Array.from({ length: PHONE_FILES + 2 }, () => send(token)));
    expect(all.filter(({ status }) => status === 200)).toHaveLength(PHONE_FILES);
    const refused = all.filter(({ status }) => status === 409);
    expect(refused.map(({ body }) => body.message)).toEqual(Array(2).fill(expect.stringContaining('ha già portato')));
    expect((await arrived(id)).open).toBe(false);
    // A field of one file asks for one.
    const one = await open({ most: 1 });
    expect((await send(one.token)).body).toEqual({ left: 0 });
    expect((await send(one.token)).status).toBe(409);
  });

  test('sends nothing after fifteen minutes, after the end, or by an older code', async () => {
    const { id, token } = await open();
    const next = await open();
    expect((await send(token)).status).toBe(404);
    await call(seller, 'DELETE /uploads/links/:id', { params: { id: next.id } });
    expect((await send(next.token)).status).toBe(404);
    const last = await open();
    world.clock.now = new Date(world.clock.now.getTime() + PHONE_MINUTES * 60_000 + 1);
    expect((await send(last.token)).status).toBe(404);
    expect((await arrived(id)).files).toEqual([]);
  });

  test('a code of a colleague, or of somebody without the right to send such files, is refused', async () => {
    const { id } = await open();
    expect((await call(await world.user(901, EVERY), 'GET /uploads/links/:id', { params: { id } })).status).toBe(404);
    const other = await world.user(901, [p.seeStock]);
    const body = { purpose: 'customer_document' };
    expect((await call(other, 'POST /uploads/links', { body })).status).toBe(403);
    const [{ kept } = { kept: null }] = await query(
      "select bool_and(octet_length(token_hash) = 32) as kept from links where purpose = 'upload'",
    );
    expect(kept).toBe(true);
  });
});
