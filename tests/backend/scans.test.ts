import { readdir } from 'node:fs/promises';
import { afterAll, describe, expect, test } from 'vitest';
import { forEachCompany } from '#backend/lib/people/companies.ts';
import { sweep } from '#backend/uploads/sweep.ts';
import { privileges as p } from '#domain/privileges.ts';
import type { TestUser } from '#tests/support/area.ts';
import { aPhoto } from '#tests/support/areas/uploads.ts';
import { aPdf } from '#tests/support/a-pdf.ts';
import { testDatabase } from '#tests/support/database.ts';
import { filesIn } from '#tests/support/unzipped.ts';
import { EVERY, makeWorld } from '#tests/support/world.ts';

const database = await testDatabase();
const world = await makeWorld(database);
const { call, query } = world;
afterAll(() => world.close());

const manager = await world.user(901, EVERY);
const desk = await world.user(901, [p.registerAccesses]);
const other = await world.user(901, [p.registerAccesses]);
const reader = await world.user(901, [p.seeCustomers]);
const photo = await aPhoto();

const send = async (as: TestUser = manager, file: Uint8Array = photo) =>
  (await call(as, 'POST /uploads', { query: { purpose: 'customer_document', name: 'Rita Doppia.jpg' }, file })).body
    .id as number;
const identity = (scan: number | null, number = 'YA1234567') => ({
  kind: 'passport',
  number,
  issuer: '',
  issuedOn: null,
  expiresOn: null,
  scan,
});
const create = (documents: object[], as: TestUser = manager) =>
  call(as, 'POST /customers', { body: { type: 'private', firstName: 'Rita', lastName: 'Doppia', documents } });
const save = async (id: number, documents: object[], as: TestUser = manager) => {
  const { version, ...body } = (await call(as, 'GET /customers/:id', { params: { id } })).body;
  return call(as, 'PUT /customers/:id', { params: { id }, version, body: { ...body, documents } });
};
const look = (id: number, scanId: number, as: TestUser = manager) =>
  call(as, 'GET /customers/:id/scans/:scanId', { params: { id, scanId }, query: {} });
const isHeld = async (id: number) =>
  (await query('select held_at from uploads where company_id = 901 and id = $1', [id]))[0]!.held_at !== null;

describe('the scan of an identity document', () => {
  test('is seen by who may see the customer, through the customer alone, and each look is in the activity', async () => {
    const scan = await send(desk);
    const { id } = (await create([identity(scan)], desk)).body;
    expect((await look(id, scan, desk)).status).toBe(200);
    expect((await look(id, scan, reader)).status).toBe(200);
    expect((await look(id, scan, other)).status).toBe(403);
    expect((await look(id, scan, await world.user(902, EVERY))).status).toBe(404);
    for (const as of [desk, reader, manager])
      expect((await call(as, 'GET /uploads/:id', { params: { id: scan } })).status).toBe(403);
    const events = (await call(manager, 'GET /customers/:id/timeline', { params: { id } })).body;
    expect(
      events.filter(({ what }: { what: string }) => what === 'ha aperto la scansione di un documento'),
    ).not.toEqual([]);
    await save(id, [identity(scan), identity(await send(), 'B2')]);
    const changed = (await call(manager, 'GET /customers/:id/timeline', { params: { id } })).body;
    expect(JSON.stringify(changed)).toContain('B2 scansione');
    const [{ said }] = (await query(
      `select string_agg(f.facts::text, '') as said from audit_events e join audit_facts f using (company_id)
        where f.event_id = e.id and e.company_id = 901 and e.entity = 'customer' and e.entity_id = $1`,
      [id],
    )) as [{ said: string }];
    expect(said).toContain('Passaporto YA1234567');
  });

  test('a scan of one customer is none of another’s', async () => {
    const [one, two] = [await send(), await send()];
    const [{ id }, { id: stranger }] = [(await create([identity(one)])).body, (await create([identity(two)])).body];
    expect((await look(id, two)).status).toBe(404);
    const taken = await save(stranger, [identity(one)]);
    expect([taken.status, taken.body.fields]).toEqual([
      422,
      { 'documents.0.scan': 'Il file non c’è più: caricarlo di nuovo' },
    ]);
    expect((await create([identity(await send(desk))], other)).status).toBe(422);
  });

  test('goes with its document, comes back within the day, and stays while a merged customer names it', async () => {
    const scan = await send();
    const { id } = (await create([identity(scan)])).body;
    await save(id, []);
    expect(await isHeld(scan)).toBe(false);
    expect((await look(id, scan)).status).toBe(404);
    await save(id, [identity(scan)]);
    expect(await isHeld(scan)).toBe(true);

    const kept = (await create([])).body;
    const versions = {
      keptVersion: kept.version,
      goneVersion: (await call(manager, 'GET /customers/:id', { params: { id } })).body.version,
    };
    const body = { keptId: kept.id, goneId: id, ...versions, take: [] };
    const merged = await call(manager, 'POST /persons/merges', { body });
    expect((await look(kept.id, scan)).status).toBe(200);
    await save(kept.id, []);
    expect(await isHeld(scan)).toBe(true);
    await call(manager, 'POST /persons/merges/:id/undo', { params: { id: merged.body.id } });
    expect((await look(id, scan)).status).toBe(200);
  });

  test('is given to the person with all their data, and erased with them, bytes and name', async () => {
    const [picture, pdf] = [await send(), await send(manager, aPdf())];
    const { id } = (await create([identity(picture), identity(pdf, 'AX/99')])).body;
    const zip = (await call(manager, 'GET /persons/:id/export', { params: { id } })).body as Buffer;
    expect([...filesIn(zip).keys()].filter((name) => name.startsWith('scansioni/'))).toEqual([
      `scansioni/Passaporto YA1234567 ${picture}.jpg`,
      `scansioni/Passaporto AX-99 ${pdf}.pdf`,
    ]);
    const { name, version, erases } = (await call(manager, 'GET /persons/:id/erasure', { params: { id } })).body;
    expect(erases).toContainEqual({ what: 'Scansioni di documenti', count: 2 });
    const files = await query('select file_key, small_key from uploads where id in ($1, $2)', [picture, pdf]);
    const body = { name, reason: 'request' };
    expect((await call(manager, 'POST /persons/:id/erasure', { params: { id }, version, body })).status).toBe(200);
    expect(
      await query("select id from uploads where company_id = 901 and name like '%Doppia%' and id in ($1, $2)", [
        picture,
        pdf,
      ]),
    ).toEqual([]);
    const stored = (await readdir(world.config.DATA_DIR, { recursive: true })).join('\n');
    for (const key of files.flatMap((row) => [row.file_key, row.small_key]).filter(Boolean))
      expect(stored).not.toContain((key as string).split('/').at(-1));
    await forEachCompany(world.outside(), sweep.run);
    expect(await query('select id from uploads where id in ($1, $2)', [picture, pdf])).toEqual([]);
  });
});
