import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { refreshLacking } from '#backend/contracts/lacking.ts';
import { calendarFields, eventFields } from '#domain/calendars/fields.ts';
import { blankOf } from '#domain/record/fields.ts';
import { testDatabase } from '#tests/support/database.ts';
import { created, type TestUser } from '#tests/support/area.ts';
import { eventOf } from '#tests/support/areas/calendars.ts';
import { blankSection, issuedQuote, prepareContract } from '#tests/support/areas/contracts.ts';
import { stockCar, b2bDraftOf } from '#tests/support/areas/b2b.ts';
import { draftOf } from '#tests/support/areas/quotes.ts';
import { aChoice, aTradeIn } from '#tests/support/price-sheet.ts';
import { because as offered } from '#tests/support/reasons.ts';
import { EVERY, makeWorld } from '#tests/support/world.ts';

const world = await makeWorld(await testDatabase(), { RATE_LIMIT: '0' });
const { call, clock, query, alfa, user, userWith } = world;
afterAll(() => world.close());
const START = clock.now;
beforeEach(() => (clock.now = START));
const side = await world.sideOf(alfa);
const seller = await userWith('createQuotes', 'manageOwnQuotes', 'seeCustomers', 'makeContracts');
const colleague = await userWith('createQuotes', 'manageOwnQuotes', 'seeCustomers', 'makeContracts');
const director = await userWith(
  'seeAllQuotes',
  'manageAllQuotes',
  'seeCustomers',
  'manageAllContracts',
  'seeMargin',
  'seeAllContracts',
  'approveContracts',
);
const admin = await userWith('managePreferences');
const manager = await user(901, EVERY);
const office = await userWith(
  'manageStock',
  'seeAllQuotes',
  'seeCustomers',
  'validateContracts',
  'manageAllContracts',
  'seeAllContracts',
);

type Made = { id: number; version: number };
const make = (as: TestUser, body: object) => call(as, 'POST /contracts', { body });
const read = async (id: number, as = office) => (await call(as, 'GET /contracts/:id', { params: { id } })).body;
const step = async (as: TestUser, name: string, { id }: Pick<Made, 'id'>, body?: object) => {
  const { version } = await read(id);
  return call(as, `POST /contracts/:id/${name}` as 'POST /contracts/:id/submit', { params: { id }, version, body });
};
const done = async (...args: Parameters<typeof step>) => {
  const answer = await step(...args);
  expect([answer.status, answer.body.message, answer.body.missing]).toEqual([200, undefined, undefined]);
  return answer.body;
};
const because = async (move: string) => ({
  reason: (
    await query(
      "select id::text from move_reasons where company_id = 901 and entity = 'contract' and move = $1 and not needs_note limit 1",
      [move],
    )
  )[0].id,
});
const quoteState = async (id: number) => (await query('select state from quotes where id = $1', [id]))[0].state;
const carOf = async (id: number, kind: 'used' | 'new' = 'used') =>
  (
    await query(
      `select state, reserved_by::int as "by", reserved_contract::int as contract, sale_document as document, sale_price::int as price,
        buyer, delivered_on::text as "deliveredOn", archived_at is not null as archived from ${kind}_cars where id = $1`,
      [id],
    )
  )[0];
const garage = async () => (await query('select cars from customers where id = $1', [alfa.customerId]))[0].cars;
/** Everything that effects write, to compare a refused move with what was before. */
const everything = async () =>
  query(`select (select jsonb_agg(to_jsonb(t) order by t.id) from contracts t) as contracts,
    (select jsonb_agg(to_jsonb(c) order by c.id) from used_cars c) as used, (select jsonb_agg(to_jsonb(c) order by c.id) from new_cars c) as new,
    (select jsonb_agg(to_jsonb(q) order by q.id) from quotes q) as quotes, (select jsonb_agg(cars order by id) from customers) as garages,
    (select count(*) from state_changes) as states, (select count(*) from audit_events) as audit,
    (select jsonb_agg(to_jsonb(n) order by n.kind) from counters n) as counters`);

const tradeIn = aTradeIn({
  plate: 'PZ123ZZ',
  description: 'Lampo Vecchia',
  valuation: 3_000_00,
  residualDebt: 0,
  standInValue: 3_000_00,
});
/** A contract of a used car with a trade-in, sent and validated. */
async function validated(changes = {}) {
  await query("update used_cars set archived_at = now(), plate = '' where plate = 'PZ123ZZ'");
  const quote = await issuedQuote(side, seller, { tradeIns: [tradeIn], ...changes });
  const { body } = await make(seller, { quoteId: quote.id });
  await prepareContract(side, body.id);
  await done(seller, 'submit', body);
  await done(director, 'validate', body);
  return { ...quote, contract: body as Made };
}

