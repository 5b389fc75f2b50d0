import { afterAll, describe, expect, test } from 'vitest';
import { startJobs } from '#backend/jobs.ts';
import { money } from '#domain/italian.ts';
import { b2bDraftOf, stockCar } from '#tests/support/areas/b2b.ts';
import { testDatabase } from '#tests/support/database.ts';
import { openMailServer } from '#tests/support/mail-server.ts';
import { pdfText } from '#tests/support/pdf-text.ts';
import { makeWorld } from '#tests/support/world.ts';

const database = await testDatabase();
const world = await makeWorld(database, { RATE_LIMIT: '0' });
const { call, alfa, query } = world;
const server = await openMailServer();
afterAll(async () => {
  server.close();
  await world.close();
});
const owner = { ...alfa, query };
const trader = await world.userWith('createQuotes', 'manageB2bQuotes', 'seeMargin');
const boss = await world.userWith('createQuotes', 'manageB2bQuotes', 'seeMargin', 'approveContracts');

const draft = async (cars: readonly number[], changes = {}, as = trader) => {
  const { body } = await call(as, 'POST /quotes/b2b', { body: await b2bDraftOf(owner, cars, changes) });
  return { params: { id: body.id as number }, version: body.version as number };
};
const move = (name: 'issue' | 'accept' | 'withdraw' | 'close' | 'reopen', sent: object, as = trader) =>
  call(as, `POST /quotes/b2b/:id/${name}`, sent);
const issued = async (cars: readonly number[], changes = {}) => {
  const sent = await draft(cars, changes);
  const { status, body } = await move('issue', sent);
  expect([status, body]).toMatchObject([200, { state: 'issued' }]);
  return { params: sent.params, version: body.version as number, body };
};
const states = async (...ids: number[]) => {
  const rows = await query(
    'select state, sale_channel, sale_price::int, buyer from used_cars where id = any($1) order by id',
    [ids],
  );
  return rows.map(({ state, sale_channel, sale_price, buyer }) => [state, sale_channel, sale_price, buyer]);
};

describe('the cars of an accepted offer', () => {
  test('are sold to the trader at their prices, and are back where they were when it is taken back', async () => {
    const cars = [await stockCar(owner), await stockCar(owner, { state: 'restoring' })];
    const offer = await issued(cars);
    expect(offer.body.number).toMatch(/^B-2026-\d{6}$/);
    const accepted = await move('accept', offer);
    expect(accepted.body.state).toBe('accepted');
    const buyer = accepted.body.draft.customer.name;
    expect(await states(...cars)).toEqual(cars.map(() => ['sold', 'b2b', 10_900_00, buyer]));
    const back = await move('withdraw', { params: offer.params, version: accepted.body.version });
    expect(back.body.state).toBe('issued');
    expect((await states(...cars)).map(([state]) => state)).toEqual(['acquired', 'restoring']);
  });

  test('are in no second accepted offer: the later one is refused whole and says which car', async () => {
    const [shared, other] = [await stockCar(owner), await stockCar(owner)];
    const [first, second] = [await issued([shared!]), await issued([other!, shared!])];
    expect((await move('accept', first)).status).toBe(200);
    const refused = await move('accept', second);
    expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining('non è più in vendita')]);
    expect((await states(shared!, other!)).map(([state]) => state)).toEqual(['sold', 'acquired']);
    expect((await call(trader, 'GET /quotes/b2b/:id', { params: second.params })).body.state).toBe('issued');
  });

  test('two acceptances at once: one holds', async () => {
    const cars = [await stockCar(owner), await stockCar(owner)];
    const [first, second] = [await issued(cars), await issued(cars.toReversed())];
    const answers = await Promise.all([move('accept', first), move('accept', second)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect((await states(...cars)).map(([state]) => state)).toEqual(['sold', 'sold']);
  });

  test('are in stock again when the accepted offer is lost; it comes back without them sold', async () => {
    const car = await stockCar(owner);
    const offer = await issued([car]);
    const { version } = (await move('accept', offer)).body;
    const lost = await move('close', { params: offer.params, version, body: { reason: 'price' } });
    expect([lost.body.state, (await states(car))[0]![0]]).toEqual(['closed', 'acquired']);
    const again = await move('reopen', { params: offer.params, version: lost.body.version });
    expect([again.body.state, (await states(car))[0]![0]]).toEqual(['issued', 'acquired']);
  });

  test('a car that is sold meanwhile keeps the draft from being issued, at its row', async () => {
    const car = await stockCar(owner);
    const sent = await draft([car]);
    await query("update used_cars set state = 'sold' where id = $1", [car]);
    const { status, body } = await move('issue', sent);
    expect([status, body.fields]).toEqual([422, { 'cars.0.carId': expect.stringContaining('venduta') }]);
  });
});

