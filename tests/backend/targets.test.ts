import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { contractFigure } from '#backend/contracts/counted.ts';
import { targetsOf } from '#backend/stats/targets/in-force.ts';
import { runOnce } from '#backend/jobs.ts';
import type { Ctx } from '#backend/lib/work/context.ts';
import { readConfig } from '#config';
import type { TargetCells, TargetNow, TargetsAnswer } from '#domain/stats/targets/endpoints.ts';
import { filtersText } from '#domain/record/figures.ts';
import { privileges } from '#domain/privileges.ts';
import { keysOf } from '#domain/record/machine.ts';
import { sellerFigures, type SellerNumbers, type SellersAnswer } from '#domain/stats/sellers.ts';
import { basketOf } from '#tests/support/areas/baskets.ts';
import { ruleOf } from '#tests/support/areas/commissions.ts';
import { leadOf } from '#tests/support/areas/leads.ts';
import { valuationOf } from '#tests/support/areas/valuations.ts';
import { draftTargets } from '#tests/support/areas/stats.ts';
import { saleIn } from '#tests/support/contracts.ts';
import { testDatabase } from '#tests/support/database.ts';
import { makeWorld } from '#tests/support/world.ts';

const database = await testDatabase();
const world = await makeWorld(database, { RATE_LIMIT: '0' });
const config = readConfig({ SESSION_SECRET: 'x'.repeat(32), FILES_SECRET: 'y'.repeat(32) });
const { call, query, userWith, strangerWith } = world;
afterAll(() => world.close());
const START = world.clock.now;
beforeEach(() => (world.clock.now = START));
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
    const ofNone = cell(null, 5, 1, { locationId: null });
    const mended = (await put(saved, [cell(null, 3, 7), ofNone, { ...ofNone, isWhole: true }])).body;
    // What is set for the company is not what stands without a place.
    const { places, wholes } = await read({ year: edition.year, draft: 'true' });
    const none = places.find(({ id }) => id === null)!;
    expect([wholes[4], none.wholes[4], none.rows.at(-1)!.cells[4]?.amount]).toEqual([1, null, 1]);
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
    // What counts is the same for all months: another basis would reckon those that are over anew.
    const other = await put(next, [], { basis: first.basis === 'signed' ? 'billed' : 'signed' });
    expect([other.status, Object.keys(other.body.fields)]).toEqual([422, ['basis']]);
    const more = (await put(next, [cell(seller.id, 12, 8)], { basis: first.basis })).body;
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

test('a person who earns by a role on the sales of a place does not put its targets in force', async () => {
  const chief = await userWith('managePreferences');
  await query(`update users set role_name = 'Capo obiettivi' where id = $1`, [chief.id]);
  await query('insert into user_locations (company_id, user_id, location_id) values (901, $1, $2) on conflict do nothing', [chief.id, locationId]); // prettier-ignore
  const { body: rule } = await call(boss, 'POST /commissions/rules', { body: ruleOf({ earner: 'role', roleName: 'Capo obiettivi', target: 'new_pieces' }) }); // prettier-ignore
  const asChief = async ({ id, version }: { id: number; version: number }) =>
    (await call(chief, 'POST /stats/targets/:id/force', { params: { id }, version })).status;
  const change = (columns: string) => query(`update commission_rules set ${columns} where id = $1`, [rule.id]);
  const saved = (await put(await begun(), [cell(boss.id, 1, 3), cell(null, 1, 2)])).body;
  expect(await asChief(saved)).toBe(409);
  // The month before is still settled, also by a rule that has ended.
  await change(`"from" = '2026-09-01', "to" = '2026-10-15'`);
  expect(await asChief(saved)).toBe(409);
  await change(`"to" = null, target = 'financial'`);
  // A penetration of the company is that of each place which has none.
  const share = (await put(saved, [cell(null, 1, 60_00, { locationId: null })], { objective: 'financial' })).body;
  expect(await asChief(share)).toBe(409);
  await change(`"to" = '2026-09-30'`);
  expect(await asChief(share)).toBe(200);
  await query('delete from commission_rules where id = $1', [rule.id]);
});