describe('C0, the making', () => {
  test('converts the quote and holds its car without expiry, for its contract alone', async () => {
    const { id: quoteId, carId } = await issuedQuote(side, seller);
    const { status, body } = await make(seller, { quoteId });
    expect([status, body.number, body.origin]).toEqual([201, expect.stringMatching(/^C-2026-\d{5}$/), 'quote']);
    expect(await quoteState(quoteId)).toBe('converted');
    expect(await carOf(carId)).toMatchObject({ state: 'acquired', by: seller.id, contract: body.id });
    // Nobody frees it, sells it or takes it for another contract.
    const release = await call(office, 'POST /stock/used/:id/release', { params: { id: carId } });
    expect([release.status, release.body.message]).toEqual([409, expect.stringContaining(body.number)]);
    clock.now = new Date('2027-11-20T09:00:00Z');
    expect(await carOf(carId)).toMatchObject({ contract: body.id });
  });

  test('pressed twice at once makes one contract, and the second leads to it', async () => {
    const { id: quoteId } = await issuedQuote(side, seller);
    const answers = await Promise.all([1, 2, 3].map(() => make(seller, { quoteId })));
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
  });

  test('is for the own quotes of sellers, and for everybody’s with privilege 29', async () => {
    const { id: quoteId } = await issuedQuote(side, seller);
    expect((await make(colleague, { quoteId })).status).toBe(403);
    expect((await make(office, { quoteId })).status).toBe(201);
    expect((await read((await make(office, { quoteId })).body.id)).seller.id).toBe(seller.id);
  });

  test('is refused with the name of who holds the car, and leaves everything as it was', async () => {
    const { id: quoteId, carId } = await issuedQuote(side, seller);
    await query("update used_cars set reserved_by = $2, reserved_until = '2026-12-01' where id = $1", [
      carId,
      colleague.id,
    ]);
    await query("update users set name = 'Carla Prova' where id = $1", [colleague.id]);
    // A first contract has given the company its reasons.
    const before = await everything();
    const { status, body } = await make(seller, { quoteId });
    expect([status, body.message]).toEqual([409, expect.stringContaining('opzionata da Carla Prova')]);
    expect(await everything()).toEqual(before);
  });

  test('takes an expired quote at today’s prices once its total was seen', async () => {
    const { id: quoteId, carId } = await issuedQuote(side, seller);
    await query('update used_cars set retail_price = 1190000 where id = $1', [carId]);
    clock.now = new Date('2026-12-10T09:00:00Z');
    const { status, body } = await make(seller, { quoteId });
    expect([status, body.message]).toEqual([
      409,
      expect.stringMatching(/passa da 11\.\d{3},\d\d\s€ a 12\.\d{3},\d\d\s€/),
    ]);
    const total = Number(/ a ([\d.,]+)\s€/.exec(body.message)![1]!.replace(/[.,]/g, ''));
    expect((await make(seller, { quoteId, total: total - 1 })).status).toBe(409);
    const made = await make(seller, { quoteId, total });
    expect([made.status, made.body.total]).toEqual([201, total]);
  });

  test('has the channel of its quote: a Km 0 car is business, in the list and its filter', async () => {
    const carId = await stockCar(side, { retail_price: 1_090_000, kw: 74, vin: 'ZZ9CANALE00000001' });
    await query("update used_cars set purchase_type = 'km0' where id = $1", [carId]);
    const quote = await issuedQuote(side, seller, { stockId: carId });
    const { body } = await make(seller, { quoteId: quote.id });
    expect(body.channel).toBe('business');
    const listed = async (channel: 'business' | 'retail') =>
      (await call(office, 'GET /contracts', { query: { channel } })).body.rows.map(({ id }: { id: number }) => id);
    expect([(await listed('business')).includes(body.id), (await listed('retail')).includes(body.id)]).toEqual([
      true,
      false,
    ]);
  });

  test('orders a new car of the catalogue, and another one of the same make can take its place', async () => {
    const { body } = await make(office, { draft: draftOf(side.car, alfa) });
    expect([body.origin, body.cars]).toEqual(['hand', [expect.objectContaining({ kind: 'new', vin: '', plate: '' })]]);
    const [{ id: first }] = body.cars;
    expect(await carOf(first, 'new')).toMatchObject({ state: 'ordered', contract: body.id });
    const [{ id: other }] = await query(
      `insert into new_cars (company_id, code, state, version_id, option_ids, vin) select company_id, 'ALTRA', 'in_stock', version_id, option_ids,
        'ZZ9ALTRA000000001' from new_cars where id = $1 returning id::int`,
      [first],
    );
    const alike = (await call(office, 'GET /contracts/:id/cars', { params: { id: body.id } })).body;
    expect(alike.map(({ id }: { id: number }) => id)).toContain(other);
    expect(alike.map(({ id }: { id: number }) => id)).not.toContain(first);
    const sent = { params: { id: body.id }, version: body.version, body: { newCarId: other } };
    const swapped = (await call(office, 'PUT /contracts/:id/car', sent)).body;
    expect(swapped.cars).toEqual([expect.objectContaining({ id: other, vin: 'ZZ9ALTRA000000001' })]);
    // Nobody had ordered the first one: it leaves the stock with the contract that asked for it.
    expect(await carOf(first, 'new')).toMatchObject({ state: 'canceled', archived: true, contract: null, by: null });
    expect(await carOf(other, 'new')).toMatchObject({ state: 'in_stock', contract: body.id });
    // Ctrl+K finds it for who may see it.
    const found = async (as: TestUser) =>
      (await call(as, 'GET /search', { query: { q: body.number } })).body.map(({ href }: { href: string }) => href);
    expect(await found(office)).toContain(`/dealer/contracts/${body.id}`);
    expect(await found(seller)).toEqual([]);
    expect((await make(seller, { draft: draftOf(side.car, alfa) })).status).toBe(403);
  });

  test.each([
    ['cancelled', ''],
    ['cancelled after its approval', ''],
    ['at another price', ''],
    ['cancelled', 'ORD-1'],
    ['cancelled after its approval', 'ORD-2'],
    ['at another price', 'ORD-3'],
  ])('%s, a car of the catalogue goes unless the maker knows it (order «%s»)', async (how, orderNumber) => {
    const { body } = await make(office, { draft: draftOf(side.car, alfa) });
    const [{ id: carId }] = body.cars;
    await query('update new_cars set order_number = $2 where id = $1', [carId, orderNumber]);
    if (how === 'at another price') {
      const draft = draftOf(side.car, alfa, { optionIds: [side.car.options.red] });
      const { status } = await call(office, 'PUT /contracts/:id/price', { params: { id: body.id }, version: body.version, body: { draft } }); // prettier-ignore
      expect(status).toBe(200);
    } else if (how === 'cancelled') await done(office, 'cancel', body, await because('cancel'));
    else {
      await prepareContract(side, body.id);
      await done(office, 'submit', body);
      await done(director, 'validate', body);
      await done(manager, 'approve', body);
      expect((await carOf(carId, 'new')).state).toBe('sold');
      const outcome = { ...(await because('cancelApproved')), depositOutcome: 'returned' };
      await done(manager, 'cancelApproved', body, outcome);
      await done(director, 'cancelApproved', body, {});
    }
    const left = orderNumber
      ? { state: 'ordered', archived: false, contract: null }
      : { state: 'canceled', archived: true, contract: null };
    expect(await carOf(carId, 'new')).toMatchObject(left);
  });

  test('a contract of an accepted wholesale offer leaves its cars sold, and keeps the offer from being taken back', async () => {
    const car = await stockCar(side);
    const dealer = await user(901, EVERY);
    const offer = (await call(dealer, 'POST /quotes/b2b', { body: await b2bDraftOf(side, [car]) })).body;
    const move = async (name: string, version: number) =>
      call(dealer, `POST /quotes/b2b/:id/${name}` as 'POST /quotes/b2b/:id/issue', {
        params: { id: offer.id },
        version,
      });
    expect((await make(dealer, { b2bQuoteId: offer.id })).body.message).toMatch(/offerta accettata/);
    const issued = (await move('issue', 1)).body;
    const accepted = (await move('accept', issued.version)).body;
    expect(accepted.contract).toBeNull();
    const { body } = await make(dealer, { b2bQuoteId: offer.id });
    expect([body.kind, body.channel, body.total]).toEqual(['b2b', 'b2b', accepted.priced.total]);
    expect(body.madeOf).toEqual({ number: accepted.number, href: `/quotation/b2b?quote=${offer.id}` });
    const contractOf = async (as: TestUser) =>
      (await call(as, 'GET /quotes/b2b/:id', { params: { id: offer.id } })).body.contract;
    expect(await contractOf(dealer)).toEqual({ number: body.number, href: `/dealer/contracts/${body.id}` });
    expect(await contractOf(await userWith('createQuotes', 'manageB2bQuotes'))).toEqual({
      number: body.number,
      href: null,
    });
    expect((await carOf(car)).state).toBe('sold');
    expect((await move('withdraw', accepted.version)).body.message).toContain(body.number);
    await done(dealer, 'cancel', body, await because('cancel'));
    expect(await contractOf(dealer)).toBeNull();
    expect((await move('withdraw', accepted.version)).status).toBe(200);
  });
});

test('numbers begin anew with the year in Rome, and a blocked seller’s contract goes on with who may', async () => {
  const gone = await userWith('createQuotes', 'manageOwnQuotes', 'seeCustomers', 'makeContracts');
  clock.now = new Date('2026-12-31T22:59:00Z');
  const old = await issuedQuote(side, gone);
  const last = (await make(gone, { quoteId: old.id })).body;
  clock.now = new Date('2026-12-31T23:01:00Z');
  const first = (await make(office, { draft: draftOf(side.car, alfa) })).body;
  expect([last.number, first.number]).toEqual([expect.stringMatching(/^C-2026-/), 'C-2027-00001']);
  await query('update users set archived_at = now() where id = $1', [gone.id]);
  await prepareContract(side, last.id);
  expect((await done(office, 'submit', last)).seller.id).toBe(gone.id);
});

