import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { testDatabase } from '#tests/support/database.ts';
import { makeWorld } from '#tests/support/world.ts';

const world = await makeWorld(await testDatabase(), { RATE_LIMIT: '0' });
const { alfa, beta, car, call, draft, query } = world;
afterAll(() => world.close());

const seller = await world.userWith(
  'createQuotes',
  'manageOwnQuotes',
  'seeAllQuotes',
  'manageAllQuotes',
  'seeCustomers',
);
const other = await world.userWith(
  'createQuotes',
  'manageOwnQuotes',
  'seeAllQuotes',
  'manageAllQuotes',
  'seeCustomers',
);
const elsewhere = await world.strangerWith(
  'createQuotes',
  'manageOwnQuotes',
  'seeAllQuotes',
  'manageAllQuotes',
  'seeCustomers',
);

/** The incentive, of 500 euro, in a new campaign with these limits. */
async function campaign(
  limits: { max_uses?: number; max_amount?: number },
  owner = 901,
  incentiveId = alfa.incentiveId,
) {
  const [{ id }] = await query(
    `insert into campaigns (company_id, name, valid_from, max_uses, max_amount, state) values ($1, 'Porte aperte', '2020-01-01', $2, $3, 'active') returning id`,
    [owner, limits.max_uses ?? null, limits.max_amount ?? null],
  );
  await query('update incentives set company_id = $1, campaign_id = $2, amount = 50000 where id = $3', [
    owner,
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
  for (const { incentiveId, campaignId } of [alfa, beta])
    await query('update incentives set campaign_id = $1 where id = $2', [campaignId, incentiveId]);
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

  test('several sellers issue at once: one has the campaign, the others keep their drafts', async () => {
    const quotes = await Promise.all([seller, other, seller, other, seller, other].map((as) => make(as)));
    const answers = await Promise.all(quotes.map((quote) => issue(quote)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409, 409]);
    const states = await query('select state from quotes where id = any($1)', [quotes.map(({ id }) => id)]);
    expect(states.filter(({ state }) => state === 'draft')).toHaveLength(5);
  });

  test('several quotes come back to the campaign at once: one has it', async () => {
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

/** What the campaign says of the cars and sales that it is for. */
const reach = (columns: Record<string, unknown>) =>
  query(
    `update campaigns set ${Object.keys(columns)
      .map((name, i) => `${name} = $${i + 1}`)
      .join()} where id = (select campaign_id from incentives where id = $${Object.keys(columns).length + 1})`,
    [...Object.values(columns), alfa.incentiveId],
  );
const offered = async (call: Promise<{ body: { incentives: { id: number }[] } }>) =>
  (await call).body.incentives.some(({ id }) => id === alfa.incentiveId);

describe('a campaign for some cars and sales', () => {
  const ofVersion = () =>
    offered(call(seller, 'GET /quotes/sheets/:versionId', { params: { versionId: car.versionId } }));
  const ofUsed = () =>
    offered(call(seller, 'GET /quotes/used-sheets/:stockId', { params: { stockId: alfa.usedCarId } }));
  const basket = async (owner: number, column: string, ids: number[]) => {
    const [{ id }] = await query(`insert into baskets (company_id, name, ${column}) values ($1, $2, $3) returning id`, [
      owner,
      `${column} ${owner} ${ids.join()}`,
      ids,
    ]);
    return Number(id);
  };
  beforeEach(() => campaign({}));

  test('is for the versions of its baskets: the manufacturer’s or the company’s own, never another dealer’s', async () => {
    const other = await basket(901, 'version_ids', [car.versionId + 1]);
    const foreign = await basket(902, 'version_ids', [car.versionId]);
    await reach({ basket_ids: [other, foreign] });
    expect(await ofVersion()).toBe(false);
    const own = await basket(901, 'model_ids', [car.modelId]);
    await reach({ basket_ids: [other, own] });
    expect(await ofVersion()).toBe(true);
    await reach({ basket_ids: [await basket(10, 'version_ids', [car.versionId])] });
    expect(await ofVersion()).toBe(true);
  });

  test('for used cars asks no basket; Km0 and demo cars are a channel of their own', async () => {
    await query("update incentives set usage = 'used' where id = $1", [alfa.incentiveId]);
    const bought = (type: string) =>
      query('update used_cars set purchase_type = $1 where id = $2', [type, alfa.usedCarId]);
    for (const [channels, type, is] of [
      [[], 'km0', true],
      [['retail'], 'km0', false],
      [['retail'], 'barter', true],
      [['business'], 'demo', true],
      [['business'], 'barter', false],
      [['b2b'], 'barter', false],
    ] as const) {
      await reach({ channels });
      await bought(type);
      expect([channels, type, await ofUsed()]).toEqual([channels, type, is]);
    }
    await bought('barter');
    await reach({ channels: [], basket_ids: [await basket(10, 'maker_ids', [car.makerId])] });
    expect(await ofUsed()).toBe(false);
    await query("update incentives set usage = 'new' where id = $1", [alfa.incentiveId]);
  });

  test('and for some customers: another one’s quote is issued without it', async () => {
    await reach({ customer_types: ['fleet'], document_url: 'https://prova.example.it/regole.pdf' });
    const quote = await make();
    const { body: sheet } = await call(seller, 'GET /quotes/:id/sheet', { params: { id: quote.id } });
    expect(sheet.incentives.find(({ id }: { id: number }) => id === alfa.incentiveId).campaign).toMatchObject({
      customerTypes: ['fleet'],
      stacking: 'others',
      documentUrl: 'https://prova.example.it/regole.pdf',
    });
    const { body } = await issue(quote);
    expect(body.priced.discounts).toBe(0);
    expect(await query('select 1 from campaign_uses where quote_id = $1', [quote.id])).toEqual([]);
  });
});

test('one of several campaigns that do not go together is used', async () => {
  await campaign({ max_uses: 9 });
  const [first] = await query('select campaign_id from incentives where id = $1', [alfa.incentiveId]);
  const [alone] = await query(
    `insert into campaigns (company_id, name, valid_from, stacking, state) values (901, 'Solo oggi', '2020-01-01', 'alone', 'active') returning id`,
  );
  const [second] = await query(
    `insert into incentives (company_id, type, payer, name, basis, amount, valid_from, campaign_id)
     values (901, 'flat', 'maker', 'Solo', 'list', 60000, '2020-01-01', $1) returning id`,
    [alone.id],
  );
  const incentiveIds = [alfa.incentiveId, Number(second.id)];
  const { body: quote } = await call(seller, 'POST /quotes', { body: draft(alfa, { incentiveIds }) });
  const { body } = await issue(quote);
  expect(body.priced.discounts).toBe(600_00);
  const uses = await query('select campaign_id, amount from campaign_uses where quote_id = $1', [quote.id]);
  expect(uses.map((use) => [Number(use.campaign_id), Number(use.amount)])).toEqual([[Number(alone.id), 600_00]]);
  expect(Number(first.campaign_id)).not.toBe(Number(alone.id));
});

test('a revision that goes on with another version has its own last use, before it is saved and after', async () => {
  await campaign({ max_uses: 1 });
  const { body: offer } = await issue(await make());
  const { body: revision } = await move(offer, 'revise');
  const [other] = await query(
    `insert into versions (model_id, code, name, fuel, gearbox, drive, kw, cc, co2, consumption, euro_class, category, seats, published)
     select model_id, code || '-B', name || ' B', fuel, gearbox, drive, kw, cc, co2, consumption, euro_class, category, seats, published
     from versions where id = $1 returning id`,
    [car.versionId],
  );
  const versionId = Number(other.id);
  await query(`insert into version_prices (version_id, valid_from, price) select $1, valid_from, price from version_prices where version_id = $2`, [versionId, car.versionId]); // prettier-ignore
  const left = async (query: Record<string, unknown>) => {
    const { body } = await call(seller, 'GET /quotes/sheets/:versionId', { params: { versionId }, query });
    return body.incentives.find(({ id }: { id: number }) => id === alfa.incentiveId).campaign.left;
  };
  expect([await left({}), await left({ quote: revision.id })]).toEqual([0, null]);
  const changed = draft(alfa, { incentiveIds: [alfa.incentiveId], versionId, optionIds: [] });
  const saved = await call(seller, 'PUT /quotes/:id', {
    params: { id: revision.id },
    version: revision.version,
    body: changed,
  });
  const { body: sheet } = await call(seller, 'GET /quotes/:id/sheet', { params: { id: revision.id } });
  expect(sheet.incentives.find(({ id }: { id: number }) => id === alfa.incentiveId).campaign.left).toBeNull();
  const again = await issue(saved.body);
  expect([again.status, again.body.priced.discounts]).toEqual([200, 500_00]);
});

test('each company has the manufacturer’s campaign for itself', async () => {
  await campaign({ max_uses: 1 }, 10);
  await issue(await make());
  expect(await isOffered()).toBe(false);
  const { body } = await call(elsewhere, 'GET /quotes/sheets/:versionId', { params: { versionId: car.versionId } });
  expect(body.incentives.find(({ id }: { id: number }) => id === alfa.incentiveId).campaign.left).toBeNull();
});
