import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { price } from '#domain/quotes/sheet/pricing.ts';
import { quote as quoteSchema } from '#domain/quotes/schema.ts';
import type { Answer, TestUser } from '#tests/support/area.ts';
import { testDatabase } from '#tests/support/database.ts';
import { makeWorld } from '#tests/support/world.ts';

const world = await makeWorld(await testDatabase());
const { alfa, beta, car, call, clock, draft } = world;
afterAll(() => world.close());

const START = clock.now.getTime();
beforeEach(() => (clock.now = new Date(START)));
const onDay = (day: string) => (clock.now = new Date(`${day}T10:00:00Z`));

const seller = await world.userWith('createQuotes', 'manageOwnQuotes');
const colleague = await world.userWith('createQuotes', 'manageOwnQuotes');
const manager = await world.userWith('createQuotes', 'manageOwnQuotes', 'seeAllQuotes', 'manageAllQuotes', 'seeMargin');

const create = async (as: TestUser, changes = {}) =>
  (await call(as, 'POST /quotes', { body: draft(alfa, changes) })).body;
const issue = (as: TestUser, { id, version }: { id: number; version: number }) =>
  call(as, 'POST /quotes/:id/issue', { params: { id }, version });
const issued = async (as: TestUser, changes = {}) => (await issue(as, await create(as, changes))).body;
const get = (as: TestUser, id: number) => call(as, 'GET /quotes/:id', { params: { id } });
const sheetOf = async (as: TestUser, id: number) => (await call(as, 'GET /quotes/:id/sheet', { params: { id } })).body;
const list = async (as: TestUser, query = {}) =>
  (await call(as, 'GET /quotes', { query: { limit: 200, ...query } })).body;

describe('drafts', () => {
  test('are created, saved again and again, and priced here whatever the caller says', async () => {
    const made = await call(seller, 'POST /quotes', {
      body: { ...draft(alfa, { optionIds: [car.options.winter] }), keysInHand: 1, margin: 9 },
    });
    expect(made.status).toBe(201);
    expect(made.headers.get('etag')).toBe('"v1"');
    expect(made.body).toMatchObject({
      number: null,
      revision: 1,
      state: 'draft',
      editable: true,
      seller: { id: seller.id },
    });
    // The name and type of the customer are the record's.
    expect(made.body.draft.customer).toEqual({ id: alfa.customerId, name: 'Mario ALFAMARCHIO', type: 'private' });
    const saved = await call(seller, 'PUT /quotes/:id', {
      params: { id: made.body.id },
      version: 1,
      body: draft(alfa, { deposit: 200000 }),
    });
    expect(saved.headers.get('etag')).toBe('"v2"');
    const row = (await list(seller)).rows.find(({ id }: { id: number }) => id === made.body.id);
    // 24,900.00 + 950.00 + 3.05 + IPT 338.00 (74 kW, Milano) + 142.98.
    expect(row).toMatchObject({
      keysInHand: 2_633_403,
      customer: 'Mario ALFAMARCHIO',
      vehicle: 'Prova Motori Lampo 1.0 Base',
      number: null,
    });
    expect(price(saved.body.draft, await sheetOf(seller, made.body.id)).keysInHand).toBe(row.keysInHand);
    expect(saved.body.href).toBe(row.href);
    expect(row.href).toBe(`/quotation/new/${car.makerId}/${car.modelId}/${car.versionId}?quote=${made.body.id}`);
  });

  test('fifty saves of the same version: one wins, the others learn what is there now', async () => {
    const { id } = await create(seller);
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, i) =>
        call(seller, 'PUT /quotes/:id', { params: { id }, version: 1, body: draft(alfa, { deposit: i * 100 }) }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const stale = answers.filter(({ status }) => status === 412);
    // On a slow machine some wait too long for a connection and are told to try again.
    expect(answers.filter(({ status }) => status === 503).length + stale.length).toBe(49);
    expect(stale.length).toBeGreaterThan(0);
    for (const { body } of stale) expect(quoteSchema.parse(body.current)).toMatchObject({ id, version: 2 });
    expect((await get(seller, id)).body.version).toBe(2);
  });

  test('need the version that the caller saw', async () => {
    const { id } = await create(seller);
    expect((await call(seller, 'PUT /quotes/:id', { params: { id }, body: draft(alfa) })).status).toBe(428);
    expect((await call(seller, 'DELETE /quotes/:id', { params: { id }, version: 7 })).status).toBe(412);
    expect((await call(seller, 'DELETE /quotes/:id', { params: { id }, version: 1 })).status).toBe(204);
    expect((await get(seller, id)).status).toBe(404);
  });

  test('refuse an unknown car or customer at the field, also another company’s', async () => {
    const send = async (changes: object) =>
      (await call(seller, 'POST /quotes', { body: draft(alfa, changes) })).body.fields;
    expect(await send({ versionId: 999_999 })).toEqual({ versionId: 'Scegliere una versione del catalogo' });
    for (const id of [beta.customerId, 999_999])
      expect(await send({ customer: { id, name: '', type: 'private' } })).toEqual({ customer: 'Scegliere un cliente' });
    expect(await send({ deposit: -1 })).toEqual({ deposit: 'L’importo non può essere negativo' });
    expect(await send({ deposit: 2_147_483_601 })).toEqual({ deposit: expect.stringContaining('5.000.000,00') });
  });
});