describe('the way of a contract', () => {
  test('C5 sells the car and expects the trade-in; C7 takes both back and holds the car again', async () => {
    const { contract, carId } = await validated();
    await done(office, 'approve', contract);
    expect(await carOf(carId)).toMatchObject({
      state: 'sold',
      document: (await read(contract.id)).number,
      price: 10_900_00,
    });
    const coming = async () =>
      query(
        "select state, purchase_type, seller_kind, purchase_cost::int as cost from used_cars where plate = 'PZ123ZZ' order by id desc",
      );
    expect(await coming()).toEqual([
      { state: 'scheduled', purchase_type: 'barter', seller_kind: 'private', cost: 3_000_00 },
    ]);
    await done(office, 'reopen', contract, await because('reopen'));
    expect((await read(contract.id)).returned).toMatchObject({ from: 'approved', reason: expect.stringMatching(/\w/) });
    expect(await carOf(carId)).toMatchObject({ state: 'acquired', document: '', contract: contract.id });
    expect((await coming())[0].state).toBe('canceled');
    await done(office, 'approve', contract);
    expect((await read(contract.id)).returned).toBeNull();
    expect((await coming()).map(({ state }) => state)).toEqual(['scheduled', 'canceled']);
  });

  test('a trade-in valued anew voids the signature; after the approval it wants an addendum before the invoice', async () => {
    const { contract } = await validated();
    const revalue = async (revaluation: number) => {
      const now = await read(contract.id);
      const [car] = now.tradeIns;
      const tradeIns = [{ ...car, revaluation, revaluationReason: 'Paraurti rotto' }];
      const body = { ...blankSection('used_cars'), tradeIns };
      const params = { id: contract.id };
      const version = now.versions.used_cars ?? 1;
      return call(office, 'PUT /contracts/:id/used_cars', { params, version, body });
    };
    expect((await revalue(2_800_00)).body.record.signedOn).toBeNull();
    await revalue(3_000_00);
    await prepareContract(side, contract.id);
    await done(office, 'approve', contract);
    const { record } = (await revalue(2_500_00)).body;
    expect(record.signedOn).not.toBeNull();
    const addendum = (sentences: { sentence: string }[]) => sentences.some(({ sentence }) => /addendum/.test(sentence));
    const refused = await step(office, 'bill', contract);
    expect([refused.status, addendum(refused.body.missing)]).toEqual([409, true]);
    await revalue(2_400_00);
    const paper = {
      entity: 'contract_addendum',
      recordId: contract.id,
      uploadId: 1,
      signers: ['buyer', 'dealer'],
      blocks: ['addendum'],
    };
    const kept = await call(office, 'POST /signatures/paper', { body: { ...paper, signedOn: '2026-11-01' } as never });
    expect(kept.body.fields.signedOn).toContain('va firmato di nuovo');
  });

  describe('a trade-in raised after the validation', () => {
    const seesAll = [13, 14, 15, 20, 27, 28, 29, 33, 34, 36, 38];
    /** A contract that `maker` sells and made, approved by others. */
    const approvedBy = async (maker: TestUser) => {
      await query("update used_cars set archived_at = now(), plate = '' where plate = 'PZ123ZZ'");
      const quote = await issuedQuote(side, maker, { tradeIns: [tradeIn] });
      const { body } = await make(maker, { quoteId: quote.id });
      await prepareContract(side, body.id);
      await done(maker, 'submit', body);
      await done(director, 'validate', body);
      await done(office, 'approve', body);
      return body as Made;
    };
    const revalue = async (as: TestUser, { id }: Made, revaluation: number | null) => {
      const now = await read(id);
      const tradeIns = [{ ...now.tradeIns[0], revaluation, revaluationReason: 'Cliente importante' }];
      const body = { ...blankSection('used_cars'), tradeIns };
      return call(as, 'PUT /contracts/:id/used_cars', { params: { id }, version: now.versions.used_cars ?? 1, body });
    };
    const decide = async (as: TestUser, { id }: Made, agrees: boolean) =>
      call(as, 'POST /contracts/:id/revaluation', { params: { id }, version: (await read(id)).version, body: { agrees } }); // prettier-ignore
    const waiting = async (as: TestUser) =>
      (await call(as, 'GET /contracts/waiting')).body.find(({ what }: { what: string }) => what === 'raised').count;
    const sign = ({ id }: Made) =>
      call(office, 'POST /signatures/paper', {
        body: {
          entity: 'contract_addendum',
          recordId: id,
          uploadId: 999_999,
          signedOn: '2026-11-20',
          signers: ['buyer', 'dealer'],
          blocks: ['addendum'],
        },
      });
    const addendum = ({ id }: Made) =>
      call(office, 'GET /contracts/:id/annex', { params: { id }, query: { annex: 'addendum' } });

    test('waits for somebody who validates and does not sell it, and stands in margin III at once', async () => {
      const maker = await user(901, seesAll);
      const contract = await approvedBy(maker);
      const { marginThird } = await read(contract.id, director);
      const before = await waiting(director);
      const { record } = (await revalue(maker, contract, 13_000_00)).body;
      expect([record.state, record.signedOn !== null]).toEqual(['approved', true]);
      const [{ name }] = await query('select name from users where id = $1', [maker.id]);
      expect((await read(contract.id, director)).raisedBy).toBe(name);
      expect(await waiting(director)).toBe(before + 1);
      // The loss is read wherever the margin is.
      const third = (await read(contract.id, director)).marginThird;
      expect(third).toBe(marginThird - 10_000_00);
      const { steps } = (await call(director, 'GET /contracts/:id/performance', { params: contract })).body;
      const row = { label: 'Usato rivalutato', amount: -10_000_00 };
      expect(steps.at(-1)).toMatchObject({ amount: third, rows: expect.arrayContaining([row]) });
      // Neither the addendum nor the invoice goes on with it.
      const wanted = expect.objectContaining({
        sentence: expect.stringContaining('aspetta il sì'),
        section: 'used_cars',
      });
      expect((await sign(contract)).body.missing).toContainEqual(wanted);
      expect((await step(office, 'bill', contract)).body.missing).toContainEqual(wanted);
      expect(await addendum(contract)).toMatchObject({ status: 409 });
      // Who sells it, and who does not validate contracts, does not decide.
      expect((await decide(maker, contract, true)).status).toBe(403);
      expect((await decide(office, contract, true)).status).toBe(403);
      const agreed = await decide(director, contract, true);
      expect([agreed.status, agreed.body.state, agreed.body.tradeIns[0].revaluation]).toEqual([200, 'approved', 13_000_00]); // prettier-ignore
      expect((await sign(contract)).body.missing).toBeUndefined();
      expect((await addendum(contract)).status).toBe(200);
      expect((await decide(director, contract, true)).status).toBe(409);
      // A cent more is another decision; less is none.
      await revalue(maker, contract, 12_000_00);
      expect(await waiting(director)).toBe(before);
      await revalue(maker, contract, 13_000_01);
      expect(await waiting(director)).toBe(before + 1);
      // Nobody is asked any more once the customer has withdrawn.
      await query("update contracts set concluded = 'distance' where id = $1", [contract.id]);
      const letter = { name: 'Anna Prova', email: 'anna@posta.example.it', sentOn: '2026-11-20' };
      const { version } = await read(contract.id);
      const left = await call(office, 'POST /contracts/:id/withdrawal', { params: { id: contract.id }, version, body: letter }); // prettier-ignore
      expect([left.status, await waiting(director)]).toEqual([200, before]);
      expect((await decide(director, contract, true)).status).toBe(409);
    });

    test('a car whose raised value is not agreed to is worth again what was validated', async () => {
      const maker = await user(901, seesAll);
      const contract = await approvedBy(maker);
      const { marginThird } = await read(contract.id, director);
      await revalue(maker, contract, 13_000_00);
      const { body } = await decide(director, contract, false);
      expect(body).toMatchObject({
        state: 'approved',
        addendumDue: false,
        marginThird,
        tradeIns: [{ revaluation: null }],
      });
      expect((await step(office, 'bill', contract)).body.missing ?? []).not.toContainEqual(
        expect.objectContaining({ section: 'used_cars' }),
      );
    });

    test('opened again, the contract is not approved before the value is decided', async () => {
      const maker = await user(901, seesAll);
      const contract = await approvedBy(maker);
      await revalue(maker, contract, 13_000_00);
      await done(office, 'reopen', contract, await because('reopen'));
      const { missing } = (await step(office, 'approve', contract)).body;
      expect(missing).toContainEqual(expect.objectContaining({ field: 'tradeIns.0.revaluation' }));
      await decide(director, contract, true);
      expect((await step(office, 'approve', contract)).body.missing).not.toContainEqual(
        expect.objectContaining({ field: 'tradeIns.0.revaluation' }),
      );
    });
  });

  test('the seller of a contract does not change what was validated, whatever they hold', async () => {
    const maker = await user(901, EVERY);
    const quote = await issuedQuote(side, maker);
    const { body: contract } = await make(maker, { quoteId: quote.id });
    await prepareContract(side, contract.id);
    await done(maker, 'submit', contract);
    const save = async (
      as: TestUser,
      section: 'reserved' | 'performances' | 'contability' | 'financial' | 'objectives',
    ) => {
      const { versions } = await read(contract.id);
      const path = `PUT /contracts/:id/${section}` as 'PUT /contracts/:id/reserved';
      const now = await read(contract.id, manager);
      const body = Object.fromEntries(Object.keys(blankSection(section)).map((key) => [key, now[key as 'checklist']]));
      return call(as, path, { params: contract, version: versions[section] ?? 1, body: body as never });
    };
    await done(director, 'validate', contract);
    await done(office, 'approve', contract);
    for (const section of ['reserved', 'performances', 'contability', 'financial', 'objectives'] as const) {
      const own = await save(maker, section);
      expect([section, own.status, own.body.message]).toEqual([
        section,
        409,
        expect.stringContaining('lo fa un collega'),
      ]);
      expect([section, (await save(manager, section)).status]).toEqual([section, 200]);
    }
  });

  test('C10 delivers the car into the customer’s garage and takes the traded-in one out; C11 undoes it', async () => {
    const { contract, carId } = await validated();
    await query(
      `update customers set cars = '[{"plate": "PZ 123 ZZ", "maker": "Lampo", "model": "Vecchia", "registeredOn": null, "km": null,
      "inspectionUntil": null, "vin": "", "notes": ""}]' where id = $1`,
      [alfa.customerId],
    );
    for (const name of ['approve', 'bill', 'complete']) await done(office, name, contract);
    expect(await carOf(carId)).toMatchObject({ state: 'delivered', archived: true, deliveredOn: '2026-11-20' });
    const { number, deliveredOn } = await read(contract.id);
    expect(deliveredOn).toBe('2026-11-20');
    expect(await garage()).toEqual([
      expect.objectContaining({ maker: 'ALFAMARCHIO', notes: expect.stringContaining(number) }),
    ]);
    await done(office, 'resume', contract, await because('resume'));
    expect(await carOf(carId)).toMatchObject({ state: 'sold', archived: false, deliveredOn: null });
    expect(await garage()).toEqual([expect.objectContaining({ plate: 'PZ123ZZ', maker: 'Lampo' })]);
  });

  test('C12 frees the car and opens the quote; after the approval it wants a second person', async () => {
    const { contract, carId, id: quoteId } = await validated();
    await done(office, 'approve', contract);
    const asked = await done(office, 'cancelApproved', contract, await because('cancelApproved'));
    expect(asked).toMatchObject({ state: 'approved', canceledAt: null, asked: { cancelApproved: office.id } });
    const { cancelling } = await read(contract.id, director);
    expect(cancelling).toMatchObject({ by: expect.any(String), reason: 'Recesso del cliente', depositOutcome: null });
    const told =
      "select title from notifications where kind = 'contract_waiting' and user_id = $1 order by id desc limit 1";
    expect(await query(told, [director.id])).toEqual([{ title: `${asked.number}: annullamento da approvare` }]);
    const over = await done(director, 'cancelApproved', contract, {});
    expect(over).toMatchObject({ state: 'approved', canceledAt: expect.any(String) });
    const moved = "select title, text from notifications where kind = 'contract_moved' and user_id = $1 order by id desc limit 1"; // prettier-ignore
    expect(await query(moved, [seller.id])).toEqual([
      { title: `${asked.number}: annullato`, text: expect.stringContaining('. Recesso del cliente') },
    ]);
    expect(await carOf(carId)).toMatchObject({ state: 'acquired', contract: null, by: null });
    expect((await query("select state from used_cars where plate = 'PZ123ZZ' order by id desc limit 1"))[0].state).toBe(
      'canceled',
    );
    expect(await quoteState(quoteId)).toBe('issued');
    // Nothing more is done with it; the quote becomes another contract.
    const again = await step(office, 'bill', contract);
    expect([again.status, again.body.message]).toEqual([409, 'Il contratto è annullato.']);
    const next = await make(seller, { quoteId });
    expect([next.status, next.body.id === contract.id]).toEqual([201, false]);
  });

  test('an effect that fails takes the whole move back', async () => {
    const { contract, carId } = await validated();
    // Another used car with the trade-in's plate has come meanwhile: the stock refuses the second one.
    await stockCar(side, { plate: 'PZ123ZZ' });
    const before = await everything();
    const { status } = await step(office, 'approve', contract);
    expect(status).toBe(422);
    expect(await everything()).toEqual(before);
    expect((await carOf(carId)).state).toBe('acquired');
  });

  test('says all that it lacks at once, each with its section', async () => {
    const { id: quoteId } = await issuedQuote(side, seller);
    const { body } = await make(seller, { quoteId });
    await query("update customers set documents = '[]' where id = $1", [alfa.customerId]);
    const version = (await read(body.id, seller)).versions.contability ?? 1;
    const sent = { params: { id: body.id }, version, body: { ...blankSection('contability'), payments: [] } };
    await call(seller, 'PUT /contracts/:id/contability', sent);
    const { status, body: refused } = await step(seller, 'submit', body);
    expect(status).toBe(409);
    expect(refused.missing).toEqual([
      { sentence: 'Manca un documento d’identità del cliente.', section: 'customer', field: 'customerId' },
      {
        sentence: expect.stringMatching(/^Il piano dei pagamenti è di .* sotto il totale\.$/),
        section: 'contability',
        field: 'payments',
      },
    ]);
    expect((await read(body.id)).lacks).toEqual(refused.missing);
    const { rows } = (await call(office, 'GET /contracts', { query: { limit: 200 } })).body;
    const row = rows.find(({ id }: Made) => id === body.id);
    expect(row.lacking).toEqual(['customer', 'contability']);
  });

  test('lists follow what the customer’s record says, and papers that expire', async () => {
    const { id: quoteId } = await issuedQuote(side, seller);
    const { body } = await make(seller, { quoteId });
    const lacking = async () =>
      (await call(office, 'GET /contracts', { query: { limit: 200 } })).body.rows.find(({ id }: Made) => id === body.id)
        .lacking;
    const keeps = async (documents: object[]) => {
      const params = { id: alfa.customerId };
      const { version, ...customer } = (await call(manager, 'GET /customers/:id', { params })).body;
      const saved = await call(manager, 'PUT /customers/:id', { params, version, body: { ...customer, documents } });
      expect([saved.status, saved.body.fields]).toEqual([200, undefined]);
    };
    await keeps([]);
    expect(await lacking()).toContain('customer');
    await keeps([{ kind: 'passport', number: 'YB7654321', issuer: '', issuedOn: null, expiresOn: '2026-12-31', scan: null }]); // prettier-ignore
    expect(await lacking()).not.toContain('customer');
    clock.now = new Date('2027-01-02T08:00:00Z');
    await refreshLacking.run(world.outside(), { companyId: alfa.companyId });
    clock.now = START;
    expect(await lacking()).toContain('customer');
  });

  test('what somebody writes of the customer while a contract is written is seen by it', async () => {
    const { id: quoteId } = await issuedQuote(side, seller);
    const { body } = await make(seller, { quoteId });
    await query("update customers set documents = '[]' where id = $1", [alfa.customerId]);
    const paper = { kind: 'passport', number: 'YC1', issuer: '', issuedOn: null, expiresOn: null, scan: null };
    // The paper comes once the contract is read and locked, before anything of it is written.
    await query(`create function bring_paper() returns trigger language plpgsql as $$ begin
      update customers set documents = '${JSON.stringify([paper])}' where company_id = new.company_id and id = ${alfa.customerId};
      return new; end $$`);
    await query(
      'create trigger bring_paper before insert on contract_receipts for each row execute function bring_paper()',
    );
    const given = { receivedOn: '2026-11-20', kind: 'deposit', method: 'card', amount: 1_00 };
    const paid = await call(office, 'POST /contracts/:id/receipts', { params: { id: body.id }, body: given } as never);
    await query('drop trigger bring_paper on contract_receipts');
    await query('drop function bring_paper');
    expect([paid.status, paid.body.lacks.some(({ section }: { section: string }) => section === 'customer')]).toEqual([201, false]); // prettier-ignore
    expect((await query('select lacking from contracts where id = $1', [body.id]))[0].lacking).not.toContain(
      'customer',
    );
  });

  test('nobody validates what they sell or made while somebody else may; one who is alone is written on it', async () => {
    const boss = await user(901, EVERY);
    const { id: quoteId } = await issuedQuote(side, boss);
    const { body } = await make(boss, { quoteId });
    await prepareContract(side, body.id);
    await done(boss, 'submit', body);
    const refused = await step(boss, 'validate', body);
    expect([refused.status, refused.body.message]).toEqual([403, expect.stringContaining('lo fa un collega')]);
    const others = await query('select id from users where company_id = 901 and archived_at is null and id <> $1', [
      boss.id,
    ]);
    await query('update users set archived_at = now() where company_id = 901 and id <> $1', [boss.id]);
    const sent = { params: { id: body.id }, version: (await read(body.id, boss)).version };
    const alone = await call(boss, 'POST /contracts/:id/validate', sent);
    expect([alone.status, alone.body.alone]).toEqual([200, ['commercial']]);
    await query('update users set archived_at = null where id = any($1)', [others.map(({ id }) => id)]);
    // Who has validated commercially does not do the second one, unless the company says so.
    const single = await userWith(
      'seeAllQuotes',
      'seeCustomers',
      'validateContracts',
      'manageAllContracts',
      'seeAllContracts',
      'approveContracts',
    );
    await done(office, 'rejectCommercial', body, await because('rejectCommercial'));
    await done(single, 'validate', body);
    expect((await step(single, 'approve', body)).status).toBe(403);
    await query(
      "insert into params (company_id, key, valid_from, value) values (901, 'contracts.sameValidator', '2020-01-01', 'true')",
    );
    expect((await step(single, 'approve', body)).status).toBe(200);
    await query("delete from params where key = 'contracts.sameValidator'");
  });

  test('says who sent it back and why until it goes on, and tells its seller', async () => {
    const { id: quoteId } = await issuedQuote(side, seller);
    const { body } = await make(seller, { quoteId });
    await prepareContract(side, body.id);
    expect((await read(body.id, seller)).returned).toBeNull();
    await done(seller, 'submit', body);
    await done(seller, 'withdraw', body);
    expect((await read(body.id, seller)).returned).toBeNull();
    await done(seller, 'submit', body);
    const why = await because('sendBack');
    const listed = async (filter: object = { sentBack: 'true' }) =>
      (await call(seller, 'GET /contracts', { query: { ...filter, limit: 100 } })).body.rows
        .filter(({ id }: { id: number }) => id === body.id)
        .map(({ sentBack }: { sentBack: boolean }) => sentBack);
    expect(await listed()).toEqual([]);
    await done(director, 'sendBack', body, { ...why, note: 'Lo sconto va spiegato' });
    expect(await listed()).toEqual([true]);
    // What is to be corrected is not ready.
    expect(await listed({ lacking: 'false' })).toEqual([]);
    const [{ label }] = (await query('select label from move_reasons where id = $1', [why.reason])) as [
      { label: string },
    ];
    const { returned } = await read(body.id, seller);
    expect(returned).toEqual({
      by: expect.stringMatching(/\w/),
      at: expect.any(String),
      from: 'waiting_commercial_approvation',
      reason: label,
      note: 'Lo sconto va spiegato',
    });
    const told = "select text from notifications where kind = 'contract_returned' and user_id = $1 order by id desc";
    expect((await query(told, [seller.id]))[0].text).toContain(`${label}. Lo sconto va spiegato`);
    clock.now = new Date(clock.now.getTime() + 60_000);
    await done(seller, 'submit', body);
    expect([(await read(body.id, seller)).returned, await listed()]).toEqual([null, []]);
    // Sent by mistake and withdrawn: why it came back stands there again, and nobody is told to validate it.
    const waiting =
      'select id from notifications where user_id = $1 and href = $2 and read_at is null and title like $3';
    const unread = async () =>
      (await query(waiting, [director.id, `/dealer/contracts/${body.id}`, '%: da validare'])).length;
    const before = await unread();
    await done(seller, 'withdraw', body);
    expect([(await read(body.id, seller)).returned, before - (await unread())]).toEqual([returned, 1]);
    expect(await listed()).toEqual([true]);
  });

  test('goes to the back office at once where the company skips the commercial validation', async () => {
    const { id: quoteId } = await issuedQuote(side, seller);
    const { body } = await make(seller, { quoteId });
    await prepareContract(side, body.id);
    await query(
      `insert into params (company_id, key, valid_from, value) values (901, 'contracts.skipCommercial', '2020-01-01', '"within_cap"')`,
    );
    expect((await done(seller, 'submit', body)).state).toBe('waiting_approvation');
    await query("delete from params where key = 'contracts.skipCommercial'");
  });
});

