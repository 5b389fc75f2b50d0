import { afterAll, describe, expect, test } from 'vitest';
import { COMMENT_LENGTH, COMMENTS_AT_ONCE, mentionsIn } from '#domain/record/comment-terms.ts';
import { privileges as p } from '#domain/privileges.ts';
import type { TestUser } from '#tests/support/area.ts';
import { testDatabase } from '#tests/support/database.ts';
import { EVERY, makeWorld } from '#tests/support/world.ts';

const database = await testDatabase();
const world = await makeWorld(database);
const { alfa, beta, call, query } = world;
afterAll(() => world.close());

const named = async (name: string, privileges: number[] = EVERY, companyId = 901) => {
  const user = await world.user(companyId, privileges);
  await query('update users set name = $1 where id = $2', [name, user.id]);
  return user;
};
const anna = await named('Anna Conti');
const marta = await named('Marta Sala');
const seller = await named('Luca Neri', [p.createQuotes]);
const bell = async (as: TestUser) => (await call(as, 'GET /notifications', { query: {} })).body.rows;
const quote = async (as = anna) => (await call(as, 'POST /quotes', { body: world.draft(alfa) })).body as { id: number };
const comment = (as: TestUser, id: number, text: string, mentions: number[] = []) =>
  call(as, 'POST /quotes/:id/comments', { params: { id }, body: { text, mentions } });
const read = async (as: TestUser, id: number, query = {}) =>
  (await call(as, 'GET /quotes/:id/comments', { params: { id }, query })).body;