describe('issuing', () => {
  test('gives number, expiry and a snapshot that later prices do not touch', async () => {
    const quote = await issued(seller, {
      optionIds: [car.options.red, car.options.winter],
      incentiveIds: [alfa.incentiveId],
      accessoryIds: [alfa.accessoryId],
    });
    expect(quote.number).toMatch(/^P-2026-\d{6}$/);
    expect(quote).toMatchObject({
      state: 'issued',
      expiresOn: '2026-11-28',
      editable: false,
      issuedAt: expect.stringContaining('2026-11-20'),
    });
    const kept = await sheetOf(seller, quote.id);
    expect(kept.options.map(({ id }: { id: number }) => id).toSorted()).toEqual(Object.values(car.options).toSorted());
    expect(kept.provinces).toHaveLength(1);
    const before = (await get(seller, quote.id)).body;
    await world.query("insert into version_prices values ($1, '2026-11-21', 3000000)", [car.versionId]);
    await world.query('update accessories set price = 1 where id = $1', [alfa.accessoryId]);
    onDay('2026-11-22');
    expect((await get(seller, quote.id)).body).toEqual(before);
    expect(await sheetOf(seller, quote.id)).toEqual(kept);
    const fresh = await create(seller);
    expect((await sheetOf(seller, fresh.id)).version.listPrice).toBe(3_000_000);
    await world.query("delete from version_prices where valid_from = '2026-11-21'");
  });

  test('is refused with what is missing, at its fields', async () => {
    const answer = await issue(seller, await create(seller, { customer: null, province: 'ZZ' }));
    expect(answer.status).toBe(422);
    expect(answer.body.fields).toMatchObject({
      customer: 'Scegliere il cliente',
      province: expect.stringContaining('provincia'),
    });
  });

  test('twenty at once get twenty consecutive numbers', async () => {
    const drafts: { id: number; version: number }[] = [];
    while (drafts.length < 20) drafts.push(await create(seller));
    // A machine under load may ask some of them to come back.
    const patient = async (quote: (typeof drafts)[number]): Promise<Answer> => {
      const answer = await issue(seller, quote);
      return answer.status === 503 ? patient(quote) : answer;
    };
    const answers = await Promise.all(drafts.map(patient));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
    const numbers = answers.map(({ body }) => Number(body.number.slice(7))).toSorted((a, b) => a - b);
    expect(numbers).toEqual(Array.from({ length: 20 }, (_, i) => numbers[0]! + i));
  });

  test('a refused issue leaves no gap, and each company and year counts by itself', async () => {
    const first = await issued(seller);
    await issue(seller, await create(seller, { customer: null }));
    const second = await issued(seller);
    expect(Number(second.number.slice(7))).toBe(Number(first.number.slice(7)) + 1);
    const other = await world.strangerWith('createQuotes', 'manageOwnQuotes');
    const made = await call(other, 'POST /quotes', { body: draft(beta, {}) });
    expect((await issue(other, made.body)).body.number).toBe('P-2026-000001');
    onDay('2027-01-01');
    expect((await issued(seller)).number).toBe('P-2027-000001');
  });

  test('happens once', async () => {
    const quote = await create(seller);
    const answers = await Promise.all([1, 2, 3].map(() => issue(seller, quote)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 412, 412]);
    const again = await issue(seller, answers.find(({ status }) => status === 200)!.body);
    expect(again).toMatchObject({ status: 409, body: { message: 'Il preventivo è già stato emesso.' } });
  });
});