describe('requirements of the company', () => {
  const blocked = async (asked: object) =>
    (await call(admin, 'GET /contracts/settings/blocked', { query: { stage: 'submit', ...asked } })).body.blocked;

  test('says how many open contracts it would stop, and stops them from its day on', async () => {
    const { id: quoteId } = await issuedQuote(side, seller);
    const before = await blocked({ field: 'profession' });
    const business = await blocked({ document: 'policy', channel: 'business' });
    const { body } = await make(seller, { quoteId });
    await prepareContract(side, body.id);
    expect(await blocked({ field: 'profession' })).toBe(before + 1);
    expect(await blocked({ field: 'profession', financed: 'true' })).toBe(0);
    expect(await blocked({ document: 'policy', channel: 'business' })).toBe(business);
    const { version, periods } = (await call(admin, 'GET /contracts/settings')).body;
    const required = [{ field: 'profession', channel: null, stage: 'submit' }];
    const set = { ...periods[0].values, documents: [], required, from: '2026-11-20' };
    expect((await call(admin, 'PUT /contracts/settings', { version, body: set })).status).toBe(200);
    const refused = await step(seller, 'submit', body);
    expect(refused.body.missing).toEqual([
      { sentence: 'Manca «Professione».', section: 'customer', field: 'profession' },
    ]);
    await query("delete from params where company_id = 901 and key = 'contracts.required'");
    await done(seller, 'submit', body);
  });
});

