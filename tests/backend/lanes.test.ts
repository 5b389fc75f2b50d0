import { expect, test } from 'vitest';
import { createLanes } from '#backend/lib/lanes.ts';

/** Asks for a transaction that lasts until it is ended by hand. */
function crowd() {
  const lanes = createLanes();
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const ask = (companyId: number, name: string) =>
    lanes.transaction(companyId, async () => {
      begun.push(name);
      await new Promise<void>((end) => ends.set(name, end));
    });
  const end = async (name: string) => {
    ends.get(name)!();
    await new Promise(setImmediate);
  };
  return { begun, ask, end };
}

test('of freed connections the company that holds fewest gets the next, whoever waits longer', async () => {
  const { begun, ask, end } = crowd();
  for (const n of [1, 2, 3, 4, 5, 6, 7, 8]) void ask(1, `one ${n}`);
  for (const n of [1, 2]) void ask(2, `two ${n}`);
  await end('one 1');
  await end('one 2');
  await end('one 3');
  expect(begun.slice(6)).toEqual(['two 1', 'two 2', 'one 7']);
});

test('a company that waits for nothing leaves nothing behind, and a failed transaction gives its connection back', async () => {
  const lanes = createLanes();
  for (let round = 0; round < 20; round += 1) {
    const fails = () => lanes.transaction(1, () => Promise.reject(new Error('failed')));
    await expect(fails()).rejects.toThrow('failed');
  }
  await expect(lanes.transaction(1, async () => 'done')).resolves.toBe('done');
});
