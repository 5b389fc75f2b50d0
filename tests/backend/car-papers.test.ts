import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { blankOf } from '#domain/record/fields.ts';
import { paperFields } from '#domain/stock/paper-fields.ts';
import { aPdf } from '#tests/support/a-pdf.ts';
import type { TestUser } from '#tests/support/area.ts';
import { newCarOf } from '#tests/support/areas/new-stock.ts';
import { usedCar } from '#tests/support/areas/stock.ts';
import { testDatabase } from '#tests/support/database.ts';
import { EVERY, makeWorld } from '#tests/support/world.ts';

const world = await makeWorld(await testDatabase(), { RATE_LIMIT: '0' });
const { call, clock, query } = world;
afterAll(() => world.close());
const start = clock.now;
beforeEach(() => (clock.now = start));

const manager = await world.userWith('seeStock', 'manageStock');
const seller = await world.userWith('seeStock', 'createQuotes');
const other = await world.user(902, EVERY);
let plates = 0;

const arrived = async () => {
  const body = { ...usedCar, code: '', plate: `HP ${(plates += 1)} ST`, papers: ['registration'] };
  const { id, version } = (await call(manager, 'POST /stock/used', { body })).body;
  return (await call(manager, 'POST /stock/used/:id/arrive', { params: { id }, version })).body;
};
const paper = (changes: object) => ({ ...blankOf(paperFields), ...changes });
const add = async (id: number, changes: object, as = manager) =>
  call(as, 'POST /stock/used/:id/papers', { params: { id }, body: paper(changes) });
const send = async () =>
  (await call(manager, 'POST /uploads', { query: { purpose: 'stock_paper', name: 'a.pdf' }, file: aPdf() })).body.id;
const papers = async (id: number, as: TestUser = manager) =>
  (await call(as, 'GET /stock/used/:id/papers', { params: { id } })).body;
const lacking = async (lacks: string, as: TestUser = manager) => {
  const { body } = await call(as, 'GET /stock/used', { query: { lacks, limit: 100 } });
  return body.rows.map(({ id }: { id: number }) => id) as number[];
};

