import { afterAll, describe, expect, test } from 'vitest';
import { contractFigure } from '#backend/contracts/counted.ts';
import { targetsOf } from '#backend/stats/targets/in-force.ts';
import { runOnce } from '#backend/jobs.ts';
import type { Ctx } from '#backend/lib/work/context.ts';
import { readConfig } from '#config';
import type { TargetCells, TargetsAnswer } from '#domain/stats/targets/endpoints.ts';
import { filtersText } from '#domain/record/figures.ts';
import { sellerFigureNames, sellerFigures, type SellersAnswer } from '#domain/stats/sellers.ts';
import { draftTargets } from '#tests/support/areas/stats.ts';
import { saleIn } from '#tests/support/contracts.ts';
import { testDatabase } from '#tests/support/database.ts';
import { makeWorld } from '#tests/support/world.ts';

const database = await testDatabase();
const world = await makeWorld(database, { RATE_LIMIT: '0' });
const config = readConfig({ SESSION_SECRET: 'x'.repeat(32), FILES_SECRET: 'y'.repeat(32) });
const { call, query, userWith, strangerWith } = world;
afterAll(() => world.close());
const { side, walked } = await saleIn(world);
const { locationId } = side;
const boss = await userWith('seeSalesStats', 'managePreferences', 'createQuotes');

const read = async (asked: Record<string, unknown>, as = boss): Promise<TargetsAnswer> => {
  const { status, body } = await call(as, 'GET /stats/targets', { query: asked });
  expect([status, body.fields]).toEqual([200, undefined]);
  return body;
};
const put = (
  { id, version }: { id: number; version: number },
  cells: Partial<TargetCells[number]>[],
  of: Record<string, unknown> = {},
  as = boss,
) => call(as, 'PUT /stats/targets/:id', { params: { id }, version, body: { objective: 'new_pieces', cells, ...of } });
const force = ({ id, version }: { id: number; version: number }) =>
  call(boss, 'POST /stats/targets/:id/force', { params: { id }, version });
const begun = async () => {
  const { year, params, version } = await draftTargets(side);
  return { year, id: params.id, version };
};
const cell = (sellerId: number | null, month: number, amount: number | null, more = {}) => ({
  locationId,
  sellerId,
  month,
  amount,
  ...more,
});
const placeIn = ({ places }: TargetsAnswer) => places.find(({ id }) => id === locationId)!;
const rowIn = (answer: TargetsAnswer, sellerId: number | null) =>
  placeIn(answer).rows.find((row) => row.sellerId === sellerId)!;
const amounts = (answer: TargetsAnswer, sellerId: number | null) =>
  rowIn(answer, sellerId).cells.map((one) => one?.amount ?? null);