describe('after issuing', () => {
  test('a quote expires when the day after its last begins in Rome', async () => {
    const { id } = await issued(seller);
    clock.now = new Date('2026-11-28T22:59:59Z');
    expect((await get(seller, id)).body.state).toBe('issued');
    expect((await list(seller, { state: 'issued' })).rows.map((row: { id: number }) => row.id)).toContain(id);
    clock.now = new Date('2026-11-28T23:00:00Z');
    expect((await get(seller, id)).body.state).toBe('expired');
    expect((await list(seller, { state: 'issued' })).rows.map((row: { id: number }) => row.id)).not.toContain(id);
    expect((await list(seller, { state: 'expired,closed' })).rows.map((row: { id: number }) => row.id)).toContain(id);
  });

  test('a revision keeps the number at the prices of today, without what is no longer sold', async () => {
    const first = await issued(seller, { optionIds: [car.options.red, car.options.hook] });
    await world.query('delete from version_option_prices where option_id = $1', [car.options.red]);
    const second = (await call(seller, 'POST /quotes/:id/revise', { params: { id: first.id } })).body;
    await world.query("insert into version_option_prices values ($1, $2, '2020-01-01', 70000)", [
      car.versionId,
      car.options.red,
    ]);
    expect(second).toMatchObject({ number: first.number, revision: 2, state: 'draft', superseded: false });
    expect(second.draft.optionIds).toEqual([car.options.hook]);
    const ids = async () => (await list(seller, { q: first.number })).rows.map((row: { id: number }) => row.id).sort();
    // The offer holds until its revision is issued.
    expect((await get(seller, first.id)).body).toMatchObject({ superseded: false, state: 'issued', newest: null });
    expect(await ids()).toEqual([first.id, second.id]);
    const again = await call(seller, 'POST /quotes/:id/revise', { params: { id: first.id } });
    expect([again.status, again.body.message]).toEqual([409, 'La revisione 2 è già in bozza: continuare da quella.']);
    expect((await issue(seller, second)).body).toMatchObject({ number: first.number, revision: 2, state: 'issued' });
    expect((await get(seller, first.id)).body).toMatchObject({
      superseded: true,
      editable: false,
      newest: second.href,
    });
    expect(await ids()).toEqual([second.id]);
    const { revisions, events } = (await call(seller, 'GET /quotes/:id/timeline', { params: { id: second.id } })).body;
    expect(revisions.map(({ revision, state }: { revision: number; state: string }) => [revision, state])).toEqual([
      [2, 'issued'],
      [1, 'issued'],
    ]);
    expect(events.map(({ what }: { what: string }) => what)).toEqual([
      'ha emesso il preventivo',
      'ha creato una revisione',
      'ha emesso il preventivo',
      'ha creato il preventivo',
    ]);
  });

  test('deleting the draft of a revision leaves the offer as it is', async () => {
    const first = await issued(seller);
    const second = (await call(seller, 'POST /quotes/:id/revise', { params: { id: first.id } })).body;
    expect((await call(seller, 'DELETE /quotes/:id', { params: { id: second.id }, version: 1 })).status).toBe(204);
    expect((await get(seller, first.id)).body).toMatchObject({ superseded: false, state: 'issued' });
  });

  test('a duplicate is a new draft of who asks', async () => {
    const source = await issued(seller, { notes: 'Consegna a dicembre' });
    const copy = await call(manager, 'POST /quotes/:id/duplicate', { params: { id: source.id } });
    expect(copy.status).toBe(201);
    expect(copy.body).toMatchObject({
      number: null,
      revision: 1,
      state: 'draft',
      seller: { id: manager.id },
      draft: { notes: 'Consegna a dicembre' },
    });
  });

  test('closing takes a reason and ends it', async () => {
    const quote = await issued(seller);
    const send = (body: object, version = quote.version) =>
      call(seller, 'POST /quotes/:id/close', { params: { id: quote.id }, version, body });
    expect((await send({ reason: 'noia' })).body.fields).toEqual({ reason: 'Scegliere il motivo' });
    const closed = await send({ reason: 'price' });
    expect(closed.body).toMatchObject({ state: 'closed', closeReason: 'price' });
    expect((await send({ reason: 'price' }, closed.body.version)).status).toBe(409);
    const { events } = (await call(seller, 'GET /quotes/:id/timeline', { params: { id: quote.id } })).body;
    expect(events[0].changes).toContainEqual({ field: 'Motivo', from: '', to: 'Prezzo' });
    expect(
      (
        await call(seller, 'PUT /quotes/:id', {
          params: { id: quote.id },
          version: closed.body.version,
          body: draft(alfa),
        })
      ).status,
    ).toBe(409);
    expect(
      (await call(seller, 'DELETE /quotes/:id', { params: { id: quote.id }, version: closed.body.version })).status,
    ).toBe(409);
  });

  test('"other" wants a note, which the activity tells; lost quotes come back, expired ones as expired', async () => {
    const quote = await issued(seller);
    const send = (name: 'close' | 'reopen' | 'accept', version: number, body?: object) =>
      call(seller, `POST /quotes/:id/${name}`, { params: { id: quote.id }, version, ...(body && { body }) });
    expect((await send('close', quote.version, { reason: 'other' })).body.fields).toEqual({
      note: 'Scrivere il motivo',
    });
    const closed = (await send('close', quote.version, { reason: 'other', note: 'Ha cambiato città' })).body;
    const { events } = (await call(seller, 'GET /quotes/:id/timeline', { params: { id: quote.id } })).body;
    expect(events[0]).toMatchObject({ what: 'ha chiuso il preventivo' });
    expect(events[0].changes).toContainEqual({ field: 'Spiegazione', from: '', to: 'Ha cambiato città' });
    const reopened = (await send('reopen', closed.version)).body;
    expect(reopened).toMatchObject({ state: 'issued', closeReason: null });
    const accepted = (await send('accept', reopened.version)).body;
    expect(accepted.state).toBe('accepted');
    const lost = (await send('close', accepted.version, { reason: 'price' })).body;
    onDay('2026-12-20');
    expect((await send('reopen', lost.version)).body.state).toBe('expired');
    const late = await send('accept', lost.version + 1);
    expect([late.status, late.body.message]).toEqual([
      409,
      'Il preventivo è scaduto: creare una nuova revisione ai prezzi di oggi.',
    ]);
    expect(
      await world.query(
        'select to_state as to, reason, note from state_changes where record_id = $1 and reason is not null order by id',
        [quote.id],
      ),
    ).toEqual([
      { to: 'closed', reason: 'other', note: 'Ha cambiato città' },
      { to: 'closed', reason: 'price', note: null },
    ]);
  });

  test('a deleted draft leaves no history of states; a superseded quote refuses every move', async () => {
    const { id } = await create(seller);
    const rows = () => world.query('select from state_changes where record_id = $1', [id]);
    expect(await rows()).toHaveLength(1);
    await call(seller, 'DELETE /quotes/:id', { params: { id }, version: 1 });
    expect(await rows()).toHaveLength(0);
    const quote = await issued(seller);
    const revision = (await call(seller, 'POST /quotes/:id/revise', { params: { id: quote.id } })).body;
    await issue(seller, revision);
    const { status, body } = await call(seller, 'POST /quotes/:id/accept', {
      params: { id: quote.id },
      version: quote.version + 1,
    });
    expect([status, body.message]).toEqual([409, 'Esiste una revisione più recente di questo preventivo.']);
  });

  test('autosaves of one person read as one change in the activity', async () => {
    const { id } = await create(seller);
    for (const [index, deposit] of [10000, 20000, 30000].entries())
      await call(seller, 'PUT /quotes/:id', { params: { id }, version: index + 1, body: draft(alfa, { deposit }) });
    const { events } = (await call(seller, 'GET /quotes/:id/timeline', { params: { id } })).body;
    expect(events).toHaveLength(2);
    expect(events[0].changes).toEqual([{ field: 'Anticipo', from: '0,00\u00a0€', to: '300,00\u00a0€' }]);
  });
});