describe('a comment', () => {
  test('tells whom it mentions, with the way to it, and nobody else', async () => {
    const { id } = await quote();
    const { status, body } = await comment(anna, id, 'Da rivedere, @Marta Sala.', [marta.id]);
    expect(status).toBe(201);
    expect(body).toMatchObject({ by: { name: 'Anna Conti' }, mentions: [{ id: marta.id, name: 'Marta Sala' }] });
    expect((await bell(marta))[0]).toMatchObject({
      kind: 'mention',
      text: 'Da rivedere, @Marta Sala.',
      href: expect.stringMatching(new RegExp(`quote=${id}#comments$`)),
    });
    expect(await bell(anna)).toEqual([]);
    expect(await read(marta, id)).toMatchObject({ total: 1, more: false, rows: [{ id: body.id }] });
  });

  test('a comment mentions nobody whose name was taken out of its text again', async () => {
    const { id } = await quote();
    const before = (await bell(marta)).length;
    expect((await comment(anna, id, 'Fatto', [marta.id])).body.mentions).toEqual([]);
    expect((await bell(marta)).length).toBe(before);
  });

  test('mentions only people of the company who see the record', async () => {
    const { id } = await quote();
    const other = await named('Marta Sala', EVERY, 902);
    for (const who of [seller, other])
      expect((await comment(anna, id, '@Luca Neri @Marta Sala', [who.id])).body.fields).toHaveProperty('mentions');
    const { body: offered } = await call(anna, 'GET /quotes/:id/colleagues', { params: { id } });
    const ids = offered.map((one: { id: number }) => one.id);
    expect(ids).toContain(marta.id);
    expect(ids).not.toContain(seller.id);
    expect(ids).not.toContain(other.id);
    expect((await comment(seller, id, 'Anch’io')).status).toBe(403);
  });

  test('has a text of at most 4,000 characters', async () => {
    const { id } = await quote();
    expect((await comment(anna, id, 'a'.repeat(COMMENT_LENGTH + 1))).body.fields).toHaveProperty('text');
    expect((await comment(anna, id, '  ')).body.fields).toHaveProperty('text');
    expect((await comment(anna, id, 'a'.repeat(COMMENT_LENGTH))).status).toBe(201);
  });

  test('stays with all revisions, page by page, and goes with a draft that is deleted', async () => {
    const { id } = await quote();
    for (let n = 1; n <= COMMENTS_AT_ONCE + 2; n++) await comment(anna, id, `n. ${n}`);
    const newest = await read(anna, id);
    expect(newest).toMatchObject({ total: COMMENTS_AT_ONCE + 2, more: true });
    expect(newest.rows.at(-1).text).toBe(`n. ${COMMENTS_AT_ONCE + 2}`);
    const older = await read(anna, id, { before: newest.rows[0].id });
    expect(older.rows.map(({ text }: { text: string }) => text)).toEqual(['n. 1', 'n. 2']);
    await call(anna, 'POST /quotes/:id/issue', { params: { id }, version: 1 });
    const { body: next } = await call(anna, 'POST /quotes/:id/revise', { params: { id } });
    expect((await read(anna, next.id)).total).toBe(COMMENTS_AT_ONCE + 2);
    await call(anna, 'DELETE /quotes/:id', { params: { id: next.id }, version: next.version });
    expect((await read(anna, id)).total).toBe(COMMENTS_AT_ONCE + 2);
    const draft = await quote();
    await comment(anna, draft.id, 'via');
    await call(anna, 'DELETE /quotes/:id', { params: { id: draft.id }, version: 1 });
    expect(await query("select from comments where entity = 'quote' and record_id = $1", [draft.id])).toEqual([]);
  });

  test('loses its text when the customer is erased, wherever it names that person', async () => {
    const data = { type: 'private', firstName: 'Ottavia', lastName: 'Cancellanda' };
    const { id } = (await call(anna, 'POST /customers', { body: data })).body;
    const params = { id };
    const draft = world.draft(alfa, { customer: { id, name: 'Ottavia Cancellanda', type: 'private' } });
    const made = (await call(anna, 'POST /quotes', { body: draft })).body;
    await call(anna, 'POST /customers/:id/comments', { params, body: { text: 'Paga in ritardo', mentions: [] } });
    await comment(anna, made.id, 'Preferisce la mattina, @Marta Sala', [marta.id]);
    const car = { params: { id: alfa.usedCarId } };
    const say = (text: string) => call(anna, 'POST /stock/used/:id/comments', { ...car, body: { text, mentions: [] } });
    await say('Piace a Ottavia Cancellanda');
    await say('Gomme da cambiare');
    const { body: plan } = await call(anna, 'GET /persons/:id/erasure', { params });
    const body = { name: 'Ottavia Cancellanda', reason: 'request' };
    expect((await call(anna, 'POST /persons/:id/erasure', { params, version: plan.version, body })).status).toBe(200);
    const texts = await query("select text from comments where text <> '' and created_at >= now() - interval '1 hour'");
    const kept = (await call(anna, 'GET /stock/used/:id/comments', { ...car, query: {} })).body.rows;
    expect(kept.map(({ text }: { text: string }) => text)).toEqual(['', 'Gomme da cambiare']);
    expect((await call(anna, 'GET /customers/:id/comments', { params, query: {} })).body.rows[0].text).toBe('');
    expect((await read(anna, made.id)).rows[0].text).toBe('');
    expect(JSON.stringify(texts)).not.toMatch(/ritardo|mattina/);
    expect((await bell(marta)).map(({ text }: { text: string }) => text).join()).not.toContain('mattina');
  });

  test('a comment of another company is not there', async () => {
    const { id } = await quote();
    const other = await world.user(beta.companyId, EVERY);
    expect((await comment(other, id, 'Qui')).status).toBe(404);
  });
});

test('a name may hold signs, as an apostrophe, a hyphen, a point or brackets', () => {
  for (const name of [
    "Andrea D'Angelo",
    'Anna Rossi-Bianchi',
    'Sala (Monza) S.p.A.',
    'R&D 12:30 / $1',
    'a|b[c]{d}^*+?\\',
  ])
    expect(mentionsIn(`Per @${name}: oggi`, [name])).toEqual([
      { text: 'Per ' },
      { text: `@${name}`, name },
      { text: ': oggi' },
    ]);
});

test('a longer name wins over one with which it begins', () => {
  const parts = mentionsIn('@Marta Salamone e @Marta Sala, @Marta', ['Marta Sala', 'Marta Salamone']);
  expect(parts.flatMap(({ name }) => name ?? [])).toEqual(['Marta Salamone', 'Marta Sala']);
  expect(parts.map(({ text }) => text).join('')).toBe('@Marta Salamone e @Marta Sala, @Marta');
});
