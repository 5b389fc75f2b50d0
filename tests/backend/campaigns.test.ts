import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { privileges } from '#domain/privileges.ts';
import { price } from '#domain/quotes/sheet/pricing.ts';
import { homologationOf } from '#tests/support/areas/homologations.ts';
import { testDatabase } from '#tests/support/database.ts';
import { because } from '#tests/support/reasons.ts';
import { EVERY, makeWorld } from '#tests/support/world.ts';

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
const manager = await world.user(901, EVERY);
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
  for (const { companyId, incentiveId, campaignId } of [alfa, beta])
    await query('update incentives set company_id = $1, campaign_id = $2 where id = $3', [
      companyId,
      campaignId,
      incentiveId,
    ]);
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

  test('is looked at when a quote is reopened whose use was freed, because its contract had given it back', async () => {
    const issued = await issue(await make());
    const lost = await move(issued.body, 'close', { reason: 'price' });
    // As the end of a contract leaves it that had another price.
    await query('delete from campaign_uses where quote_id = $1', [issued.body.id]);
    const next = await issue(await make(other), other);
    const back = await move(lost.body, 'reopen');
    expect([back.status, back.body.message]).toEqual([409, expect.stringMatching(/Porte aperte è esaurita.*Duplicarlo/)]); // prettier-ignore
    await move(next.body, 'close', { reason: 'price' }, other);
    expect([(await move(lost.body, 'reopen')).status, await isOffered()]).toEqual([200, false]);
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

test('company 10 counts of its campaign what quotes and contracts use, also without a quote and after a cancellation', async () => {
  await campaign({}, 10);
  const payer = await world.user(10, EVERY);
  const [{ id: campaignId }] = await query('select campaign_id::int as id from incentives where id = $1', [
    alfa.incentiveId,
  ]);
  const used = async () => {
    const all = (await call(payer, 'GET /network/campaigns/uses', { query: { campaignId: Number(campaignId) } })).body;
    const home = (await call(payer, 'GET /companies/network', {})).body.campaigns;
    const { quotes = 0, given = 0 } = all.find((one: { companyId: number }) => one.companyId === 901) ?? {};
    const whole = home.find(({ id }: { id: number }) => id === Number(campaignId)) ?? { quotes: 0, given: 0 };
    expect([whole.quotes, Number(whole.given)]).toEqual([quotes, Number(given)]);
    return [quotes, Number(given)];
  };
  const version = async (id: number) => (await call(manager, 'GET /contracts/:id', { params: { id } })).body.version;
  const cancel = async (id: number) =>
    call(manager, 'POST /contracts/:id/cancel', {
      params: { id },
      version: await version(id),
      body: await because(await world.sideOf(alfa), 'contract', 'cancel'),
    });
  const price = async (id: number, of: object) =>
    call(manager, 'PUT /contracts/:id/price', { params: { id }, version: await version(id), body: { draft: of } });
  const taking = draft(alfa, { incentiveIds: [alfa.incentiveId] });
  expect(await used()).toEqual([0, 0]);

  const { body: byHand } = await call(manager, 'POST /contracts', { body: { draft: taking } });
  expect(await used()).toEqual([1, 500_00]);
  const { body: quote } = await issue(await make(manager), manager);
  expect(await used()).toEqual([2, 1_000_00]);
  // The contract uses it in place of its quote.
  const { body: contract } = await call(manager, 'POST /contracts', { body: { quoteId: quote.id } });
  expect(await used()).toEqual([2, 1_000_00]);
  expect((await price(contract.id, draft(alfa))).status).toBe(200);
  expect(await used()).toEqual([1, 500_00]);
  // Its quote is open again, and uses what it gives.
  expect((await cancel(contract.id)).status).toBe(200);
  expect(await used()).toEqual([2, 1_000_00]);
  expect((await cancel(byHand.id)).status).toBe(200);
  expect(await used()).toEqual([1, 500_00]);
});

test('company 10 hears again of a use that was freed when its quote is reopened', async () => {
  await campaign({ max_uses: 1 }, 10);
  const payer = await world.user(10, EVERY);
  const [{ id }] = await query('select campaign_id::int as id from incentives where id = $1', [alfa.incentiveId]);
  const counted = async () => {
    const { campaigns } = (await call(payer, 'GET /companies/network', {})).body;
    return campaigns.find((one: { id: number }) => one.id === id)?.quotes ?? 0;
  };
  const issued = await issue(await make());
  expect([issued.status, await counted()]).toEqual([200, 1]);
  const lost = await move(issued.body, 'close', { reason: 'price' });
  // As the end of a contract leaves it that had another price.
  await query('delete from campaign_uses where quote_id = $1', [lost.body.id]);
  await query(`delete from network_uses where company_id = 901 and entity = 'quote' and record_id = $1`, [
    lost.body.id,
  ]);
  expect([(await move(lost.body, 'reopen')).status, await counted()]).toEqual([200, 1]);
});

describe('a campaign for one sale and contracts', () => {
  beforeEach(() => campaign({ max_uses: 1 }));
  const taking = () => draft(alfa, { incentiveIds: [alfa.incentiveId] });
  const give = async (id: number, draft: object) => {
    const { body } = await call(manager, 'GET /contracts/:id', { params: { id } });
    return call(manager, 'PUT /contracts/:id/price', { params: { id }, version: body.version, body: { draft } });
  };
  /** Whether it gives the incentive. */
  const gives = async (id: number) =>
    (
      await query('select 1 from contract_lines where contract_id = $1 and item_id = $2 and campaign_id is not null', [
        id,
        alfa.incentiveId,
      ])
    ).length === 1;

  test('two that are made by hand at once do not both have it, and none is left for a quote', async () => {
    const made = await Promise.all([1, 2].map(() => call(manager, 'POST /contracts', { body: { draft: taking() } })));
    const ids = made.flatMap(({ status, body }) => (status === 201 ? [Number(body.id)] : []));
    expect((await Promise.all(ids.map(gives))).filter(Boolean)).toHaveLength(1);
    expect(await isOffered()).toBe(false);
  });

  test('it goes and comes with the price of a contract, and is left when the contract is cancelled', async () => {
    const { body: one } = await call(manager, 'POST /contracts', { body: { draft: taking() } });
    const { body: other } = await call(manager, 'POST /contracts', { body: { draft: draft(alfa) } });
    expect((await give(other.id, taking())).status).toBe(200);
    expect([await gives(one.id), await gives(other.id)]).toEqual([true, false]);
    // Its own use does not stand in the way of its new price, which the builder shows by the same sheet.
    const params = { versionId: car.versionId };
    const { body: sheet } = await call(manager, 'GET /quotes/sheets/:versionId', {
      params,
      query: { contract: one.id },
    });
    expect(sheet.incentives.find(({ id }: { id: number }) => id === alfa.incentiveId).campaign.left).toBeNull();
    await give(one.id, taking());
    expect([await gives(one.id), await isOffered()]).toEqual([true, false]);
    await give(one.id, draft(alfa));
    expect([await gives(one.id), await isOffered()]).toEqual([false, true]);
    await give(other.id, taking());
    expect([await gives(other.id), await isOffered()]).toEqual([true, false]);
    const { body: now } = await call(manager, 'GET /contracts/:id', { params: { id: other.id } });
    const canceled = await call(manager, 'POST /contracts/:id/cancel', {
      params: { id: other.id },
      version: now.version,
      body: await because(await world.sideOf(alfa), 'contract', 'cancel'),
    });
    expect([canceled.status, await isOffered()]).toEqual([200, true]);
  });

  test('an issued quote brings its use into its contract, which gives it back when it takes the incentive out', async () => {
    const { body: quote } = await issue(await make(manager), manager);
    const { status, body } = await call(manager, 'POST /contracts', { body: { quoteId: quote.id } });
    expect([status, await gives(body.id), await isOffered()]).toEqual([201, true, false]);
    await give(body.id, draft(alfa));
    expect(await isOffered()).toBe(true);
  });

  test('a quote no longer has what its contract gave back and another took when the contract is cancelled', async () => {
    const { body: quote } = await issue(await make(manager), manager);
    const ofQuote = () => call(manager, 'POST /contracts', { body: { quoteId: quote.id } });
    const cancel = async (id: number) =>
      call(manager, 'POST /contracts/:id/cancel', {
        params: { id },
        version: (await call(manager, 'GET /contracts/:id', { params: { id } })).body.version,
        body: await because(await world.sideOf(alfa), 'contract', 'cancel'),
      });
    const { body: first } = await ofQuote();
    // Cancelled while it still gives it: its quote has it again.
    expect([(await cancel(first.id)).status, await isOffered()]).toEqual([200, false]);
    const { body: second } = await ofQuote();
    await give(second.id, draft(alfa));
    const { body: other } = await call(manager, 'POST /contracts', { body: { draft: taking() } });
    expect([await gives(other.id), (await cancel(second.id)).status]).toEqual([true, 200]);
    expect((await call(manager, 'GET /quotes/:id', { params: { id: quote.id } })).body.state).toBe('issued');
    const again = await ofQuote();
    expect([again.status, again.body.message]).toEqual([409, expect.stringContaining('Porte aperte è esaurita')]);
    // Once something is left, it goes on.
    expect((await cancel(other.id)).status).toBe(200);
    const { status, body } = await ofQuote();
    expect([status, await gives(body.id), await isOffered()]).toEqual([201, true, false]);
  });
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
    await query("update baskets set fuels = '{bev}' where id = $1", [own]);
    await reach({ basket_ids: [own] });
    expect(await ofVersion()).toBe(false);
    await query("update baskets set fuels = '{}' where id = $1", [own]);
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

  test('the options of a car decide its CO2 by the type approval, and so its state aid; one approval holds on a day', async () => {
    const maker = await world.user(10, [privileges.managePreferences]);
    const [{ code }] = await query('select code from options where id = $1', [car.options.hook]);
    const added = [{ code: String(code), co2: 6 }];
    const body = homologationOf(
      { car, next: () => 7 },
      { bestCo2: 58, worstCo2: 70, options: added, validFrom: '2026-01-01', validTo: null },
    );
    const made = await call(maker, 'POST /network/homologations', { body });
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    const wrong = async (changes: object) =>
      Object.keys(
        (await call(maker, 'POST /network/homologations', { body: { ...body, ...changes } })).body.fields ?? {},
      );
    expect(await wrong({})).toEqual(['validFrom']);
    expect(await wrong({ worstCo2: 57 })).toContain('worstCo2');
    expect(await wrong({ options: [{ code: 'XX', co2: 1 }] })).toEqual(['options.0.code']);
    expect(await wrong({ number: 'C-12' })).toEqual(['number']);

    const band = {
      co2From: 21,
      co2To: 60,
      maxListPrice: 900_000_00,
      scrappedEuro: null,
      maxIncome: null,
      amount: 4_000_00,
    };
    await query("update incentives set amount = null, bands = $2, payer = 'state', basis = 'total' where id = $1", [
      alfa.incentiveId,
      JSON.stringify([{ ...band, scrappedEuro: [] }]),
    ]);
    const sheet = (await call(seller, 'GET /quotes/sheets/:versionId', { params: { versionId: car.versionId } })).body;
    const aidWith = (optionIds: number[], of = sheet) =>
      price(draft(alfa, { incentiveIds: [alfa.incentiveId], optionIds }), of).stateAid;
    expect([aidWith([]), aidWith([car.options.hook])]).toEqual([4_000_00, 0]);
    // The pack that includes the hook raises it as well.
    expect(aidWith([car.options.winter])).toBe(0);

    await query('update campaigns set co2_from = 60 where id = (select campaign_id from incentives where id = $1)', [
      alfa.incentiveId,
    ]);
    await query("update incentives set amount = 50000, bands = null, payer = 'maker', basis = 'list' where id = $1", [
      alfa.incentiveId,
    ]);
    const limited = (await call(seller, 'GET /quotes/sheets/:versionId', { params: { versionId: car.versionId } }))
      .body;
    const discounted = (optionIds: number[]) =>
      price(draft(alfa, { incentiveIds: [alfa.incentiveId], optionIds }), limited).discounts;
    expect([discounted([]), discounted([car.options.hook])]).toEqual([0, 500_00]);

    const rows = [{ id: made.body.id, version: 1 }];
    await call(maker, 'POST /network/homologations/bulk', { body: { action: 'archive', rows } });
    const after = (await call(seller, 'GET /quotes/sheets/:versionId', { params: { versionId: car.versionId } })).body;
    expect(after.homologation).toBeUndefined();
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