describe('another price', () => {
  test('is a new economic version by the same engine, and voids the signature', async () => {
    const { id: quoteId, carId } = await issuedQuote(side, seller);
    const { body } = await make(seller, { quoteId });
    await query("update contracts set signed_on = '2026-11-20' where id = $1", [body.id]);
    const { draft } = (await call(seller, 'GET /contracts/:id/price', { params: { id: body.id } })).body;
    const other = await stockCar(side, { retail_price: 1_290_000, kw: 74 });
    const put = (as: TestUser, version: number, changes: object) =>
      call(as, 'PUT /contracts/:id/price', {
        params: { id: body.id },
        version,
        body: { draft: { ...draft, ...changes } },
      });
    const changed = (await put(seller, body.version, { stockId: other, deposit: 500_00 })).body;
    expect(changed).toMatchObject({ economicVersion: 2, signedOn: null, total: body.total + 2_000_00 });
    expect(changed.payments.map(({ kind, amount }: { kind: string; amount: number }) => [kind, amount])).toEqual([
      ['deposit', 500_00],
      ['balance', body.total + 1_500_00],
    ]);
    expect([(await carOf(carId)).contract, (await carOf(other)).contract]).toEqual([null, body.id]);
    expect((await put(seller, body.version, {})).status).toBe(412);
    await prepareContract(side, body.id);
    await done(seller, 'submit', body);
    const { version } = await read(body.id);
    expect((await put(seller, version, {})).status).toBe(409);
    expect((await put(director, version, {})).status).toBe(200);
  });

  test('has a plan for what came, keeps what was planned by hand, and asks the lender again', async () => {
    const financing = aChoice({ planId: side.planId, months: 60, amount: 5_000_00, protection: false });
    const { id: quoteId } = await issuedQuote(side, seller, { financing, deposit: 500_00 });
    const { id, ...made } = (await make(seller, { quoteId })).body;
    const balance = made.total - 6_000_00;
    const row = { method: 'transfer', dueOn: '2026-12-15', note: '' };
    const payments = [
      { ...row, kind: 'deposit', amount: 500_00 },
      { ...row, kind: 'financed', method: 'financial', amount: 5_000_00 },
      { ...row, kind: 'advance', method: 'card', amount: 500_00 },
      { ...row, kind: 'balance', method: 'check', amount: balance },
    ];
    const params = { id };
    const saved = async (section: 'contability' | 'financial', changes: object) => {
      const { versions } = await read(id);
      const body = { ...blankSection(section), ...changes };
      return call(seller, `PUT /contracts/:id/${section}`, { params, version: versions[section] ?? 1, body } as never);
    };
    expect((await saved('contability', { payments })).status).toBe(200);
    const told = { precontractOn: made.createdAt.slice(0, 10), precontractVersion: '2026/1' };
    expect((await saved('financial', { financeOutcome: 'refused', practiceNumber: 'P 7', ...told })).status).toBe(200);
    const receipt = { kind: 'deposit', method: 'transfer', receivedOn: made.createdAt.slice(0, 10), amount: 500_00 };
    expect((await call(office, 'POST /contracts/:id/receipts', { params, body: receipt as never })).status).toBe(201);
    const priced = async (changes: object) => {
      const { version, draft } = (await call(seller, 'GET /contracts/:id/price', { params })).body;
      const put = await call(seller, 'PUT /contracts/:id/price', { params, version, body: { draft: { ...draft, ...changes } } }); // prettier-ignore
      expect(put.status, JSON.stringify(put.body)).toBe(200);
      return put;
    };
    // The same loan is not asked for again.
    expect((await priced({})).body).toMatchObject({ financeOutcome: 'refused', practiceNumber: 'P 7', ...told });
    const put = await priced({ financing: null });
    expect(put.body).toMatchObject({
      financeOutcome: 'none',
      practiceNumber: '',
      precontractOn: null,
      precontractVersion: '',
      financed: 0,
      planned: put.body.total,
    });
    type Row = (typeof payments)[number];
    expect(put.body.payments.map(({ kind, method, amount }: Row) => [kind, method, amount])).toEqual([
      ['deposit', 'transfer', 500_00],
      ['advance', 'card', 500_00],
      ['balance', 'check', put.body.total - 1_000_00],
    ]);
  });
});