describe('own and all', () => {
  test('people who see own quotes get 403 on a colleague’s; 15 reads and 16 changes them', async () => {
    const quote = await create(seller);
    const reader = await world.userWith('seeAllQuotes');
    expect((await get(colleague, quote.id)).status).toBe(403);
    expect((await get(reader, quote.id)).body.editable).toBe(false);
    expect(
      (await call(reader, 'PUT /quotes/:id', { params: { id: quote.id }, version: 1, body: draft(alfa) })).status,
    ).toBe(403);
    const both = await world.userWith('createQuotes', 'seeAllQuotes');
    expect(
      (await call(both, 'PUT /quotes/:id', { params: { id: quote.id }, version: 1, body: draft(alfa) })).status,
    ).toBe(403);
    expect((await get(manager, quote.id)).body.editable).toBe(true);
    expect(
      (await call(manager, 'PUT /quotes/:id', { params: { id: quote.id }, version: 1, body: draft(alfa) })).status,
    ).toBe(200);
    for (const name of ['GET /quotes/:id/timeline', 'GET /quotes/:id/document'] as const)
      expect((await call(colleague, name, { params: { id: quote.id } })).status).toBe(403);
  });

  test('lists, totals, sellers, figures and search narrow alike, also for who only makes quotes', async () => {
    const alone = await world.userWith('createQuotes');
    const mine = await issued(alone);
    const page = await list(alone);
    expect(page).toMatchObject({ total: 1, sums: [{ count: 1, keysInHand: page.rows[0].keysInHand }] });
    expect((await call(alone, 'GET /quotes/sellers')).body).toEqual([{ id: alone.id, name: expect.any(String) }]);
    const figures = (await call(alone, 'GET /quotes/summary')).body;
    expect(figures).toMatchObject({
      drafts: 0,
      open: 1,
      expiring: 0,
      issuedThisMonth: 1,
      valueThisMonth: page.rows[0].keysInHand,
    });
    expect(figures.months).toHaveLength(12);
    expect(figures.months.at(-1)).toEqual({ month: '2026-11', issued: 1, value: page.rows[0].keysInHand });
    const hits = (await call(colleague, 'GET /search', { query: { q: mine.number } })).body;
    expect(hits).toEqual([]);
    expect((await call(manager, 'GET /search', { query: { q: mine.number } })).body).toMatchObject([
      { label: 'Preventivo', icon: 'file-text', title: mine.number },
    ]);
    expect((await list(manager, { q: mine.number })).rows).toHaveLength(1);
  });

  test('search finds customers for those who may open where their hits lead', async () => {
    const labels = async (privileges: number[]) =>
      (await call(await world.user(901, privileges), 'GET /search', { query: { q: 'alfamarchio' } })).body.map(
        ({ label }: { label: string }) => label,
      );
    expect(await labels([14, 20])).toContain('Cliente');
    expect(await labels([14])).toEqual([]);
  });

  test('costs leave with privilege 33 only: answers, stale answers, exports', async () => {
    const changes = { incentiveIds: [alfa.incentiveId] };
    const quote = await issued(seller, changes);
    expect(await sheetOf(seller, quote.id)).toMatchObject({ costPercent: null, incentives: [{ refundPercent: 0 }] });
    expect(await sheetOf(manager, quote.id)).toMatchObject({
      costPercent: 90,
      incentives: [{ refundPercent: 40 }],
    });
    const own = await create(seller, changes);
    const stale = await call(seller, 'PUT /quotes/:id', { params: { id: own.id }, version: 9, body: draft(alfa) });
    expect(stale.body.current.sheetHash).toBe((await sheetOf(seller, own.id)).hash);
    expect((await sheetOf(seller, own.id)).costPercent).toBeNull();
    const sheet = (as: TestUser) => call(as, 'GET /quotes/sheets/:versionId', { params: { versionId: car.versionId } });
    expect((await sheet(seller)).body.costPercent).toBeNull();
    expect((await sheet(manager)).body.costPercent).toBe(90);
    const csv = async (as: TestUser) =>
      String((await call(as, 'GET /quotes/export', { query: { format: 'csv' } })).body);
    expect(await csv(seller)).not.toContain('Margine');
    expect(await csv(manager)).toContain('Margine II');
    expect(JSON.stringify((await list(seller)).rows)).not.toContain('margin');
  });
});

