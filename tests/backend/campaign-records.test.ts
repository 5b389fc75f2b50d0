import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { blankOf } from '#domain/record/fields.ts';
import { sampleFields, type Sample } from '#domain/quotes/campaigns/sample.ts';
import type { CampaignValues } from '#domain/quotes/campaigns/fields.ts';
import type { Campaign, Trial } from '#domain/quotes/campaigns/schema.ts';
import { campaignOf, lineOf } from '#tests/support/areas/campaigns.ts';
import { testDatabase } from '#tests/support/database.ts';
import { EVERY, makeWorld } from '#tests/support/world.ts';

const world = await makeWorld(await testDatabase(), { RATE_LIMIT: '0', LOG_LEVEL: 'error' });
const { alfa, call, car, clock, draft, query } = world;
afterAll(() => world.close());
const start = clock.now;
beforeEach(() => (clock.now = start));

const manager = await world.userWith('managePreferences');
const colleague = await world.userWith('managePreferences');
const seller = await world.userWith(
  'createQuotes',
  'manageOwnQuotes',
  'seeAllQuotes',
  'manageAllQuotes',
  'seeCustomers',
);
const maker = await world.user(10, EVERY);

const create = async (changes: Partial<CampaignValues> = {}, as = manager): Promise<Campaign> => {
  const answer = await call(as, 'POST /campaigns', { body: campaignOf('Porte aperte', changes) });
  expect([answer.status, answer.body.fields]).toEqual([201, undefined]);
  return answer.body;
};
const read = async (id: number, as = manager): Promise<Campaign> =>
  (await call(as, 'GET /campaigns/:id', { params: { id } })).body;
const tryOut = (id: number, values: CampaignValues, sample: Partial<Sample> = {}, as = manager) =>
  call(as, 'POST /campaigns/:id/trial', {
    params: { id },
    body: { values, sample: { ...blankOf(sampleFields), versionId: car.versionId, ...sample } },
  });
const move = (name: 'activate' | 'stop' | 'resume', { id, version }: Campaign, body?: object) =>
  call(manager, `POST /campaigns/:id/${name}`, { params: { id }, version, ...(body && { body }) });
/** A campaign that runs. */
async function run(changes: Partial<CampaignValues> = {}): Promise<Campaign> {
  const made = await create(changes);
  await tryOut(made.id, made);
  return (await move('activate', made)).body;
}
const sheet = async () =>
  (await call(seller, 'GET /quotes/sheets/:versionId', { params: { versionId: car.versionId } })).body;
const offered = async ({ lines }: Campaign) =>
  (await sheet()).incentives.some(({ id }: { id: number }) => id === lines[0]!.id);

