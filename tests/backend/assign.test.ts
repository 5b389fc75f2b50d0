import { afterAll, expect, test } from 'vitest';
import type { TestUser } from '#tests/support/area.ts';
import { testDatabase } from '#tests/support/database.ts';
import { pdfText } from '#tests/support/pdf-text.ts';
import { makeWorld } from '#tests/support/world.ts';

const world = await makeWorld(await testDatabase());
const { alfa, call, draft, query } = world;
afterAll(() => world.close());

const giulia = await world.userWith('createQuotes', 'manageOwnQuotes');
const davide = await world.userWith('createQuotes', 'manageOwnQuotes');
const director = await world.userWith('createQuotes', 'manageOwnQuotes', 'seeAllQuotes', 'manageAllQuotes');
const made = async (as = giulia) => (await call(as, 'POST /quotes', { body: draft(alfa) })).body;
const issued = async () => {
  const { id, version } = await made();
  return (await call(giulia, 'POST /quotes/:id/issue', { params: { id }, version })).body;
};
interface Row {
  id: number;
  version: number;
  sellerId: number;
}
const assign = (rows: Row[], as: TestUser = director) => call(as, 'POST /quotes/assign', { body: { rows } });
const to = ({ id, version }: { id: number; version: number }, { id: sellerId }: { id: number }): Row => ({
  id,
  version,
  sellerId,
});

test('quotes go to another seller with their history, who is told once; the way back is the same call', async () => {
  const first = await issued();
  const { id, version } = (await call(giulia, 'POST /quotes/:id/revise', { params: { id: first.id } })).body;
  const revision = (await call(giulia, 'POST /quotes/:id/issue', { params: { id }, version })).body;
  const other = await made();
  expect((await call(davide, 'GET /quotes/:id', { params: { id } })).status).toBe(403);

  const { results } = (await assign([to(revision, davide), to(other, davide)])).body;
  expect(results).toEqual([
    { id, outcome: 'done', version: revision.version + 1, from: giulia.id, why: null },
    { id: other.id, outcome: 'done', version: other.version + 1, from: giulia.id, why: null },
  ]);
  for (const each of [id, first.id, other.id])
    expect((await call(davide, 'GET /quotes/:id', { params: { id: each } })).body.seller.id).toBe(davide.id);
  expect((await call(giulia, 'GET /quotes/:id', { params: { id } })).status).toBe(403);
  const told = await query('select kind, title from notifications where user_id = $1', [davide.id]);
  expect(told).toEqual([{ kind: 'quote_assigned', title: expect.stringContaining('affida 2 preventivi') }]);
  const { events } = (await call(davide, 'GET /quotes/:id/timeline', { params: { id } })).body;
  expect(events[0]).toMatchObject({ what: 'ha assegnato il preventivo', changes: [{ field: 'Venditore' }] });

  const back = results.map((row: Row & { from: number }) => ({ id: row.id, version: row.version, sellerId: row.from }));
  expect((await assign(back)).body.results.map(({ outcome }: { outcome: string }) => outcome)).toEqual([
    'done',
    'done',
  ]);
  expect((await call(giulia, 'GET /quotes/:id', { params: { id: first.id } })).status).toBe(200);
});

test('mails and the private link name who follows the quote now, the document who issued it', async () => {
  const quote = await issued();
  const [before, after] = (
    await query('select name from users where id = any($1) order by id', [[giulia.id, davide.id]])
  ).map(({ name }) => name);
  await assign([to(quote, davide)]);
  const params = { id: quote.id };
  const { draft: mail } = (await call(davide, 'GET /quotes/:id/sending', { params })).body;
  expect([mail.text.includes(after), mail.text.includes(before)]).toEqual([true, false]);
  const { url } = (await call(davide, 'POST /quotes/:id/link', { params })).body;
  const token = url.slice(url.lastIndexOf('/') + 1);
  expect((await call(null, 'GET /offers', { query: { token } })).body.seller.name).toBe(after);
  const text = pdfText((await call(null, 'GET /offers/document', { query: { token } })).body).join(' ');
  expect([text.includes(before), text.includes(after)]).toEqual([true, false]);
});

test('each row has its result: what cannot be given keeps no other from it', async () => {
  const [good, stale, mine] = [await made(), await made(), await made(davide)];
  const lost = await issued();
  const why = { params: { id: lost.id }, version: lost.version, body: { reason: 'price' } };
  const closed = (await call(giulia, 'POST /quotes/:id/close', why)).body;
  const reception = await world.userWith('seeCustomers');
  const stranger = await world.strangerWith('createQuotes', 'manageOwnQuotes');
  const [one, two] = [await made(), await made()];
  const { results } = (
    await assign([
      ...[to(good, davide), { ...to(stale, davide), version: 9 }, to(mine, davide), to(closed, davide)],
      ...[to(one, reception), to(two, stranger), { id: 999_999_999, version: 1, sellerId: davide.id }],
    ])
  ).body;
  expect(results.map(({ outcome }: { outcome: string }) => outcome)).toEqual([
    ...['done', 'stale', 'done', 'refused', 'nobody', 'nobody', 'missing'],
  ]);
  expect(results[2].version).toBe(mine.version);
  expect(results[3].why).toBe('Il preventivo è perso: riaprirlo prima di assegnarlo.');
  expect((await call(giulia, 'GET /quotes/:id', { params: { id: stale.id } })).body.seller.id).toBe(giulia.id);
});

test('only who manages all quotes assigns, to colleagues who make quotes', async () => {
  const quote = await made();
  const follower = await world.userWith('createQuotes', 'manageOwnQuotes', 'seeAllQuotes');
  expect((await assign([to(quote, davide)], follower)).status).toBe(403);
  expect((await assign([to(quote, davide)], giulia)).status).toBe(403);
  const people = (await call(director, 'GET /quotes/assignees')).body.map(({ id }: { id: number }) => id);
  expect(people).toEqual(expect.arrayContaining([giulia.id, davide.id]));
  await query('update users set archived_at = now() where id = $1', [davide.id]);
  expect((await assign([to(quote, davide)])).body.results[0].outcome).toBe('nobody');
});
