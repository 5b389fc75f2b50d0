import { afterAll, expect, test } from 'vitest';
import { money } from '#domain/italian.ts';
import { testDatabase } from '#tests/support/database.ts';
import { pdfText } from '#tests/support/pdf-text.ts';
import { valuationOf } from '#tests/support/areas/valuations.ts';
import { EVERY, makeWorld } from '#tests/support/world.ts';

const world = await makeWorld(await testDatabase());
const { alfa, beta, call } = world;
afterAll(() => world.close());
const seller = await world.user(901, EVERY);
const drafted = async (changes: object = {}) =>
  (await call(seller, 'POST /quotes', { body: { ...world.draft(alfa), ...changes } })).body;
const compared = (ids: unknown[]) => call(seller, 'GET /quotes/comparison', { query: { ids: ids.join(',') } });

test('a comparison is one landscape page that says what each quote says, drafts and issued ones', async () => {
  const first = await drafted({ optionIds: [world.car.options.red] });
  const issued = (await call(seller, 'POST /quotes/:id/issue', { params: { id: first.id }, version: 1 })).body;
  const draft = await drafted({ deposit: 1_000_00 });
  const { status, body, headers } = await compared([issued.id, draft.id]);
  expect([status, headers.get('content-type')]).toEqual([200, 'application/pdf']);
  const file = body as Buffer;
  const [, width, height] = /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(file.toString('latin1'))!;
  expect(Number(width)).toBeGreaterThan(Number(height));
  const pages = pdfText(file);
  expect(pages).toHaveLength(1);
  const text = pages[0]!.replace(/\s+/g, ' ');
  for (const said of [issued.number, `Bozza ${draft.id}`, money(issued.priced.keysInHand), money(-1_000_00)])
    expect(text).toContain(said.replace(/\s+/g, ' '));
});

test('it holds one to three quotes, and none of another company', async () => {
  const { id } = await drafted();
  for (const ids of [[], ['x'], [0], [1, 2, 3, 4]]) expect((await compared(ids)).status).toBe(422);
  expect((await compared([id, 999_999])).status).toBe(404);
  const stranger = await world.user(902, EVERY);
  const foreign = (await call(stranger, 'POST /quotes', { body: world.draft(beta) })).body;
  expect((await compared([id, foreign.id])).status).toBe(404);
});

test('a person written in other letters stands on every paper as on their identity paper', async () => {
  const who = { type: 'private', firstName: '伟', lastName: '王', latinName: 'Wang Wei' };
  const { id } = (await call(seller, 'POST /customers', { body: who })).body;
  const read = async (asked: ReturnType<typeof call>) =>
    pdfText(Buffer.from((await asked).body as Buffer))
      .join(' ')
      .replace(/\s+/g, ' ');
  const quote = await drafted({ customer: { id, name: '伟 王', type: 'private' } });
  const valued = await call(seller, 'POST /valuations', { body: valuationOf({ plate: 'HZ401VV', customerId: id }) });
  const papers = [
    compared([quote.id]),
    call(seller, 'GET /quotes/:id/document', { params: { id: quote.id } }),
    call(seller, 'GET /valuations/:id/document', { params: { id: valued.body.id } }),
    call(seller, 'GET /signatures/people/:id/declaration', { params: { id } }),
  ];
  for (const paper of papers) {
    const text = await read(paper);
    expect(text).toContain('Wang Wei');
    expect(text).not.toContain('□');
  }
});
