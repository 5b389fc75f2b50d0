import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import canonicalize from 'canonicalize';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { blankOf } from '#domain/record/fields.ts';
import type { RuleInput } from '#domain/commissions/rule-fields.ts';
import { commissionFields } from '#domain/users/commission.ts';
import { forEachCompany } from '#backend/lib/people/companies.ts';
import { settleMonths } from '#backend/commissions/monthly.ts';
import { quarterReminder } from '#backend/commissions/quarter.ts';
import { contractFigure } from '#backend/contracts/counted.ts';
import { readReport } from '#backend/reports/read.ts';
import { targetsOf } from '#backend/stats/targets/in-force.ts';
import { objectivesReport } from '#backend/stats/targets/report.ts';
import { pdfText } from '#tests/support/pdf-text.ts';
import { testDatabase } from '#tests/support/database.ts';
import { basketOf } from '#tests/support/areas/baskets.ts';
import { ruleOf, spiffFor } from '#tests/support/areas/commissions.ts';
import { prepareContract } from '#tests/support/areas/contracts.ts';
import { saleIn } from '#tests/support/contracts.ts';
import { Random } from '#backend/seed/random.ts';
import { rounds } from '#tests/support/rounds.ts';
import type { Answer, TestUser } from '#tests/support/area.ts';
import { makeWorld } from '#tests/support/world.ts';

const world = await makeWorld(await testDatabase(), { RATE_LIMIT: '0' });
const { call, clock, query, strangerWith, userWith } = world;
afterAll(() => world.close());
const { side, seller, director, office, step, done, because, make } = await saleIn(world);
const boss = await userWith('seeAllCommissions');
const other = await userWith('seeAllCommissions', 'createQuotes');
const setter = await userWith('managePreferences');
const start = clock.now;
// Also behind a test that fails: the next one begins on the day of all.
afterEach(() => void (clock.now = start));

const planned = (id: number, more: object) =>
  query('update users set commissions = $2 where id = $1', [
    id,
    JSON.stringify([{ ...blankOf(commissionFields), from: '2026-01-01', ...more }]),
  ]);
await planned(seller.id, { usedFixed: 100_00 });

const statementsOf = async (userId: number, as: TestUser = boss) =>
  (await call(as, 'GET /commissions/statements', { query: { userId, sort: 'month', dir: 'asc' } })).body.rows;
const open = async (id: number, as: TestUser = boss) =>
  (await call(as, 'GET /commissions/statements/:id', { params: { id } })).body;
/** Whom a database under load has not answered in time comes again, as its answer says. */
const act = async (as: TestUser, move: 'confirm' | 'pay', id: number, body?: object, tries = 3): Promise<Answer> => {
  const { version } = await open(id);
  const answer = await call(as, `POST /commissions/statements/:id/${move}` as 'POST /commissions/statements/:id/confirm', { params: { id }, version, body }); // prettier-ignore
  return answer.status === 503 && tries > 1 ? act(as, move, id, body, tries - 1) : answer;
};
const approved = async () => {
  const contract = await make();
  await prepareContract(side, contract.id);
  await done(seller, 'submit', contract);
  await done(director, 'validate', contract);
  await done(office, 'approve', contract);
  return contract;
};
const at = (day: string) => (clock.now = new Date(`${day}T10:00:00Z`));
const canceled = async (contract: { id: number }) => {
  await done(office, 'cancelApproved', contract, await because('cancelApproved'));
  await done(director, 'cancelApproved', contract, {});
};
const spiff = (as: TestUser, userId: number, more: object = {}) =>
  call(as, 'POST /commissions/lines', { body: { ...spiffFor(userId), ...more } });

test('a month: earned, a spiff, confirmed by another, paid; what is cancelled later is taken back in the open month', async () => {
  const [kept, gone] = [await approved(), await approved()];
  expect((await spiff(boss, seller.id, { day: '2026-11-17' })).status).toBe(201);
  const [november] = await statementsOf(seller.id);
  expect(november).toMatchObject({ month: '2026-11-01', lines: 3, earned: 350_00, taken: 0, due: 350_00 });
  const { lines } = await open(november.id, seller);
  expect(lines.map(({ number, amount, kind }: Record<string, unknown>) => [number, amount, kind])).toEqual([
    [expect.any(String), 100_00, 'earned'],
    [expect.any(String), 100_00, 'earned'],
    [null, 150_00, 'spiff'],
  ]);
  expect(lines[0].parts).toMatchObject([{ name: 'Piano: auto usata', fixed: 100_00, count: 1 }]);

  const early = await act(boss, 'confirm', november.id);
  expect([early.status, early.body.message]).toEqual([409, expect.stringContaining('non è ancora finito')]);
  at('2026-12-02');
  // Two who confirm at once: one does.
  const { version } = await open(november.id);
  const sent = { params: { id: november.id }, version };
  const both = await Promise.all([boss, other].map((as) => call(as, 'POST /commissions/statements/:id/confirm', sent)));
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 412]);
  const frozen = await open(november.id);
  const [stored] = await query('select month::text, user_id::int as "userId", carried::int, lines from commission_statements where id = $1', [november.id]); // prettier-ignore
  expect([frozen.effective, frozen.lines.map(({ types }: { types: string[] }) => types)]).toEqual([{ used_effective: 200_00 }, [['used_fixed'], ['used_fixed'], []]]); // prettier-ignore
  expect(frozen.hash).toBe(createHash('sha256').update(canonicalize(stored)!).digest('hex'));

  await planned(seller.id, { usedFixed: 999_00 });
  await canceled(gone);
  expect(await open(november.id)).toMatchObject({ hash: frozen.hash, lines: frozen.lines, due: 350_00 });
  const [, december] = await statementsOf(seller.id);
  expect(december).toMatchObject({ month: '2026-12-01', lines: 1, due: -100_00 });
  expect((await open(december.id)).lines[0]).toMatchObject({ kind: 'reversed', amount: -100_00, reverses: '2026-11-01', day: '2026-12-02' }); // prettier-ignore

  // What a month pays is not paid before it is over.
  expect((await act(boss, 'pay', november.id, { paidOn: '2026-11-30' })).body.fields).toHaveProperty('paidOn');
  expect((await act(boss, 'pay', november.id, { paidOn: '2026-12-02' })).body.state).toBe('paid');
  at('2027-01-04');
  // A debt is not paid: it goes on to the next month that is confirmed, once.
  expect((await act(boss, 'confirm', december.id)).status).toBe(200);
  expect((await act(boss, 'pay', december.id, { paidOn: '2027-01-04' })).status).toBe(409);
  // Nor is it on the list of what is to be paid.
  const toPay = async (payable: 'true' | 'false') =>
    (await call(boss, 'GET /commissions/statements', { query: { userId: seller.id, state: 'confirmed', payable } })).body.rows.map(({ id }: { id: number }) => id); // prettier-ignore
  expect([await toPay('false'), await toPay('true')]).toEqual([[december.id], []]);
  await spiff(boss, seller.id, { day: '2026-11-20' });
  const [, , january] = await statementsOf(seller.id);
  expect(january.month).toBe('2027-01-01');
  expect(await open(january.id)).toMatchObject({ total: 150_00, carried: -100_00, due: 50_00 });
  expect(january).toMatchObject({ carried: -100_00, due: 50_00 });
  // What was reopened after its month was paid stays paid; its opposite line is in the open month.
  await done(office, 'reopen', kept, await because('reopen'));
  expect(await open(january.id)).toMatchObject({ total: 50_00, taken: -100_00, due: -50_00 });
  clock.now = start;
  await planned(seller.id, { usedFixed: 100_00 });
});

test('a line that is added meanwhile makes whoever confirms read the statement again', async () => {
  const person = await userWith('createQuotes');
  const { body } = await spiff(boss, person.id);
  expect((await spiff(other, person.id)).body.version).toBe(body.version + 1);
  const sent = { params: { id: body.id }, version: body.version };
  expect((await call(boss, 'POST /commissions/statements/:id/confirm', sent)).status).toBe(412);
  const name = (await open(body.id)).user.name;
  const { rows } = (await call(boss, 'GET /commissions/statements', { query: { q: name } })).body;
  expect(rows.map(({ id }: { id: number }) => id)).toContain(body.id);
});

