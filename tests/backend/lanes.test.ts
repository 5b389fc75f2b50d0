import { expect, onTestFinished, test, vi } from 'vitest';
import {
  CALLS,
  connectionsOf,
  createHeavy,
  createLanes,
  JOBS,
  STRANGERS,
  timeServed,
} from '#backend/lib/work/lanes.ts';

/** Work that lasts until it is ended by hand, on the lane that is asked for. */
function crowd(width = CALLS) {
  const lanes = createLanes(
    width,
    createHeavy(() => true),
  );
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const work = (name: string) => async () => {
    begun.push(name);
    await new Promise<void>((end) => ends.set(name, end));
  };
  const ask = (companyId: number, name: string) => lanes.transaction(companyId, work(name));
  const end = async (name: string) => {
    ends.get(name)!();
    await settled();
  };
  return { lanes, work, begun, ask, end };
}
const settled = () => new Promise(setImmediate);

test('a freed connection goes to the company that holds fewest, whoever waits longer', async () => {
  const { begun, ask, end } = crowd({ ...CALLS, beside: 6 });
  for (const n of [1, 2, 3, 4, 5, 6, 7, 8]) void ask(1, `one ${n}`);
  for (const n of [1, 2]) void ask(2, `two ${n}`);
  await end('one 1');
  await end('one 2');
  await end('one 3');
  expect(begun.slice(6)).toEqual(['two 1', 'two 2', 'one 7']);
});

test('a company has fewer connections while another one is there, and more again a second later', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const { begun, ask, end } = crowd({ ...CALLS, beside: 2 });
  void ask(2, 'two 1');
  await end('two 1');
  for (const n of [1, 2, 3, 4]) void ask(1, `one ${n}`);
  void ask(2, 'two 2');
  expect(begun.slice(1)).toEqual(['one 1', 'one 2', 'two 2']);
  await end('two 2');
  await end('one 1');
  expect(begun.slice(4)).toEqual(['one 3']);
  vi.advanceTimersByTime(1001);
  void ask(1, 'one 5');
  await end('one 2');
  expect(begun.slice(5)).toEqual(['one 4', 'one 5']);
});

test('a company that waits for nothing leaves nothing behind, and a failed transaction gives its connection back', async () => {
  const lanes = createLanes();
  for (let round = 0; round < 20; round += 1) {
    const fails = () => lanes.transaction(1, () => Promise.reject(new Error('failed')));
    await expect(fails()).rejects.toThrow('failed');
  }
  await expect(lanes.transaction(1, async () => 'done')).resolves.toBe('done');
});

test('four calls of one person are worked on and the others wait for them; nobody else waits', async () => {
  const { lanes, work, begun, end } = crowd({ ...CALLS, beside: 6 });
  for (const n of [1, 2, 3, 4, 5, 6]) void lanes.call({ id: 1, companyId: 1 }, undefined, work(`one ${n}`));
  void lanes.call({ id: 2, companyId: 2 }, undefined, work('two'));
  await settled();
  expect(begun).toEqual(['one 1', 'one 2', 'one 3', 'one 4', 'two']);
  await end('one 3');
  expect(begun.slice(5)).toEqual(['one 5']);
});

test('a call that lasts, because it waits for a lock, holds up one other of its company, not all', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const { begun, ask, end } = crowd({ ...CALLS, beside: 1 });
  void ask(2, 'two');
  for (const n of [1, 2, 3]) void ask(1, `one ${n}`);
  await settled();
  expect(begun).toEqual(['two', 'one 1']);
  vi.advanceTimersByTime(501);
  await settled();
  expect(begun.slice(2)).toEqual(['one 2']);
  await end('one 2');
  expect(begun.slice(3)).toEqual(['one 3']);
  await end('one 1');
  void ask(1, 'one 4');
  expect(begun.slice(4)).toEqual([]);
});

test('a heavy call of a person holds up neither their lists nor their password', async () => {
  const { lanes, work, begun } = crowd();
  const one = { id: 1, companyId: 1 };
  const ask = (kind: 'short' | 'password', name: string) =>
    void lanes.call(one, kind, () => lanes.heavy(kind, one.companyId, work(name)));
  for (const n of [1, 2, 3, 4, 5, 6]) ask('short', `paper ${n}`);
  ask('password', 'password');
  void lanes.call(one, undefined, work('list'));
  await settled();
  expect(begun.toSorted()).toEqual(['list', 'paper 1', 'password']);
});

