import { afterAll, describe, expect, test } from 'vitest';
import { withTenant } from '#backend/db/tenant.ts';
import { readQuoteSettings, writeCompanyParams } from '#backend/lib/records/params.ts';
import { blankOf } from '#domain/record/fields.ts';
import { quoteSettingFields } from '#domain/quotes/settings/fields.ts';
import { pdfText } from '#tests/support/pdf-text.ts';
import { testDatabase } from '#tests/support/database.ts';
import { makeWorld } from '#tests/support/world.ts';

const database = await testDatabase();
const world = await makeWorld(database);
const { call, alfa, beta } = world;
afterAll(() => world.close());

const seller = await world.userWith('createQuotes', 'manageOwnQuotes');
const chief = await world.userWith('createQuotes', 'seeAllQuotes', 'manageAllQuotes');
const [{ id: monza }] = await world.query(
  `insert into locations (company_id, name, hours) values (901, 'Monza', '[{"day": "mon", "from": "09:00", "to": "12:30"}]') returning id`,
);
await world.query('insert into user_locations values (901, $1, $2, true), (901, $1, $3, false)', [
  seller.id,
  monza,
  alfa.locationId,
]);
const rows = async (query: object) =>
  (await call(chief, 'GET /quotes', { query: { limit: 100, ...query } })).body.rows as {
    id: number;
    location: string;
  }[];
const made = async (as: typeof seller) =>
  (await call(as, 'POST /quotes', { body: world.draft(alfa) })).body.id as number;

describe('locations', () => {
  test('are those of the company that are in use, with hours and the own one', async () => {
    await world.query("insert into locations (company_id, name, archived_at) values (901, 'Chiusa', now())");
    const places = (await call(seller, 'GET /locations/open')).body;
    expect(places).toMatchObject([
      { name: 'ALFAMARCHIO sede', isDefault: false, hours: [] },
      { name: 'Monza', isDefault: true, hours: [{ day: 'mon', from: '09:00', to: '12:30' }] },
    ]);
    expect(places).toHaveLength(2);
    // Figures know also what a closed one did.
    const all = (await call(seller, 'GET /locations/open', { query: { closed: 'true' } })).body;
    expect(all).toMatchObject([{ closed: false }, { closed: false }, { name: 'Chiusa', closed: true }]);
  });

  test('a person has one place to begin at', async () => {
    const second = world.query('update user_locations set is_default = true where user_id = $1', [seller.id]);
    await expect(second).rejects.toMatchObject({ constraint: 'user_locations_default' });
  });

  test('a quote begins where its seller works; the list says where, and finds it by that', async () => {
    const id = await made(seller);
    const elsewhere = await made(chief);
    const found = await rows({ locationId: Number(monza) });
    expect(found).toMatchObject([{ id, location: 'Monza' }]);
    expect(await rows({})).toContainEqual(expect.objectContaining({ id: elsewhere, location: null }));
    expect(await rows({ locationId: beta.locationId })).toEqual([]);
  });

  test('its document says when that place is open', async () => {
    const id = await made(seller);
    const printed = async () => {
      const pdf = (await call(seller, 'GET /quotes/:id/document', { params: { id } })).body as Buffer;
      return pdfText(pdf).join(' ').replaceAll(/\s+/g, ' ');
    };
    const hours = 'Monza: Lunedì: 9:00–12:30; Martedì–domenica: chiuso';
    expect(await printed()).toContain(hours);
    expect((await call(seller, 'POST /quotes/:id/issue', { params: { id }, version: 1 })).status).toBe(200);
    expect(await printed()).toContain(hours);
  });

  test('a revision stays where the quote was', async () => {
    const id = await made(seller);
    await call(seller, 'POST /quotes/:id/issue', { params: { id }, version: 1 });
    const { body } = await call(chief, 'POST /quotes/:id/revise', { params: { id } });
    expect(await rows({ locationId: Number(monza) })).toContainEqual(expect.objectContaining({ id: body.id }));
  });
});

describe('parameters of a company', () => {
  const on = (companyId: number, day: string) =>
    withTenant(database.db, { companyId, userId: null }, (trx) => readQuoteSettings(trx, companyId, day));

  test('are in force from their first day, key by key; what was never set has its default', async () => {
    await withTenant(database.db, { companyId: 901, userId: null }, async (trx) => {
      await writeCompanyParams(trx, 901, '2026-06-01', { 'quotes.roadPreparation': 100_000 });
      await writeCompanyParams(trx, 901, '2026-12-01', { 'quotes.roadPreparation': 110_000, 'quotes.expiryDays': 15 });
    });
    const conditions = { footer: 'ALFAMARCHIO condizioni' };
    expect(await on(901, '2026-05-31')).toMatchObject({ ...conditions, roadPreparation: 95_000, expiryDays: 8 });
    expect(await on(901, '2026-11-30')).toMatchObject({ ...conditions, roadPreparation: 100_000, expiryDays: 8 });
    expect(await on(901, '2026-12-01')).toMatchObject({ ...conditions, roadPreparation: 110_000, expiryDays: 15 });
    expect(await on(901, '2019-01-01')).toEqual(blankOf(quoteSettingFields));
    expect(await on(902, '2026-12-01')).toMatchObject({ roadPreparation: 95_000 });
  });
});
