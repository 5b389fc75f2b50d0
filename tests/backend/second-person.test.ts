import { afterAll, expect, test } from 'vitest';
import { sectionFields } from '#domain/record/locks.ts';
import { contractMachine } from '#domain/contracts/rules.ts';
import { privileges as p } from '#domain/privileges.ts';
import type { TestUser } from '#tests/support/area.ts';
import { issuedQuote, prepareContract } from '#tests/support/areas/contracts.ts';
import { saleIn } from '#tests/support/contracts.ts';
import { testDatabase } from '#tests/support/database.ts';
import { makeWorld } from '#tests/support/world.ts';

const world = await makeWorld(await testDatabase(), { RATE_LIMIT: '0' });
const { alfa, call, draft, query, user } = world;
afterAll(() => world.close());
const { side, seller, director, office, read, done, step } = await saleIn(world);

const SELLS = [p.createQuotes, p.manageOwnQuotes, p.seeCustomers, p.makeContracts];
/** Who sells, validates in the back office and makes tokens. */
const BOTH = [...SELLS, p.seeAllContracts, p.validateContracts, p.managePreferences];
const OFFICE = [p.seeAllContracts, p.validateContracts];

const tokenOf = async (as: TestUser, privileges: readonly number[]): Promise<TestUser> => {
  const { status, body } = await call(as, 'POST /users/tokens', { body: { name: 'Gestionale', privileges, days: 90 } });
  expect(status).toBe(201);
  return { ...as, id: body.id, token: body.token };
};
/** A contract that waits for the back office. */
const waiting = async (maker: TestUser, sells = maker) => {
  const { id: quoteId } = await issuedQuote(side, sells);
  const { body: contract } = await call(maker, 'POST /contracts', { body: { quoteId } });
  await prepareContract(side, contract.id);
  await done(sells, 'submit', contract);
  await done(director, 'validate', contract);
  return contract as { id: number };
};
const approves = async (as: TestUser, contract: { id: number }) => (await step(as, 'approve', contract)).status;

test('a contract is not approved by a token of who made it, nor by who is behind the token that made it', async () => {
  const both = await user(901, BOTH);
  const contract = await waiting(both);
  const token = await tokenOf(both, OFFICE);
  const refused = await step(token, 'approve', contract);
  expect([refused.status, refused.body.message]).toEqual([403, expect.stringMatching(/^Approva un collega/)]);
  expect(await approves(both, contract)).toBe(403);
  expect((await read(contract.id, token)).offered).not.toContain('approve');

  const selling = await tokenOf(both, SELLS);
  const machine = await waiting(selling);
  // The person's own session was read before the token was there.
  for (const self of [both, token, await tokenOf(both, OFFICE)]) expect(await approves(self, machine)).toBe(403);
  expect((await read(machine.id, both)).offered).not.toContain('approve');

  // A token of a colleague, and a colleague, are second persons.
  expect(await approves(await tokenOf(await user(901, BOTH), OFFICE), contract)).toBe(200);
  expect(await approves(office, machine)).toBe(200);
});

test('a token that a colleague took over counts as both: the first may still know its secret', async () => {
  const [first, second] = [await user(901, BOTH), await user(901, BOTH)];
  const token = await tokenOf(first, [...SELLS, ...OFFICE]);
  const [byToken, byFirst, bySecond] = [await waiting(token), await waiting(first), await waiting(second)];
  expect((await call(second, 'POST /users/tokens/:id/take-over', { params: { id: token.id } })).status).toBe(200);
  for (const self of [first, second, token]) expect(await approves(self, byToken)).toBe(403);
  for (const contract of [byFirst, bySecond]) expect(await approves(token, contract)).toBe(403);
  expect(await approves(second, byFirst)).toBe(200);
});

test('somebody who validated by a token does not get the contract to sell', async () => {
  const validator = await user(901, BOTH);
  const contract = await waiting(seller);
  await done(await tokenOf(validator, OFFICE), 'approve', contract);
  const { version } = await read(contract.id);
  const rows = [{ id: contract.id, version, sellerId: validator.id }];
  const { body } = await call(director, 'POST /contracts/assign', { body: { rows } });
  expect(body.results[0]).toMatchObject({ outcome: 'refused', why: expect.stringMatching(/^L’ha validato/) });
});

test('somebody who gave a contract away, or is its second seller no more, does not validate it', async () => {
  const [first, second] = [await user(901, BOTH), await user(901, BOTH)];
  const contract = await waiting(seller);
  const give = async (sellerId: number) => {
    const { version } = await read(contract.id);
    return call(director, 'POST /contracts/assign', { body: { rows: [{ id: contract.id, version, sellerId }] } });
  };
  for (const { id } of [first, seller]) expect((await give(id)).body.results[0].outcome).toBe('done');
  expect(await approves(first, contract)).toBe(403);
  expect((await read(contract.id, first)).offered).not.toContain('approve');

  await query("update contracts set state = 'incomplete', partner_id = $2 where id = $1", [contract.id, second.id]);
  const now = await read(contract.id);
  const general = Object.fromEntries(
    Object.keys(sectionFields(contractMachine, 'general')).map((key) => [key, (now as Record<string, unknown>)[key]]),
  );
  const without = {
    params: { id: contract.id },
    version: now.versions.general ?? 1,
    body: { ...general, partnerId: null },
  };
  const saved = await call(seller, 'PUT /contracts/:id/general', without as never);
  expect([saved.status, saved.body.fields]).toEqual([200, undefined]);
  await query("update contracts set state = 'waiting_approvation', signed_on = '2026-11-20' where id = $1", [
    contract.id,
  ]);
  expect(await approves(second, contract)).toBe(403);
  expect(await approves(office, contract)).toBe(200);
});

test('a discount asked for by a token is not granted by the person behind it, nor by who sells by the quote', async () => {
  const inRole = async (role: string, privileges: readonly number[]) => {
    const person = await user(901, [...SELLS, p.seeAllQuotes, p.manageAllQuotes, ...privileges]);
    await query('update users set role_name = $2 where id = $1', [person.id, role]);
    return person;
  };
  const granting = await inRole('Venditore', [p.approveContracts, p.managePreferences]);
  const colleague = await inRole('Venditore', []);
  const boss = await inRole('Direttore commerciale', [p.approveContracts]);
  const body = draft(alfa, { customDiscounts: [{ label: '', amount: null, percent: 20 }] });
  const asked = async (as: TestUser, sells: TestUser) => {
    const { id } = (await call(sells, 'POST /quotes', { body })).body;
    const sent = { params: { id }, version: 1, body: { reason: 'fleet' } };
    const { approval } = (await call(as, 'POST /quotes/:id/approvals', sent)).body;
    return approval as { id: number; version: number; deciders: string[] };
  };
  const [{ name }] = await query('select name from users where id = $1', [granting.id]);
  const grants = (as: TestUser, { id, version }: { id: number; version: number }) =>
    call(as, 'POST /approvals/:id/grant', { params: { id }, version });
  const token = await tokenOf(granting, SELLS);
  for (const approval of [await asked(token, token), await asked(colleague, granting)]) {
    expect(approval.deciders).not.toContain(name);
    const refused = await grants(granting, approval);
    expect([refused.status, refused.body.message]).toEqual([403, expect.stringMatching(/^Lo sconto lo autorizza un/)]);
  }
  const open = await asked(token, token);
  expect((await grants(boss, open)).status).toBe(200);
});