test('a validator sees prices, cars taken in and what changed, and confirms the values that were read', async () => {
  const made = async (plate: string) => {
    const car = aTradeIn({ plate, valuation: 3_000_00, residualDebt: 0, standInValue: 2_800_00, km: 61_000 });
    const { id: quoteId } = await issuedQuote(side, seller, { tradeIns: [car] });
    const { id } = (await make(seller, { quoteId })).body;
    await prepareContract(side, id);
    await query('update contracts set trade_in_checked = false where id = $1', [id]);
    await done(seller, 'submit', { id });
    return id as number;
  };
  const id = await made('PZ777ZZ');
  const other = await made('PZ778ZZ');
  const params = { id };
  const review = async (as: TestUser) => call(as, 'GET /contracts/:id/review', { params });
  const { body } = await review(director);
  expect(body).toMatchObject({ quotations: [2_800_00], valuations: [null], changes: null, withinCap: true });
  expect(body.price.list + body.price.discounts.reduce((sum: number, { amount }: { amount: number }) => sum + amount, 0)).toBeGreaterThan(0); // prettier-ignore
  expect(body.price.overValued).toBe(200_00);
  expect([body.next.id, body.next.left]).toEqual([expect.any(Number), expect.any(Number)]);
  expect([(await review(seller)).status, (await review(colleague)).status]).toEqual([403, 403]);

  const recheck = async (as: TestUser, values: number[]) => {
    const { version } = await read(id);
    return call(as, 'POST /contracts/:id/recheck', { params, version, body: { values } });
  };
  /** The section as a page sends it that once read whether the cars were looked at again. */
  const saved = async (tradeInChecked: boolean, change: object = {}) => {
    const { tradeIns, versions } = await read(id);
    const body = { ...blankSection('used_cars'), tradeIns: [{ ...tradeIns[0], ...change }], tradeInChecked };
    const put = await call(director, 'PUT /contracts/:id/used_cars', {
      params,
      version: versions.used_cars ?? 1,
      body,
    });
    return [put.status, put.body.record.tradeInChecked];
  };
  // A tick without the values, other values, or who sells: nothing of it counts.
  expect(await saved(true)).toEqual([200, false]);
  expect((await recheck(director, [2_900_00])).body.fields).toEqual({ values: expect.stringContaining('rileggerli') });
  await query('update contracts set seller_id = $2 where id = $1', [id, director.id]);
  expect((await recheck(director, [3_000_00])).status).toBe(403);
  await query('update contracts set seller_id = $2 where id = $1', [id, seller.id]);
  expect((await recheck(director, [3_000_00])).body).toMatchObject({ tradeInChecked: true, rechecks: false });
  // A page that was open before saves another field: what was looked at stays so.
  expect(await saved(false, { owner: 'Rosa' })).toEqual([200, true]);

  // Given back for another look, it is not validated by the former one.
  await done(director, 'validate', { id });
  await done(
    office,
    'rejectCommercial',
    { id },
    { ...(await because('rejectCommercial')), note: 'La Panda vale meno' },
  );
  const told =
    "select text from notifications where kind = 'contract_waiting' and user_id = $1 order by id desc limit 1";
  expect((await query(told, [director.id]))[0].text).toContain('La Panda vale meno');
  expect((await step(director, 'validate', { id })).body.missing).toMatchObject([{ field: 'tradeInChecked' }]);
  expect((await recheck(director, [3_000_00])).body.tradeInChecked).toBe(true);

  // Sent back, changed and sent again: what is different is said.
  await done(director, 'sendBack', { id }, await because('sendBack'));
  const { versions: later, ...now } = await read(id, seller);
  const calendars = { ...blankSection('calendars'), deliveryPlace: 'Baia 7', preparation: [] };
  clock.now = new Date(clock.now.getTime() + 60_000);
  const said = await call(seller, 'PUT /contracts/:id/calendars', { params, version: later.calendars ?? 1, body: calendars }); // prettier-ignore
  expect([said.status, now.returned, now.tradeInChecked]).toEqual([200, expect.anything(), false]);
  await done(seller, 'submit', { id });
  const changes = (await review(director)).body.changes as { changes: { to: string }[] }[];
  expect(changes.flatMap((one) => one.changes.map(({ to }) => to))).toContain('Baia 7');
  // The next one in the queue came after this one, and is never an own one.
  await query('update contracts set since = (select since from contracts where id = $2) where id = $1', [other, id]);
  expect((await review(director)).body.next).toMatchObject({ id: other });
  // Who decides on none of them comes by all that wait.
  const third = await made('PZ779ZZ');
  const nextOf = async (of: number) =>
    (await call(director, 'GET /contracts/:id/review', { params: { id: of } })).body.next;
  const { left } = await nextOf(id);
  const seen = [id];
  while (seen.length <= left) seen.push((await nextOf(seen.at(-1)!)).id);
  expect([new Set(seen).size, seen.includes(third)]).toEqual([left + 1, true]);
  await query('update contracts set made_by = $2 where id = $1', [other, director.id]);
  expect((await review(director)).body.next?.id).not.toBe(other);
});

