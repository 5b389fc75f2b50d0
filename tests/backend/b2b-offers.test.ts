import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { b2bDraftOf, stockCar } from '#tests/support/areas/b2b.ts';
import type { TestUser } from '#tests/support/area.ts';
import { testDatabase } from '#tests/support/database.ts';
import { pdfText } from '#tests/support/pdf-text.ts';
import { makeWorld, TODAY } from '#tests/support/world.ts';

const world = await makeWorld(await testDatabase(), { RATE_LIMIT: '0' });
const { call, alfa, query } = world;
afterAll(() => world.close());
const owner = { ...alfa, query };
const seller = await world.userWith('createQuotes', 'manageB2bQuotes', 'seeMargin');
const boss = await world.userWith('createQuotes', 'seeAllQuotes', 'manageB2bQuotes', 'seeMargin', 'approveContracts');
beforeEach(() => {
  world.clock.now = new Date(`${TODAY}T09:00:00Z`);
});

interface Offer {
  params: { id: number };
  version: number;
}
const drafted = async (cars: readonly number[], changes = {}): Promise<Offer> => {
  const { body } = await call(seller, 'POST /quotes/b2b', { body: await b2bDraftOf(owner, cars, changes) });
  return { params: { id: body.id }, version: body.version };
};
const now = async ({ params }: Offer, as = seller) => (await call(as, 'GET /quotes/b2b/:id', { params })).body;
const move = async (name: 'issue' | 'accept' | 'withdraw', offer: Offer, as = seller) =>
  call(as, `POST /quotes/b2b/:id/${name}`, { ...offer, version: (await now(offer)).version });
const stateOf = async (...ids: number[]) =>
  (await query('select state from used_cars where id = any($1) order by id', [ids])).map(({ state }) => state);
const told = async (as: TestUser) =>
  (await call(as, 'GET /notifications')).body.rows.map((row: { kind: string; title: string; href: string }) => row);

async function linked(cars: readonly number[]) {
  const offer = await drafted(cars);
  expect((await move('issue', offer)).status).toBe(200);
  const { url } = (await call(seller, 'POST /quotes/b2b/:id/link', { params: offer.params })).body;
  return { offer, token: url.slice(url.lastIndexOf('/') + 1) as string };
}
const read = (token: string) => call(null, 'GET /offers', { query: { token } });
const accept = (token: string) => call(null, 'POST /offers/accept', { body: { token, name: 'Mario Bianchi' } });