describe('a edition of targets', () => {
  test('goes from draft to in force, is followed by another one, and keeps what was typed', async () => {
    const seller = await userWith('createQuotes');
    const edition = await begun();
    const { year } = edition;
    const saved = await put(edition, [cell(seller.id, 1, 7), cell(null, 1, 3)]);
    expect(saved.status).toBe(200);
    expect((await put(edition, [])).status).toBe(412);
    expect((await read({ year })).edition).toBeNull();
    expect(amounts(await read({ year, draft: 'true' }), seller.id)[0]).toBe(7);
    expect((await force({ ...edition, version: saved.body.version })).body).toMatchObject({ state: 'in_force' });
    expect((await put({ ...edition, version: saved.body.version + 1 }, [])).status).toBe(409);
    const next = (await call(boss, 'POST /stats/targets', { body: { year } })).body;
    expect((await call(boss, 'POST /stats/targets', { body: { year } })).status).toBe(409);
    const more = (await put(next, [cell(seller.id, 1, 9), cell(null, 1, null)])).body;
    expect(amounts(await read({ year }), seller.id)[0]).toBe(7);
    expect((await force(more)).status).toBe(200);
    const now = await read({ year });
    expect([amounts(now, seller.id)[0], amounts(now, null)[0]]).toEqual([9, null]);
  });

  test('refuses at each cell what cannot be', async () => {
    const edition = await begun();
    const foreign = await strangerWith('createQuotes');
    const { body } = await put(edition, [
      cell(foreign.id, 1, 1),
      { ...cell(boss.id, 1, 1), locationId: 987_654 },
      cell(boss.id, 2, 100_000),
      cell(boss.id, 3, 1),
      cell(boss.id, 3, 2),
      cell(boss.id, 4, 2, { isWhole: true }),
    ]);
    expect(Object.keys(body.fields)).toEqual(['cells.0.sellerId', 'cells.1.locationId', 'cells.2.amount', 'cells.4.month', 'cells.5.isWhole']); // prettier-ignore
    expect((await put(edition, [cell(boss.id, 13, -1)])).body.fields).toEqual({ 'cells.0.month': 'Il mese va da 1 a 12', 'cells.0.amount': 'Un obiettivo non è negativo' }); // prettier-ignore
    expect((await put(edition, [], { objective: 'value', aim: 'plan', of: '1' })).body.fields).toHaveProperty('aim');
    expect((await put(edition, [cell(null, 1, 101_00)], { objective: 'mix' })).body.fields).toEqual({ 'cells.0.amount': 'Al massimo 100,00 %' }); // prettier-ignore
  });

  test('is not put in force while the parts of a place do not come to what the maker has set', async () => {
    const edition = await begun();
    const saved = (await put(edition, [cell(boss.id, 3, 11), cell(null, 3, 9), cell(null, 3, 18, { isWhole: true })]))
      .body;
    const refused = await force(saved);
    expect([refused.status, refused.body.missing[0].sentence]).toEqual([409, expect.stringContaining('le parti fanno 20, il totale fissato è 18')]); // prettier-ignore
    const mended = (await put(saved, [cell(null, 3, 7)])).body;
    expect((await force(mended)).status).toBe(200);
  });

  test('keeps the months that are over as they were in force', async () => {
    const seller = await userWith('createQuotes');
    const year = 2026; // the tests' today is in November
    const first = (await call(boss, 'POST /stats/targets', { body: { year } })).body;
    const filled = (await put(first, [cell(seller.id, 2, 4), cell(seller.id, 11, 5), cell(seller.id, 12, 6)])).body;
    expect((await force(filled)).status).toBe(200);
    const next = (await call(boss, 'POST /stats/targets', { body: { year } })).body;
    const refused = await put(next, [cell(seller.id, 2, 1)]);
    expect(refused.body.fields).toEqual({ 'cells.0.month': 'febbraio è finito: resta ciò che era in vigore' });
    const more = (await put(next, [cell(seller.id, 12, 8)])).body;
    expect((await force(more)).status).toBe(200);
    expect(amounts(await read({ year }), seller.id)).toEqual([
      null,
      4,
      null,
      null,
      null,
      null,
      null,
      null,
      null,
      null,
      5,
      8,
    ]);
  });

  test('leaves a leaver’s later months with the place, whose sum does not change', async () => {
    const seller = await userWith('createQuotes');
    const edition = await begun();
    const saved = (await put(edition, [cell(seller.id, 1, 7), cell(null, 1, 2)])).body;
    await query(`update users set archived_at = '2026-11-01' where id = $1`, [seller.id]);
    const answer = await read({ year: edition.year, draft: 'true' });
    expect([amounts(answer, seller.id)[0], amounts(answer, null)[0], rowIn(answer, seller.id).leftOn]).toEqual([null, 9, '2026-11-01']); // prettier-ignore
    // Who writes what nobody has writes what the leaver had, too.
    await put(saved, [cell(null, 1, 4)]);
    expect(amounts(await read({ year: edition.year, draft: 'true' }), null)[0]).toBe(4);
    await query('update users set archived_at = null where id = $1', [seller.id]);
    expect(amounts(await read({ year: edition.year, draft: 'true' }), null)[0]).toBe(4);
  });
});

test('a seller sees the own targets and nobody else’s', async () => {
  const [seller, colleague] = [await userWith('createQuotes'), await userWith('createQuotes')];
  const edition = await begun();
  const saved = (await put(edition, [cell(seller.id, 1, 7), cell(colleague.id, 1, 8), cell(null, 2, 1), cell(null, 1, 15, { isWhole: true })])).body; // prettier-ignore
  expect((await force(saved)).status).toBe(200);
  const answer = await read({ year: edition.year }, seller);
  expect(answer.places.flatMap(({ rows }) => rows.map(({ sellerId }) => sellerId))).toEqual([seller.id]);
  expect(JSON.stringify(answer)).not.toContain(`"sellerId":${colleague.id}`);
  expect(placeIn(answer).wholes).toEqual(Array.from({ length: 12 }, () => null));
  expect((await read({ year: edition.year, draft: 'true' }, seller)).hasDraft).toBe(false);
  const stranger = await strangerWith('managePreferences');
  expect((await call(stranger, 'PUT /stats/targets/:id', { params: { id: edition.id }, version: 1, body: { objective: 'value', cells: [] } })).status).toBe(404); // prettier-ignore
});

