import { expect, onTestFinished, test, vi } from 'vitest';
import { CALLS, connectionsOf, createHeavy, createLanes, JOBS, STRANGERS } from '#backend/lib/lanes.ts';

/** Work that lasts until it is ended by hand, on the lane that is asked for. */
function crowd(width = CALLS) {
  const lanes = createLanes(width, createHeavy());
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

test('of freed connections the company that holds fewest gets the next, whoever waits longer', async () => {
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

test('of one person four calls are worked on, the others wait for them; nobody else does', async () => {
  const { lanes, work, begun, end } = crowd();
  for (const n of [1, 2, 3, 4, 5, 6]) void lanes.call(1, work(`one ${n}`));
  void lanes.call(2, work('two'));
  await settled();
  expect(begun).toEqual(['one 1', 'one 2', 'one 3', 'one 4', 'two']);
  await end('one 3');
  expect(begun.slice(5)).toEqual(['one 5']);
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
  const lanes = createLanes(JOBS, createHeavy());
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
