import { afterAll, expect, test } from 'vitest';
import { testDatabase } from '#tests/support/database.ts';
import { EVERY, makeWorld } from '#tests/support/world.ts';

const world = await makeWorld(await testDatabase());
const { alfa, call, query } = world;
afterAll(() => world.close());
const seller = await world.user(901, EVERY);

async function issued(changes: object = {}) {
  const { id } = (await call(seller, 'POST /quotes', { body: { ...world.draft(alfa), ...changes } })).body;
  return (await call(seller, 'POST /quotes/:id/issue', { params: { id }, version: 1 })).body;
}
const of = async (name: 'difference' | 'today' | 'timeline' | 'sending', id: number) =>
  (await call(seller, `GET /quotes/:id/${name}`, { params: { id } })).body;
const tokenFor = async (id: number) => {
  const { url } = (await call(seller, 'POST /quotes/:id/link', { params: { id } })).body as { url: string };
  return url.slice(url.lastIndexOf('/') + 1);
};

test('a revision says what it changes of the issued one before it, in its draft too; the first says nothing', async () => {
  const first = await issued();
  expect(await of('difference', first.id)).toEqual({ difference: null });
  const next = (await call(seller, 'POST /quotes/:id/revise', { params: { id: first.id } })).body;
  expect(next.newest).toBe(first.href);
  const draft = { ...next.draft, optionIds: [world.car.options.red], notes: 'Consegna a maggio' };
  const saved = await call(seller, 'PUT /quotes/:id', { params: { id: next.id }, version: next.version, body: draft });
  const told = (await of('difference', next.id)).difference;
  expect(told).toMatchObject({ revision: 1, from: first.priced.keysInHand });
  expect(told.changes).toHaveLength(1);
  expect(told.to - told.from).toBe(told.changes[0].to);
  expect(told.words).toEqual([{ field: 'Note', from: '—', to: 'Consegna a maggio' }]);
  await call(seller, 'POST /quotes/:id/issue', { params: { id: next.id }, version: saved.body.version });
  expect((await of('difference', next.id)).difference).toEqual(told);
  const { revisions } = await of('timeline', next.id);
  expect(revisions.map((one: { revision: number; superseded: boolean }) => [one.revision, one.superseded])).toEqual([
    [2, false],
    [1, true],
  ]);
});

test('an issued quote says what today’s prices would change, and nothing while they are the same', async () => {
  const quote = await issued({ accessoryIds: [alfa.accessoryId] });
  expect(await of('today', quote.id)).toEqual({ repriced: null, total: null });
  await query('update accessories set price = price + 5000 where id = $1', [alfa.accessoryId]);
  const { repriced } = await of('today', quote.id);
  expect(repriced).toMatchObject({ from: quote.priced.keysInHand, to: quote.priced.keysInHand + 50_00 });
  expect(repriced.changes).toHaveLength(1);
  expect(repriced.changes[0].to - repriced.changes[0].from).toBe(50_00);
  const { id } = (await call(seller, 'POST /quotes', { body: world.draft(alfa) })).body;
  expect(await of('today', id)).toEqual({ repriced: null, total: null });
});

test('the history holds what was written, a question until it is answered, and the answer reaches the page of the link', async () => {
  const quote = await issued();
  const text = 'Ciao, eccolo: {collegamento}';
  const made = await call(seller, 'POST /quotes/:id/link', { params: { id: quote.id }, body: { text } });
  const token = (made.body.url as string).slice(made.body.url.lastIndexOf('/') + 1);
  await call(null, 'POST /offers/question', { body: { token, text: 'C’è in blu?' } });
  const events = async () => (await of('timeline', quote.id)).events;
  const [asked, prepared] = await events();
  expect(asked).toMatchObject({ text: 'C’è in blu?', question: expect.any(Number) });
  expect(prepared).toMatchObject({
    what: expect.stringContaining('WhatsApp'),
    text: 'Ciao, eccolo: [collegamento privato]',
  });
  const body = { to: 'c@prova.example.it', subject: 'Risposta', text: 'Sì, a febbraio.', link: false };
  const answer = (answers: number) =>
    call(seller, 'POST /quotes/:id/messages', { params: { id: quote.id }, body: { ...body, answers } });
  expect((await answer(asked.question)).body).toMatchObject({ answers: asked.question, channel: 'mail' });
  const [answered, question] = await events();
  expect(answered).toMatchObject({ what: expect.stringContaining('ha risposto'), text: 'Sì, a febbraio.' });
  expect(question).not.toHaveProperty('question');
  const { questions } = (await call(null, 'GET /offers', { query: { token } })).body;
  expect(questions).toMatchObject([{ text: 'C’è in blu?', answer: 'Sì, a febbraio.' }]);
});

test('only a question about this quote is answered', async () => {
  const [one, other] = [await issued(), await issued()];
  await call(null, 'POST /offers/question', { body: { token: await tokenFor(other.id), text: 'Quando?' } });
  const [{ id: question }] = (await of('sending', other.id)).messages;
  const body = { to: 'c@prova.example.it', subject: 'Risposta', text: 'Presto', link: false };
  for (const answers of [question, 999_999]) {
    const sent = await call(seller, 'POST /quotes/:id/messages', {
      params: { id: one.id },
      body: { ...body, answers },
    });
    expect([sent.status, sent.body.fields]).toEqual([422, { answers: expect.any(String) }]);
  }
});

test('the customer is reached as they are now', async () => {
  const quote = await issued();
  await query("update customers set phone = '+393331112223' where id = $1", [alfa.customerId]);
  expect((await call(seller, 'GET /quotes/:id', { params: { id: quote.id } })).body.contact.phone).toBe(
    '+393331112223',
  );
  const stranger = await world.user(902, EVERY);
  for (const name of ['difference', 'today'] as const)
    expect((await call(stranger, `GET /quotes/:id/${name}`, { params: { id: quote.id } })).status).toBe(404);
});