test('an approval that is undone forgets who sold, whether it earned or not', async () => {
  const contract = await approved();
  await done(office, 'reopen', contract, await because('reopen'));
  await query('update users set commissions = $2 where id = $1', [seller.id, '[]']);
  await done(office, 'approve', contract);
  await done(office, 'reopen', contract, await because('reopen'));
  const heir = await userWith('createQuotes');
  await planned(heir.id, { usedFixed: 80_00 });
  await query('update contracts set seller_id = $2 where id = $1', [contract.id, heir.id]);
  await done(office, 'approve', contract);
  const [earned] = await query('select sum(amount)::int as sum from commission_entries where contract_id = $1 and user_id = $2', [contract.id, heir.id]); // prettier-ignore
  expect(earned).toEqual({ sum: 80_00 });
  await planned(seller.id, { usedFixed: 100_00 });
});

test('the amount of which a percentage is paid is told to who earns it and to who sees margins', async () => {
  await planned(seller.id, { usedFixed: 100_00, usedPercent: 10 });
  const { id } = await approved();
  await planned(seller.id, { usedFixed: 100_00 });
  const [{ statement }] = await query(`select s.id::int as statement from commission_statements s join commission_entries k
    on k.company_id = s.company_id and k.user_id = s.user_id and k.month = s.month where k.contract_id = $1`, [id]); // prettier-ignore
  const based = async (as: TestUser) => {
    const lines: { contractId: number; parts: { basis: string | null; base: number | null }[] }[] = (await open(statement, as)).lines; // prettier-ignore
    return lines
      .find(({ contractId }) => contractId === id)!
      .parts.filter(({ basis }) => basis)
      .map(({ base }) => base);
  };
  expect(await based(seller)).toEqual([expect.any(Number)]);
  expect(await based(await userWith('seeAllCommissions', 'seeMargin'))).toEqual([expect.any(Number)]);
  expect(await based(boss)).toEqual([null]);
  const paper = await call(seller, 'GET /commissions/statements/:id/document', { params: { id: statement } });
  expect(pdfText(paper.body).join(' ')).toMatch(/10.%\s+di\s+margine\s+II\b/);
});

test('the invoice reckons again, a credit note and a new approval neither double nor lose a cent', async () => {
  const contract = await approved();
  const sum = async () =>
    (await query('select coalesce(sum(amount), 0)::int as sum from commission_entries where contract_id = $1', [contract.id]))[0].sum; // prettier-ignore
  await done(office, 'reopen', contract, await because('reopen'));
  expect(await sum()).toBe(0);
  await done(office, 'approve', contract);
  expect(await sum()).toBe(100_00);
  await planned(seller.id, { usedFixed: 120_00, usedPercent: 10 });
  await query('update contracts set margin_second = 100000 where id = $1', [contract.id]);
  await done(office, 'bill', contract);
  expect(await sum()).toBe(220_00);
  await done(office, 'unbill', contract, await because('unbill', { number: 'NC K1', day: '2026-11-20' }));
  expect(await sum()).toBe(220_00);
  await canceled(contract);
  expect(await sum()).toBe(0);
  await planned(seller.id, { usedFixed: 100_00 });
});

describe('a split', () => {
  const shares = (...of: [number, number][]) => of.map(([userId, share]) => ({ userId, share }));
  const versionOf = async (id: number) => (await call(boss, 'GET /commissions/contracts/:id/split', { params: { id } })).body.version; // prettier-ignore
  const split = async (as: TestUser, id: number, of: ReturnType<typeof shares>, version?: number) =>
    call(as, 'POST /commissions/contracts/:id/split', {
      params: { id },
      version: version ?? (await versionOf(id)),
      body: { shares: of, reason: 'Trattativa' },
    });

  test('moves what is earned already, to the cent, and stays with who shares it', async () => {
    const contract = await approved();
    const partner = await userWith('createQuotes');
    await planned(partner.id, { usedFixed: 100_01 });
    const seen = await versionOf(contract.id);
    expect((await split(boss, contract.id, shares([seller.id, 33_33], [partner.id, 66_67]), seen)).status).toBe(200);
    const late = await split(other, contract.id, shares([seller.id, 100_00]), seen);
    expect([late.status, late.body.current.shares[0].share]).toEqual([412, 33_33]);
    expect(await query(`select distinct reason, made_by::int as by from commission_entries where contract_id = $1 and kind = 'restated'`, [contract.id])).toEqual([{ reason: 'Trattativa', by: boss.id }]); // prettier-ignore
    const earned = () =>
      query('select user_id::int as id, sum(amount)::int as sum from commission_entries where contract_id = $1 group by user_id order by user_id', [contract.id]); // prettier-ignore
    expect(await earned()).toEqual([
      { id: seller.id, sum: 33_33 },
      { id: partner.id, sum: 66_67 },
    ]);
    await query('update contracts set seller_id = $2 where id = $1', [contract.id, partner.id]);
    await done(office, 'bill', contract);
    expect((await earned())[0]).toEqual({ id: seller.id, sum: 33_33 });
    await done(office, 'unbill', contract, await because('unbill', { number: 'NC K2', day: '2026-11-20' }));
    await canceled(contract);
    expect((await earned()).map(({ sum }) => sum)).toEqual([0, 0]);
  });

  test('is told to who has more or less by it, and would change what it then changes', async () => {
    const contract = await approved();
    const partner = await userWith('createQuotes');
    await planned(partner.id, { usedFixed: 120_01 });
    expect((await split(boss, contract.id, shares([seller.id, 50_00], [partner.id, 50_00]))).status).toBe(200);
    const earned = async () =>
      new Map((await query('select user_id::int as id, sum(amount)::int as sum from commission_entries where contract_id = $1 group by user_id', [contract.id])).map(({ id, sum }) => [id, sum])); // prettier-ignore
    const before = await earned();
    const { body: effect } = await call(boss, 'GET /commissions/contracts/:id/effect', {
      params: { id: contract.id },
      query: { userId: seller.id, share: 70_00 },
    });
    expect(await earned()).toEqual(before);
    expect((await split(boss, contract.id, shares([seller.id, 70_00], [partner.id, 30_00]))).status).toBe(200);
    const after = await earned();
    const changed = [seller, partner].map(({ id }) => ({ userId: id, amount: before.get(id), more: after.get(id) - before.get(id) })); // prettier-ignore
    const months = await query('select distinct on (user_id) month::text from commission_entries where contract_id = $1 and user_id = any($2) order by user_id, id desc', [contract.id, [seller.id, partner.id]]); // prettier-ignore
    expect(seller.id).toBeLessThan(partner.id);
    expect(effect).toEqual(changed.map((one, at) => ({ ...one, name: expect.any(String), month: months[at].month })));
    expect(changed.map(({ more }) => Math.sign(more))).toEqual([1, -1]);
    // A correction belongs to its line: it is neither earned nor taken back by itself.
    const [row] = await statementsOf(partner.id);
    const { count, earned: sum, taken } = await open(row.id);
    expect([count, sum, taken]).toEqual([2, after.get(partner.id), 0]);
    expect([row.lines, row.earned, row.taken]).toEqual([count, sum, taken]);
    const tries = async (as: TestUser, userId: number) => {
      const query = { userId, share: 60_00 };
      const { status, body } = await call(as, 'GET /commissions/contracts/:id/effect', { params: { id: contract.id }, query }); // prettier-ignore
      return status === 200 ? body.map((one: { userId: number }) => one.userId) : status;
    };
    const stranger = await userWith('createQuotes');
    expect([await tries(partner, partner.id), await tries(partner, seller.id), await tries(stranger, stranger.id)]).toEqual([[partner.id], 403, 404]); // prettier-ignore
    const heard = async (as: TestUser) =>
      (await call(as, 'GET /notifications')).body.rows.flatMap(({ title, href }: Record<string, string>) => title!.includes('quota della vendita') ? [title!.split('passa ')[1]!.replaceAll('\u00a0', ' '), href!.startsWith('/dealer/stats/commissions/')] : []); // prettier-ignore
    expect(await heard(partner)).toEqual(['da 50 % a 30 %', true, 'da 0 % a 50 %', true]);
    expect(await heard(boss)).toEqual([]);
    await canceled(contract);
  });

  test('of a month that should be delivered by now is corrected in the one that goes on, and what is confirmed says who shared it then', async () => {
    const contract = await make();
    await prepareContract(side, contract.id);
    const [first, second, third] = [await userWith('createQuotes'), await userWith('createQuotes'), await userWith('createQuotes')]; // prettier-ignore
    for (const { id } of [first, second, third]) await planned(id, { usedFixed: 100_01 });
    await done(seller, 'submit', contract);
    await done(director, 'validate', contract);
    await query('update contracts set seller_id = $2 where id = $1', [contract.id, first.id]);
    await done(office, 'approve', contract);
    expect((await split(boss, contract.id, shares([first.id, 60_00], [second.id, 40_00]))).status).toBe(200);
    at('2026-12-05');
    const [{ id }] = await statementsOf(first.id);
    expect((await act(boss, 'confirm', id)).status).toBe(200);
    const { lines } = await open(id);
    expect(lines.at(-1).sharedWith).toHaveLength(1);
    const [{ last }] = await query('select max(id)::int as last from commission_entries');
    at('2027-03-05');
    expect((await split(boss, contract.id, shares([first.id, 50_00], [third.id, 50_00]))).status).toBe(200);
    const late = await query(`select user_id::int as id, amount::int, month::text from commission_entries
      where contract_id = $1 and id > $2 order by user_id`, [contract.id, last]); // prettier-ignore
    expect((await open(id)).lines).toEqual(lines);
    clock.now = start;
    // What is open still takes its corrections, but nobody's statement begins with its term over.
    expect(late).toEqual([
      { id: first.id, amount: -10_00, month: '2027-03-01' },
      { id: second.id, amount: -40_00, month: '2026-11-01' },
      { id: third.id, amount: 50_00, month: '2027-03-01' },
    ]);
    expect((await query('select sum(amount)::int as sum from commission_entries where contract_id = $1', [contract.id]))[0].sum).toBe(100_01); // prettier-ignore
    await canceled(contract);
  });

  test('sums to 100 %, of up to four who sell, and nobody raises the own share', async () => {
    const { id } = await make();
    const faultOf = async (as: TestUser, of: ReturnType<typeof shares>) => {
      const { status, body } = await split(as, id, of);
      return [status, Object.values(body.fields ?? {})[0]];
    };
    expect(await faultOf(boss, shares([seller.id, 101_00]))).toEqual([422, expect.any(String)]);
    expect(await faultOf(boss, shares([seller.id, 50_00], [other.id, 49_00]))).toEqual([422, expect.stringContaining('non 100 %')]); // prettier-ignore
    expect(await faultOf(other, shares([seller.id, 50_00], [other.id, 50_00]))).toEqual([422, expect.stringContaining('propria quota')]); // prettier-ignore
    expect(await faultOf(boss, shares([world.beta.customerId + 1_000_000, 100_00]))).toEqual([422, expect.any(String)]);
    expect(await faultOf(seller, shares([seller.id, 100_00]))).toEqual([403, undefined]);
  });
});

