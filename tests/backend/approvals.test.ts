import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import fc from 'fast-check';
import { testDatabase } from '#tests/support/database.ts';
import type { TestUser } from '#tests/support/area.ts';
import { aTradeIn } from '#tests/support/price-sheet.ts';
import { rounds } from '#tests/support/rounds.ts';
import { EVERY, makeWorld } from '#tests/support/world.ts';

const world = await makeWorld(await testDatabase(), { RATE_LIMIT: '0' });
const { alfa, call, draft, query } = world;
afterAll(() => world.close());

const SELLER = [13, 14, 20];
const DIRECTOR = [13, 14, 15, 16, 33, 38];
const inRole = async (privileges: number[], role: string) => {
  const user = await world.user(901, privileges);
  await query('update users set role_name = $2 where id = $1', [user.id, role]);
  return user;
};
const seller = await inRole(SELLER, 'Venditore');
const director = await inRole(DIRECTOR, 'Direttore commerciale');
const head = await inRole([13, 14, 15, 16, 38], 'Responsabile vendite');

const body = (percent: number, changes = {}) =>
  draft(alfa, { customDiscounts: [{ label: '', amount: null, percent }], ...changes });
let id = 0;
beforeEach(async () => {
  id = (await call(seller, 'POST /quotes', { body: body(20) })).body.id;
});
const read = async () => (await call(director, 'GET /quotes/:id', { params: { id } })).body;
const save = async (as: TestUser, draftNow: object) =>
  call(as, 'PUT /quotes/:id', { params: { id }, version: (await read()).version, body: draftNow });
const issue = async (as: TestUser) =>
  call(as, 'POST /quotes/:id/issue', { params: { id }, version: (await read()).version });
const ask = async (as = seller, reason: object = { reason: 'fleet' }) =>
  call(as, 'POST /quotes/:id/approvals', { params: { id }, version: (await read()).version, body: reason });
const decide = async (as: TestUser, move: 'grant' | 'refuse' | 'withdraw', why?: object) => {
  const { approval } = await read();
  return call(as, `POST /approvals/:id/${move}`, {
    params: { id: approval.id },
    version: approval.version,
    ...(why && { body: why }),
  });
};

