import { afterAll, expect, test } from 'vitest';
import { b2bDraftOf } from '#tests/support/areas/b2b.ts';
import { leadOf } from '#tests/support/areas/leads.ts';
import { testDatabase } from '#tests/support/database.ts';
import type { TestUser } from '#tests/support/area.ts';
import { makeWorld } from '#tests/support/world.ts';

const world = await makeWorld(await testDatabase());
const { alfa, call, clock, draft } = world;
afterAll(() => world.close());

const seller = await world.userWith('createQuotes', 'manageOwnQuotes');
const colleague = await world.userWith('createQuotes', 'manageOwnQuotes');
const director = await world.userWith('seeAllQuotes', 'manageAllQuotes', 'seeMargin');
const made = async (as: TestUser, percent = 0) => {
  const customDiscounts = percent ? [{ label: '', amount: null, percent }] : [];
  return (await call(as, 'POST /quotes', { body: draft(alfa, { customDiscounts }) })).body;
};
const issued = async (as: TestUser, percent = 0) => {
  const { id, version } = await made(as, percent);
  return (await call(as, 'POST /quotes/:id/issue', { params: { id }, version })).body;
};
const desk = async (as: TestUser) => (await call(as, 'GET /quotes/desk')).body;
const ids = (rows: { id: number }[]) => rows.map(({ id }) => id);
const DAY = 86_400_000;

test('a seller has the own drafts, what expires with the telephone and the reading, acceptances and open questions', async () => {
  const start = clock.now;
  const soon = await issued(seller);
  const theirs = await issued(colleague);
  clock.now = new Date(start.getTime() + 7 * DAY);
  const [won, mine] = [await issued(seller), await made(seller)];
  await call(seller, 'POST /quotes/:id/accept', { params: { id: won.id }, version: won.version });
  const { url } = (await call(seller, 'POST /quotes/:id/link', { params: { id: soon.id } })).body;
  const token = url.slice(url.lastIndexOf('/') + 1);
  await call(null, 'POST /offers/opened', { body: { token } });
  await call(null, 'POST /offers/question', { body: { token, text: 'Si può avere blu?' } });

  const own = await desk(seller);
  expect(ids(own.expiring)).toEqual([soon.id]);
  expect(own.expiring[0]).toMatchObject({ readAt: expect.stringMatching(/^2026-11-27/) });
  expect(own.expiring[0]).toHaveProperty('phone');
  expect(own.expiring[0].silent).toBe(false);
  expect(ids(own.drafts)).toEqual([mine.id]);
  expect(own.accepted).toMatchObject([{ id: won.id, acceptedAt: expect.stringMatching(/^2026-11-27/) }]);
  expect(own.questions).toMatchObject([{ id: soon.id, text: 'Si può avere blu?' }]);
  expect(own.lead).toBeNull();
  expect(JSON.stringify(own)).not.toContain('margin');
  expect(ids((await desk(director)).expiring)).toEqual([soon.id, theirs.id]);

  // Who has asked for quiet on a lead is not to be called from here either.
  const quiet = { ...leadOf({ email: null, quiet: true, customerId: alfa.customerId }), assigneeId: null };
  const leads = await world.userWith('seeAllLeads', 'manageAllLeads');
  expect((await call(leads, 'POST /leads', { body: quiet })).status).toBe(201);
  expect((await desk(seller)).expiring[0].silent).toBe(true);

  const mail = { to: 'cliente@prova.example.it', subject: 'Risposta', text: 'Sì, blu.', link: false };
  await call(seller, 'POST /quotes/:id/messages', { params: { id: soon.id }, body: mail });
  expect((await desk(seller)).questions).toEqual([]);
  // As many as wait, so that none of them does so unseen.
  const long = 'Con il tetto nero? '.repeat(30);
  for (let n = 0; n < 7; n += 1) {
    const { id } = await issued(seller);
    const link = (await call(seller, 'POST /quotes/:id/link', { params: { id } })).body.url as string;
    await call(null, 'POST /offers/question', { body: { token: link.slice(link.lastIndexOf('/') + 1), text: long } });
  }
  const waiting: { text: string }[] = (await desk(seller)).questions;
  expect(waiting.map(({ text }) => text)).toEqual(Array.from({ length: 7 }, () => long.slice(0, 300)));
  clock.now = start;
});

