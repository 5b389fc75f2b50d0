import { afterAll, describe, expect, test } from 'vitest';
import { offerOf } from '#domain/financials/offers.ts';
import { planOf, samplePurchase } from '#domain/financials/sample.ts';
import { privileges } from '#domain/privileges.ts';
import { plan } from '#tests/support/areas/financials.ts';
import { importFile } from '#tests/support/imports.ts';
import { testDatabase } from '#tests/support/database.ts';
import { EVERY, makeWorld } from '#tests/support/world.ts';
import { networkBasketOf } from '#tests/support/areas/baskets.ts';
import { campaignOf } from '#tests/support/areas/campaigns.ts';
import { aChoice } from '#tests/support/price-sheet.ts';
import { example, tableOf } from '#tests/support/areas/future-tables.ts';

const world = await makeWorld(await testDatabase());
const { call, car } = world;
afterAll(() => world.close());

const keeper = await world.userWith('manageFinancials');
const reader = await world.userWith('seeFinancials');
const create = async (code: string, changes = {}) =>
  (await call(keeper, 'POST /financials', { body: { ...plan, code, ...changes } })).body;
const one = async (id: number, as = keeper) => (await call(as, 'GET /financials/:id', { params: { id } })).body;

test('a plan tried with the worked example’s purchase costs what the example says', async () => {
  const made = await create('C-1');
  expect(made).toMatchObject({ version: 1, durations: '60 mesi', archived: false });
  const taxes = (await call(reader, 'GET /financials/taxes', {})).body;
  const { price, deposit } = samplePurchase;
  const choice = { amount: price - deposit, months: 60, protection: false };
  const basis = { listTotal: price, keysInHand: price, upfront: deposit };
  expect(offerOf(planOf(made), choice, basis, taxes)).toMatchObject({
    instalment: 403_36,
    lastInstalment: 403_64,
    totalDue: 24_467_87,
    creditCost: 4_467_87,
    taeg: 8.58,
  });
});

test('says at the field what does not fit, and leaves out what its type does not have', async () => {
  const fields = async (changes: object) =>
    (await call(keeper, 'POST /financials', { body: { ...plan, code: 'NO', ...changes } })).body.fields;
  const term = { months: 36, tan: 6.49, balloonPercent: 50 };
  expect(await fields({ terms: [] })).toEqual({ terms: 'Inserire almeno una durata' });
  expect(await fields({ terms: [term] })).toHaveProperty(['terms.0.balloonPercent']);
  expect(await fields({ type: 'tcm', terms: [term, term], balloonBasis: 'kih' })).toHaveProperty(['terms.1.months']);
  expect(await fields({ type: 'tcm', terms: [term] })).toHaveProperty('balloonBasis');
  expect(await fields({ type: 'two_step_base', terms: [term], balloonBasis: 'kih' })).toHaveProperty('secondMonths');
  expect(await fields({ minAmount: 2, maxAmount: 1 })).toHaveProperty('maxAmount');
  const loan = await create('L-1', { exceedKmPrice: 0.08, secondMonths: 24, secondTan: 5, balloonBasis: 'kih' });
  expect(loan).toMatchObject({ exceedKmPrice: null, secondMonths: null, secondTan: null, balloonBasis: null });
});

test('its table of future values, second step and validity reach the quote’s sheet', async () => {
  const terms = [{ months: 36, tan: 6.49, balloonPercent: null }];
  const futureValues = [{ basketId: null, months: 36, kmPerYear: 15_000, percent: 48.5 }];
  await create('V-1', {
    type: 'tcm',
    name: 'VFG',
    terms,
    futureValues,
    balloonBasis: 'car_price',
    exceedKmPrice: 0.08,
  });
  const steps = { type: 'two_step_fixed', terms: [{ ...terms[0], balloonPercent: 40 }], balloonBasis: 'kih' };
  await create('V-2', { ...steps, name: 'Due', secondMonths: 24, secondTan: 7.95 });
  await create('V-3', { name: 'Finito', validTo: '2020-12-31' });
  const seller = await world.userWith('createQuotes');
  const sheet = (await call(seller, 'GET /quotes/sheets/:versionId', { params: { versionId: car.versionId } })).body;
  const named = (name: string) => sheet.plans.find((each: { name: string }) => each.name === name);
  const [{ basketId: _, ...value }] = futureValues as [(typeof futureValues)[number]];
  expect(named('VFG')).toMatchObject({
    futureValues: [value],
    exceedKmPrice: 0.08,
    secondStep: null,
    company: 'Prova Credito',
  });
  expect(named('Due')).toMatchObject({ secondStep: { months: 24, tan: 7.95 } });
  expect(named('Finito')).toBeUndefined();
});