test('a price below the minimum is issued by who answers for prices, not by others', async () => {
  const sent = await draft([await stockCar(owner, { b2b_price: null, min_price: 1_100_000 })]);
  const refused = await move('issue', sent);
  expect([refused.status, refused.body.fields['cars.0.price']]).toEqual([
    422,
    expect.stringContaining('sotto il minimo di'),
  ]);
  expect((await move('issue', sent, boss)).body.state).toBe('issued');
});

test('people without the right to quote make no offers, and people without margins see none', async () => {
  const body = await b2bDraftOf(owner);
  const blind = await world.userWith('manageB2bQuotes');
  expect((await call(blind, 'POST /quotes/b2b', { body })).status).toBe(403);
  const offer = await issued([await stockCar(owner)]);
  const read = async (as: typeof blind) => (await call(as, 'GET /quotes/b2b/:id', { params: offer.params })).body;
  expect((await read(trader)).priced.margin.amount).toBe(1_777_05);
  const seen = await read(blind);
  expect([seen.priced.margin, seen.sheet.cars[0].costed]).toEqual([null, null]);
  const { rows } = (await call(blind, 'GET /quotes/b2b')).body;
  expect(rows[0]).not.toHaveProperty('margin');
});

test('the print says what is stored: each car, the totals by regime, the mention of the margin scheme, no margin', async () => {
  const cars = [
    await stockCar(owner),
    await stockCar(owner, { regime: 'iva_exposed', seller_kind: 'vat', purchase_tax_rate: 22 }),
  ];
  const lines = [
    { carId: cars[0]!, price: 10_900_00, regime: 'margin' as const },
    { carId: cars[1]!, price: 12_200_00, regime: 'vat' as const },
  ];
  const offer = await issued(cars, { cars: lines, agencyFee: 122_00 });
  const { priced, number } = offer.body;
  expect(priced.total).toBe(10_900_00 + 12_200_00 + 2 * 71_70 + 2 * 122_00);
  const answer = await call(trader, 'GET /quotes/b2b/:id/document', { params: offer.params });
  const text = pdfText(answer.body).join(' ').replace(/\s+/g, ' ');
  const flat = (cents: number) => money(cents).replace(/\s+/g, ' ');
  const amounts = [
    ...priced.cars.map(({ price }: { price: number }) => price),
    ...priced.regimes.map(({ total }: { total: number }) => total),
    ...priced.expenses.map(({ amount }: { amount: number }) => amount),
    ...[priced.vat, priced.total, 10_000_00, 2_200_00],
  ];
  for (const amount of amounts) expect(text).toContain(flat(amount));
  expect(text).toContain(number);
  expect(text).toContain('Regime del margine – art. 36 D.L. 41/1995');
  expect(text).not.toContain(flat(priced.margin.amount));
  // Drawn once: the same bytes whenever it is asked for.
  const later = await call(trader, 'GET /quotes/b2b/:id/document', { params: offer.params });
  expect(Buffer.compare(later.body, answer.body)).toBe(0);
});