describe('the private link of a wholesale offer', () => {
  test('shows the cars as printed, and neither costs nor who sees them', async () => {
    const { offer, token } = await linked([await stockCar(owner), await stockCar(owner)]);
    const { status, body } = await read(token);
    expect([status, body.kind, body.state, body.cars.length]).toEqual([200, 'b2b_quote', 'open', 2]);
    const pdf = (await call(null, 'GET /offers/document', { query: { token } })).body as Buffer;
    const own = (await call(seller, 'GET /quotes/b2b/:id/document', { params: offer.params })).body as Buffer;
    expect(pdf.equals(own)).toBe(true);
    const text = pdfText(pdf).join(' ').replace(/\s+/g, ' ');
    for (const shown of [body.total, body.number, body.cars[0].plate, body.mentions[0]])
      expect(text).toContain(shown.replace(/\s+/g, ' '));
    expect(JSON.stringify(body)).not.toMatch(/margin"|cost|minimum|approval|privileges/i);
  });

  test('accepted, it stands on the desk of who deals with traders for two weeks', async () => {
    const { offer, token } = await linked([await stockCar(owner)]);
    const desk = async (as: TestUser) =>
      (await call(as, 'GET /quotes/desk')).body.accepted.filter(({ id }: { id: number }) => id === offer.params.id);
    expect(await desk(seller)).toEqual([]);
    await accept(token);
    const { total } = (await now(offer)).priced;
    expect(await desk(seller)).toMatchObject([
      { isB2b: true, state: 'accepted', keysInHand: total, href: `/quotation/b2b?quote=${offer.params.id}` },
    ]);
    expect(await desk(await world.userWith('createQuotes', 'manageOwnQuotes', 'seeAllQuotes'))).toEqual([]);
    world.clock.now = new Date('2026-12-05T09:00:00Z');
    expect(await desk(seller)).toEqual([]);
  });

  test('is one of its own kind: of a quote with the same number it opens nothing, nor does another company revoke it', async () => {
    const { offer, token } = await linked([await stockCar(owner)]);
    const stranger = await world.strangerWith(
      'createQuotes',
      'manageOwnQuotes',
      'seeAllQuotes',
      'manageAllQuotes',
      'manageB2bQuotes',
      'approveContracts',
    );
    expect((await call(stranger, 'DELETE /quotes/b2b/:id/link', { params: offer.params })).status).toBe(404);
    expect((await read(token)).status).toBe(200);
    await call(seller, 'DELETE /quotes/b2b/:id/link', { params: offer.params });
    expect((await read(token)).status).toBe(404);
  });

  test('sells the cars when the trader accepts, once; the seller is told and can take it back', async () => {
    const cars = [await stockCar(owner), await stockCar(owner)];
    const { offer, token } = await linked(cars);
    const both = await Promise.all([accept(token), accept(token)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([204, 409]);
    expect(await stateOf(...cars)).toEqual(['sold', 'sold']);
    const [note] = await told(seller);
    expect(note).toMatchObject({ kind: 'quote_accepted', href: `/quotation/b2b?quote=${offer.params.id}` });
    expect(note.title).toContain('accettato da Mario Bianchi');
    expect((await read(token)).body.state).toBe('accepted');
    await move('withdraw', offer);
    expect([(await read(token)).body.state, await stateOf(...cars)]).toEqual(['open', ['acquired', 'acquired']]);
  });

  test('says that a car is gone, and sells none of the others', async () => {
    const cars = [await stockCar(owner), await stockCar(owner)];
    const { token } = await linked(cars);
    await query("update used_cars set state = 'canceled' where id = $1", [cars[1]]);
    expect((await read(token)).body.state).toBe('sold');
    expect([(await accept(token)).status, (await stateOf(cars[0]!))[0]]).toEqual([409, 'acquired']);
  });

  test('takes questions, which stand in the history until they are answered, and on the desk', async () => {
    const { offer, token } = await linked([await stockCar(owner)]);
    await call(null, 'POST /offers/question', { body: { token, text: 'Seconda chiave?' } });
    await call(null, 'POST /offers/opened', { body: { token } });
    const story = async () =>
      (await call(seller, 'GET /quotes/b2b/:id/timeline', { params: offer.params })).body.events;
    const asked = (await story()).find(({ text }: { text?: string }) => text === 'Seconda chiave?');
    expect(asked.question).toEqual(expect.any(Number));
    expect(await story()).toContainEqual(expect.objectContaining({ who: 'L’operatore', what: 'ha aperto l’offerta' }));
    const desk = async () => (await call(seller, 'GET /quotes/desk')).body.questions;
    expect(await desk()).toContainEqual(
      expect.objectContaining({ text: 'Seconda chiave?', href: `/quotation/b2b?quote=${offer.params.id}` }),
    );
    const body = { to: 'a@b.it', subject: 'Risposta', text: 'Sì', link: false, answers: asked.question };
    expect((await call(seller, 'POST /quotes/b2b/:id/messages', { params: offer.params, body })).status).toBe(201);
    expect((await read(token)).body.questions).toMatchObject([{ answer: 'Sì' }]);
    expect(JSON.stringify(await desk())).not.toContain('Seconda chiave?');
  });
});

describe('a car that is optioned', () => {
  const option = (car: number, by: TestUser, customer: number | null) =>
    query(
      `update used_cars set reserved_by = $2, reserved_for = $3, reserved_until = '${TODAY}T18:00:00Z' where id = $1`,
      [car, by.id, customer],
    );
  const traderOf = async (offer: Offer) => (await now(offer)).draft.customer.id as number;

  test('for this very trader is theirs, whoever of the colleagues holds it', async () => {
    const car = await stockCar(owner);
    const { offer, token } = await linked([car]);
    await option(car, boss, await traderOf(offer));
    expect([(await read(token)).body.state, (await accept(token)).status]).toEqual(['open', 204]);
    expect(await stateOf(car)).toEqual(['sold']);
  });

  test('for another customer is not, even where the seller of the offer holds it; a colleague’s press is refused too', async () => {
    const car = await stockCar(owner);
    const { offer, token } = await linked([car]);
    await option(car, seller, alfa.customerId);
    expect([(await read(token)).body.state, (await accept(token)).status]).toEqual(['sold', 409]);
    const refused = await move('accept', offer, boss);
    expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining('è opzionata da')]);
    expect((await accept(token)).body.message).not.toContain(' da ');
    // Who holds it decides.
    expect((await move('accept', offer)).status).toBe(200);
  });

  test('for nobody named is free for the offers of who holds it, and again when its time is over', async () => {
    const [own, others] = [await stockCar(owner), await stockCar(owner)];
    const [mine, theirs] = [await linked([own]), await linked([others])];
    await option(own, seller, null);
    await option(others, boss, null);
    expect([(await accept(mine.token)).status, (await accept(theirs.token)).status]).toEqual([204, 409]);
    world.clock.now = new Date(`${TODAY}T18:00:01Z`);
    expect((await accept(theirs.token)).status).toBe(204);
  });
});

describe('a price past the limit', () => {
  const cheap = async () => drafted([await stockCar(owner, { b2b_price: null, min_price: 12_000_00 })]);
  const ask = async (offer: Offer, as = seller) =>
    call(as, 'POST /quotes/b2b/:id/approvals', {
      ...offer,
      version: (await now(offer)).version,
      body: { reason: 'stock' },
    });
  const decide = async (offer: Offer, name: 'grant' | 'refuse' | 'withdraw', as: TestUser, body?: object) => {
    const { approval } = (await now(offer)).sheet;
    return call(as, `POST /approvals/:id/${name}`, {
      params: { id: approval.id },
      version: approval.version,
      ...(body && { body }),
    });
  };

  test('is asked for, decided by who may, and then issued; both are told', async () => {
    const offer = await cheap();
    expect((await move('issue', offer)).body.fields['cars.0.price']).toContain('chiedere l’autorizzazione');
    expect((await ask(offer)).body.sheet.approval).toMatchObject({ state: 'asked', reason: 'stock' });
    expect((await ask(offer)).status).toBe(409);
    expect((await move('issue', offer)).body.fields['cars.0.price']).toContain('in attesa');
    expect((await told(boss))[0]).toMatchObject({ kind: 'approval_asked' });
    const rows = (await call(boss, 'GET /approvals', { query: { state: 'asked' } })).body;
    expect(rows).toContainEqual(
      expect.objectContaining({
        b2bQuoteId: offer.params.id,
        decidable: true,
        href: `/quotation/b2b?quote=${offer.params.id}`,
      }),
    );
    expect((await decide(offer, 'grant', seller)).status).toBe(403);
    expect((await decide(offer, 'grant', boss)).status).toBe(200);
    expect((await told(seller))[0]).toMatchObject({
      kind: 'approval_decided',
      href: `/quotation/b2b?quote=${offer.params.id}`,
    });
    const issued = await move('issue', offer);
    expect([issued.status, issued.body.sheet.approval.decidedBy]).toEqual([200, expect.any(String)]);
    const { events } = (await call(seller, 'GET /quotes/b2b/:id/timeline', { params: offer.params })).body;
    const what = events.map((event: { what: string }) => event.what);
    expect(what).toEqual(expect.arrayContaining(['ha chiesto un prezzo oltre il limite', 'ha autorizzato lo sconto']));
  });

  test('refused stays in until it is higher; a lower one takes a grant down', async () => {
    const offer = await cheap();
    await ask(offer);
    await decide(offer, 'refuse', boss, { reason: 'margin' });
    expect((await move('issue', offer)).body.fields['cars.0.price']).toContain('rifiutato');
    await ask(offer);
    await decide(offer, 'grant', boss);
    const before = await now(offer);
    const cars = before.draft.cars.map((line: { price: number }) => ({ ...line, price: line.price - 1 }));
    const saved = await call(seller, 'PUT /quotes/b2b/:id', {
      params: offer.params,
      version: before.version,
      body: { ...before.draft, cars },
    });
    expect(saved.status).toBe(200);
    expect((await now(offer)).sheet.approval.state).not.toBe('granted');
    expect((await move('issue', offer)).status).toBe(422);
    const states = await query('select state, sentence from approvals where b2b_quote_id = $1 order by id', [
      offer.params.id,
    ]);
    expect(states.at(-1)).toEqual({ state: 'void', sentence: 'il prezzo di un’auto è sceso' });
  });

  test('is nothing for who has no part in wholesale, and goes with a deleted draft', async () => {
    const offer = await cheap();
    await ask(offer);
    const retail = await world.userWith(
      'createQuotes',
      'manageOwnQuotes',
      'seeAllQuotes',
      'manageAllQuotes',
      'seeMargin',
      'approveContracts',
    );
    expect((await decide(offer, 'grant', retail)).status).toBe(403);
    const rows = (await call(retail, 'GET /approvals')).body as { b2bQuoteId: number | null }[];
    expect(rows.some(({ b2bQuoteId }) => b2bQuoteId !== null)).toBe(false);
    expect((await ask(offer, retail)).status).toBe(403);
    const { version } = await now(offer);
    expect((await call(seller, 'DELETE /quotes/b2b/:id', { params: offer.params, version })).status).toBe(204);
    expect(await query('select from approvals where b2b_quote_id = $1', [offer.params.id])).toEqual([]);
  });
});

test('a car that leaves the country is in the stock at its net price: its margin bears no VAT', async () => {
  const car = await stockCar(owner, {
    regime: 'iva_exposed',
    seller_kind: 'vat',
    purchase_tax_rate: 22,
    purchase_cost: 9_760_00,
    b2b_price: 12_200_00,
  });
  const cars = [{ carId: car, price: 10_000_00, regime: 'export' as const }];
  const offer = await drafted([car], { cars, transfer: 'export' });
  const { id } = (await now(offer)).draft.customer;
  const issued = await move('issue', offer);
  expect(issued.body.fields).toEqual({ customer: expect.stringContaining('il paese del cliente è Italia') });
  await query("update customers set country = 'CH', city = 'Zürich', address = 'Bahnhofstrasse 1' where id = $1", [id]);
  const saved = await now(offer);
  await call(seller, 'PUT /quotes/b2b/:id', { ...offer, version: saved.version, body: saved.draft });
  expect((await move('issue', offer)).status).toBe(200);
  const printed = await call(seller, 'GET /quotes/b2b/:id/document', { params: offer.params });
  expect(pdfText(printed.body).join(' ').replace(/\s+/g, ' ')).toContain('Svizzera');
  const accepted = await move('accept', offer);
  expect(accepted.body.priced.margin.amount).toBe(1_400_00);
  const keeper = await world.userWith('seeStock', 'manageStock');
  const { body } = await call(keeper, 'GET /stock/used/:id', { params: { id: car } });
  expect(body.sale).toMatchObject({ price: 10_000_00, regime: 'export' });
  expect(body.margin).toEqual({ sale: 10_000_00, vat: 0, cost: 8_600_00, net: 1_400_00 });
});