test('a car has the future values of its basket, others those of no basket; a basket must be one', async () => {
  const basket = async (companyId: number, name: string, versions: number[]) =>
    Number(
      (
        (await world.query('insert into baskets (company_id, name, version_ids) values ($1, $2, $3) returning id', [
          ...[companyId, name, versions],
        ])) as { id: string }[]
      )[0]!.id,
    );
  const [own, other] = [await basket(10, 'Sua', [car.versionId]), await basket(901, 'Altra', [])];
  const foreign = await basket(902, 'BETAMARCHIO', [car.versionId]);
  const listed = (await call(reader, 'GET /financials/baskets', {})).body as { id: number }[];
  expect(listed.map(({ id }) => id)).toEqual(expect.arrayContaining([own, other]));
  expect(listed.map(({ id }) => id)).not.toContain(foreign);
  const row = (basketId: number | null, percent: number) => ({ basketId, months: 36, kmPerYear: 15_000, percent });
  const tcm = {
    type: 'tcm',
    name: 'Panieri',
    terms: [{ months: 36, tan: 6, balloonPercent: null }],
    balloonBasis: 'kih',
  };
  const futureValues = [row(null, 40), row(own, 52), row(other, 60)];
  const made = await create('P-1', { ...tcm, futureValues });
  const seller = await world.userWith('createQuotes');
  const onSheet = async () =>
    (await call(seller, 'GET /quotes/sheets/:versionId', { params: { versionId: car.versionId } })).body.plans.find(
      ({ name }: { name: string }) => name === 'Panieri',
    ).futureValues;
  expect(await onSheet()).toEqual([{ months: 36, kmPerYear: 15_000, percent: 52 }]);
  await world.query("update baskets set version_ids = '{}' where id = $1", [own]);
  expect(await onSheet()).toEqual([{ months: 36, kmPerYear: 15_000, percent: 40 }]);
  await world.query('update baskets set model_ids = $2 where id = $1', [other, [car.modelId]]);
  expect(await onSheet()).toEqual([{ months: 36, kmPerYear: 15_000, percent: 60 }]);
  const wrong = await call(keeper, 'PUT /financials/:id', {
    params: { id: made.id },
    version: 1,
    body: { ...plan, code: 'P-1', ...tcm, futureValues: [row(null, 40), row(foreign, 50)] },
  });
  expect(wrong.body.fields).toEqual({ 'futureValues.1.basketId': 'Scegliere un paniere dell’elenco' });
  const twice = await call(keeper, 'POST /financials', {
    body: { ...plan, code: 'P-2', ...tcm, futureValues: [row(own, 40), row(own, 50)] },
  });
  expect(twice.body.fields).toEqual({ 'futureValues.1.months': 'Durata e chilometri già presenti' });
});

test('TANs move by points and are taken back; commissions are for who manages or sees margins', async () => {
  const before = await create('T-1', { commissionPercent: 2.5 });
  const body = { ids: [before.id], percent: 0.5 };
  const { batch } = (await call(keeper, 'POST /financials/reprice', { body })).body;
  expect((await one(before.id)).terms[0].tan).toBe(7.45);
  await call(keeper, 'POST /financials/batches/:id/undo', { params: { id: batch } });
  expect((await one(before.id)).terms).toEqual(before.terms);
  expect((await one(before.id)).commissionPercent).toBe(2.5);
  expect(await one(before.id, reader)).not.toHaveProperty('commissionPercent');
});

test('an exported file can be imported again without a change', async () => {
  const read = async () => (await call(keeper, 'GET /financials', { query: { limit: 200 } })).body.rows;
  const before = await read();
  const file = await call(keeper, 'GET /financials/export', { query: { format: 'csv' } });
  const report = await importFile(call, keeper, 'financials', { csv: String(file.body) });
  expect(report).toMatchObject({ created: 0, updated: 0, unchanged: before.length, refused: 0, ignored: [] });
  expect(await read()).toEqual(before);
});