describe('a discount past the cap', () => {
  test('is not issued until somebody who may has granted it; the history says who', async () => {
    const refused = await issue(seller);
    expect([refused.status, refused.body.fields]).toEqual([
      422,
      { customDiscounts: expect.stringMatching(/limite del 5\s%/) },
    ]);
    expect((await ask()).body.approval).toMatchObject({ state: 'asked', percent: 20, cap: 5, reason: 'fleet' });
    expect((await issue(seller)).body.fields.customDiscounts).toContain('in attesa');
    expect((await decide(director, 'grant')).status).toBe(200);
    expect((await issue(seller)).status).toBe(200);
    const { events } = (await call(seller, 'GET /quotes/:id/timeline', { params: { id } })).body;
    const said = events.map(({ who, what }: { who: string; what: string }) => [who, what]);
    const name = (await query('select name from users where id = $1', [director.id]))[0].name;
    expect(said).toContainEqual([name, 'ha autorizzato lo sconto']);
    expect(said.map(([, what]: string[]) => what)).toContain('ha chiesto uno sconto oltre il limite');
  });

  test('a discount that was granted counts as within the cap in the contract of the quote', async () => {
    await ask();
    await decide(director, 'grant');
    await issue(seller);
    const office = await world.user(901, EVERY);
    const made = await call(office, 'POST /contracts', { body: { quoteId: id } });
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    const [kept] = await query('select within_cap from contracts where id = $1', [made.body.id]);
    expect(kept.within_cap).toBe(true);
    // The reason for which it was granted is not asked for again.
    expect(made.body.overrideReason).toMatch(/^Sconto autorizzato da .+: .{3}/);
    // It answers for no other discount, and for no margin below the floor.
    const params = { id: made.body.id };
    const { version, draft: agreed } = (await call(office, 'GET /contracts/:id/price', { params })).body;
    const dearer = { ...agreed, customDiscounts: [{ label: '', amount: null, percent: 30 }] };
    const put = await call(office, 'PUT /contracts/:id/price', { params, version, body: { draft: dearer } });
    expect([put.status, put.body.overrideReason]).toEqual([200, '']);
  });

  test('binds a token like its maker, whose own request it cannot grant either', async () => {
    const privileges = [13, 14, 15, 16, 26, 33, 38];
    const manager = await inRole(privileges, 'Venditore');
    const scopes = privileges.filter((one) => one !== 26 && one !== 38);
    const made = await call(manager, 'POST /users/tokens', { body: { name: 'CRM', privileges: scopes, days: 30 } });
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    const token = made.body as TestUser;
    expect((await issue(token)).body.fields).toEqual({ customDiscounts: expect.stringMatching(/limite del 5\s%/) });
    await ask(manager);
    expect((await decide(token, 'grant')).status).toBe(403);
  });

  test('is told to those who may decide, and the decision to who asked', async () => {
    await ask();
    const told = async (user: TestUser) =>
      (await query('select kind, title from notifications where user_id = $1 order by id desc limit 1', [user.id]))[0];
    expect(await told(director)).toMatchObject({ kind: 'approval_asked' });
    expect(await told(head)).toBeUndefined();
    await decide(director, 'refuse', { reason: 'other', note: 'Troppo' });
    expect(await told(seller)).toMatchObject({ kind: 'approval_decided', title: expect.stringContaining('rifiutato') });
    expect((await issue(seller)).body.fields.customDiscounts).toContain('rifiutato');
    expect((await ask()).body.approval.state).toBe('asked');
  });

  test('names who may decide it, and nobody else, while it is open; one call follows it for who may see the quote', async () => {
    const names = async (...people: TestUser[]) =>
      (await query('select name from users where id = any($1) order by name', [people.map((one) => one.id)])).map(
        ({ name }) => name,
      );
    const { approval } = (await ask()).body;
    const all = approval.deciders as string[];
    expect(all).toEqual(expect.arrayContaining(await names(director)));
    // The head's own cap is 10 %.
    for (const name of await names(seller, head)) expect(all).not.toContain(name);
    const follow = (as: TestUser) => call(as, 'GET /approvals/:id', { params: { id: approval.id } });
    expect((await follow(seller)).body).toMatchObject({ state: 'asked', deciders: all });
    expect((await follow(await world.user(901, SELLER))).status).toBe(403);
    expect((await follow(await world.user(902, DIRECTOR))).status).toBe(404);
    await decide(director, 'grant');
    expect((await follow(seller)).body).toMatchObject({ state: 'granted', deciders: [] });
  });

  test('within the cap is issued and not asked for', async () => {
    await save(seller, body(5));
    expect((await ask()).status).toBe(409);
    expect((await issue(seller)).status).toBe(200);
  });

  test('is granted by nobody to themselves, nor past their own cap, nor without the privilege, nor twice', async () => {
    await ask();
    expect((await decide(seller, 'grant')).status).toBe(403);
    const below = await decide(head, 'grant');
    expect([below.status, below.body.message]).toEqual([409, expect.stringContaining('proprio limite')]);
    const blind = await inRole([38], 'Direttore commerciale');
    expect((await decide(blind, 'grant')).status).toBe(403);
    const asker = await inRole(DIRECTOR, 'Venditore');
    id = (await call(asker, 'POST /quotes', { body: body(30) })).body.id;
    await ask(asker);
    expect((await decide(asker, 'grant')).status).toBe(403);
    expect((await decide(director, 'grant')).status).toBe(200);
    expect((await decide(director, 'grant')).status).toBe(409);
  });

  test('two directors decide at once: one decides and the other is told', async () => {
    const second = await inRole(DIRECTOR, 'Direttore commerciale');
    await ask();
    const { approval } = await read();
    const sent = { params: { id: approval.id }, version: approval.version };
    const both = [
      call(director, 'POST /approvals/:id/grant', sent),
      call(second, 'POST /approvals/:id/refuse', { ...sent, body: { reason: 'margin' } }),
    ];
    expect((await Promise.all(both)).map(({ status }) => status).toSorted()).toEqual([200, 412]);
  });

  test('a discount that the seller raises while it is decided is not granted for more than was seen', async () => {
    await ask();
    const { approval, version } = await read();
    const raised = call(seller, 'PUT /quotes/:id', { params: { id }, version, body: body(25) });
    const granted = call(director, 'POST /approvals/:id/grant', {
      params: { id: approval.id },
      version: approval.version,
    });
    await Promise.all([raised, granted]);
    expect((await read()).approval).toBeNull();
    expect((await issue(seller)).status).toBe(422);
  });

  test.each([
    ['a larger discount', () => body(21)],
    [
      'a trade-in above its quotation',
      () => body(15, { tradeIns: [aTradeIn({ valuation: 1_000_00, standInValue: 900_00 })] }),
    ],
    ['a customer less', () => body(20, { customer: null })],
  ])('falls with %s, also once it is granted', async (_, changed) => {
    await ask();
    await decide(director, 'grant');
    expect((await save(seller, changed())).body.approval).toBeNull();
    const states = await query('select state, sentence from approvals where quote_id = $1', [id]);
    expect(states).toEqual([{ state: 'void', sentence: expect.any(String) }]);
  });

  test('holds for an option more within the percentage, up to the paper', async () => {
    await ask();
    await decide(director, 'grant');
    const { body: saved } = await save(seller, body(20, { optionIds: [world.car.options.hook] }));
    expect(saved.approval).toMatchObject({ state: 'granted', percent: 20 });
    expect((await issue(seller)).status).toBe(200);
  });

  test('goes with a deleted draft, stays with a revision of the same price, and is withdrawn by who asked alone', async () => {
    await ask();
    expect((await decide(director, 'withdraw')).status).toBe(403);
    expect((await decide(seller, 'withdraw')).status).toBe(200);
    expect((await read()).approval).toBeNull();
    await ask();
    await decide(director, 'grant');
    await issue(seller);
    const next = (await call(seller, 'POST /quotes/:id/revise', { params: { id } })).body;
    expect(next.approval.state).toBe('granted');
    id = next.id;
    expect((await issue(seller)).status).toBe(200);
    id = (await call(seller, 'POST /quotes', { body: body(20) })).body.id;
    await ask();
    expect((await call(seller, 'DELETE /quotes/:id', { params: { id }, version: 1 })).status).toBe(204);
    expect(await query('select from approvals where quote_id = $1', [id])).toEqual([]);
  });

  test('is listed for who may see the quote, with the margin for who may see it', async () => {
    await ask();
    const listOf = async (as: TestUser) =>
      (await call(as, 'GET /approvals', { query: { state: 'asked' } })).body.find(
        ({ quoteId }: { quoteId: number }) => quoteId === id,
      );
    expect(await listOf(director)).toMatchObject({ decidable: true, margin: expect.any(Number), percent: 20 });
    expect(await listOf(head)).toMatchObject({ decidable: false, margin: null, hindered: expect.any(String) });
    expect(await listOf(seller)).toMatchObject({ decidable: false, hindered: null });
    expect(await listOf(await inRole(SELLER, 'Venditore'))).toBeUndefined();
  });
});

