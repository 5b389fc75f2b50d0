import { afterAll, describe, expect, test } from 'vitest';
import { PHONE_FILES, PHONE_MINUTES } from '#domain/upload-purposes.ts';
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

  test('of a colleague, or without the right to send such files, is refused', async () => {
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