test('nobody pays themselves: neither a line nor a confirmation, nor by a token of theirs', async () => {
  const own = await spiff(other, other.id);
  expect([own.status, own.body.fields]).toEqual([422, { userId: expect.stringContaining('un collega') }]);
  const { body } = await spiff(boss, other.id);
  expect((await act(other, 'confirm', body.id)).status).toBe(403);
  expect((await call(other, 'GET /commissions/statements/:id', { params: { id: body.id } })).body.offered).toEqual([]);
  expect((await act(boss, 'confirm', body.id)).status).toBe(200);
  for (const more of [
    { reason: '...' },
    { amount: 0 },
    { amount: 50_000_01 },
    { day: '2026-12-01' },
    { day: '2025-10-31' },
  ])
    expect([more, (await spiff(boss, seller.id, more)).status]).toEqual([more, 422]);
});

test('a statement of very many lines is shown page by page, confirmed whole and printed', async () => {
  const person = await userWith('createQuotes');
  const { body } = await spiff(boss, person.id, { amount: 1_00 });
  await query(
    `insert into commission_entries (company_id, user_id, month, kind, day, share, whole, amount, open, parts, reason, made_by, at)
      select company_id, user_id, month, kind, day, share, whole, amount, open, parts, reason, made_by, at
      from commission_entries, generate_series(1, 2000) where user_id = $1`,
    [person.id],
  );
  const page = async (n: number) =>
    (await call(boss, 'GET /commissions/statements/:id', { params: { id: body.id }, query: { page: n } })).body;
  const draft = await page(1);
  expect([draft.count, draft.lines.length, draft.total]).toEqual([2001, 500, 2_001_00]);
  at('2026-12-02');
  expect((await act(boss, 'confirm', body.id)).status).toBe(200);
  const last = await page(5);
  expect([last.count, last.page, last.lines.length, last.total, last.earned]).toEqual([2001, 5, 1, 2_001_00, 2_001_00]);
  expect(last.lines[0].id).toBeGreaterThan((await page(4)).lines[499].id);
  expect((await page(6)).lines).toEqual([]);
});

test('an earner disputes by a comment, until somebody answers', async () => {
  const { body } = await spiff(boss, (await userWith('createQuotes')).id);
  const person = { ...seller, ...(await userWith('createQuotes')) };
  const mine = (await spiff(boss, person.id)).body;
  const say = (as: TestUser, id: number) =>
    call(as, 'POST /commissions/statements/:id/comments', { params: { id }, body: { text: 'La quota è 70 %.', mentions: [] } }); // prettier-ignore
  expect((await say(person, body.id)).status).toBe(403);
  expect((await say(person, mine.id)).status).toBe(201);
  expect((await open(mine.id)).disputed).toBe(true);
  // Who can answer hears of it, and who disputes of the answer; until then nobody confirms it.
  const heard = async (as: TestUser) =>
    (await call(as, 'GET /notifications')).body.rows.filter(({ href }: { href: string }) => href.startsWith(`/dealer/stats/commissions/${mine.id}`)).length; // prettier-ignore
  expect([await heard(boss), await heard(person)]).toEqual([1, 0]);
  const early = await act(boss, 'confirm', mine.id);
  expect([early.status, early.body.message]).toEqual([409, expect.stringContaining('contestato')]);
  await say(boss, mine.id);
  expect((await open(mine.id)).disputed).toBe(false);
  expect([await heard(boss), await heard(person)]).toEqual([1, 1]);
  expect((await act(boss, 'confirm', mine.id)).status).toBe(200);
});

test('over any way through the moves the ledger holds what the model says, and nothing is written twice', async () => {
  const moves = ['submit', 'validate', 'approve', 'bill', 'unbill', 'reopen', 'cancelApproved'] as const;
  const bodies = async (move: (typeof moves)[number], n: number) =>
    move === 'unbill'
      ? because(move, { number: `NC Z${n}`, day: '2026-11-20' })
      : move === 'reopen' || move === 'cancelApproved'
        ? because(move)
        : undefined;
  for (let round = 0; round < rounds(2); round += 1) {
    const random = new Random(round + 11);
    const contract = await make();
    await prepareContract(side, contract.id);
    let isLive = false;
    for (let n = 0; n < 14; n += 1) {
      const move = random.pick(moves);
      const as = move === 'submit' ? seller : move === 'validate' ? director : office;
      const body = await bodies(move, round * 100 + n);
      // Two send the same at once: one of them does it.
      const answers = await Promise.all([step(as, move, contract, body), step(as, move, contract, body)]);
      const isDone = answers.some(({ status }) => status === 200);
      if (isDone && move === 'approve') isLive = true;
      if (isDone && move === 'reopen') isLive = false;
      if (isDone && move === 'cancelApproved' && (await step(director, move, contract, {})).status === 200) isLive = false; // prettier-ignore
      const [ledger] = await query(
        `select coalesce(sum(amount), 0)::int as sum, count(*) filter (where kind = 'earned')::int - count(*) filter (where kind = 'reversed')::int as live
          from commission_entries where contract_id = $1`,
        [contract.id],
      );
      expect([move, ledger]).toEqual([move, { sum: isLive ? 100_00 : 0, live: isLive ? 1 : 0 }]);
    }
  }
});