test('whatever is saved, asked, granted and issued in whatever order: no quote is issued past its cap without a grant that covers it', async () => {
  const unseen: number[] = [];
  const step = fc.oneof(
    fc.record({ what: fc.constant('save'), percent: fc.constantFrom(3, 6, 12, 20) }),
    fc.record({ what: fc.constantFrom('ask', 'grant', 'refuse', 'withdraw', 'issue'), percent: fc.constant(0) }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 9 }), async (steps) => {
      id = (await call(seller, 'POST /quotes', { body: body(20) })).body.id;
      let [percent, granted] = [20, 0];
      for (const { what, percent: next } of steps) {
        if (what === 'save' && (await save(seller, body(next))).status === 200) {
          percent = next;
          if (next > granted) granted = 0;
        }
        if (what === 'ask') await ask();
        const { approval, state } = await read();
        if (approval && ['grant', 'refuse', 'withdraw'].includes(what)) {
          const as = what === 'withdraw' ? seller : director;
          const answer = await decide(as, what as 'grant', what === 'refuse' ? { reason: 'margin' } : undefined);
          if (what === 'grant' && answer.status === 200) granted = approval.percent;
        }
        if (what === 'issue' && state === 'draft') {
          const issued = (await issue(seller)).status === 200;
          if (issued && percent > 5 && granted < percent) unseen.push(percent);
        }
      }
    }),
    { numRuns: rounds(10) },
  );
  expect(unseen).toEqual([]);
});