describe('a proposal', () => {
  const propose = async (id: number, asked: Record<string, unknown>) => {
    const { status, body } = await call(boss, 'GET /stats/targets/:id/proposal', { params: { id }, query: { objective: 'new_pieces', ...asked } }); // prettier-ignore
    expect([status, body.fields]).toEqual([200, undefined]);
    return body as { base: number; total: number; cells: TargetCells; kept: number };
  };
  const sum = (cells: TargetCells) => cells.reduce((all, { amount }) => all + amount!, 0);

  test('divides a total over people and months, beside what was typed, and writes nothing', async () => {
    const edition = await begun();
    const saved = (await put(edition, [cell(boss.id, 1, 30)])).body;
    const proposed = await propose(edition.id, { total: 130 });
    expect(sum(proposed.cells)).toBe(100);
    expect(proposed.kept).toBe(1);
    expect(proposed.cells.some(({ sellerId, month }) => sellerId === boss.id && month === 1)).toBe(false);
    expect((await read({ year: edition.year, draft: 'true' })).edition!.version).toBe(saved.version);
    expect((await put(saved, proposed.cells)).status).toBe(200);
    const { places } = await read({ year: edition.year, draft: 'true' });
    expect(places.flatMap(({ rows }) => rows.flatMap(({ cells }) => cells)).reduce((all, one) => all + (one?.amount ?? 0), 0)).toBe(130); // prettier-ignore
  });

  test('refuses a total below what stays, and to divide a percentage', async () => {
    const edition = await begun();
    await put(edition, [cell(boss.id, 1, 30)]);
    const asked = (of: object) => call(boss, 'GET /stats/targets/:id/proposal', { params: { id: edition.id }, query: { objective: 'new_pieces', ...of } }); // prettier-ignore
    expect((await asked({ total: 20 })).body.fields).toHaveProperty('total');
    const money = await begun();
    await put(money, [cell(boss.id, 1, 30_000_00)], { objective: 'value' });
    const { body } = await call(boss, 'GET /stats/targets/:id/proposal', { params: { id: money.id }, query: { objective: 'value', total: 20 } }); // prettier-ignore
    expect(body.fields.total).toContain('30.000,00');
    expect((await asked({ objective: 'financial' })).body.fields).toHaveProperty('objective');
    expect((await asked({ percent: -101 })).body.fields).toHaveProperty('percent');
  });
});

describe('what is done', () => {
  test('is counted by the figures of contracts, and the month’s card says what is to be expected by today', async () => {
    const made = await walked('approve');
    const [{ seller_id: sellerId }] = await query('select seller_id::int from contracts where id = $1', [made.id]);
    await query(`update contracts set signed_on = '2026-11-18' where id = $1`, [made.id]);
    const year = 2026;
    const before = await read({ year });
    const next = (await call(boss, 'POST /stats/targets', { body: { year } })).body;
    const filled = (await put(next, [cell(sellerId, 11, 10)])).body;
    const shares = (await put(filled, [cell(null, 11, 60_00)], { objective: 'financial' })).body;
    expect((await force(shares)).status).toBe(200);
    for (const objective of ['new_pieces', 'used_pieces'] as const) {
      const answer = await read({ year, objective });
      const counted = answer.places.flatMap(({ rows: all }) => all).reduce((n, { done }) => n + done[10]!, 0);
      const kind = objective === 'new_pieces' ? 'new' : 'used';
      const list = await call(side.as, 'GET /contracts', { query: { kind, signedFrom: '2026-11-01', signedTo: '2026-11-30', limit: 1 } }); // prettier-ignore
      expect(counted).toBe(list.body.total);
    }
    const { now } = await read({ year });
    const card = now!.cards.find(({ objective }) => objective === 'new_pieces')!;
    expect(card.expected!).toBeGreaterThan(0);
    expect(card.expected!).toBeLessThanOrEqual(card.target);
    expect(now!.cards.find(({ objective }) => objective === 'financial')).toMatchObject({
      target: 60_00,
      expected: null,
    });
    expect(before.year).toBe(year);
  });

  test('answers other areas the target of a person, a place and the company', async () => {
    const seller = await userWith('createQuotes');
    const edition = await begun();
    const saved = (await put(edition, [cell(seller.id, 5, 7), cell(null, 5, 2)])).body;
    const shares = (await put(saved, [cell(null, 5, 60_00), cell(seller.id, 5, 70_00)], { objective: 'financial' }))
      .body;
    await force(shares);
    const asked = { month: `${edition.year}-05-10`, objective: 'new_pieces' } as const;
    const targets = targetsOf({ contracts: contractFigure });
    const within = <T>(work: (ctx: Ctx) => Promise<T>) =>
      runOnce({ appUrl: database.appUrl, config, now: () => world.clock.now }, (ctx) => ctx.asCompany(901, null, work));
    await within(async (ctx) => {
      expect(await targets.target(ctx, { ...asked, sellerId: seller.id })).toBe(7);
      expect(await targets.target(ctx, { ...asked, locationId })).toBe(9);
      expect(await targets.target(ctx, asked)).toBe(9);
      expect(await targets.target(ctx, { ...asked, month: `${edition.year}-06-10` })).toBeNull();
      const share = { ...asked, objective: 'financial', locationId } as const;
      expect(await targets.target(ctx, { ...share, sellerId: seller.id })).toBe(70_00);
      expect(await targets.target(ctx, { ...share, sellerId: boss.id })).toBe(60_00);
      expect(await targets.reached(ctx, { ...asked, sellerId: seller.id })).toEqual({ target: 7, done: 0 });
    });
  });
});