test('a statement written before the ledger is carried over to the cent, with its opposite lines and shares', async () => {
  const [first, second, third] = [await make(), await make(), await make()];
  const partner = await userWith('createQuotes');
  await query('update contracts set partner_id = $2 where id = $1', [second.id, partner.id]);
  const client = await world.owner.connect();
  const rows = async (text: string) => (await client.query(text)).rows;
  try {
    await client.query(`begin; set local app.company_id = '901'; drop view commission_statements_words;
      drop table commission_entries, commission_splits, commission_statements cascade;
      create table contract_commissions (company_id int not null references companies, id bigint generated always as identity,
        contract_id bigint not null, user_id bigint not null, amount bigint not null, open boolean not null, accrued_on date not null,
        frozen_on date, reversed_on date, primary key (company_id, id),
        foreign key (company_id, contract_id) references contracts (company_id, id) on delete cascade);
      create unique index contract_commissions_once on contract_commissions (company_id, contract_id, user_id) where reversed_on is null;
      create index contract_commissions_of_user on contract_commissions (company_id, user_id, accrued_on);
      select tenant_table('contract_commissions');
      insert into contract_commissions (company_id, contract_id, user_id, amount, open, accrued_on, frozen_on, reversed_on) values
        (901, ${first.id}, ${seller.id}, 10001, false, '2026-09-30', '2026-10-02', null),
        (901, ${second.id}, ${seller.id}, 5001, true, '2026-10-01', null, null),
        (901, ${third.id}, ${seller.id}, 7000, false, '2026-10-01', null, '2026-11-02')`);
    await client.query(readFileSync('backend/db/migrations/0880_commission_ledger.sql', 'utf8'));
    const lines = `select to_char(month, 'MM') as month, kind, amount::int, whole::int from commission_entries order by id`;
    expect(await rows(lines)).toEqual([
      { month: '09', kind: 'earned', amount: 100_01, whole: 100_01 },
      { month: '10', kind: 'earned', amount: 50_01, whole: 50_01 },
      { month: '10', kind: 'earned', amount: 70_00, whole: 70_00 },
      { month: '11', kind: 'reversed', amount: -70_00, whole: -70_00 },
    ]);
    expect(await rows(`select to_char(month, 'MM') as month, state from commission_statements order by month`)).toEqual(
      ['09', '10', '11'].map((month) => ({ month, state: 'draft' })),
    );
    expect(await rows(`select contract_id::int as id, user_id::int as who, place, share from commission_splits
      where contract_id in (${first.id}, ${second.id}, ${third.id}) order by 1, 3`)).toEqual([
      { id: first.id, who: seller.id, place: 0, share: 100_00 },
      { id: second.id, who: seller.id, place: 0, share: 50_00 },
      { id: second.id, who: partner.id, place: 1, share: 50_00 },
    ]); // prettier-ignore
  } finally {
    await client.query('rollback');
    client.release();
  }
});

test('many are confirmed and paid together: never the own, each once by two who press at once, and each refusal is said', async () => {
  const keeper = await userWith('seeAllCommissions', 'createQuotes');
  const people = await Promise.all([1, 2, 3].map(() => userWith('createQuotes')));
  const made = await Promise.all([...people, keeper].map(async ({ id }) => (await spiff(boss, id)).body));
  const stale = await userWith('createQuotes');
  const changed = (await spiff(boss, stale.id)).body;
  await spiff(boss, stale.id);
  const rows = [...made, changed].map(({ id, version }) => ({ id, version }));
  type Done = { id: number; done: boolean; message: string | null };
  const send = async (as: TestUser): Promise<Done[]> =>
    (await call(as, 'POST /commissions/statements/confirm', { body: { rows } })).body.results;
  const both = await Promise.all([send(boss), send(keeper)]);
  for (const { id } of made.slice(0, 3))
    expect(both.map((results) => results.find((one) => one.id === id)!.done).toSorted()).toEqual([false, true]);
  // The own of one of them is confirmed by the other, what changed since it was read by nobody.
  const theirs = (at: number) => both[at]!.find(({ id }) => id === made[3].id)!;
  expect([theirs(0).done, theirs(1).done]).toEqual([true, false]);
  expect(both.map((results) => results.at(-1))).toEqual([0, 1].map(() => ({ id: changed.id, done: false, message: expect.any(String) }))); // prettier-ignore
  expect((await open(changed.id)).state).toBe('draft');
  expect((await call(seller, 'POST /commissions/statements/confirm', { body: { rows } })).status).toBe(403);

  const now = await Promise.all(rows.map(async ({ id }) => ({ id, version: (await open(id)).version })));
  const pay = async (as: TestUser, paidOn: string): Promise<Done[]> =>
    (await call(as, 'POST /commissions/statements/pay', { body: { rows: now, paidOn } })).body.results;
  expect((await pay(boss, '2026-10-31')).slice(0, 4).map(({ message }) => message)).toEqual(Array.from({ length: 4 }, () => expect.stringContaining('Si paga dal 01/11/2026'))); // prettier-ignore
  const [first, second] = await Promise.all([pay(boss, '2026-11-20'), pay(keeper, '2026-11-20')]);
  for (const at of [0, 1, 2]) expect([first[at]!.done, second[at]!.done].toSorted()).toEqual([false, true]);
  // The own of one of them is paid by the other, a draft by nobody.
  expect([first[3]!.done, second[3]!.done, first[4], second[4]!.done]).toEqual([true, false, { id: changed.id, done: false, message: expect.stringContaining('va prima confermato') }, false]); // prettier-ignore
  expect(await Promise.all(made.map(async ({ id }) => (await open(id)).paidOn))).toEqual(made.map(() => '2026-11-20'));
});

/** Lets every write of a table fail while `work` goes on, as when the process dies in the middle of it. */
async function failing(table: string, work: () => Promise<void>): Promise<void> {
  await query(`create or replace function broken() returns trigger language plpgsql as $$ begin raise exception 'tried'; end $$`); // prettier-ignore
  await query(`create trigger broken before insert or update or delete on ${table} for each row execute function broken()`); // prettier-ignore
  await work().finally(() => query(`drop trigger broken on ${table}`));
}

test('a crash at any write of a step leaves nothing of it, and the next try does it whole', async () => {
  const earner = await userWith('createQuotes');
  await planned(earner.id, { usedFixed: 70_00 });
  const contract = await make();
  await prepareContract(side, contract.id);
  await done(seller, 'submit', contract);
  await done(director, 'validate', contract);
  await query('update contracts set seller_id = $2 where id = $1', [contract.id, earner.id]);
  const ledger = () => query('select amount::int, month::text from commission_entries where user_id = $1', [earner.id]);
  const written = ['contracts', 'state_changes', 'commission_splits', 'commission_statements', 'commission_entries', 'audit_events']; // prettier-ignore
  for (const table of written)
    await failing(table, async () => {
      expect([table, (await step(office, 'approve', contract)).status]).toEqual([table, 500]);
      expect([table, await ledger(), await statementsOf(earner.id)]).toEqual([table, [], []]);
    });
  await done(office, 'approve', contract);
  expect(await ledger()).toEqual([{ amount: 70_00, month: '2026-11-01' }]);
  const [statement] = await statementsOf(earner.id);
  at('2026-12-02');
  for (const table of ['commission_statements', 'state_changes', 'notifications', 'audit_events'])
    await failing(table, async () => {
      expect([table, (await act(boss, 'confirm', statement.id)).status]).toEqual([table, 500]);
      expect(await open(statement.id)).toMatchObject({ state: 'draft', hash: null });
    });
  expect((await act(boss, 'confirm', statement.id)).status).toBe(200);
  expect(await ledger()).toHaveLength(1);
});