describe('list', () => {
  test('pages without repeating or losing a row, in both directions', async () => {
    const all = (await list(manager, { sort: 'keysInHand', dir: 'desc' })).rows.map(({ id }: { id: number }) => id);
    const paged: number[] = [];
    for (let offset = 0; offset < all.length; offset += 7)
      paged.push(
        ...(await list(manager, { sort: 'keysInHand', dir: 'desc', limit: 7, offset })).rows.map(
          ({ id }: { id: number }) => id,
        ),
      );
    expect(paged).toEqual(all);
    expect((await list(manager, { sort: 'keysInHand', dir: 'asc' })).rows.map(({ id }: { id: number }) => id)).toEqual(
      all.toReversed(),
    );
  });

  test('finds words without accents and takes pattern characters literally', async () => {
    expect((await list(manager, { q: 'marìo lampò' })).total).toBeGreaterThan(0);
    for (const q of ['%', '_____', '\\', "'"]) expect((await list(manager, { q })).total).toBe(0);
    expect((await call(manager, 'GET /quotes', { query: { sort: 'id; drop table quotes', dir: 'asc' } })).status).toBe(
      200,
    );
    expect((await call(manager, 'GET /quotes', { query: { state: 'altro' } })).body.fields).toEqual({
      state: 'Valore non ammesso',
    });
  });
});