describe('sellers', () => {
  const sellersOf = async (as: typeof boss, asked: Record<string, unknown> = {}) => {
    const { status, body } = await call(as, 'GET /stats/sellers', { query: asked });
    expect([status, body.fields]).toEqual([200, undefined]);
    return body as SellersAnswer;
  };

  test('are counted as their lists count them, and a seller sees the own row alone', async () => {
    const made = await walked('approve');
    const [row] = await query('select seller_id::int as id from contracts where id = $1', [made.id]);
    const seller = row!['id'] as number;
    await query(`update contracts set signed_on = '2026-11-19' where id = $1`, [made.id]);
    const span = { from: '2026-11-01', to: '2026-11-20' };
    const { rows } = await sellersOf(boss, span);
    const { now } = rows.find(({ id }) => id === seller)!;
    expect(now.contracts).toBeGreaterThan(0);
    for (const name of sellerFigureNames) {
      const { figure, basis, measure, filters } = sellerFigures[name];
      const asked = { figure, basis: basis ?? 'signed', ...span, personId: seller, filters: filtersText(filters) };
      const opened = await call(boss, 'GET /stats/rows', { query: asked });
      expect([name, opened.body.sums[measure] ?? 0]).toEqual([name, now[name]]);
    }
    const other = await userWith('createQuotes');
    const own = await sellersOf(other, span);
    expect(own.rows.map(({ id }) => id)).toEqual([other.id]);
    const sold = rows.filter((row) => row.id !== null && row.now.contracts > 0).length;
    expect(own.rank).toEqual({ place: sold + 1, of: sold + 1 });
    const opened = await call(other, 'GET /stats/rows', {
      query: { figure: 'contracts', basis: 'signed', ...span, personId: seller },
    });
    expect(opened.body.sums.count).toBe(0);
    const stranger = await sellersOf(await strangerWith('seeSalesStats'), { ...span, locationId });
    expect(stranger.rows).toEqual([]);
  });

  test('show who is to sell and did not, beside a target that counts by the same day alone', async () => {
    const seller = await userWith('createQuotes');
    const edition = await begun();
    await force((await put(edition, [cell(seller.id, 5, 7), cell(null, 5, 2)])).body);
    const month = { from: `${edition.year}-05-01`, to: `${edition.year}-05-31` };
    const targetOf = async (asked: Record<string, unknown>, as = boss) =>
      (await sellersOf(as, { ...month, ...asked })).rows.map(({ id, target }) => ({ id, target }));
    expect(await targetOf({})).toEqual([{ id: seller.id, target: 7 }]);
    expect(await targetOf({ locationId })).toEqual([{ id: seller.id, target: 7 }]);
    expect(await targetOf({ locationId: 0 })).toEqual([]);
    expect(await targetOf({ basis: 'billed' })).toEqual([]);
    expect(await targetOf({ to: `${edition.year}-05-20` })).toEqual([]);
    expect(await targetOf({}, seller)).toEqual([{ id: seller.id, target: 7 }]);
    const colleague = await userWith('createQuotes');
    expect(await targetOf({}, colleague)).toEqual([{ id: colleague.id, target: null }]);
  });

  test('days that cannot be, and filters that are none, are refused at their field', async () => {
    const far = await call(boss, 'GET /stats/sellers', { query: { from: '1996-01-01', to: '2026-01-01' } });
    expect([far.status, Object.keys(far.body.fields)]).toEqual([422, ['to']]);
    const rows = {
      figure: 'contracts',
      basis: 'signed',
      from: '2026-11-01',
      to: '2026-11-30',
      filters: 'customerId=1',
    };
    expect((await call(boss, 'GET /stats/rows', { query: rows })).body.fields).toHaveProperty('filters');
  });
});