describe('a campaign', () => {
  test('is a draft until somebody activates it, and only with values that were tried', async () => {
    const made = await create();
    expect([made.state, made.tried, await offered(made)]).toEqual(['draft', false, false]);
    const early = await move('activate', made);
    expect([early.status, early.body.message]).toEqual([409, expect.stringContaining('provati')]);
    expect((await tryOut(made.id, made)).status).toBe(200);
    const active = await move('activate', made);
    expect([active.status, active.body.state, await offered(made)]).toEqual([200, 'active', true]);
    const stopped = await move('stop', active.body, { reason: 'budget' });
    expect([stopped.body.state, await offered(made)]).toEqual(['stopped', false]);
    const resumed = await move('resume', stopped.body);
    expect([resumed.body.state, await offered(made)]).toEqual(['active', true]);
    const told = (await call(manager, 'GET /campaigns/:id/timeline', { params: { id: made.id } })).body;
    expect(JSON.stringify(told)).toContain('ha attivato la campagna');
  });

  test('changed after its trial is tried again before it counts', async () => {
    const made = await create();
    await tryOut(made.id, made);
    const body = { ...made, name: 'Altro nome' };
    const saved = await call(manager, 'PUT /campaigns/:id', { params: { id: made.id }, version: made.version, body });
    expect([saved.status, saved.body.tried]).toEqual([200, false]);
    expect((await move('activate', saved.body)).status).toBe(409);
  });

  test('a campaign that runs takes only tried values, at once and over the version that was seen', async () => {
    const { id, version, ...values } = await run();
    const body = { ...values, lines: [{ ...values.lines[0]!, amount: 700_00 }] };
    const put = (as = manager) => call(as, 'PUT /campaigns/:id', { params: { id }, version, body });
    expect((await put()).status).toBe(409);
    await tryOut(id, body);
    const [first, second] = [await put(), await put(colleague)];
    expect([first.status, second.status, second.body.current.lines[0].amount]).toEqual([200, 412, 700_00]);
    const { incentives } = await sheet();
    const told = incentives.find((one: { id: number }) => one.id === values.lines[0]!.id);
    expect([told.amount, told.id]).toEqual([700_00, values.lines[0]!.id]);
  });

  test('counts within its days', async () => {
    const made = await run({ validFrom: '2026-11-22', validTo: '2026-11-24' });
    const seen = [];
    for (const day of [20, 22, 24, 25]) {
      clock.now = new Date(`2026-11-${day}T09:00:00Z`);
      seen.push([(await read(made.id)).state, await offered(made)]);
    }
    expect(seen).toEqual([['programmed', false], ['active', true], ['active', true], ['ended', false]]); // prettier-ignore
  });

  test('is copied as a draft with lines of its own', async () => {
    const made = await run({ validTo: '2026-11-10' });
    const { status, body } = await call(manager, 'POST /campaigns/:id/copy', { params: { id: made.id } });
    expect([status, body.name, body.state, body.validFrom, body.validTo]).toEqual([201, 'Copia di Porte aperte', 'draft', '2026-11-20', null]); // prettier-ignore
    expect(body.lines[0].id).not.toBe(made.lines[0]!.id);
  });

  test('says at its fields what is wrong, all at once', async () => {
    const body = campaignOf('', { validTo: '2026-10-01', makerIds: [999_999], lines: [lineOf({ amount: 0 })] });
    const { status, body: answer } = await call(manager, 'POST /campaigns', { body });
    expect([status, Object.keys(answer.fields).toSorted()]).toEqual([422, ['lines.0.amount', 'name', 'validTo']]);
    const unknown = await call(manager, 'POST /campaigns', { body: campaignOf('X', { makerIds: [999_999] }) });
    expect(unknown.body.fields).toEqual({ makerIds: 'Scegliere marche del catalogo' });
  });

  test('says what it gave: quotes and cents', async () => {
    const made = await run({ maxAmount: 5_000_00 });
    const { body: quote } = await call(seller, 'POST /quotes', {
      body: draft(alfa, { incentiveIds: [made.lines[0]!.id] }),
    });
    const issued = await call(seller, 'POST /quotes/:id/issue', {
      params: { id: quote.id },
      version: 1,
      body: { sheet: quote.sheetHash },
    });
    expect(issued.status).toBe(200);
    expect(await read(made.id)).toMatchObject({ uses: 1, given: 500_00 });
    const { body } = await tryOut(made.id, await read(made.id));
    expect([body.drafts, body.issued]).toEqual([0, 1]);
  });
});