test('a table of the manufacturer reaches the plans that name it on its day, whole and for its dealers alone', async () => {
  const maker = await world.user(10, EVERY);
  const seller = await world.userWith('createQuotes');
  const made = async (changes = {}) =>
    (await call(maker, 'POST /future-tables', { body: tableOf('Adria', changes) })).body;
  const publish = ({ id, version }: { id: number; version: number }) =>
    call(maker, 'POST /future-tables/:id/publish', { params: { id }, version });
  const offered = async () =>
    (await call(keeper, 'GET /financials/tables', {})).body.map(({ id }: { id: number }) => id);
  const today = '2026-11-20';

  const wrong = await call(maker, 'POST /future-tables', { body: tableOf('Adria', { audience: 'named' }) });
  expect(wrong.body.fields).toHaveProperty('companyIds');
  const table = await made({ validFrom: today });
  expect(table).toMatchObject({ state: 'draft', edition: 1 });
  expect(await offered()).not.toContain(table.id);
  const terms = [{ months: 36, tan: 6, balloonPercent: null }];
  const named = { type: 'tcm', name: 'Con tabella', terms, balloonBasis: 'kih', futureTableIds: [table.id] };
  const early = await call(keeper, 'POST /financials', { body: { ...plan, code: 'TAB-0', ...named } });
  expect(early.body.fields).toHaveProperty('futureTableIds');

  const running = (await publish(table)).body;
  expect(running.state).toBe('running');
  expect(await offered()).toContain(table.id);
  const again = await call(maker, 'PUT /future-tables/:id', {
    params: { id: table.id },
    version: running.version,
    body: tableOf('Adria', { validFrom: today }),
  });
  expect(again.status).toBe(409);
  const one = await create('TAB-1', named);
  expect(one.futureTables).toEqual(['Tabella di prova']);
  const sold = async () =>
    (await call(seller, 'GET /quotes/sheets/:versionId', { params: { versionId: car.versionId } })).body.plans.find(
      ({ name }: { name: string }) => name === 'Con tabella',
    );
  expect(await sold()).toMatchObject({ balloonBasis: 'car_price', guaranteed: true, futureValues: example });

  // Another table for the same cars, of the same lender, on the same days is refused; so is an unfit value.
  expect((await publish(await made({ name: 'Doppia' }))).body.fields).toHaveProperty('basketId');
  const worse = [{ months: 36, kmPerYear: 10_000, percent: 50 }, { months: 36, kmPerYear: 15_000, percent: 51 }]; // prettier-ignore
  expect((await publish(await made({ cells: worse, name: 'Storta' }))).body.fields).toHaveProperty(['cells.1.percent']);
  expect((await publish(await made({ validFrom: '2026-11-01' }))).body.fields).toHaveProperty('validFrom');

  // The next edition is unseen until its day, may be withdrawn, and then follows by itself.
  const params = { id: table.id };
  const next = (await call(maker, 'POST /future-tables/:id/edition', { params })).body;
  expect(next).toMatchObject({ edition: 2, series: table.id, validFrom: '2026-12-01', state: 'draft' });
  expect((await call(maker, 'POST /future-tables/:id/edition', { params })).status).toBe(409);
  const lower = { ...tableOf('Adria'), cells: example.map((cell) => ({ ...cell, percent: cell.percent - 1 })) };
  const saved = await call(maker, 'PUT /future-tables/:id', {
    params: { id: next.id },
    version: next.version,
    body: lower,
  });
  const scheduled = (await publish(saved.body)).body;
  expect((await call(maker, 'GET /future-tables/:id', { params })).body.until).toBe('2026-11-30');
  const back = await call(maker, 'POST /future-tables/:id/withdraw', {
    params: { id: next.id },
    version: scheduled.version,
  });
  expect(back.body.state).toBe('draft');
  expect((await call(maker, 'GET /future-tables/:id', { params })).body.until).toBeNull();
  await publish(back.body);
  expect((await sold()).futureValues).toEqual(example);
  const page = (await call(maker, 'GET /future-tables/:id/page', { params: { id: next.id } })).body;
  expect(page).toMatchObject({
    before: { edition: 1, cells: example },
    uses: [{ companyId: 901, company: expect.any(String), plans: 1, quotes: 0 }],
  });
  const financing = aChoice({ planId: one.id, months: 36, amount: null });
  const { body: draft } = await call(seller, 'POST /quotes', { body: world.draft(world.alfa, { financing }) });
  const issued = await call(seller, 'POST /quotes/:id/issue', { params: { id: draft.id }, version: 1 });
  expect([issued.status, issued.body.message]).toEqual([200, undefined]);
  const used = (await call(maker, 'GET /future-tables/:id/page', { params })).body.uses;
  expect(used).toMatchObject([{ companyId: 901, plans: 1, quotes: 1 }]);
  await call(keeper, 'POST /financials/bulk', {
    body: { action: 'archive', rows: [{ id: one.id, version: one.version }] },
  });
  expect((await call(maker, 'GET /future-tables/:id/page', { params })).body).toMatchObject({ uses: [] });

  // For some dealers: the others read nothing of it.
  const few = await made({ name: 'Pochi', validFrom: today, audience: 'named', companyIds: [902] });
  const clash = await publish(few);
  expect(clash.body.fields).toHaveProperty('basketId');
  const alone = await call(maker, 'PUT /future-tables/:id', {
    params: { id: few.id },
    version: few.version,
    body: tableOf('Altra', { name: 'Pochi', validFrom: today, audience: 'named', companyIds: [902] }),
  });
  expect((await publish(alone.body)).status).toBe(200);
  expect(await offered()).not.toContain(few.id);
  // Who is not of the manufacturer, or may not write there, does not.
  expect((await call(keeper, 'GET /future-tables', {})).status).toBe(403);
  const looker = await world.user(10, []);
  expect((await call(looker, 'GET /future-tables', { query: { q: 'Pochi' } })).body.rows).toHaveLength(1);
  expect((await call(looker, 'POST /future-tables', { body: tableOf('Altra') })).status).toBe(403);
});