test('a seller does not set the share that pays their own sales', async () => {
  const { body: rule } = await call(boss, 'POST /commissions/rules', { body: ruleOf({ earner: 'seller', target: 'insurance' }) }); // prettier-ignore
  const clerk = await userWith('managePreferences');
  const share = (await put(await begun(), [cell(null, 1, 40_00, { locationId: null })], { objective: 'insurance' }))
    .body;
  expect((await force(share)).status).toBe(409);
  // Nor by a token that itself neither sells nor works anywhere.
  const made = await call(boss, 'POST /users/tokens', { body: { name: 'Gestionale', privileges: [privileges.managePreferences], days: 90 } }); // prettier-ignore
  const token = { ...boss, id: made.body.id, token: made.body.token };
  const byToken = await call(token, 'POST /stats/targets/:id/force', { params: { id: share.id }, version: share.version }); // prettier-ignore
  expect(byToken.body.message).toContain('li mette in vigore un collega');
  const forced = await call(clerk, 'POST /stats/targets/:id/force', {
    params: { id: share.id },
    version: share.version,
  });
  expect(forced.status).toBe(200);
  await query('delete from commission_rules where id = $1', [rule.id]);
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
  // Whoever reads targets reads what they may aim at, and writes none.
  const { status, body } = await call(seller, 'GET /stats/targets/aims', { query: { objective: 'insurance' } });
  expect([status, Object.keys(body)]).toEqual([200, ['company', 'plan', 'basket']]);
  expect((await put(saved, [cell(seller.id, 1, 6)], {}, seller)).status).toBe(403);
  const stranger = await strangerWith('managePreferences');
  expect((await call(stranger, 'PUT /stats/targets/:id', { params: { id: edition.id }, version: 1, body: { objective: 'value', cells: [] } })).status).toBe(404); // prettier-ignore
});