test('while another company is there, a heavy lane rests after each piece of work, and its answer does not wait for that', async () => {
  const heavy = createHeavy((companyId) => companyId === 2);
  const begun: string[] = [];
  const work = (name: string) => async () => {
    begun.push(name);
    await new Promise((done) => setTimeout(done, 40));
    return name;
  };
  const first = heavy('short', 1, work('one 1'));
  const second = heavy('short', 1, work('one 2'));
  const others = [1, 2, 3].map((n) => heavy('short', 2, work(`two ${n}`)));
  expect(await Promise.all([first, second, ...others])).toEqual(['one 1', 'one 2', 'two 1', 'two 2', 'two 3']);
  // Whoever is alone goes on at once; without the rest the second of the other company would have begun before.
  expect(begun.indexOf('two 2')).toBeLessThan(begun.indexOf('one 2'));
});

test('a company that is not alone has one call worked on for each core but one, and its others wait for their turn', async () => {
  const { lanes, work, begun, end } = crowd({ ...CALLS, beside: 1 });
  const ask = (companyId: number, id: number) =>
    void lanes.call({ id, companyId }, undefined, work(`${companyId}/${id}`));
  ask(2, 1);
  for (const id of [11, 12, 13]) ask(1, id);
  await settled();
  expect(begun).toEqual(['2/1', '1/11']);
  await end('1/11');
  expect(begun.slice(2)).toEqual(['1/12']);
});

test.each(['long', 'pictures', 'file'] as const)(
  'heavy calls (%s) stand on a lane of their own: one of a company, two in all, and none before those of another kind',
  async (kind) => {
    const { lanes, work, begun, end } = crowd();
    for (const n of [1, 2, 3]) void lanes.heavy(kind, 1, work(`one ${n}`));
    for (const company of [2, 3]) void lanes.heavy(kind, company, work(`of ${company}`));
    for (const n of [1, 2]) void lanes.heavy('short', 1, work(`paper ${n}`));
    for (const n of [1, 2, 3]) void lanes.heavy('short', STRANGERS, work(`offer ${n}`));
    await settled();
    expect(begun).toEqual(['one 1', 'of 2', 'paper 1', 'offer 1', 'offer 2']);
    await end('one 1');
    // The one of the company that had none goes before those of who had its turn.
    expect(begun.slice(5)).toEqual(['of 3']);
    await end('of 2');
    expect(begun.slice(6)).toEqual(['one 2']);
  },
);

test('jobs have as many turns as connections: the next transaction waits for its turn, whoever it belongs to', async () => {
  const lanes = createLanes(
    JOBS,
    createHeavy(() => true),
  );
  let [running, most] = [0, 0];
  const work = async () => {
    running += 1;
    most = Math.max(most, running);
    await settled();
    running -= 1;
  };
  await Promise.all([
    ...Array.from({ length: 20 }, (_, n) => lanes.transaction(n, work)),
    ...Array.from({ length: 5 }, () => lanes.brief('strangers', work)),
  ]);
  expect(most).toBeLessThanOrEqual(connectionsOf(JOBS));
  expect(most).toBeGreaterThan(1);
});

test('what people’s calls take is counted, also of one that fails: jobs rest by it', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const lanes = createLanes();
  const before = timeServed();
  const last = (ms: number) => async () => void vi.advanceTimersByTime(ms);
  await lanes.call({ id: 1, companyId: 1 }, undefined, last(20));
  const fails = () => lanes.call({ id: 1, companyId: 1 }, 'long', () => last(30)().then(() => Promise.reject(new Error('failed')))); // prettier-ignore
  await expect(fails()).rejects.toThrow('failed');
  expect(timeServed() - before).toBe(50);
});

test('a transaction knows whether another company calls: then its queries take one core', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const lanes = createLanes(CALLS);
  const call = (companyId: number) => lanes.call({ id: companyId, companyId }, undefined, async () => {});
  const isAlone = (companyId: number) => lanes.transaction(companyId, async (alone) => alone);
  await call(1);
  await call(2);
  expect([await isAlone(1), await isAlone(2)]).toEqual([false, false]);
  vi.advanceTimersByTime(1001);
  await call(2);
  expect([await isAlone(1), await isAlone(2)]).toEqual([false, true]);
});