describe('baskets', () => {
  const writing = async () => ({
    maker: await world.user(10, [privileges.managePreferences]),
    dealer: await world.userWith('managePreferences'),
    elsewhere: await world.strangerWith('managePreferences'),
  });
  const body = (name: string, changes = {}) => networkBasketOf(name, { car }, changes);
  const offers = async (as: Parameters<typeof call>[0], name: string) =>
    (await call(as, 'GET /campaigns/choices', {})).body.baskets.some((one: { name: string }) => one.name === name);

  test('a basket of the manufacturer says what a change touches, what it held comes back, in use it is never emptied', async () => {
    const { maker, dealer, elsewhere } = await writing();
    const made = await call(maker, 'POST /network/baskets', {
      body: body('Elettriche', { modelIds: [], fuels: ['cng'] }),
    });
    expect([made.status, made.body.size]).toEqual([201, 0]);
    const params = { id: made.body.id };
    const put = (version: number, changes: object) =>
      call(maker, 'PUT /network/baskets/:id', { params, version, body: body('Elettriche', changes) });
    const preview = await call(maker, 'POST /network/baskets/preview', {
      body: { id: params.id, values: body('Elettriche') },
    });
    expect(preview.body).toMatchObject({ leaves: { count: 0, names: [] }, uses: [], network: { companies: 0 } });
    expect(preview.body.enters.count).toBe(preview.body.size);
    expect(preview.body.size).toBeGreaterThan(0);
    expect((await put(1, {})).body).toMatchObject({ version: 2, size: preview.body.size });
    expect((await put(1, {})).status).toBe(412);

    const named = { ...campaignOf('Con il paniere'), basketIds: [params.id] };
    const one = await call(dealer, 'POST /campaigns', { body: named });
    expect(one.status, JSON.stringify(one.body)).toBe(201);
    const page = await call(maker, 'GET /network/baskets/:id/page', { params });
    expect(page.body).toMatchObject({
      uses: [],
      network: { companies: 1, campaigns: 1, plans: 0, rules: 0, targets: 0 },
    });
    expect(page.body.history.map(({ version, size }: { version: number; size: number }) => [version, size])).toEqual([
      [2, preview.body.size],
      [1, 0],
    ]);
    const emptied = await put(2, page.body.history[1].fields);
    expect([emptied.status, emptied.body.fields.makerIds]).toEqual([
      422,
      expect.stringContaining('una concessionaria'),
    ]);
    expect((await call(dealer, 'GET /baskets/:id/page', { params })).body).toMatchObject({
      uses: [{ by: 'campaign', id: one.body.id, name: 'Con il paniere' }],
      history: [],
    });

    // The catalogue may empty it: then only its name changes.
    await world.query(`update baskets set model_ids = '{}', fuels = '{cng}' where id = $1`, [params.id]);
    await world.query(
      `update basket_versions set fields = fields || '{"modelIds": [], "fuels": ["cng"]}'
      where basket_id = $1 and version = 2`,
      [params.id],
    );
    const renamed = await call(maker, 'PUT /network/baskets/:id', {
      params,
      version: 2,
      body: body('Elettriche di ieri', { modelIds: [], fuels: ['cng'] }),
    });
    expect(renamed.body).toMatchObject({ name: 'Elettriche di ieri', size: 0 });
    expect((await put(3, {})).status).toBe(200);

    const rows = [{ id: params.id, version: 4 }];
    await call(maker, 'POST /network/baskets/bulk', { body: { action: 'archive', rows } });
    // Who names it keeps it; nobody else chooses it.
    expect(await offers(dealer, 'Elettriche (archiviato)')).toBe(true);
    const kept = await call(dealer, 'PUT /campaigns/:id', { params: { id: one.body.id }, version: 1, body: named });
    expect(kept.status).toBe(200);
    expect(await offers(elsewhere, 'Elettriche (archiviato)')).toBe(false);
    await call(dealer, 'POST /campaigns/bulk', {
      body: { action: 'archive', rows: [{ id: one.body.id, version: kept.body.version }] },
    });
    expect((await put(5, page.body.history[1].fields)).body).toMatchObject({ size: 0, version: 6 });
  });

  test('a basket of a dealer holds versions alone, its own beside the manufacturer’s, of which it reads no companies and writes none', async () => {
    const { maker, dealer, elsewhere } = await writing();
    const nobody = await call(maker, 'POST /network/baskets', { body: body('Nessuno', { holds: 'companies' }) });
    expect(nobody.body.fields).toHaveProperty('companyIds');
    const some = body('Poche aziende', { holds: 'companies', companyIds: [902] });
    const companies = await call(maker, 'POST /network/baskets', { body: some });
    expect(companies.body).toMatchObject({ size: 1, modelIds: [] });
    const strange = { ...some, name: 'Strane', companyIds: [902, 987_654] };
    expect((await call(maker, 'POST /network/baskets', { body: strange })).body.fields).toHaveProperty('companyIds');
    const values10 = { ...campaignOf('Per poche'), audienceId: companies.body.id };
    const few = (await call(maker, 'POST /campaigns', { body: values10 })).body;
    await world.query("update campaigns set state = 'active' where id = $1", [few.id]);
    const sees = async (as: typeof dealer) => (await call(as, 'GET /campaigns/:id', { params: { id: few.id } })).status;
    expect([await sees(dealer), await sees(elsewhere)]).toEqual([404, 200]);
    const both = { params: { id: companies.body.id }, version: 1, body: { ...some, companyIds: [901, 902] } };
    expect((await call(maker, 'PUT /network/baskets/:id', both)).status).toBe(200);
    expect([await sees(dealer), await sees(elsewhere)]).toEqual([200, 200]);
    // Whichever of two comes first: a campaign that is made while its basket loses a company is not for that one.
    const loses = { params: both.params, version: 2, body: { ...some, companyIds: [901] } };
    const [, made] = await Promise.all([
      call(maker, 'PUT /network/baskets/:id', loses),
      call(maker, 'POST /campaigns', { body: { ...values10, name: 'Nel frattempo' } }),
    ]);
    const meanwhile = await world.query('select company_ids from campaigns where id = $1', [made.body.id]);
    expect(meanwhile).toEqual([{ company_ids: [901] }]);
    const copy = await call(dealer, 'POST /campaigns/:id/copy', { params: { id: few.id } });
    expect(copy.body).toMatchObject({ audienceId: null, theirs: false });
    expect((await call(dealer, 'POST /campaigns', { body: values10 })).body.fields).toHaveProperty('audienceId');
    expect((await call(dealer, 'GET /baskets/:id', { params: { id: companies.body.id } })).status).toBe(404);
    const theirs = (await call(maker, 'POST /network/baskets', { body: body('Di tutti') })).body;
    const { holds: _holds, companyIds: _companyIds, ...values } = body('Nostro', { fuels: ['hev'] });
    const own = await call(dealer, 'POST /baskets', { body: values });
    expect(own.body).toMatchObject({ theirs: false, holds: 'versions' });
    const { rows } = (await call(dealer, 'GET /baskets', { query: { q: 'o' } })).body;
    expect(rows.map(({ name }: { name: string }) => name)).not.toContain('Poche aziende');
    const write = (id: number, version: number, as = dealer) =>
      call(as, 'PUT /baskets/:id', { params: { id }, version, body: { ...values, name: 'Altro' } });
    expect((await write(theirs.id, 1)).status).toBe(403);
    expect((await write(own.body.id, 1, elsewhere)).status).toBe(404);
    const nothing = { ...values, modelIds: [], fuels: [] };
    expect((await call(dealer, 'POST /baskets', { body: nothing })).body.fields).toHaveProperty('makerIds');
    const twice = await call(dealer, 'POST /baskets', { body: values });
    expect(twice.body.fields).toEqual({ name: 'C’è già un paniere con questo nome' });
  });
});
