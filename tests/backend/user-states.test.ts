import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { invitationMail } from '#backend/auth/mails.ts';
import { privileges as p } from '#domain/privileges.ts';
import type { TestUser } from '#tests/support/area.ts';
import { testDatabase } from '#tests/support/database.ts';
import { mailsLeft } from '#tests/support/outbox.ts';
import { rounds } from '#tests/support/rounds.ts';
import { EVERY, makeWorld } from '#tests/support/world.ts';

const world = await makeWorld(await testDatabase(), { RATE_LIMIT: '0' });
const { call, query } = world;
afterAll(() => world.close());

const boss = await world.user(901, EVERY);
/** Manages users, and holds less than those of this test. */
const lesser = await world.user(901, [p.seeUsers, p.manageUsers]);
const looker = await world.user(901, [p.seeUsers, p.createQuotes, p.manageOwnQuotes]);

const steps = ['invite', 'choose', 'login', 'block', 'unblock', 'end'] as const;
/** What the users of the product may do, in sequences that nobody planned. */
const step = fc.record({
  name: fc.constantFrom(...steps),
  as: fc.constantFrom('boss', 'boss', 'boss', 'lesser', 'looker'),
  stale: fc.nat(7).map((n) => n === 0),
});
const people: Record<string, TestUser> = { boss, lesser, looker };

/** The token in the last mail to an address, used or not. */
const lastLink = (email: string) => /token=(\S+)/.exec(mailsLeft(world.config, email).at(-1) ?? '')?.[1] ?? null;

/** What must hold of a user, computed beside the product. */
interface Model {
  /** The password, once one was chosen. */
  password: string | null;
  blocked: boolean;
  /** Tokens of open sessions. */
  sessions: string[];
  /** Does the last link still open? */
  link: boolean;
}
const stateOf = ({ blocked, password }: Model) => (blocked ? 'blocked' : password === null ? 'invited' : 'active');

let count = 0;
async function newcomer() {
  const email = `macchina.${++count}@prova.example.it`;
  const body = {
    name: 'Persona Macchina',
    email,
    phone: null,
    roleName: 'Venditore',
    privileges: ['13', '14'],
    locationIds: [world.alfa.locationId],
    defaultLocationId: world.alfa.locationId,
    businessCenterId: null,
    payrollNumber: '',
    rotation: 'role',
    desk: '',
    commissions: [],
    languages: [],
    makerIds: [],
  };
  return { email, id: (await call(boss, 'POST /users', { body })).body.id as number };
}

test('invited, active, blocked: every way through them keeps rights, sessions, links and logins as they must be', async () => {
  const [met, statuses] = [new Set<string>(), new Set<number>()];
  const walk = async (sequence: { name: (typeof steps)[number]; as: string; stale: boolean }[]) => {
    const { id, email } = await newcomer();
    const model: Model = { password: null, blocked: false, sessions: [], link: false };
    const read = async () => (await call(boss, 'GET /users/:id', { params: { id } })).body;
    const logIn = (password: string) => call(null, 'POST /auth/login', { body: { email, password } });
    for (const { name, as, stale } of sequence) {
      await query('delete from login_throttles');
      const before = await read();
      // Who may not manage, or holds less than the other one, is refused whatever the state is.
      const refused = as === 'boss' ? null : 403;
      const bulk = (action: 'archive' | 'restore') =>
        call(people[as]!, 'POST /users/bulk', {
          body: { action, rows: [{ id, version: before.version - (stale ? 1 : 0) }] },
        });
      const version = (outcome: string) => ({ status: 200, body: { results: [{ id, outcome }] } });
      if (name === 'invite') {
        const { status } = await call(people[as]!, 'POST /users/:id/invite', { params: { id } });
        expect([name, status]).toEqual([name, refused ?? (model.blocked ? 409 : 204)]);
        statuses.add(status);
        if (status !== 204) continue;
        await invitationMail.run(world.outside(), { companyId: 901, userId: id });
        model.link = true;
      } else if (name === 'choose') {
        const token = lastLink(email);
        if (token === null) continue;
        const password = `quattro-gatti-sul-tetto-${++count}`;
        const { status } = await call(null, 'POST /auth/password', { body: { token, password } });
        expect([name, status]).toEqual([name, model.link && !model.blocked ? 200 : 422]);
        if (status === 200) Object.assign(model, { password, link: false, sessions: [] });
      } else if (name === 'login') {
        const { status, body } = await logIn(model.password ?? 'mai-scelta-da-nessuno');
        expect([name, status]).toEqual([name, stateOf(model) === 'active' ? 200 : 401]);
        if (status === 200) model.sessions.push(body.token);
      } else if (name === 'end') {
        const { status } = await call(people[as]!, 'DELETE /users/:id/sessions', { params: { id } });
        expect([name, status]).toEqual([name, refused ?? 204]);
        statuses.add(status);
        if (status === 204) model.sessions = [];
      } else {
        const answer = await bulk(name === 'block' ? 'archive' : 'restore');
        statuses.add(answer.status);
        if (refused) expect([name, answer.status]).toEqual([name, refused]);
        else expect(answer).toMatchObject(version(stale ? 'stale' : 'done'));
        if (!refused && !stale) model.blocked = name === 'block';
        if (!refused && !stale && name === 'block') model.sessions = [];
      }
      met.add(stateOf(model));
      expect(await read()).toMatchObject({ state: stateOf(model), archived: model.blocked });
      for (const token of model.sessions) expect((await call({ token }, 'GET /auth/user')).status).toBe(200);
    }
    const open = await query('select count(*)::int as n from sessions where user_id = $1 and revoked_at is null', [id]);
    expect(open).toEqual([{ n: model.sessions.length }]);
  };
  await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 12 }), walk), { numRuns: rounds(5) });
  // And one way that meets everything, whatever the others met.
  await walk(
    (['invite', 'choose', 'login', 'block', 'login', 'invite', 'choose', 'unblock', 'login', 'end'] as const).map(
      (name) => ({ name, as: 'boss', stale: false }),
    ),
  );
  expect([...met].toSorted()).toEqual(['active', 'blocked', 'invited']);
  expect([...statuses]).toEqual(expect.arrayContaining([200, 204, 403, 409]));
});
