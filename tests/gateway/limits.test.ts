import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createLimiter } from '#gateway/limits.ts';
import { allPrivileges, cookieFrom, open, tokenOf } from '#tests/support/upstream.ts';

describe('createLimiter', () => {
  test('lets the quota through at once, then one each interval', () => {
    let now = 0;
    const limiter = createLimiter(3, 60_000, () => now);
    expect([1, 2, 3, 4].map(() => limiter.take('a').wait)).toEqual([0, 0, 0, 20]);
    expect(limiter.take('b').wait).toBe(0);
    now = 20_000;
    expect([limiter.take('a').wait, limiter.take('a').wait]).toEqual([0, 20]);
    limiter.clear('a');
    expect(limiter.take('a')).toEqual({ remaining: 2, reset: 20, wait: 0 });
  });

  test('never lets more than two quotas through in one window, and always one after the wait it names', () => {
    const steps = fc.array(fc.integer({ min: 0, max: 5000 }), { minLength: 1, maxLength: 200 });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 20 }), steps, (quota, pauses) => {
        let now = 0;
        const limiter = createLimiter(quota, 60_000, () => now);
        const passed: number[] = [];
        let wait = 0;
        for (const pause of pauses) {
          now += pause;
          ({ wait } = limiter.take('a'));
          if (wait === 0) passed.push(now);
        }
        for (const at of passed)
          expect(passed.filter((other) => other >= at && other < at + 60_000).length).toBeLessThanOrEqual(2 * quota);
        now += wait * 1000;
        if (wait > 0) expect(limiter.take('a').wait).toBe(0);
      }),
    );
  });

  test('forgets the keys that were idle for longest when there are too many', () => {
    const limiter = createLimiter(1, 60_000, () => 0, 2);
    for (const key of ['a', 'b', 'c']) limiter.take(key);
    expect([limiter.take('c').wait > 0, limiter.take('a').wait]).toEqual([true, 0]);
  });
});

const get = (world: ReturnType<typeof open>, headers: Record<string, string>) =>
  world.app.request('/releases', { headers });

describe('requests', () => {
  test('beyond the quota of a user are 429 with Retry-After, and are not forwarded', async () => {
    let now = 0;
    const world = open({ RATE_LIMIT: 6 }, { clock: () => now });
    const cookie = await cookieFrom(world.app);
    const answers = [];
    for (let i = 0; i < 7; i++) answers.push(await get(world, { cookie }));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200, 429]);
    expect(answers.map(({ headers }) => headers.get('ratelimit'))).toEqual(
      [5, 4, 3, 2, 1, 0, 0].map((left, i) => `"user";r=${left};t=${Math.min(60, (i + 1) * 10)}`),
    );
    expect(answers[6]!.headers.get('ratelimit-policy')).toBe('"user";q=6;w=60');
    expect(answers[6]!.headers.get('retry-after')).toBe('10');
    expect(await answers[6]!.json()).toMatchObject({ error: 'too_many', retryAfter: 10 });
    expect(world.upstream.calls().filter(({ name }) => name === 'GET /releases')).toHaveLength(6);
    now += 10_000;
    expect((await get(world, { cookie })).status).toBe(200);
  });

  test('requests of one user count together, whatever the session, and leave others alone', async () => {
    const world = open({ RATE_LIMIT: 3 });
    const [first, second] = [tokenOf(21, [1]), tokenOf(21, [2])].map((token) => ({ authorization: `Bearer ${token}` }));
    const other = { authorization: `Bearer ${tokenOf(22, [1])}` };
    const statuses = [];
    for (const headers of [first, second, first, second, first, other])
      statuses.push((await get(world, headers!)).status);
    expect(statuses).toEqual([200, 200, 200, 429, 429, 200]);
  });

  test('pages count as well: a page like one call, its own calls not', async () => {
    const world = open({ RATE_LIMIT: 3 });
    const cookie = await cookieFrom(world.app);
    const page = async () => {
      const session = await world.gateway.session(new Request('http://localhost/dealer', { headers: { cookie } }));
      for (let i = 0; i < 5; i++) await world.gateway.call(session, 'GET /releases', {});
    };
    await page();
    await page();
    expect((await get(world, { cookie })).status).toBe(200);
    await expect(page()).rejects.toMatchObject({ code: 'too_many' });
  });

  test('for exports are 60 an hour', async () => {
    let now = 0;
    const world = open({ RATE_LIMIT: 300 }, { clock: () => now });
    const headers = { authorization: `Bearer ${tokenOf(21, allPrivileges)}` };
    const statuses = [];
    for (let i = 0; i < 61; i++) {
      now += 100;
      statuses.push((await world.app.request('/quotes/export?format=csv', { headers })).status);
    }
    expect([statuses.indexOf(429), (await get(world, headers)).status]).toEqual([60, 200]);
  });

  test('requests that bring leads are counted in bytes: beyond 40 MB an hour they are 429, and nothing else of the token is', async () => {
    let now = 0;
    const world = open({ RATE_LIMIT: 300 }, { clock: () => now });
    const headers = { authorization: `Bearer ${tokenOf(21, allPrivileges)}` };
    const send = (as = headers) => {
      const sent = { ...as, 'content-type': 'application/json', 'content-length': '1000000' };
      return world.app.request('/leads/inbound', { method: 'POST', headers: sent, body: '{}' });
    };
    for (let n = 0; n < 40; n++) await send();
    expect(world.upstream.calls().filter(({ name }) => name === 'POST /leads/inbound')).toHaveLength(40);
    const refused = await send();
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '90']);
    expect(await refused.json()).toMatchObject({ message: expect.stringContaining('Troppi dati inviati in un’ora') });
    expect((await get(world, headers)).status).toBe(200);
    expect((await send({ authorization: `Bearer ${tokenOf(22, allPrivileges)}` })).status).not.toBe(429);
    now += 90_000;
    expect((await send()).status).not.toBe(429);
  });

  test('from one network of IPv6 share its quota', async () => {
    const world = open({ RATE_LIMIT: 1, TRUSTED_PROXIES: 1 });
    const statuses = [];
    for (let i = 1; i <= 12; i++)
      statuses.push(
        (await get(world, { authorization: `Bearer no-${i}`, 'x-forwarded-for': `2001:db8:0:1:${i}::${i}` })).status,
      );
    expect(statuses).toEqual([...Array<number>(10).fill(401), 429, 429]);
    const elsewhere = { authorization: 'Bearer no', 'x-forwarded-for': '2001:db8:0:2::1' };
    expect((await get(world, elsewhere)).status).toBe(401);
  });

  test('with invented tokens share the quota of their address', async () => {
    const world = open({ RATE_LIMIT: 1 });
    const statuses = [];
    for (let i = 0; i < 12; i++) statuses.push((await get(world, { authorization: `Bearer invented-${i}` })).status);
    expect(statuses).toEqual([...Array<number>(10).fill(401), 429, 429]);
    expect(world.upstream.seen).toHaveLength(10);
  });

  test('without limit carry no limit headers', async () => {
    const answer = await get(open({ RATE_LIMIT: 0 }), { authorization: `Bearer ${tokenOf(21, allPrivileges)}` });
    expect([answer.status, answer.headers.has('ratelimit')]).toEqual([200, false]);
  });
});