describe('a list longer than is counted', () => {
  const other = world.strangerWith('createQuotes', 'manageOwnQuotes', 'seeAllQuotes');
  const fill = (upTo: number) =>
    world.query(
      `insert into quotes (company_id, state, seller_id, version_id, maker_id, model_id, customer_name, vehicle, body, keys_in_hand, draft)
       select company_id, state, seller_id, version_id, maker_id, model_id, customer_name, vehicle, body, 100, draft
       from (select * from quotes where company_id = 902 limit 1) one,
         generate_series((select count(*) from quotes where company_id = 902) + 1, $1::bigint)`,
      [upTo],
    );

  test('is exact to the last row that is counted; beyond, it says more and adds up nothing', async () => {
    await call(await other, 'POST /quotes', { body: draft(beta) });
    const whole = (sums: { count: number; keysInHand: number }[]) => [
      sums.reduce((sum, { count }) => sum + count, 0),
      sums.reduce((sum, { keysInHand }) => sum + keysInHand, 0),
    ];
    const { total, sums } = await list(await other);
    const [, keysInHand] = whole(sums);
    await fill(5000);
    const full = await list(await other, { limit: 1 });
    expect([full.total, whole(full.sums)]).toEqual([5000, [5000, keysInHand! + (5000 - total) * 100]]);
    await fill(5005);
    expect(await list(await other, { limit: 1 })).toMatchObject({ total: 5001, sums: null });
    expect((await list(await other, { limit: 1, offset: 5004 })).rows).toHaveLength(1);
  });
});

describe('document', () => {
  test('is a PDF of the snapshot, and pages of it as pictures', async () => {
    const quote = await issued(seller, { optionIds: [car.options.winter], notes: 'Però è così: 1 € <b>' });
    const pdf = await call(seller, 'GET /quotes/:id/document', { params: { id: quote.id } });
    expect(pdf.headers.get('content-type')).toBe('application/pdf');
    expect(pdf.headers.get('content-disposition')).toContain(encodeURIComponent(`Preventivo ${quote.number}.pdf`));
    expect(pdf.body.subarray(0, 5).toString()).toBe('%PDF-');
    const { pages } = (await call(seller, 'GET /quotes/:id/preview', { params: { id: quote.id } })).body;
    expect(pages).toBe(2);
    const svg = await call(seller, 'GET /quotes/:id/preview/:page', { params: { id: quote.id, page: 1 } });
    expect(svg.headers.get('content-type')).toBe('image/svg+xml');
    expect((await call(seller, 'GET /quotes/:id/preview/:page', { params: { id: quote.id, page: 99 } })).status).toBe(
      404,
    );
    const own = await create(seller);
    expect((await call(seller, 'GET /quotes/:id/document', { params: { id: own.id } })).status).toBe(200);
  });
});
