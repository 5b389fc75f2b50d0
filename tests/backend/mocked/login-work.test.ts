import { pino } from 'pino';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { createBackend } from '#backend/app.ts';
import { PASSWORD } from '#tests/support/area.ts';
import { testDatabase } from '#tests/support/database.ts';
import { makeWorld } from '#tests/support/world.ts';

/** Cost and length of every hash that is computed. */
const hashes = vi.hoisted(() => [] as unknown[]);
vi.mock('node:crypto', async (original) => {
  const crypto = await original<typeof import('node:crypto')>();
  const argon2: typeof crypto.argon2 = (algorithm, { message: _, nonce, ...cost }, done) => {
    hashes.push([algorithm, Buffer.from(nonce as Uint8Array).length, cost]);
    crypto.argon2(algorithm, { message: _, nonce, ...cost }, done);
  };
  return { ...crypto, argon2 };
});

const database = await testDatabase();
const world = await makeWorld(database);
const { call } = world;
afterAll(() => world.close());
beforeEach(() => void (hashes.length = 0));

const login = (email: string, password: string) => call(null, 'POST /auth/login', { body: { email, password } });

test('whoever asks to log in, the same work is done: right, wrong, disabled and unknown are one hash of one cost', async () => {
  const user = await world.user(901, [], { password: true });
  const gone = await world.user(901, [], { password: true });
  await world.query('update users set archived_at = now() where id = $1', [gone.id]);
  const statuses = [];
  for (const [email, password] of [
    [user.email, PASSWORD],
    [user.email, 'sbagliata'],
    [gone.email, PASSWORD],
    ['nessuno@prova.example.it', PASSWORD],
  ] as const)
    statuses.push((await login(email, password)).status);
  expect(statuses).toEqual([200, 401, 401, 401]);
  expect(hashes).toHaveLength(4);
  expect(new Set(hashes.map((hash) => JSON.stringify(hash)))).toHaveLength(1);
});

test('the log tells accounts that fail apart, and names none', async () => {
  const lines: { msg: string; account?: string }[] = [];
  const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(JSON.parse(line)) });
  const withKey = (SESSION_SECRET: string) =>
    createBackend({ db: database.db, config: { ...world.config, SESSION_SECRET }, log });
  const [backend, other] = [withKey(world.config.SESSION_SECRET), withKey('un’altra-chiave-per-le-prove-automatiche')];
  const fail = (email: string, at = backend) =>
    call(null, 'POST /auth/login', { body: { email, password: 'sbagliata' } }, at);
  for (const email of ['uno@prova.example.it', 'due@prova.example.it', 'uno@prova.example.it']) await fail(email);
  // Who has the log alone cannot try addresses against it.
  await fail('uno@prova.example.it', other);
  const accounts = lines.filter(({ msg }) => msg === 'login failed').map(({ account }) => account);
  expect(accounts[0]).toMatch(/^[\w-]{16}$/);
  expect(accounts).toEqual([accounts[0], accounts[1], accounts[0], accounts[3]]);
  expect(new Set(accounts).size).toBe(3);
  expect(JSON.stringify(lines)).not.toContain('prova.example.it');
});

test('a login that has to wait costs no hash', async () => {
  const email = 'fantasma@prova.example.it';
  for (let i = 0; i < 9; i += 1) await login(email, 'sbagliata');
  expect(hashes).toHaveLength(5);
});