describe('the papers of a car', () => {
  test('take it off what is missing, on its page, in the list and on the home alike', async () => {
    const { id, missing } = await arrived();
    expect(missing).toEqual(['transfer', 'invoice']);
    expect((await add(id, { kind: 'transfer' })).body.missing).toEqual(['invoice']);
    expect(await lacking('papers')).toContain(id);
    const before = (await call(manager, 'GET /stock/summary')).body.attention.papers;
    const made = await add(id, { kind: 'invoice' });
    expect(made.body.missing).toEqual([]);
    expect(await lacking('papers')).not.toContain(id);
    expect((await call(manager, 'GET /stock/summary')).body.attention.papers).toBe(before - 1);
    const { id: paperId, version } = made.body;
    const gone = await call(manager, 'DELETE /stock/used/:id/papers/:paperId', { params: { id, paperId }, version });
    expect(gone.body.missing).toEqual(['invoice']);
  });

  test('do not make the car another version: who edits it meanwhile is not disturbed', async () => {
    const car = await arrived();
    await add(car.id, { kind: 'coc' });
    const body = { ...usedCar, code: car.code, plate: car.plate, acquiredOn: car.acquiredOn };
    const saved = await call(manager, 'PUT /stock/used/:id', { params: { id: car.id }, version: car.version, body });
    expect(saved.status).toBe(200);
  });

  test('papers that end are told of from the day that the company sets; the one that holds longest of a kind counts', async () => {
    const { id } = await arrived();
    await add(id, { kind: 'road_tax', until: '2026-12-31' });
    expect(await lacking('expiring')).toContain(id);
    await add(id, { kind: 'road_tax', until: '2027-12-31' });
    expect(await lacking('expiring')).not.toContain(id);
    clock.now = new Date('2027-11-15T09:00:00Z');
    expect(await lacking('expiring')).toContain(id);
    // What has an end of its own on the car has none here.
    const inspection = await add(id, { kind: 'inspection', until: '2020-01-01' });
    expect(inspection.body.until).toBeNull();
  });

  test('can be scanned, read by who sees the car, and those of a purchase by who sees costs alone', async () => {
    const { id } = await arrived();
    const file = await send();
    const tax = (await add(id, { kind: 'road_tax', uploadId: file })).body;
    expect(tax.file).toEqual({ name: 'a.pdf', type: 'application/pdf' });
    const invoice = (await add(id, { kind: 'invoice', note: 'F 12', uploadId: await send() })).body;
    const scan = async (as: TestUser, paperId: number) =>
      (await call(as, 'GET /stock/used/:id/papers/:paperId/scan', { params: { id, paperId } })).status;
    expect([await scan(manager, tax.id), await scan(manager, invoice.id)]).toEqual([200, 200]);
    expect([await scan(seller, tax.id), await scan(seller, invoice.id)]).toEqual([200, 404]);
    expect([await scan(other, tax.id), await scan(other, invoice.id)]).toEqual([404, 404]);
    expect((await papers(id, seller)).rows.map(({ kind }: { kind: string }) => kind)).toEqual(['road_tax']);
    // Nor by the address of the file itself.
    expect((await call(seller, 'GET /uploads/:id', { params: { id: invoice.uploadId } })).status).toBe(403);
    const timeline = (await call(seller, 'GET /stock/used/:id/timeline', { params: { id } })).body;
    expect(JSON.stringify(timeline)).not.toContain('F 12');
    expect((await add(id, { kind: 'other' }, seller)).status).toBe(403);
  });

  test('lose a scan that is replaced or deleted with them, and hold none that is another’s', async () => {
    const { id } = await arrived();
    const [first, second] = [await send(), await send()];
    const row = (await add(id, { kind: 'coc', uploadId: first })).body;
    expect((await add(id, { kind: 'other', uploadId: first })).body.fields).toHaveProperty('uploadId');
    const params = { id, paperId: row.id };
    const body = paper({ kind: 'coc', uploadId: second });
    const put = await call(manager, 'PUT /stock/used/:id/papers/:paperId', { params, version: row.version, body });
    const kept = async (upload: number) =>
      (await query('select held_at from uploads where id = $1', [upload]))[0]!.held_at !== null;
    expect([put.status, await kept(first), await kept(second)]).toEqual([200, false, true]);
    const late = await call(manager, 'PUT /stock/used/:id/papers/:paperId', { params, version: row.version, body });
    expect([late.status, late.body.current.uploadId]).toEqual([412, second]);
    await call(manager, 'DELETE /stock/used/:id/papers/:paperId', { params, version: row.version + 1 });
    expect([await kept(second), (await papers(id)).rows]).toEqual([false, []]);
  });

  test('stand in no feed and on no public page, and can be entered when the car is sold', async () => {
    const { id, version } = await arrived();
    await add(id, { kind: 'registration', note: 'SEGRETO', uploadId: await send() });
    const page = (await call(manager, 'GET /stock/used/:id', { params: { id } })).body.page as string;
    const shown = await call(null, 'GET /stock/shown', { query: { token: page.slice('/auto/'.length) } });
    const feed = await call(manager, 'GET /stock/feed');
    expect(JSON.stringify([shown.body, feed.body])).not.toMatch(/SEGRETO|Documento Unico|paper/);
    const sale = { customerId: null, buyer: 'Prova', channel: 'retail', price: 1, soldOn: '2026-11-20', document: 'F' };
    await call(manager, 'POST /stock/used/:id/sell', { params: { id }, version, body: sale });
    expect((await add(id, { kind: 'transfer' })).status).toBe(201);
  });

  test('the papers of a new car go along when it goes on as a used one', async () => {
    const body = { ...newCarOf(world.car), code: '', vin: 'ZZ9NEWCA000000661', arrivedOn: '2026-11-02' };
    const { id, version } = (await call(manager, 'POST /stock/new', { body })).body;
    const here = (await call(manager, 'POST /stock/new/:id/arrive', { params: { id }, version })).body;
    const held = await call(manager, 'POST /stock/new/:id/papers', {
      params: { id },
      body: paper({ kind: 'invoice' }),
    });
    expect([here.missing, held.body.missing]).toEqual([['invoice', 'coc'], ['coc']]);
    const conversion = {
      kind: 'km0',
      plate: 'HP 900 KM',
      registeredOn: '2026-11-20',
      km: 10,
      registration: 0,
      price: null,
    };
    const turned = await call(manager, 'POST /stock/new/:id/convert', {
      params: { id },
      version: here.version,
      body: conversion,
    });
    const { rows, missing } = await papers(turned.body.usedCarId);
    expect([rows.length, rows[0].kind, missing]).toEqual([1, 'invoice', []]);
  });
});