describe('a trial', () => {
  const trialOf = async (changes: Partial<CampaignValues>, sample: Partial<Sample> = {}): Promise<Trial> => {
    const made = await create(changes);
    return (await tryOut(made.id, made, sample)).body;
  };

  test('shows the quote before and after, as the engine prices it', async () => {
    const { before, after, lines } = await trialOf(
      { lines: [lineOf({ amount: 300_00, payer: 'dealer' })] },
      { others: false },
    );
    expect(before.keysInHand - after.keysInHand).toBe(300_00);
    expect(lines).toEqual([{ name: 'Porte aperte', amount: 300_00, why: null }]);
  });

  test.each([
    [{ fuels: ['diesel', 'bev', 'cng', 'fcev'] }, 'alimentazione'],
    [{ categories: ['N1'] }, 'categoria'],
    [{ co2To: 0 }, 'g/km'],
    [{ priceTo: 100 }, 'listino'],
    [{ stockDays: 60 }, 'in stock'],
    [{ channels: ['business'] }, 'canale'],
    [{ customerTypes: ['fleet'] }, 'tipo di cliente'],
    [{ lines: [lineOf({ usage: 'used' })] }, 'auto usate'],
    [{ lines: [lineOf({ requiresUsed: 'scrapping' })] }, 'rottamare'],
    [{ lines: [lineOf({ plateBy: '2026-12-31' })] }, 'targhe entro'],
    [{ lines: [lineOf({ validTo: '2026-11-01' })] }, 'in questo giorno'],
  ] as [Partial<CampaignValues>, string][])('says why it gives nothing: %j', async (changes, why) => {
    const { lines, before, after } = await trialOf(changes);
    expect(lines).toEqual([expect.objectContaining({ amount: 0, why: expect.stringContaining(why) })]);
    expect(after.keysInHand).toBe(before.keysInHand);
  });

  test('says which other incentive loses by a group', async () => {
    await query('update incentives set cumulability_group = $1 where id = $2', ['prova', alfa.incentiveId]);
    const { lines, displaced } = await trialOf({ lines: [lineOf({ amount: 1_500_00, group: 'prova' })] });
    expect(lines[0]!.amount).toBe(1_500_00);
    expect(displaced).toEqual([
      expect.objectContaining({
        name: 'ALFAMARCHIO campagna',
        from: 1_000_00,
        to: 0,
        why: expect.stringContaining('non cumulabile'),
      }),
    ]);
    await query('update incentives set cumulability_group = null where id = $1', [alfa.incentiveId]);
  });

  test('on a used car and without a car', async () => {
    const made = await create({ lines: [lineOf({ usage: 'used', amount: 200_00 })] });
    const used = await tryOut(made.id, made, { kind: 'used', stockId: alfa.usedCarId, others: false });
    expect([used.status, used.body.lines[0].amount]).toEqual([200, 200_00]);
    const none = await tryOut(made.id, made, { versionId: 0 });
    expect([none.status, none.body.fields]).toEqual([422, { 'sample.versionId': 'Scegliere l’auto di prova' }]);
  });
});

describe('the manufacturer’s campaigns', () => {
  test('are read by every dealer, marked, found by name, and written by nobody else', async () => {
    const made = await create({ name: 'Primavera della Casa' }, maker);
    const { id } = made;
    const listed = async () =>
      (await call(manager, 'GET /campaigns', { query: { q: 'primavera' } })).body.rows.map((row: Campaign) => [
        row.name,
        row.theirs,
      ]);
    expect(await listed()).toEqual([]);
    expect((await call(manager, 'GET /campaigns/:id', { params: { id } })).status).toBe(404);
    await tryOut(id, made, {}, maker);
    const { body } = await call(maker, 'POST /campaigns/:id/activate', { params: { id }, version: made.version });
    expect(await listed()).toEqual([['Primavera della Casa', true]]);
    const put = await call(manager, 'PUT /campaigns/:id', { params: { id }, version: body.version, body: made });
    const stop = await call(manager, 'POST /campaigns/:id/stop', {
      params: { id },
      version: body.version,
      body: { reason: 'mistake' },
    });
    expect([put.status, stop.status, (await tryOut(id, made)).status]).toEqual([403, 403, 403]);
    const copied = await call(manager, 'POST /campaigns/:id/copy', { params: { id } });
    expect([copied.status, copied.body.theirs, copied.body.state]).toEqual([201, false, 'draft']);
    expect((await sheet()).incentives.some((one: { id: number }) => one.id === made.lines[0]!.id)).toBe(true);
  });
});