test('a leaver is paid as before: by a paper with every line, and by a list with the payroll number', async () => {
  const leaver = await userWith('createQuotes');
  await query(`update users set payroll_number = 'M-0417' where id = $1`, [leaver.id]);
  const { id } = (await spiff(boss, leaver.id)).body;
  const paper = async (as: TestUser) => call(as, 'GET /commissions/statements/:id/document', { params: { id } });
  expect((await paper(seller)).status).toBe(403);
  expect(pdfText((await paper(leaver)).body).join(' ')).toContain('Giornate porte aperte');
  await query('update users set archived_at = now() where id = $1', [leaver.id]);
  expect((await act(boss, 'confirm', id)).status).toBe(200);
  const { hash } = await open(id);
  const text = pdfText((await paper(boss)).body)
    .join('')
    .replace(/\s/g, '');
  expect(text).toContain(hash);
  expect(text).toContain('150,00');
  const sheet = await call(boss, 'GET /commissions/statements/export', { query: { userId: leaver.id, format: 'csv' } });
  expect(String(sheet.body)).toMatch(/M-0417.*150,00/);
  expect((await act(boss, 'pay', id, { paidOn: '2026-11-20' })).status).toBe(200);
});

test('drafts are reminded of in the month after their quarter, and once a month while they are late', async () => {
  const told = async () => (await query(`select once from notifications where kind = 'commission_due' and user_id = $1`, [boss.id])).length; // prettier-ignore
  await spiff(boss, (await userWith('createQuotes')).id);
  for (const [day, times] of [
    ['2026-12-15', 0],
    ['2027-01-05', 0],
    ['2027-01-12', 1],
    ['2027-01-13', 1],
    ['2027-02-09', 1],
    ['2027-02-12', 2],
    ['2027-02-13', 2],
  ] as const) {
    // prettier-ignore
    at(day);
    await forEachCompany(world.outside(), quarterReminder.run);
    expect([day, await told()]).toEqual([day, times]);
  }
  const said = await query(`select title, text from notifications where kind = 'commission_due' and user_id = $1 order by id`, [boss.id]); // prettier-ignore
  expect(said[0].title).toContain('31/01/2027');
  // Whichever draft of these tests is the oldest: it is late by then.
  expect([said[1].title, said[1].text]).toEqual([expect.stringContaining('in ritardo'), expect.stringContaining('andava consegnato entro il')]); // prettier-ignore
  // One of a former quarter keeps nobody from reading the term of the last one.
  await spiff(boss, (await userWith('createQuotes')).id, { day: '2026-09-10' });
  await query(`delete from notifications where kind = 'commission_due'`);
  at('2027-01-12');
  await forEachCompany(world.outside(), quarterReminder.run);
  const [{ text }] = await query(`select text from notifications where kind = 'commission_due' and user_id = $1`, [boss.id]); // prettier-ignore
  expect(text).toMatch(
    /settembre 2026 andava consegnato entro il 31\/10\/2026; quelli fino a \w+ 2026 entro il 31\/01\/2027/,
  );
});

