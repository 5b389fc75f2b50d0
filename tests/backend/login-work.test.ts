import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { testDatabase } from '#tests/support/database.ts';
import { makeWorld, PASSWORD } from '#tests/support/world.ts';

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

const world = await makeWorld(await testDatabase());
const { call } = world;
afterAll(() => world.close());
beforeEach(() => void (hashes.length = 0));

const login = (email: string, password: string) => call(null, 'POST /auth/login', { body: { email, password } });

test('whoever asks to log in, the same work is done: right, wrong, disabled and unknown are one hash of one cost', async () => {
  const user = await world.user(901, [], { password: true });
  const gone = await world.user(901, [], { password: true });
  await world.query('update users set disabled_at = now() where id = $1', [gone.id]);
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

test('who has to wait costs no hash', async () => {
  const email = 'fantasma@prova.example.it';
  for (let i = 0; i < 9; i += 1) await login(email, 'sbagliata');
  expect(hashes).toHaveLength(5);
});