test('new cars of a basket have a target beside that of all, which counts its cars; the basket says so and is not emptied', async () => {
  const writer = await userWith('managePreferences');
  const named = { ...basketOf('Con obiettivo', side), modelIds: [], versionIds: [side.car.versionId] };
  const { body: basket } = await call(writer, 'POST /baskets', { body: named });
  const params = { id: basket.id };
  const made = await walked('approve');
  await query(`update contracts set kind = 'new', signed_on = '2026-11-11', version_id = $2 where id = $1`, [
    made.id,
    side.car.versionId,
  ]);
  const edition = await begun();
  const aimed = { aim: 'basket', of: String(basket.id) };
  expect((await put(edition, [cell(boss.id, 12, 2)], { aim: 'basket', of: '987654' })).body.fields).toEqual({ of: 'Scegliere un paniere' }); // prettier-ignore
  const all = (await put(edition, [cell(boss.id, 12, 9)])).body;
  const saved = (await put(all, [cell(boss.id, 12, 2)], aimed)).body;
  const draft = { year: edition.year, draft: 'true' };
  expect(amounts(await read(draft), boss.id)[11]).toBe(9);
  expect(amounts(await read({ ...draft, ...aimed }), boss.id)[11]).toBe(2);
  const done = async (of: object) =>
    (await read({ year: 2026, basis: 'signed', ...of })).places.flatMap(({ rows }) => rows.map((row) => row.done[10]!));
  const sum = (each: readonly number[]) => each.reduce((total, one) => total + one, 0);
  const counted = sum(await done(aimed));
  expect(counted).toBeGreaterThanOrEqual(1);
  const { body: page } = await call(writer, 'GET /baskets/:id/page', { params });
  expect(page.uses).toEqual([{ by: 'target', id: edition.id, name: `Obiettivi ${edition.year} (bozza)` }]);
  const empty = { ...named, versionIds: [], fuels: ['fcev'] };
  const emptied = await call(writer, 'PUT /baskets/:id', { params, version: 1, body: empty });
  expect(emptied.body.fields.makerIds).toContain('Obiettivi');
  expect((await call(boss, 'POST /stats/targets/:id/discard', { params: { id: saved.id }, version: saved.version })).status).toBe(204); // prettier-ignore
  expect((await call(writer, 'PUT /baskets/:id', { params, version: 1, body: empty })).status).toBe(200);
  // What was saved on one day holds for all of it; from the next day on the days before keep what it held.
  expect(sum(await done(aimed))).toBe(0);
  const save = async (version: number, body: object) =>
    expect((await call(writer, 'PUT /baskets/:id', { params, version, body })).status).toBe(200);
  await save(2, named);
  world.clock.now = new Date(world.clock.now.getTime() + 86_400_000);
  await save(3, empty);
  expect(sum(await done(aimed))).toBe(counted);
  const rows = async (on: string) => {
    await query('update contracts set signed_on = $2 where id = $1', [made.id, on]);
    const asked = {
      figure: 'contracts',
      basis: 'signed',
      from: '2026-11-01',
      to: '2026-11-30',
      filters: `basketId=${basket.id}`,
    };
    return (await call(boss, 'GET /stats/rows', { query: asked })).body.rows.some(
      ({ id }: { id: number }) => id === made.id,
    );
  };
  const today = world.clock.now.toISOString().slice(0, 10);
  const approved = () => done({ ...aimed, basis: 'approved' }).then(sum);
  const before = await approved();
  expect([await rows('2026-11-11'), await rows(today)]).toEqual([true, false]);
  // By another day than that of the signature a target counts what the basket held on that one.
  expect([await approved(), before > 0]).toEqual([before, true]);
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

  test('leaves out a place that is closed by then, who has moved, and who only oversees: the others get their parts', async () => {
    const [shut, there] = [(await query(`insert into locations (company_id, name) values (901, 'Chiusa') returning id::int`))[0]!.id, (await query(`insert into locations (company_id, name) values (901, 'Nuova') returning id::int`))[0]!.id] as [number, number]; // prettier-ignore
    const [stays, moves, oversees] = [await userWith('createQuotes'), await userWith('createQuotes'), await userWith('createQuotes', 'seeSalesStats')]; // prettier-ignore
    for (const { id } of [stays, moves, oversees]) await query('insert into user_locations (company_id, user_id, location_id) values (901, $1, $2)', [id, locationId]); // prettier-ignore
    // The same months of the year before are what is divided.
    const { year } = await begun();
    const first = await begun();
    expect(first.year).toBe(year + 1);
    const before = (await call(boss, 'GET /stats/targets', { query: { year, draft: 'true' } })).body.edition;
    const filled = await put(before, [cell(stays.id, 5, 6), cell(moves.id, 5, 4), { ...cell(null, 5, 10), locationId: shut }]); // prettier-ignore
    expect((await force(filled.body)).status).toBe(200);
    // What was divided to it before it closed goes back to the others; what somebody typed stays.
    const divided = { ...cell(null, 6, 7), locationId: shut, origin: 'divided' as const };
    const begunFirst = await put(first, [divided, { ...divided, month: 7, amount: 1, origin: 'typed' }]);
    expect(begunFirst.status).toBe(200);
    await query(`update locations set archived_at = '2026-11-01' where id = $1`, [shut]);
    await query('update user_locations set location_id = $2 where company_id = 901 and user_id = $1', [
      moves.id,
      there,
    ]);
    // Who sells here and may sell there as well is to go on as before.
    await query('insert into user_locations (company_id, user_id, location_id) values (901, $1, $2)', [stays.id, there]); // prettier-ignore
    const proposed = await propose(first.id, { from: 'target' });
    expect([proposed.base, sum(proposed.cells)]).toEqual([20, 19]);
    const left = proposed.cells.filter((one) => one.locationId === shut);
    expect(left).toMatchObject([{ month: 6, amount: null }]);
    const of = (id: number) => new Set(proposed.cells.flatMap((one) => (one.sellerId === id && one.amount !== null ? one.locationId : []))); // prettier-ignore
    expect([of(stays.id), of(moves.id), of(oversees.id)]).toEqual([new Set([locationId]), new Set([there]), new Set()]);
    // Nor are targets typed for it, but what stands there goes.
    const typed = await put(begunFirst.body, [{ ...cell(null, 1, 3), locationId: shut }, { ...cell(null, 2, null), locationId: shut }]); // prettier-ignore
    expect(typed.body.fields).toEqual({ 'cells.0.locationId': 'Questa sede è chiusa dal 01/11/2026' });
    await query('update locations set archived_at = null where id = $1', [shut]);
  });

  test('of a year that goes on is by what it comes to at its pace', async () => {
    const { id } = await walked('approve');
    await query(`update contracts set signed_on = '2026-11-10', pieces = 60 where id = $1`, [id]);
    const { body } = await call(boss, 'POST /stats/targets', { body: { year: 2027 } });
    const asked = { params: { id: body.id }, query: { objective: 'used_pieces' as const } };
    const { base, expected } = (await call(boss, 'GET /stats/targets/:id/proposal', asked)).body;
    const { places } = await read({ year: 2027, draft: 'true', objective: 'used_pieces' });
    const done = places.flatMap(({ rows }) => rows.flatMap((row) => row.before)).reduce((all, one) => all + one, 0);
    expect([done > 0, base - expected, expected > 0]).toEqual([true, done, true]);
    await query('update contracts set pieces = 1 where id = $1', [id]);
    const { version } = body;
    expect((await call(boss, 'POST /stats/targets/:id/discard', { params: asked.params, version })).status).toBe(204);
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

  test('targets of this month are told with their sellers, of all places or one; a share that is not the own is the place’s, else the company’s', async () => {
    const [here, elsewhere] = [await userWith('createQuotes'), await userWith('createQuotes')];
    const [{ id: place }] = await query(`insert into locations (company_id, name) values (901, 'Sede con quota') returning id::int`); // prettier-ignore
    await query('delete from user_locations where user_id = any($1)', [[here.id, elsewhere.id]]);
    await query('insert into user_locations (company_id, user_id, location_id, is_default) values (901, $1, $2, true)', [here.id, place]); // prettier-ignore
    const next = (await call(boss, 'POST /stats/targets', { body: { year: 2026 } })).body;
    const at = { locationId: place };
    const pieces = (await put(next, [cell(here.id, 11, 10, at), cell(elsewhere.id, 11, 4)])).body;
    const shares = [cell(null, 11, 60_00, { locationId: null }), cell(null, 11, 45_00, at)];
    expect((await force((await put(pieces, shares, { objective: 'insurance' })).body)).status).toBe(200);
    const monthOf = async (as: typeof boss, asked = {}) =>
      (await call(as, 'GET /stats/targets/month', { query: asked })).body as TargetNow;
    const share = ({ cards }: TargetNow) => {
      const found = cards.find(({ objective }) => objective === 'insurance');
      return [found?.target, found?.source];
    };
    expect(share(await monthOf(here))).toEqual([45_00, 'place']);
    expect(share(await monthOf(elsewhere))).toEqual([60_00, 'company']);
    expect(share(await monthOf(boss))).toEqual([60_00, 'own']);
    expect(share(await monthOf(boss, at))).toEqual([45_00, 'own']);
    expect((await monthOf(here)).sellers).toBeNull();
    const of = ({ sellers }: TargetNow, id: number) => sellers!.find(({ sellerId }) => sellerId === id);
    const whole = await monthOf(boss);
    expect([of(whole, here.id)!.target, of(whole, elsewhere.id)!.target]).toEqual([10, 4]);
    expect(of(whole, here.id)!.expected).toBeGreaterThan(0);
    expect((await monthOf(boss, at)).sellers!.map(({ sellerId }) => sellerId)).toEqual([here.id]);
    // Commissions ask by the same rule.
    const targets = targetsOf({ contracts: contractFigure });
    const gate = { month: '2026-11-10', objective: 'insurance', sellerId: here.id } as const;
    const said = await runOnce({ appUrl: database.appUrl, config, now: () => world.clock.now }, (ctx) =>
      ctx.asCompany(901, null, (inner) => targets.target(inner, gate)),
    );
    expect(said).toBe(45_00);
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
    // A seller reads the own shares, or those of the place.
    const colleague = await userWith('createQuotes');
    await query('insert into user_locations (company_id, user_id, location_id) values (901, $1, $2)', [colleague.id, locationId]); // prettier-ignore
    const span = { from: `${edition.year}-05-01`, to: `${edition.year}-05-31` };
    const sharesOf = async (as: typeof boss, more: object = {}) =>
      (await call(as, 'GET /stats/sellers', { query: { ...span, basis: shares.basis, ...more } })).body.shares;
    expect([await sharesOf(seller), await sharesOf(colleague)]).toEqual([{ financed: 70_00, insured: null }, { financed: 60_00, insured: null }]); // prettier-ignore
    expect([await sharesOf(seller, { to: `${edition.year}-05-30` }), await sharesOf(boss)]).toEqual([null, null]);
  });
});

describe('sellers', () => {
  const sellersOf = async (as: typeof boss, asked: Record<string, unknown> = {}) => {
    const { status, body } = await call(as, 'GET /stats/sellers', { query: asked });
    expect([status, body.fields]).toEqual([200, undefined]);
    return body as SellersAnswer;
  };

  /** Each number of a seller is what its rows add up to. */
  async function opensTo(as: typeof boss, personId: number, span: { from: string; to: string }, now: SellerNumbers) {
    for (const name of keysOf(now)) {
      const { figure, basis, measure, filters, ...more } = sellerFigures[name];
      const asked = { figure, basis: basis ?? 'signed', ...span, personId, filters: filtersText(filters) };
      const { body } = await call(as, 'GET /stats/rows', { query: asked });
      expect([name, body.sums[measure] ?? 0]).toEqual([name, now[name]]);
      expect([name, body.rows.length]).toEqual([name, now['rows' in more ? more.rows : name]]);
    }
  }

  test('are told how they work: answers in time, contacts, no-shows, offers above the most, what cars brought', async () => {
    const seller = await userWith('createQuotes', 'evaluateUsed', 'registerAccesses');
    const all = await userWith('seeSalesStats', 'seeMargin');
    const span = { from: '2025-02-01', to: '2025-02-28' };
    const at = (time: string) => `2025-02-10T${time}:00Z`;
    const made = async (name: 'POST /leads' | 'POST /valuations', body: object): Promise<number> => {
      const answer = await call(seller, name, { body });
      expect([answer.status, answer.body.fields]).toEqual([201, undefined]);
      return answer.body.id;
    };
    const lead = async (firstAt: string | null, contacts: number, state = 'in_progress') => {
      const id = await made('POST /leads', { ...leadOf({ source: 'portal' }), assigneeId: seller.id });
      await query(
        `update leads set received_at = $2, first_due = $3, first_at = $4, state = $5, next_at = $6 where id = $1`,
        [id, at('09:00'), at('09:15'), firstAt, state, at('12:00')],
      );
      for (let n = 0; n < contacts; n++)
        await query(
          `insert into lead_actions (company_id, lead_id, type, result, at, user_id) values (901, $1, 'in_progress', 'failed', $2, $3)`,
          [id, at('09:10'), seller.id],
        );
      return id;
    };
    const timely = await lead(at('09:10'), 1);
    const late = await lead(at('09:20'), 2);
    // A message is a contact and no call.
    await query(`update lead_actions set channel = 'message' where id = (select min(id) from lead_actions where lead_id = $1)`, [late]); // prettier-ignore
    await lead(null, 0, 'to_handle');
    const event = (ended: string | null, leadId: number | null) =>
      query(
        `insert into calendar_events (company_id, kind, state, title, starts_at, ends_at, user_ids, calendar_ids, ended_as, lead_id, created_at, updated_at)
          values (901, 'appointment', 'not_started', '', $1, $2, array[$3]::bigint[], '{}', $4, $5, now(), now())`,
        [at('10:00'), at('11:00'), seller.id, ended, leadId],
      );
    await event('missed', timely);
    await event('missed', null);
    await event(null, null);
    await event('canceled', timely);
    const valued = async (offer: number, soldFor: number | null) => {
      const id = await made('POST /valuations', valuationOf({ retailPrice: 10_000_00, preparation: 0 }));
      const body = { offer, offerUntil: '2026-12-30', offerKm: null };
      const { status } = await call(seller, 'POST /valuations/:id/offer', { params: { id }, version: 1, body });
      expect(status).toBe(200);
      await query('update valuations set offered_at = $2 where id = $1', [id, at('10:00')]);
      if (soldFor === null) return id;
      const [car] = await query('select id from used_cars where company_id = 901 limit 1');
      await query(`update valuations set state = 'taken', taken_at = $2, used_car_id = $3 where id = $1`, [id, at('10:00'), car!['id']]); // prettier-ignore
      await query('update used_cars set sale_price = $2 where id = $1', [car!['id'], soldFor]);
      return id;
    };
    await valued(9_500_00, null);
    await valued(6_000_00, 8_000_00);
    // One of which nobody knows the most is above nothing.
    await query('update valuations set most_offer = null where id = $1', [await valued(9_900_00, null)]);
    // Asked of whoever is free, an offer is of who made it, not of who asked.
    const judge = await userWith('createQuotes', 'evaluateUsed');
    const free = await made('POST /valuations', valuationOf({ retailPrice: 10_000_00, preparation: 0 }));
    const asks = { specialistId: null, question: '' };
    const asked = await call(seller, 'POST /valuations/:id/ask', { params: { id: free }, version: 1, body: asks });
    const answer = { offer: 9_500_00, offerUntil: '2026-12-30', offerKm: null };
    const { version } = asked.body;
    expect((await call(judge, 'POST /valuations/:id/offer', { params: { id: free }, version, body: answer })).status).toBe(200); // prettier-ignore
    await query('update valuations set offered_at = $2 where id = $1', [free, at('10:00')]);
    const { rows, sources } = await sellersOf(all, span);
    expect(rows.find(({ id }) => id === judge.id)?.now).toMatchObject({ valuations: 1, judged: 1, overMost: 1 });
    const { now } = rows.find(({ id }) => id === seller.id)!;
    expect(now).toMatchObject({
      ...{ leads: 3, answered: 2, timely: 1, untimely: 2, contacts: 3, calls: 2, silent: 1, untouched: 1 },
      ...{
        appointments: 3,
        missed: 2,
        valuations: 3,
        judged: 2,
        overMost: 1,
        resold: 1,
        offered: 6_000_00,
        soldFor: 8_000_00,
      },
    });
    await opensTo(all, seller.id, span, now);
    expect(sources).toEqual([
      { source: 'none', appointments: 2, missed: 1 },
      { source: 'portal', appointments: 1, missed: 1 },
    ]);
    // The most that may be offered is reckoned with costs, which the seller does not see, not even by a filter.
    const own = (await sellersOf(seller, span)).rows[0]!.now;
    for (const name of ['judged', 'overMost']) expect(Object.keys(own)).not.toContain(name);
    const most = { figure: 'valuations', basis: 'offered', ...span, filters: 'overMost=true' } as const;
    expect((await call(seller, 'GET /stats/rows', { query: most })).body).toMatchObject({ rows: [] });
  });

  test('are in time by when somebody was first reached, and late for a valid lead closed unanswered after its time', async () => {
    const seller = await userWith('createQuotes', 'registerAccesses');
    const at = (time: string) => (world.clock.now = new Date(`2026-11-20T${time}:00Z`));
    const reasons = await query("select id::int, move, label from move_reasons where company_id = 901 and entity = 'lead' and not needs_note"); // prettier-ignore
    const because = (name: string, words = '') =>
      reasons.find(({ move, label }) => move === name && String(label).includes(words))!['id'];
    const missed = { type: 'in_progress', result: 'failed' };
    const reached = { type: 'in_progress', result: 'success' };
    const lost = { type: 'closed', result: 'failed', reason: because('lose', 'rispo') };
    const invalid = { type: 'closed', result: 'canceled', reason: because('dismiss') };
    /** A lead that is to be answered by 9.15, and what is done with it when. */
    const lead = async (...steps: [time: string, done: object][]) => {
      at('09:00');
      const made = await call(seller, 'POST /leads', { body: { ...leadOf(), assigneeId: seller.id } });
      expect([made.status, made.body.fields]).toEqual([201, undefined]);
      let { id, version } = made.body;
      for (const [time, done] of steps) {
        at(time);
        const body = {
          reason: null,
          note: '',
          nextType: 'follow_up',
          nextOn: '2026-11-26',
          nextTime: '11:00',
          ...done,
        };
        const answer = await call(seller, 'POST /leads/:id/actions', { params: { id }, version, body });
        expect([answer.status, answer.body.fields]).toEqual([200, undefined]);
        ({ id, version } = answer.body);
      }
    };
    await lead(['09:05', missed], ['09:10', reached]);
    await lead(['09:05', missed], ['09:20', reached]);
    await lead(['09:05', missed]);
    await lead(['09:05', missed], ['09:30', lost]);
    // Nobody waits for an answer any more when it is closed before its time, or was no request.
    await lead(['09:05', missed], ['09:10', lost]);
    await lead(['09:30', invalid]);
    at('09:40');
    const span = { from: '2026-11-20', to: '2026-11-20' };
    const { now } = (await sellersOf(boss, span)).rows.find(({ id }) => id === seller.id)!;
    expect(now).toMatchObject({ leads: 6, answered: 2, timely: 1, untimely: 3 });
    await opensTo(boss, seller.id, span, now);
  });

  test('give a mean discount on what has one: neither prices to traders nor what a former system sold', async () => {
    const seller = await userWith('createQuotes');
    const all = await userWith('seeSalesStats', 'seeMargin');
    const sold = (kind: string, channel: string, origin: string, [listTotal, discount]: [number, number]) =>
      query(
        `insert into contracts (company_id, number, since, kind, channel, origin, seller_id, made_by, vehicle, draft, snapshot, total,
           keys_in_hand, list_total, discount, financed, within_cap, insured, signed_on, state, created_at, updated_at)
         values (901, $1, now(), $2, $3, $4, $5, $5, '', '{}', '{}', $6, $6, $6, $7, 0, true, false, '2025-03-10', 'completed', now(), now())`,
        [`C-SC-${origin}`, kind, channel, origin, seller.id, listTotal, discount],
      );
    await sold('used', 'retail', 'hand', [10_000_00, 500_00]);
    await sold('b2b', 'b2b', 'b2b_quote', [8_000_00, 0]);
    await sold('used', 'retail', 'history', [7_000_00, 0]);
    const span = { from: '2025-03-01', to: '2025-03-31' };
    const { now } = (await sellersOf(all, span)).rows.find(({ id }) => id === seller.id)!;
    expect(now).toMatchObject({ contracts: 3, retail: 2, discount: 500_00, listTotal: 10_000_00 });
    await opensTo(all, seller.id, span, now);
  });

  test('find what they may not see in no answer and no sheet, and colleagues only where the company shows them', async () => {
    const seller = await userWith('createQuotes');
    const seeing = await userWith('seeSalesStats', 'seeMargin');
    const reserved = ['discount', 'listTotal', 'margin', 'margins', 'judged', 'overMost'];
    const span = { from: '2026-11-01', to: '2026-11-20' };
    const sheetOf = async (as: typeof boss) =>
      String((await call(as, 'GET /stats/sellers/export', { query: { ...span, format: 'csv' } })).body);
    expect(await sheetOf(seeing)).toMatch(/Sconto.*Margine II.*oltre il massimo/);
    for (const as of [boss, seller]) {
      const answer = await sellersOf(as, span);
      for (const { now, before } of answer.rows)
        expect([...Object.keys(now), ...Object.keys(before)].filter((name) => reserved.includes(name))).toEqual([]);
      expect(await sheetOf(as)).not.toMatch(/sconto|listino|margine|massimo/i);
      expect(answer.ranking).toBeNull();
    }
    const admin = await userWith('managePreferences');
    const { body: set } = await call(admin, 'GET /leads/settings');
    const values = { ...set.periods[0].values, showsPersons: true, from: '2026-11-20' };
    const saved = await call(admin, 'PUT /leads/settings', { body: values, version: set.version });
    expect([saved.status, saved.body.fields]).toEqual([200, undefined]);
    const { ranking, rank, rows } = await sellersOf(seller, span);
    expect(rows.map(({ id }) => id)).toEqual([seller.id]);
    expect(ranking!.find(({ id }) => id === seller.id)).toMatchObject({ place: rank!.place, contracts: 0 });
    expect(ranking!.map(({ place }) => place)).toEqual(ranking!.map(({ place }) => place).toSorted((a, b) => a - b));
    expect((await sellersOf(boss, span)).ranking).toBeNull();
    await query("delete from params where company_id = 901 and key like 'leads.%'");
  });

  test('are counted as their lists count them, and a seller sees the own row alone', async () => {
    const made = await walked('approve');
    const [row] = await query('select seller_id::int as id from contracts where id = $1', [made.id]);
    const seller = row!['id'] as number;
    await query(`update contracts set signed_on = '2026-11-19' where id = $1`, [made.id]);
    // Not a month by which targets count.
    const span = { from: '2026-11-02', to: '2026-11-20' };
    const { rows, course, forecast } = await sellersOf(boss, span);
    const all = rows.reduce((sum, one) => sum + one.now.pieces!, 0);
    expect([course!.length, course!.at(-1)]).toEqual([19, { day: span.to, now: all, before: expect.any(Number) }]);
    // Only a month up to today says what it comes to.
    expect(forecast).toBeNull();
    const month = await sellersOf(boss, { ...span, from: '2026-11-01', basis: 'approved' });
    const [done, { worked, working, days }] = [month.course!.at(-1)!.now, month.forecast!];
    const ends = { day: '2026-11-30', pieces: Math.round((done / worked) * working) };
    expect([days[0], days.at(-1), days.length]).toEqual([{ day: span.to, pieces: done }, ends, 11]);
    expect([done > 0, worked < working]).toEqual([true, true]);
    const { now } = rows.find(({ id }) => id === seller)!;
    expect(now['contracts']).toBeGreaterThan(0);
    await opensTo(boss, seller, span, now);
    const other = await userWith('createQuotes');
    const own = await sellersOf(other, span);
    expect(own.rows.map(({ id }) => id)).toEqual([other.id]);
    expect(own.course!.at(-1)!.now).toBe(0);
    const sold = rows.filter((row) => row.id !== null && row.now.contracts! > 0).length;
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
      (await sellersOf(as, { ...month, ...asked })).rows.map(({ id, target }) => ({ id, target: target && target.pieces })); // prettier-ignore
    // A seat that nobody has yet is part of what the place is to reach.
    const all = [{ id: seller.id, target: 7 }, { id: null, target: 2 }]; // prettier-ignore
    expect([await targetOf({}), await targetOf({ locationId })]).toEqual([all, all]);
    expect((await sellersOf(boss, month)).pace!.days.at(-1)).toEqual({ day: month.to, expected: 9 });
    expect((await sellersOf(seller, month)).pace!.days.at(-1)).toEqual({ day: month.to, expected: 7 });
    expect(await targetOf({ locationId: 0 })).toEqual([]);
    expect(await targetOf({ basis: 'billed' })).toEqual([]);
    expect(await targetOf({ to: `${edition.year}-05-20` })).toEqual([]);
    expect(await targetOf({}, seller)).toEqual([{ id: seller.id, target: 7 }]);
    const colleague = await userWith('createQuotes');
    expect(await targetOf({}, colleague)).toEqual([{ id: colleague.id, target: null }]);
  });

  test('reach a target by what it is set for: used cars alone, or new and used ones', async () => {
    const made = await walked('approve');
    const [row] = await query('select seller_id::int as id from contracts where id = $1', [made.id]);
    const id = row!['id'] as number;
    const edition = await begun();
    const day = `${edition.year}-04-10`;
    await query('update contracts set signed_on = $2 where id = $1', [made.id, day]);
    const set = async (cells: Partial<TargetCells[number]>[], objective: string) => {
      const { body } = await call(boss, 'POST /stats/targets', { body: { year: edition.year } });
      const draft = body.id ? body : { id: edition.id, version: edition.version };
      expect((await force((await put(draft, cells, { objective })).body)).status).toBe(200);
      const span = { from: `${edition.year}-04-01`, to: `${edition.year}-04-30` };
      const { rows, pace, course } = await sellersOf(boss, span);
      const { now, target } = rows.find((one) => one.id === id)!;
      return { pieces: now.pieces, ...target, all: pace!.kind, ends: pace!.days.at(-1), sold: course!.at(-1)!.now };
    };
    const ends = (expected: number) => ({ day: `${edition.year}-04-30`, expected });
    // What was sold is used: of new cars alone nothing counts.
    expect(await set([cell(id, 4, 6)], 'new_pieces')).toEqual({ pieces: 6, kind: 'new', done: 0, expected: 6, all: 'new', ends: ends(6), sold: 0 }); // prettier-ignore
    expect(await set([cell(id, 4, 3)], 'used_pieces')).toEqual({ pieces: 9, kind: null, done: 1, expected: 9, all: null, ends: ends(9), sold: 1 }); // prettier-ignore
    expect(await set([cell(id, 4, null)], 'new_pieces')).toEqual({ pieces: 3, kind: 'used', done: 1, expected: 3, all: 'used', ends: ends(3), sold: 1 }); // prettier-ignore
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