describe('logins', () => {
  const login = (world: ReturnType<typeof open>, email: string) =>
    world.app.request('/auth/login', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-session': 'bearer' },
      body: JSON.stringify({ email, password: 'x' }),
    });

  test('logins that fail 10 times in 3 minutes wait, for that account only, however it is written', async () => {
    const world = open({ RATE_LIMIT: 300 }, { clock: () => 0 });
    world.upstream.answer = () => new Response(null, { status: 401 });
    for (let i = 0; i < 10; i++) expect((await login(world, 'a@b.it')).status).toBe(401);
    expect([(await login(world, 'A@B.it ')).status, (await login(world, 'c@b.it')).status]).toEqual([429, 401]);
    expect(world.upstream.seen).toHaveLength(11);
  });

  test('logins that succeed are not counted: a showroom of 50 behind one address logs in', async () => {
    let now = 0;
    const world = open({ RATE_LIMIT: 300 }, { clock: () => now });
    for (let i = 0; i < 50; i++) {
      now += 2000;
      expect((await login(world, `user${i % 3}@b.it`)).status).toBe(200);
    }
  });

  test('for reset mails are 30 an hour from one address', async () => {
    let now = 0;
    const world = open({ RATE_LIMIT: 300 }, { clock: () => now });
    const statuses = [];
    for (let i = 0; i < 31; i++) {
      now += 2000;
      const body = JSON.stringify({ email: `user${i}@b.it` });
      const headers = { 'content-type': 'application/json', 'x-session': 'bearer' };
      statuses.push((await world.app.request('/auth/reset', { method: 'POST', headers, body })).status);
    }
    expect(statuses.indexOf(429)).toBe(30);
  });

  test('are 60 a minute from one address', async () => {
    const world = open({ RATE_LIMIT: 300 }, { clock: () => 0 });
    const statuses = [];
    for (let i = 0; i < 61; i++) statuses.push((await login(world, `user${i}@b.it`)).status);
    expect([statuses.filter((status) => status === 200).length, statuses.at(-1)]).toEqual([60, 429]);
  });
});

test('a stranger who asks too often is told so after those who do not', async () => {
  const world = open({ RATE_LIMIT: 300 });
  const headers = { authorization: `Bearer ${tokenOf(21, allPrivileges)}` };
  world.upstream.answer = ({ name }) =>
    name === 'GET /offers'
      ? Response.json(
          { error: 'too_many', message: 'no', requestId: 'x' },
          { status: 429, headers: { 'retry-after': '5' } },
        )
      : undefined;
  const told: string[] = [];
  const stranger = Promise.resolve(world.app.request(`/offers?token=${'t'.padEnd(40, 'x')}`)).then(({ status }) =>
    told.push(`stranger ${status}`),
  );
  for (const n of [1, 2, 3]) told.push(`${n}: ${(await get(world, headers)).status}`);
  await stranger;
  expect(told).toEqual(['1: 200', '2: 200', '3: 200', 'stranger 429']);
});

test('invented links shut no private link of their address: what opens nothing is counted by the backend', async () => {
  const world = open({ RATE_LIMIT: 300 }, { clock: () => 0 });
  const call = (name: string) => world.app.request(`/offers?token=${name.padEnd(40, 'x')}`);
  world.upstream.answer = () => Response.json({ error: 'not_found', message: 'no', requestId: 'x' }, { status: 404 });
  for (let n = 0; n < 100; n++) expect((await call(`invented-${n}`)).status).toBe(404);
  world.upstream.answer = undefined;
  expect((await call('held')).status).toBe(200);
});