test('people who see margins have the week of every seller, from Monday, and what is open at a loss', async () => {
  // A Monday; what was issued on the Sunday before is of another week.
  clock.now = new Date('2026-12-06T10:00:00Z');
  await issued(seller, 2);
  clock.now = new Date('2026-12-07T10:00:00Z');
  const before = (await desk(director)).lead;
  expect(before).toMatchObject({ from: '2026-12-07', week: [] });
  const quotes = [await issued(seller, 2), await issued(seller, 4)];
  await made(colleague, 60);
  const { lead } = await desk(director);
  expect(lead.losses).toBe(before.losses + 1);
  const value = quotes.reduce((sum, { priced }) => sum + priced.keysInHand, 0);
  expect(lead.week).toMatchObject([{ sellerId: seller.id, issued: 2, value, losses: 0, discountPercent: 3 }]);
  expect(lead.now).toMatchObject({ issued: 2, value, discountPercent: 3 });
  expect(lead).not.toHaveProperty('b2bLosses');
  // On Tuesday of the next week the one before counts up to its Tuesday.
  clock.now = new Date('2026-12-10T10:00:00Z');
  await issued(seller, 4);
  clock.now = new Date('2026-12-15T10:00:00Z');
  const later = (await desk(director)).lead;
  expect([later.now.issued, later.before]).toMatchObject([0, { issued: 2, value, discountPercent: 3 }]);
  clock.now = new Date('2026-12-07T10:00:00Z');
});

test('people who deal with traders have their open offers at a loss counted, too', async () => {
  const wholesaler = await world.userWith('createQuotes', 'manageAllQuotes', 'manageB2bQuotes', 'seeMargin');
  const before = (await desk(wholesaler)).lead.b2bLosses;
  const body = await b2bDraftOf({ ...alfa, query: world.query });
  const cars = body.cars.map((car) => ({ ...car, price: 1_000_00 }));
  const made = await call(wholesaler, 'POST /quotes/b2b', { body: { ...body, cars } });
  expect(made.status).toBe(201);
  expect((await desk(wholesaler)).lead.b2bLosses).toBe(before + 1);
});

test('sums of a list stand apart by state: never drafts and lost together, margins only for who sees them', async () => {
  const own = await world.userWith('createQuotes', 'manageOwnQuotes');
  const one = await made(own, 2);
  const lost = await issued(own, 4);
  await call(own, 'POST /quotes/:id/close', {
    params: { id: lost.id },
    version: lost.version,
    body: { reason: 'price', note: '' },
  });
  const sums = async (as: TestUser) =>
    (await call(as, 'GET /quotes', { query: { sellerId: own.id } })).body.sums as { state: string }[];
  const rows = (await call(director, 'GET /quotes', { query: { sellerId: own.id } })).body.rows as {
    id: number;
    keysInHand: number;
    margin: number;
  }[];
  const of = (id: number) => rows.find((row) => row.id === id)!;
  expect(await sums(director)).toEqual([
    { state: 'closed', count: 1, keysInHand: of(lost.id).keysInHand, margin: of(lost.id).margin, discountPercent: 4 },
    { state: 'draft', count: 1, keysInHand: of(one.id).keysInHand, margin: of(one.id).margin, discountPercent: 2 },
  ]);
  for (const sum of await sums(own)) expect(Object.keys(sum).toSorted()).toEqual(['count', 'keysInHand', 'state']);
});

test('the discount of a quote is listed, ordered and filtered for who may see margins, and nobody else learns of it', async () => {
  const [little, much] = [await made(colleague, 1), await made(colleague, 5)];
  const list = async (as: TestUser, query: object) =>
    (await call(as, 'GET /quotes', { query: { limit: 50, sellerId: colleague.id, state: 'draft', ...query } })).body
      .rows as { id: number; discountPercent?: number; discount?: number }[];
  const found = await list(director, { sort: 'discountPercent', dir: 'asc', discountFrom: 1, discountTo: 5 });
  expect(found.map(({ id, discountPercent }) => [id, discountPercent])).toEqual([
    [little.id, 1],
    [much.id, 5],
  ]);
  expect(found[1]!.discount).toBeGreaterThan(0);
  const follower = await world.userWith('seeAllQuotes');
  const plain = await list(follower, {});
  expect(ids(await list(follower, { discountFrom: 4 }))).toEqual(ids(plain));
  expect(ids(await list(follower, { sort: 'discountPercent', dir: 'asc' }))).toEqual(ids(plain));
  expect(JSON.stringify(plain)).not.toContain('discount');
});

test('quotes are filtered by the days on which they were issued, whenever they were begun', async () => {
  clock.now = new Date('2026-12-10T10:00:00Z');
  const { id, version } = await made(colleague);
  clock.now = new Date('2026-12-12T10:00:00Z');
  await call(colleague, 'POST /quotes/:id/issue', { params: { id }, version });
  const found = async (query: Record<string, unknown>) =>
    ids((await call(director, 'GET /quotes', { query })).body.rows);
  expect(await found({ issuedFrom: '2026-12-12', issuedTo: '2026-12-12' })).toEqual([id]);
  expect(await found({ from: '2026-12-10', to: '2026-12-10' })).toContain(id);
  expect(await found({ from: '2026-12-12' })).toEqual([]);
});
