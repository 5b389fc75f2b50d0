import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { testDatabase } from '#tests/support/database.ts';
import { makeWorld } from '#tests/support/world.ts';

const world = await makeWorld(await testDatabase(), { RATE_LIMIT: '0' });
const { alfa, beta, car, call, draft, query } = world;
afterAll(() => world.close());

const seller = await world.user(901, [13, 14, 15, 16, 20]);
const other = await world.user(901, [13, 14, 15, 16, 20]);
const elsewhere = await world.user(902, [13, 14, 15, 16, 20]);

/** The incentive, of 500 euro, in a new campaign with these limits. */
async function campaign(
  limits: { max_uses?: number; max_amount?: number },
  owner = 901,
  incentiveId = alfa.incentiveId,
) {
  const [{ id }] = await query(
    `insert into campaigns (company_id, name, valid_from, max_uses, max_amount) values ($1, 'Porte aperte', '2020-01-01', $2, $3) returning id`,
    [owner, limits.max_uses ?? null, limits.max_amount ?? null],
  );
  await query('update incentives set campaign_id = $1, amount = 50000, percent = null, bands = null where id = $2', [
    id,
    incentiveId,
  ]);
}

const make = async (as = seller, of = alfa) =>
  (await call(as, 'POST /quotes', { body: draft(of, { incentiveIds: [of.incentiveId] }) })).body;
type Made = Awaited<ReturnType<typeof make>>;
const move = (quote: Made, name: 'issue' | 'close' | 'reopen' | 'revise', body?: object, as = seller) =>
  call(as, `POST /quotes/:id/${name}`, { params: { id: quote.id }, version: quote.version, ...(body && { body }) });
/** With the prices that its seller saw. */
const issue = (quote: Made, as = seller) => move(quote, 'issue', { sheet: quote.sheetHash }, as);
const isOffered = async () => {
  const { body } = await call(seller, 'GET /quotes/sheets/:versionId', { params: { versionId: car.versionId } });
  return body.incentives.find(({ id }: { id: number }) => id === alfa.incentiveId).campaign.left === null;
};

beforeEach(async () => {
  await query('update incentives set campaign_id = null where id = any($1)', [[alfa.incentiveId, beta.incentiveId]]);
});

describe('a campaign for one quote', () => {
  beforeEach(() => campaign({ max_uses: 1 }));

  test('is used when the quote is issued, and given back when it is lost; it comes back only while something is left', async () => {
    expect(await isOffered()).toBe(true);
    const issued = await issue(await make());
    expect([issued.status, await isOffered()]).toEqual([200, false]);
    const late = await make(other);
    const { body: sheet } = await call(other, 'GET /quotes/:id/sheet', { params: { id: late.id } });
    expect(sheet.incentives.find(({ id }: { id: number }) => id === alfa.incentiveId).campaign).toMatchObject({
      name: 'Porte aperte',
      left: 0,
    });
    const lost = await move(issued.body, 'close', { reason: 'price' });
    expect([lost.status, await isOffered()]).toEqual([200, true]);
    const next = await issue(await make(other), other);
    expect(next.status).toBe(200);
    const back = await move(lost.body, 'reopen');
    expect([back.status, back.body.message]).toEqual([409, expect.stringContaining('Porte aperte è esaurita')]);
    await move(next.body, 'close', { reason: 'price' }, other);
    expect((await move(lost.body, 'reopen')).status).toBe(200);
  });

  test('of several sellers at once one has it; the others keep their drafts', async () => {
    const quotes = await Promise.all([seller, other, seller, other, seller, other].map((as) => make(as)));
    const answers = await Promise.all(quotes.map((quote) => issue(quote)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409, 409]);
    const states = await query('select state from quotes where id = any($1)', [quotes.map(({ id }) => id)]);
    expect(states.filter(({ state }) => state === 'draft')).toHaveLength(5);
  });

  test('of several that come back at once one does', async () => {
    const lost = [];
    for (const as of [seller, other]) {
      const { body } = await issue(await make(as), as);
      lost.push((await move(body, 'close', { reason: 'price' }, as)).body);
    }
    const answers = await Promise.all(lost.map((quote) => move(quote, 'reopen')));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });

  test('serves the revision of the quote that has it', async () => {
    const { body } = await issue(await make());
    const revision = (await move(body, 'revise')).body;
    const again = await issue(revision);
    expect(again.body.priced.discounts).toBe(500_00);
    expect(await isOffered()).toBe(false);
  });

  test('comes back by itself when the quote expires, and stays used once it is accepted', async () => {
    const { body } = await issue(await make());
    await query("update quotes set expires_on = '2020-01-01' where id = $1", [body.id]);
    expect(await isOffered()).toBe(true);
    await query("update quotes set state = 'accepted' where id = $1", [body.id]);
    expect(await isOffered()).toBe(false);
  });
});

test('a budget in euro is never overdrawn, whoever issues at once', async () => {
  await campaign({ max_amount: 1_200_00 });
  const quotes = await Promise.all([seller, other, seller, other].map((as) => make(as)));
  const answers = await Promise.all(quotes.map((quote) => issue(quote)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(2);
  const [{ sum }] = await query('select sum(amount)::int from campaign_uses where quote_id = any($1)', [
    quotes.map(({ id }) => id),
  ]);
  expect(sum).toBe(1_000_00);
});

test('each company has the manufacturer’s campaign for itself', async () => {
  await query('update incentives set company_id = 10 where id = $1', [alfa.incentiveId]);
  await campaign({ max_uses: 1 }, 10);
  await issue(await make());
  expect(await isOffered()).toBe(false);
  const { body } = await call(elsewhere, 'GET /quotes/sheets/:versionId', { params: { versionId: car.versionId } });
  expect(body.incentives.find(({ id }: { id: number }) => id === alfa.incentiveId).campaign.left).toBeNull();
});