test('another price takes a revaluation on as the agreed value, and leaves with a car what is known of it', async () => {
  const tradeIn = (plate: string) => aTradeIn({ plate, valuation: 3_000_00, residualDebt: 0, standInValue: 3_000_00 });
  const { id: quoteId } = await issuedQuote(side, seller, { tradeIns: [tradeIn('PZ321ZZ')] });
  const { id } = (await make(seller, { quoteId })).body;
  const params = { id };
  const more = { ...(await read(id)).tradeIns[0], owner: 'Rosa', registeredOn: '2016-04-01', revaluation: 2_500_00, revaluationReason: 'Paraurti' }; // prettier-ignore
  const revalued = { ...blankSection('used_cars'), tradeIns: [more] };
  // Nobody looks again at what they sell themselves.
  const ticked = { params, version: 1, body: { ...revalued, tradeInChecked: true } };
  const put = await call(seller, 'PUT /contracts/:id/used_cars', ticked);
  expect([put.status, put.body.record.tradeInChecked]).toEqual([200, false]);
  const price = async (change: (draft: Record<string, unknown>) => object) => {
    const { version, draft } = (await call(seller, 'GET /contracts/:id/price', { params })).body;
    const answer = await call(seller, 'PUT /contracts/:id/price', { params, version, body: { draft: { ...draft, ...change(draft) } } }); // prettier-ignore
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    const [agreed] = answer.body.agreedTradeIns;
    return { valuation: agreed.valuation, ...answer.body.tradeIns[0], checked: answer.body.tradeInChecked };
  };
  expect(await price(() => ({ deposit: 100_00 }))).toMatchObject({ valuation: 2_500_00, owner: 'Rosa', registeredOn: '2016-04-01', revaluation: null, checked: false }); // prettier-ignore
  // What the price corrects of a car is so in the contract.
  const corrected = await price(({ tradeIns }) => ({ tradeIns: [{ ...(tradeIns as object[])[0], registeredOn: '2016-05-02' }] })); // prettier-ignore
  expect(corrected).toMatchObject({ owner: 'Rosa', registeredOn: '2016-05-02' });
  const seen = await read(id);
  expect(await price(() => ({ tradeIns: [tradeIn('AA111BB')] }))).toMatchObject({ valuation: 3_000_00, owner: '', revaluation: null }); // prettier-ignore
  // A page that was open before writes neither the former car's owner nor the former plan back; elsewhere it saves.
  const sections = ['used_cars', 'contability', 'objectives', 'general'] as const;
  const saved = await Promise.all(
    sections.map(async (section) => {
      const body = Object.fromEntries(Object.keys(blankSection(section)).map((key) => [key, seen[key]]));
      const version = seen.versions[section] ?? 1;
      return (await call(seller, `PUT /contracts/:id/${section}`, { params, version, body } as never)).status;
    }),
  );
  expect(saved).toEqual([412, 412, 412, 200]);
  expect((await read(id)).tradeIns[0].owner).toBe('');
});