test('services for traders are sold beside the cars and printed; what they cost, and what others sell, stays unseen', async () => {
  const service = async (companyId: number, columns: Record<string, unknown> = {}) => {
    const row = {
      code: `S-${Math.random()}`,
      description: 'Trasporto su bisarca',
      kind: 'other',
      provider: 'dealer',
      usages: ['b2b'],
      price: 122_00,
      cost: 40_00,
      ...columns,
    };
    const keys = Object.keys(row);
    const [{ id }] = await query(
      `insert into services (company_id, ${keys.join()}) values ($1, ${keys.map((_, i) => `$${i + 2}`).join()}) returning id`,
      [companyId, ...Object.values(row)],
    );
    return Number(id);
  };
  const [own, hidden, retail, foreign] = [
    await service(901),
    await service(901, { description: 'Lavorazione interna', printed: false, price: 61_00 }),
    await service(901, { usages: ['used'] }),
    await service(902),
  ];
  const cars = [await stockCar(owner), await stockCar(owner)];
  const offer = await issued(cars, { serviceIds: [own, hidden, retail, foreign] });
  const { priced, sheet } = offer.body;
  expect(
    priced.expenses.map(({ key, amount, cars: n }: { key: string; amount: number; cars: number }) => [key, amount, n]),
  ).toEqual([
    ['transfer', 2 * 71_70, 2],
    [`service-${hidden}`, 2 * 61_00, 2],
    [`service-${own}`, 2 * 122_00, 2],
  ]);
  expect(priced.total).toBe(2 * (10_900_00 + 71_70 + 61_00 + 122_00));
  expect(priced.margin.amount).toBe(2 * (1_777_05 + 100_00 - 40_00 + 50_00 - 40_00));
  expect(sheet.services.map(({ id }: { id: number }) => id)).toEqual([hidden, own]);
  const answer = await call(trader, 'GET /quotes/b2b/:id/document', { params: offer.params });
  const text = pdfText(answer.body).join(' ').replace(/\s+/g, ' ');
  expect(text).toContain('Trasporto su bisarca (IVA 22 %)'.replace(/\s+/g, ' '));
  expect(text).toContain('Altri servizi');
  expect(text).not.toContain('Lavorazione interna');
  const blind = await world.userWith('manageB2bQuotes');
  const seen = (await call(blind, 'GET /quotes/b2b/:id', { params: offer.params })).body;
  expect(seen.sheet.services[0]).not.toHaveProperty('cost');
  const { body: revision } = await call(trader, 'POST /quotes/b2b/:id/revise', { params: offer.params });
  const params = { id: revision.id };
  const without = { ...revision.draft, serviceIds: [] };
  await call(trader, 'PUT /quotes/b2b/:id', { params, version: revision.version, body: without });
  const { body: story } = await call(trader, 'GET /quotes/b2b/:id/timeline', { params });
  expect(JSON.stringify(story.events)).toContain('Trasporto su bisarca');
});

test('a revision takes the place of the offer when it is issued, and never of an accepted one', async () => {
  const offer = await issued([await stockCar(owner)]);
  const revision = (await call(trader, 'POST /quotes/b2b/:id/revise', { params: offer.params })).body;
  expect([revision.number, revision.revision, revision.state]).toEqual([offer.body.number, 2, 'draft']);
  const accepted = await move('accept', offer);
  const refused = await move('issue', { params: { id: revision.id }, version: 1 });
  expect([refused.status, accepted.body.superseded]).toEqual([422, false]);
  await move('withdraw', { params: offer.params, version: accepted.body.version });
  expect((await move('issue', { params: { id: revision.id }, version: 1 })).status).toBe(200);
  const old = (await call(trader, 'GET /quotes/b2b/:id', { params: offer.params })).body;
  expect([old.superseded, old.newest]).toEqual([true, `/quotation/b2b?quote=${revision.id}`]);
});

test('an issued offer goes to the trader by mail with its PDF', async () => {
  const offer = await issued([await stockCar(owner)]);
  const { params } = offer;
  const { draft: letter } = (await call(trader, 'GET /quotes/b2b/:id/sending', { params })).body;
  expect(letter).toMatchObject({ to: 'auto@prova.example.it', subject: expect.stringContaining(offer.body.number) });
  expect(letter.text).toContain('{collegamento}');
  const body = { to: letter.to, subject: letter.subject, text: letter.text, link: true };
  await query('delete from pgboss.job');
  const { status, body: message } = await call(trader, 'POST /quotes/b2b/:id/messages', { params, body });
  expect([status, message]).toMatchObject([201, { address: 'auto@prova.example.it', sentAt: null }]);
  const sent = async () => (await call(trader, 'GET /quotes/b2b/:id/sending', { params })).body.messages[0].sentAt;
  const jobs = await startJobs({ ...database, config: { ...world.config, SMTP_URL: server.url } });
  await expect.poll(sent, { timeout: 15_000 }).not.toBeNull();
  await jobs.stop();
  const [mail] = server.mails as [string];
  expect(mail).toMatch(/^To: auto@prova.example.it\r$/m);
  expect(mail).toMatch(/Content-Type: application\/pdf/);
  const [, token] = /\/offer\/([\w.-]+)/.exec(mail)!;
  expect((await call(null, 'GET /offers', { query: { token } })).body.number).toBe(offer.body.number);
});