describe('a rule of the company', () => {
  const placeIn = async (companyId: number, name = 'Sede delle regole'): Promise<number> =>
    (await query('insert into locations (company_id, name) values ($1, $2) returning id::int', [companyId, name]))[0].id; // prettier-ignore
  const write = async (more: Partial<RuleInput>, as = setter) =>
    call(as, 'POST /commissions/rules', { body: ruleOf({ sale: 'used', ...more }) });
  const archive = ({ id, version }: { id: number; version: number }) =>
    call(setter, 'POST /commissions/rules/bulk', { body: { action: 'archive', rows: [{ id, version }] } });
  const earnedOf = (id: number) =>
    query(`select user_id::int as id, sum(amount)::int as sum from commission_entries where contract_id = $1 group by user_id having sum(amount) <> 0 order by user_id`, [id]); // prettier-ignore

  test('pays by the narrowest, and a role on the sales of its places as they were at the approval', async () => {
    await planned(seller.id, {});
    const manager = await userWith('createQuotes');
    await query(`update users set role_name = 'Capo sede' where id = $1`, [manager.id]);
    const wide = (await write({ fixed: 50_00 })).body;
    const narrow = (await write({ name: 'Al dettaglio', fixed: 80_00, channel: 'retail' })).body;
    const team = (await write({ name: 'Capi', fixed: 10_00, earner: 'role', roleName: 'Capo sede' })).body;
    const contract = await make();
    const place = await placeIn(901);
    await query('update contracts set location_id = $2 where id = $1', [contract.id, place]);
    await query('insert into user_locations (company_id, user_id, location_id) values (901, $1, $2) on conflict do nothing', [manager.id, place]); // prettier-ignore
    await prepareContract(side, contract.id);
    for (const [as, move] of [[seller, 'submit'], [director, 'validate'], [office, 'approve']] as const) await done(as, move, contract); // prettier-ignore
    const both = [
      { id: seller.id, sum: 80_00 },
      { id: manager.id, sum: 10_00 },
    ].toSorted((a, b) => a.id - b.id);
    expect(await earnedOf(contract.id)).toEqual(both);
    // Who moves to another place and another role, or leaves, keeps what that sale earns.
    await query('delete from user_locations where user_id = $1', [manager.id]);
    await query(`update users set role_name = 'Altro', archived_at = now() where id = $1`, [manager.id]);
    await done(office, 'bill', contract);
    expect(await earnedOf(contract.id)).toEqual(both);

    const tried = await call(boss, 'GET /commissions/trial', { query: { contractId: contract.id } });
    const verdictOf = (body: { rules: { name: string; verdict: string }[] }) =>
      Object.fromEntries(body.rules.map(({ name, verdict }) => [name, verdict]));
    expect(tried.body.facts).toEqual(expect.arrayContaining(['Sede delle regole', 'Auto usata']));
    expect([tried.body.amount, tried.body.person.id, verdictOf(tried.body)]).toMatchObject([80_00, seller.id, { 'Al dettaglio': 'wins', Auto: 'wider', Capi: 'earner' }]); // prettier-ignore
    const own = await call(seller, 'GET /commissions/trial', { query: { number: tried.body.number } });
    expect([own.status, own.body.amount]).toEqual([200, 80_00]);
    const asManager = { contractId: contract.id, userId: manager.id };
    expect((await call(boss, 'GET /commissions/trial', { query: asManager })).body.amount).toBe(10_00);
    expect((await call(seller, 'GET /commissions/trial', { query: asManager })).status).toBe(403);
    const stranger = await userWith('createQuotes');
    expect((await call(stranger, 'GET /commissions/trial', { query: { contractId: contract.id } })).status).toBe(404);

    const lines = async () => (await query('select count(*)::int as n from commission_entries'))[0].n;
    const before = await lines();
    at('2027-01-10');
    // A former system's contract stands in the lists and earns nothing.
    const former = await make();
    await query(`update contracts set state = 'completed', origin = 'history', approved_on = '2026-11-20' where id = $1`, [former.id]); // prettier-ignore
    const [{ sold }] = await query(`select count(*)::int as sold from contracts where company_id = 901
      and approved_on between '2026-10-01' and '2026-12-31' and canceled_at is null and origin <> 'history'`);
    const rule = ruleOf({ name: 'Al dettaglio', sale: 'used', channel: 'retail', fixed: 95_00 });
    const simulated = (await call(boss, 'POST /commissions/simulation', { body: { rule, replaces: narrow.id } })).body; // prettier-ignore
    expect(simulated).toMatchObject({ from: '2026-10-01', to: '2026-12-31', contracts: sold });
    const theirs = simulated.people.find(({ name }: { name: string }) => name === tried.body.person.name);
    expect(theirs.tried - theirs.today).toBe(15_00 * (theirs.today / 80_00));
    // A rule that began after the quarter is compared with itself all the time: what was changed is the difference.
    const late = (await write({ name: 'Da oggi', fixed: 40_00, userId: seller.id, from: '2027-01-10' })).body;
    const changedTo = async (fixed: number) => {
      const body = { rule: ruleOf({ name: 'Da oggi', sale: 'used', fixed, userId: seller.id, from: '2027-01-10' }), replaces: late.id }; // prettier-ignore
      const { people } = (await call(boss, 'POST /commissions/simulation', { body })).body;
      const one = people.find(({ id }: { id: number }) => id === seller.id);
      return [one.today, one.tried - one.today];
    };
    expect(await changedTo(40_00)).toEqual([theirs.today / 2, 0]);
    expect(await changedTo(41_00)).toEqual([theirs.today / 2, theirs.today / 80]);
    expect((await call(boss, 'POST /commissions/simulation', { body: { rule, replaces: 2_000_000_000 } })).status).toBe(404); // prettier-ignore
    // A part of a plan has no page: it is said as the rule that it is, and compared with itself, too.
    const [held, changed] = [40_00, 41_00].map((fixed) => ruleOf({ sale: 'used', fixed, userId: seller.id, makerId: null, from: '2027-01-10' })); // prettier-ignore
    const ofPlan = (await call(boss, 'POST /commissions/simulation', { body: { rule: changed, replaces: held } })).body;
    const one = ofPlan.people.find(({ id }: { id: number }) => id === seller.id);
    expect([one.today, one.tried - one.today]).toEqual([theirs.today / 2, theirs.today / 80]);
    expect(await lines()).toBe(before);
    clock.now = start;

    for (const rule of [wide, narrow, team, late]) expect((await archive(rule)).body.results[0].outcome).toBe('done');
    // A rule that has ended takes nothing back by itself; the credit note and the cancellation do, at the former rule.
    await done(office, 'unbill', contract, await because('unbill', { number: 'NC R1', day: '2026-11-20' }));
    await canceled(contract);
    expect(await earnedOf(contract.id)).toEqual([]);
    await planned(seller.id, { usedFixed: 100_00 });
  });

  test('is tried as a line has it: what was sold or what the role earns, each trigger split by itself', async () => {
    await planned(seller.id, {});
    await query(`update users set role_name = 'Capo e venditore' where id = $1`, [seller.id]);
    const rules = [];
    for (const more of [
      { name: 'Firma', fixed: 80_01, adds: true },
      { name: 'Fattura', fixed: 20_01, adds: true, trigger: 'billed' },
      { name: 'Capo', fixed: 10_00, earner: 'role', roleName: 'Capo e venditore' },
    ] as const)
      rules.push((await write(more)).body);
    const contract = await make();
    const place = await placeIn(901, 'Sede del capo');
    await query('update contracts set location_id = $2 where id = $1', [contract.id, place]);
    await query('insert into user_locations (company_id, user_id, location_id) values (901, $1, $2)', [seller.id, place]); // prettier-ignore
    await prepareContract(side, contract.id);
    for (const [as, move] of [[seller, 'submit'], [director, 'validate'], [office, 'approve']] as const) await done(as, move, contract); // prettier-ignore
    const partner = await userWith('createQuotes');
    const params = { id: contract.id };
    const { version } = (await call(boss, 'GET /commissions/contracts/:id/split', { params })).body;
    const shares = [seller.id, partner.id].map((userId) => ({ userId, share: 50_00 }));
    const body = { shares, reason: 'Trattativa a due' };
    at('2026-12-02');
    expect((await call(boss, 'POST /commissions/contracts/:id/split', { params, version, body })).status).toBe(200);
    clock.now = start;
    // It is corrected where the sale stands, while that month is open.
    expect(await query('select amount::int, month::text from commission_entries where user_id = $1', [partner.id])).toEqual([{ amount: 40_00, month: '2026-11-01' }]); // prettier-ignore
    await done(office, 'bill', contract);
    const triedAs = async (more: object) => {
      const { amount, rules: tried } = (await call(boss, 'GET /commissions/trial', { query: { contractId: contract.id, userId: seller.id, ...more } })).body; // prettier-ignore
      return [amount, tried.flatMap(({ name, part }: { name: string; part: object | null }) => (part ? [name] : []))];
    };
    expect(await triedAs({})).toEqual([40_01 + 10_01, ['Firma', 'Fattura']]);
    expect(await triedAs({ earns: 'seller', trigger: 'approved' })).toEqual([40_01, ['Firma']]);
    expect(await triedAs({ earns: 'role', trigger: 'approved' })).toEqual([10_00, ['Capo']]);
    // Each line says with whom it is shared.
    const [{ id }] = await query(`select s.id::int from commission_statements s join commission_entries k on k.company_id = s.company_id and k.user_id = s.user_id
      and k.month = s.month where k.contract_id = $1 and s.user_id = $2`, [contract.id, seller.id]); // prettier-ignore
    const names = Object.fromEntries((await query('select id::int, name from users')).map((user) => [user.id, user.name])); // prettier-ignore
    const lines: { contractId: number; earns: string; sharedWith: string[] }[] = (await open(id)).lines;
    const partners = (earns: string) => [...new Set(lines.filter((line) => line.contractId === contract.id && line.earns === earns).map((line) => line.sharedWith.join()))]; // prettier-ignore
    expect([partners('seller').at(-1), partners('role')]).toEqual([names[partner.id], ['']]);
    await done(office, 'unbill', contract, await because('unbill', { number: 'NC T1', day: '2026-11-20' }));
    await canceled(contract);
    for (const rule of rules) await archive(rule);
    await query(`update users set role_name = 'Prova' where id = $1`, [seller.id]);
    await planned(seller.id, { usedFixed: 100_00 });
  });

  test('the worked example on a contract: 80 + 8 % of margine II + financing + insurance = 481,88', async () => {
    await planned(seller.id, {});
    const rules: { id: number; version: number }[] = [];
    const wanted: Partial<RuleInput>[] = [
      { name: 'Al dettaglio', channel: 'retail', basis: 'margin_second', bands: [{ from: 0, percent: 8 }] },
      { name: 'Tutte', fixed: 60_00, basis: 'margin_second', bands: [{ from: 0, percent: 6 }] },
      { name: 'Finanziamento', subject: 'financial', fixed: 150_00 },
      { name: 'Assicurazione', subject: 'insurance', fixed: 40_00 },
    ];
    for (const more of wanted) rules.push((await write(more)).body);
    const contract = await approved();
    await query('update contracts set margin_second = 2648_56, financed = 15000_00, insurances = 1 where id = $1', [contract.id]); // prettier-ignore
    // A split reckons again.
    const params = { id: contract.id };
    const { version } = (await call(boss, 'GET /commissions/contracts/:id/split', { params })).body;
    const shares = [{ userId: seller.id, share: 100_00 }];
    await call(boss, 'POST /commissions/contracts/:id/split', { params, version, body: { shares, reason: 'Trattativa' } }); // prettier-ignore
    expect(await earnedOf(contract.id)).toEqual([{ id: seller.id, sum: 481_88 }]);
    const [{ id }] = await query(`select s.id::int from commission_statements s join commission_entries k
      on k.company_id = s.company_id and k.user_id = s.user_id and k.month = s.month where k.contract_id = $1`, [contract.id]); // prettier-ignore
    const line = (await open(id, seller)).lines.findLast(({ contractId }: { contractId: number }) => contractId === contract.id); // prettier-ignore
    expect(line.parts.map(({ name, base, amount }: Record<string, unknown>) => [name, base, amount])).toEqual([
      ['Al dettaglio', 2_648_56, 291_88],
      ['Finanziamento', null, 150_00],
      ['Assicurazione', null, 40_00],
    ]);
    for (const rule of rules) await archive(rule);
    await canceled(contract);
    await planned(seller.id, { usedFixed: 100_00 });
  });

  const targets = targetsOf({ contracts: contractFigure });
  const night = (by = targets) => settleMonths(by).run(world.outside(), { companyId: 901 });
  const soldNow = async (): Promise<number> =>
    (await query(`select coalesce(sum(pieces), 0)::int as sold from contracts
      where seller_id = ${seller.id} and approved_on between '2026-11-01' and '2026-11-30' and canceled_at is null`))[0].sold; // prettier-ignore
  /** Sets the seller's targets of November. */
  const aim = async (amounts: Record<string, number>) => {
    await query('delete from target_editions where company_id = 901');
    await query(`with e as (insert into target_editions (company_id, year, state, basis, in_force_at, created_at, updated_at)
        values (901, 2026, 'in_force', 'approved', now(), now(), now()) returning id)
      insert into targets (company_id, edition_id, objective, seller_id, month, amount)
        select 901, e.id, o.key, ${seller.id}, 11, o.value::bigint from e, jsonb_each_text('${JSON.stringify(amounts)}') o`);
  };
  const stakeOf = async (as: TestUser) => (await call(as, 'GET /reports/objectivesReport', { query: { from: '2026-11-01', to: '2026-11-30' } })).body.total.sums.atStake; // prettier-ignore

  test('by a target of the month pays its sales once it is reached, and takes back when it no longer is', async () => {
    await planned(seller.id, {});
    const sold = await soldNow();
    await aim({ used_pieces: sold + 2 });
    const bonus = (await write({ name: 'Obiettivo raggiunto', fixed: 30_00, target: 'used_pieces' })).body;
    const tried = async (contractId: number) => {
      const { body } = await call(seller, 'GET /commissions/trial', { query: { contractId } });
      const { verdict, stands } = body.rules.find(({ name }: { name: string }) => name === bonus.name);
      return [verdict, stands];
    };
    const paid = [{ id: seller.id, sum: 30_00 }];
    // The report on targets says what is at stake to who sees what everybody earns, and to nobody else.
    const accountant = await userWith('validateContracts', 'seeAllCommissions');
    // Sales that others of these tests have left are at stake, too.
    const stood = await stakeOf(accountant);
    const first = await approved();
    await night();
    expect([await earnedOf(first.id), await tried(first.id)]).toEqual([[], ['target', { target: sold + 2, done: sold + 1 }]]); // prettier-ignore
    expect(await stakeOf(accountant)).toBe(stood + 30_00);
    // The statement says how far it is, to who earns it and to who sees all.
    const [{ id }] = await query(`insert into commission_statements (company_id, user_id, month, created_at, updated_at) values (901, $1, '2026-11-01', now(), now())
      on conflict (company_id, user_id, month) do update set updated_at = now() returning id::int`, [seller.id]); // prettier-ignore
    const aims = async (as: TestUser) => (await call(as, 'GET /commissions/statements/:id/targets', { params: { id } })).body; // prettier-ignore
    const far = [{ objective: 'used_pieces', target: sold + 2, done: sold + 1, rules: [bonus.name] }];
    expect([await aims(seller), await aims(boss)]).toEqual([far, far]);
    expect(await stakeOf(await userWith('validateContracts'))).toBeUndefined();
    const second = await approved();
    expect(await tried(first.id)).toEqual(['wins', { target: sold + 2, done: sold + 2 }]);
    await night();
    expect(await stakeOf(accountant)).toBe(0);
    expect([await earnedOf(first.id), await earnedOf(second.id)]).toEqual([paid, paid]);
    const lines = async () => (await query('select count(*)::int as n from commission_entries'))[0].n;
    const written = await lines();
    await night();
    expect(await lines()).toBe(written);
    // From its customer's withdrawal on a sale reaches nothing more; what it earned goes back when it is closed.
    const withdrawn = (at: string) => query(`update contracts set withdrawn_at = ${at} where id = $1`, [second.id]);
    await withdrawn('now()');
    await night();
    expect([await earnedOf(first.id), await earnedOf(second.id)]).toEqual([[], paid]);
    await withdrawn('null');
    await night();
    expect([await earnedOf(first.id), await earnedOf(second.id)]).toEqual([paid, paid]);
    await canceled(second);
    await night();
    expect([await earnedOf(first.id), await earnedOf(second.id)]).toEqual([[], []]);

    // Whoever is paid by a target does not set it.
    const draft = await call(setter, 'POST /stats/targets', { body: { year: 2031 } });
    const cells = [{ locationId: null, sellerId: setter.id, month: 1, amount: 0 }];
    const params = { id: draft.body.id };
    const saved = await call(setter, 'PUT /stats/targets/:id', { params, version: draft.body.version, body: { objective: 'used_pieces', cells } }); // prettier-ignore
    const force = (as: TestUser) => call(as, 'POST /stats/targets/:id/force', { params, version: saved.body.version });
    expect((await force(setter)).body.message).toContain('li mette in vigore un collega');
    expect((await force(await userWith('managePreferences'))).status).toBe(200);
    expect((await archive(bonus)).body.results[0].outcome).toBe('done');
    await query(`delete from target_editions where company_id = 901`);
    await canceled(first);
    await planned(seller.id, { usedFixed: 100_00 });
  });

  test('by a target takes nothing back, and pays nothing more, once the month after it is over', async () => {
    await planned(seller.id, {});
    const sold = await soldNow();
    await aim({ used_pieces: sold + 2, value: 9_000_000_00 });
    const reached = (await write({ adds: true, name: 'Pezzi', fixed: 30_00, target: 'used_pieces' })).body;
    const missed = (await write({ adds: true, name: 'Valore', fixed: 7_00, target: 'value' })).body;
    const [kept, gone] = [await approved(), await approved()];
    await night();
    const paid = [{ id: seller.id, sum: 30_00 }];
    expect([await earnedOf(kept.id), await earnedOf(gone.id)]).toEqual([paid, paid]);
    at('2027-02-10');
    await canceled(gone);
    await aim({ used_pieces: sold + 2, value: 1 });
    await done(office, 'bill', kept);
    expect([await earnedOf(kept.id), await earnedOf(gone.id)]).toEqual([paid, []]);
    // Who gets a share of it only now is asked for the own target: there is none.
    const partner = await userWith('createQuotes');
    const params = { id: kept.id };
    const { version } = (await call(boss, 'GET /commissions/contracts/:id/split', { params })).body;
    const shares = [seller.id, partner.id].map((userId) => ({ userId, share: 50_00 }));
    await call(boss, 'POST /commissions/contracts/:id/split', { params, version, body: { shares, reason: 'Trattativa' } }); // prettier-ignore
    expect(await earnedOf(kept.id)).toEqual([{ id: seller.id, sum: 15_00 }]);
    clock.now = start;
    for (const rule of [reached, missed]) await archive(rule);
    await query('delete from target_editions where company_id = 901');
    await planned(seller.id, { usedFixed: 100_00 });
  });

  test('by a target leaves at night what it does not decide: an invoiced commission stays', async () => {
    await planned(seller.id, { usedFixed: 100_00 });
    const contract = await approved();
    await done(office, 'bill', contract);
    const rule = (await write({ name: 'D’altri', fixed: 30_00, target: 'used_pieces', roleName: 'Accoglienza' })).body; // prettier-ignore
    await planned(seller.id, { usedFixed: 999_00 });
    await night();
    expect(await earnedOf(contract.id)).toEqual([{ id: seller.id, sum: 100_00 }]);
    await archive(rule);
    await planned(seller.id, { usedFixed: 100_00 });
  });

  test('by a target is settled sale by sale: one that fails keeps no other, and a target is counted once', async () => {
    await planned(seller.id, {});
    const sold = await soldNow();
    await aim({ used_pieces: sold + 3 });
    const rule = (await write({ name: 'Pezzi', fixed: 30_00, target: 'used_pieces', userId: seller.id })).body;
    const [first, second] = [await approved(), await approved()];
    const accountant = await userWith('validateContracts', 'seeAllCommissions');
    const stake = await stakeOf(accountant);
    expect(stake).toBeGreaterThanOrEqual(60_00);
    // A rule that ended within the month still pays its days.
    await query(`update commission_rules set "to" = '2026-11-20' where id = $1`, [rule.id]);
    at('2026-11-25');
    expect(await stakeOf(accountant)).toBe(stake);
    clock.now = start;

    await aim({ used_pieces: sold + 2 });
    const asked: string[] = [];
    const failing: typeof targets = {
      ...targets,
      reached: async (ctx, of) => {
        asked.push(JSON.stringify(of));
        if (asked.length === 1) throw new Error('tried');
        return targets.reached(ctx, of);
      },
    };
    await expect(night(failing)).rejects.toThrow(AggregateError);
    const paid = [{ id: seller.id, sum: 30_00 }];
    expect(await earnedOf(second.id)).toEqual(paid);
    asked.splice(0, asked.length, 'once failed');
    await night(failing);
    expect(await earnedOf(first.id)).toEqual(paid);
    expect(new Set(asked).size).toBe(asked.length);
    // Who is asked for nothing has reached nothing.
    await aim({ used_pieces: 0 });
    await night();
    expect([await earnedOf(first.id), await earnedOf(second.id)]).toEqual([[], []]);
    await archive(rule);
    await query('delete from target_editions where company_id = 901');
    await planned(seller.id, { usedFixed: 100_00 });
  });

  test('and what it has at stake is read once for a report, however many statements it takes', async () => {
    const accountant = await userWith('validateContracts', 'seeAllCommissions');
    let reads = 0;
    const report = objectivesReport({ contracts: contractFigure }, async () => {
      reads += 1;
      return new Map();
    });
    const query = { basis: 'edition', by: 'place', from: '2026-11-01', to: '2026-11-30', listed: 'true', limit: 5, offset: 0 } as const; // prettier-ignore
    await world.outside().asCompany(901, accountant.id, (ctx) => readReport(ctx, report, query));
    expect(reads).toBe(1);
  });

  test('is refused at the field, and by nobody written for themselves', async () => {
    const writer = await userWith('managePreferences');
    await query(`update users set role_name = 'Direttore' where id = $1`, [writer.id]);
    // What pays another account of theirs pays the same person.
    await query(
      `insert into users (company_id, name, email, role_name, privileges, service, created_by, answered_by)
        select company_id, name || ' 2', 'seconda-' || email, 'Seconda veste', '{}', true, id, array[id] from users where id = $1`,
      [writer.id],
    );
    const faultOf = async (more: Partial<RuleInput>) => Object.keys((await write(more, writer)).body.fields ?? {});
    const [foreign, place] = [await strangerWith('createQuotes'), await placeIn(902)];
    const [model] = await query('select id::int, maker_id::int as maker from models order by id limit 1');
    const bands = (...of: [number, number][]) => ({ bands: of.map(([from, percent]) => ({ from, percent })) });
    const cases: [Partial<RuleInput>, string][] = [
      [{ userId: writer.id }, 'userId'],
      [{ roleName: 'Direttore' }, 'roleName'],
      [{ roleName: 'Seconda veste' }, 'roleName'],
      [{ roleName: 'Venditori' }, 'roleName'],
      [{ userId: foreign.id }, 'userId'],
      [{ locationId: place }, 'locationId'],
      [{ modelId: 2_000_000_000 }, 'modelId'],
      [{ makerId: 2_000_000_000 }, 'makerId'],
      [{ modelId: model.id, makerId: 2_000_000_000 }, 'makerId'],
      [{ basketId: 2_000_000_000 }, 'basketId'],
      [bands([0, 101]), 'bands.0.percent'],
      [bands([1, 5]), 'bands.0.from'],
      [bands([0, 5], [1_000_00, 6], [1_000_00, 7]), 'bands.2.from'],
      [{ from: '2026-12-01', to: '2026-11-30' }, 'to'],
      [{ from: '2026-11-16' }, 'from'],
      [{ variable: 'tactic' }, 'to'],
      [{ fixed: 0 }, 'fixed'],
      [{ earner: 'role' }, 'roleName'],
    ];
    for (const [more, field] of cases) expect([more, await faultOf(more)]).toEqual([more, [field]]);

    const colleague = await userWith('managePreferences');
    const paying = (await write({ userId: writer.id }, colleague)).body;
    const sent = { params: { id: paying.id }, version: paying.version };
    const raised = await call(writer, 'PUT /commissions/rules/:id', { ...sent, body: ruleOf({ fixed: 900_00 }) });
    const ended = await call(writer, 'POST /commissions/rules/bulk', { body: { action: 'archive', rows: [{ id: paying.id, version: paying.version }] } }); // prettier-ignore
    expect([raised.status, ended.status]).toEqual([409, 409]);
    expect((await call(colleague, 'PUT /commissions/rules/:id', { ...sent, body: ruleOf({ to: '2026-12-31' }) })).status).toBe(200); // prettier-ignore
  });

  test('pays a sale by what its basket held on the day of the approval, whatever it holds at the invoice', async () => {
    await planned(seller.id, {});
    const [, other] = await query('select v.id::int, v.model_id::int as model from versions v order by v.model_id = $1 desc, v.id', [side.car.modelId]); // prettier-ignore
    const named = { ...basketOf('Delle provvigioni', side), modelIds: [], versionIds: [side.car.versionId] };
    const { body: basket } = await call(setter, 'POST /baskets', { body: named });
    const rule = (await write({ name: 'Del paniere', fixed: 70_00, basketId: basket.id })).body;
    const contract = await make();
    await prepareContract(side, contract.id);
    for (const [as, move] of [[seller, 'submit'], [director, 'validate']] as const) await done(as, move, contract); // prettier-ignore
    await query('update contracts set version_id = $2 where id = $1', [contract.id, side.car.versionId]);
    await done(office, 'approve', contract);
    expect(await earnedOf(contract.id)).toEqual([{ id: seller.id, sum: 70_00 }]);
    at('2026-11-24');
    const changed = { params: { id: basket.id }, version: 1, body: { ...named, versionIds: [other!.id] } };
    expect((await call(setter, 'PUT /baskets/:id', changed)).status).toBe(200);
    await done(office, 'bill', contract);
    expect(await earnedOf(contract.id)).toEqual([{ id: seller.id, sum: 70_00 }]);
    expect((await archive(rule)).status).toBe(200);
    clock.now = start;
    await planned(seller.id, { usedFixed: 100_00 });
  });

  test('a rule that has begun is ended and followed by another: the past stays as it was reckoned', async () => {
    await planned(seller.id, {});
    const rule = (await write({ name: 'Di novembre', fixed: 70_00, userId: seller.id })).body;
    const contract = await approved();
    const put = (version: number, more: Partial<RuleInput>) =>
      call(setter, 'PUT /commissions/rules/:id', {
        params: { id: rule.id },
        version,
        body: ruleOf({ sale: 'used', name: 'Di novembre', fixed: 70_00, userId: seller.id, ...more }),
      });
    at('2026-11-24');
    const faultOf = async (more: Partial<RuleInput>) => Object.keys((await put(rule.version, more)).body.fields ?? {});
    expect(await faultOf({ fixed: 900_00 })).toEqual(['fixed']);
    expect(await faultOf({ from: '2026-11-24' })).toEqual(['from']);
    expect(await faultOf({ to: '2026-11-21' })).toEqual(['to']);
    expect((await put(rule.version, { to: '2026-11-30' })).status).toBe(200);
    expect((await archive({ id: rule.id, version: rule.version + 1 })).status).toBe(200);
    await done(office, 'bill', contract);
    expect(await earnedOf(contract.id)).toEqual([{ id: seller.id, sum: 70_00 }]);
    at('2026-11-27');
    const restored = await call(setter, 'POST /commissions/rules/bulk', { body: { action: 'restore', rows: [{ id: rule.id, version: rule.version + 2 }] } }); // prettier-ignore
    expect(restored.status).toBe(409);
    clock.now = start;
    await planned(seller.id, { usedFixed: 100_00 });
  });
});