test('quotes, contracts and cars locked by many at once never deadlock', async () => {
  const cars = await Promise.all([1, 2, 3].map(() => stockCar(side, { retail_price: 1_090_000, kw: 74 })));
  const quotes = await Promise.all(
    [0, 1, 2, 0, 1, 2].map(async (at) => (await issuedQuote(side, seller, { stockId: cars[at]! })).id),
  );
  const made = await Promise.all(quotes.map((quoteId) => make(seller, { quoteId })));
  expect(made.map(({ status }) => status).toSorted()).toEqual([201, 201, 201, 409, 409, 409]);
  const mine = made.filter(({ status }) => status === 201).map(({ body }) => body as Made);
  for (const { id } of mine) await prepareContract(side, id);
  const reason = await because('cancel');
  const rivals = mine.flatMap((contract) => [
    () => step(seller, 'submit', contract),
    () => step(seller, 'cancel', contract, reason),
    () => step(office, 'cancel', contract, reason),
  ]);
  const retakes = quotes.map((quoteId) => () => make(seller, { quoteId }));
  const answers = await Promise.all([...rivals, ...retakes].map((run) => run()));
  expect(answers.every(({ status }) => [200, 201, 409, 412].includes(status))).toBe(true);
  const held = await query(
    'select count(*)::int as n, count(distinct reserved_contract)::int as d from used_cars where reserved_contract is not null and id = any($1)',
    [cars],
  );
  expect(held[0].n).toBe(held[0].d);
});

describe('calendars', () => {
  const calendar = async (changes: object) =>
    (await call(manager, 'POST /calendars', { body: { ...blankOf(calendarFields), ...changes } as never })).body
      .id as number;
  const eventsOf = async (id: number) => (await call(manager, 'GET /calendars/contracts/:id', { params: { id } })).body;
  const bells = async (of: TestUser) =>
    (await query("select title, text from notifications where user_id = $1 and kind = 'event_changed' order by id", [
      of.id,
    ])) as {
      title: string;
      text: string;
    }[];

  test('an approved contract proposes its delivery once, in a bay; nobody outside knows until it is confirmed', async () => {
    await calendar({ name: 'Baia 1', kind: 'bay' });
    const { contract } = await validated();
    await done(office, 'approve', contract);
    const [delivery, ...more] = await eventsOf(contract.id);
    expect([more.length, delivery.kind, delivery.endedAs]).toEqual([0, 'delivery', null]);
    expect((await bells(seller)).at(-1)!.title).toMatch(/consegna proposta/);
    const at = await query('select tell_at, proposed from calendar_events where id = $1', [delivery.id]);
    expect(at).toEqual([{ tell_at: null, proposed: true }]);
    const { body: record } = await call(manager, 'GET /calendars/events/:id', { params: { id: delivery.id } });
    const about = Object.fromEntries(Object.keys(eventFields).map((key) => [key, record[key]]));
    const { body: confirmed } = await call(manager, 'PUT /calendars/events/:id', {
      params: { id: delivery.id },
      version: record.version,
      body: { ...about, scope: 'one' } as never,
    });
    expect(confirmed.proposed).toBe(false);
    // Open again and approved again it has the same delivery; cancelled, one that was missed wants nothing more.
    await done(office, 'reopen', contract, await because('reopen'));
    await done(office, 'approve', contract);
    const [{ version, ...only }, ...others] = await eventsOf(contract.id);
    expect(others).toEqual([]);
    const missed = await call(manager, 'POST /calendars/events/:id/hostMiss', {
      params: { id: only.id },
      version,
      body: await offered(side, 'event', 'hostMiss'),
    });
    expect(missed.body.rebook, JSON.stringify(missed.body)).toBe('due');
    await done(office, 'reopen', contract, await because('reopen'));
    await done(office, 'cancel', contract, await because('cancel'));
    expect(await eventsOf(contract.id)).toMatchObject([{ endedAs: 'host_missed', rebook: 'declined' }]);
  });

  test('a contract that is closed with the delivery has had it in the calendar, and nobody is told to close it', async () => {
    const { contract } = await validated();
    for (const name of ['approve', 'bill', 'complete']) await done(office, name, contract);
    expect(await eventsOf(contract.id)).toMatchObject([{ kind: 'delivery', state: 'completed', endedAs: null }]);
    const { number } = await read(contract.id);
    expect((await bells(office)).filter(({ title }) => title.startsWith(`${number}: auto consegnata`))).toEqual([]);
    const params = { id: contract.id };
    const { versions } = await read(contract.id);
    const body = blankSection('calendars') as never;
    const later = await call(office, 'PUT /contracts/:id/calendars', {
      params,
      version: versions.calendars ?? 1,
      body,
    });
    expect([later.status, later.body.message]).toEqual([409, expect.stringContaining('va riaperto')]);
    // Taken back, it is to be delivered again: another day is proposed, in the contract and in the calendar.
    await done(office, 'resume', contract, await because('resume'));
    expect((await read(contract.id)).deliveryOn).toBe('2026-11-23');
    const events = await eventsOf(contract.id);
    expect(events.map(({ state }: { state: string }) => state).toSorted()).toEqual(['completed', 'not_started']);
  });

  test('a delivery that was held, begun here or not, tells the back office that its contract can be closed', async () => {
    const { contract } = await validated();
    await done(office, 'approve', contract);
    const [{ id, version }] = await eventsOf(contract.id);
    const body = { reason: 'done', note: 'Consegnata ieri' } as const;
    expect((await call(manager, 'POST /calendars/events/:id/close', { params: { id }, version, body })).status).toBe(
      200,
    );
    expect((await bells(office)).at(-1)).toMatchObject({
      title: expect.stringMatching(/: auto consegnata$/),
      text: 'Il contratto si può chiudere.',
    });
  });

  test('a car that is sold with test drives booked leaves them, and tells who counts on it, with other cars', async () => {
    const { contract, carId } = await validated();
    const [{ plate }] = await query("update used_cars set plate = 'GZ777AB' where id = $1 returning plate", [carId]);
    const car = await calendar({ name: 'Auto in vendita', kind: 'car', plate: 'gz 777 ab' });
    await calendar({ name: 'Auto sorella', kind: 'car', plate: 'GZ778AB' });
    const own = await calendar({ name: 'Chi accompagna', kind: 'seller', userId: colleague.id });
    const { params } = await created(side, 'POST /customers', {
      body: { type: 'private', firstName: 'Pia', lastName: 'Provaci', email: 'pia.provaci@example.it' },
    });
    const { body: drive } = await call(manager, 'POST /calendars/events', {
      body: eventOf({ kind: 'test_drive', customerId: params.id, calendarIds: [car, own], day: '2026-12-03' }),
    });
    await done(office, 'approve', contract);
    expect(plate).toBe('GZ777AB');
    const [bell] = await bells(colleague).then((all) => all.slice(-1));
    expect(bell).toMatchObject({
      title: 'Auto in vendita è venduta: prova del 03/12/2026 10:00 da spostare',
      text: 'Altre auto di prova: Auto sorella.',
    });
    const said = await query("select body from messages where entity = 'event' and record_id = $1", [drive.id]);
    expect(said.map(({ body }) => body)).toEqual([expect.stringContaining('non è più disponibile')]);
    expect((await call(manager, 'GET /calendars/events/:id', { params: { id: drive.id } })).body.endedAs).toBe(null);
  });
});
