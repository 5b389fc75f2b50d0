import { atom } from 'nanostores';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Locks } from '#domain/record/locks.ts';
import { createCourse } from '#site/ui/record/store/course.ts';
import { problemsOf } from '#site/ui/record/form/problems.ts';
import type { RecordSpec } from '#site/ui/record/form/spec.ts';
import type { Saved } from '#site/ui/record/store/ledger.ts';
import { CallError } from '#site/lib/call.ts';

/** A record of two sections that hold three fields. */
interface Deal {
  buyer: string;
  price: number;
  extras: string;
}
type Section = 'people' | 'money';
type Kept = Saved & { deal: Deal };

const spec: RecordSpec<Deal, Section> = {
  sections: [
    { name: 'people', label: 'Persone', holds: ['buyer'], done: ({ buyer }) => buyer !== '' },
    { name: 'money', label: 'Importi', holds: ['price', 'extras'], done: ({ price }) => price > 0 },
  ],
  ownField: /^price$/,
  words: { index: '', fresh: '', saved: '' },
};
const at = '2026-11-20T14:32:00+01:00';
const sections: Section[] = ['people', 'money'];
const holds = { people: ['buyer'], money: ['price', 'extras'] } as const;

/** One server that keeps a version for each section, as a large record's does; every tab talks to it. */
function server(deal: Deal) {
  const versions: Record<string, number> = { people: 1, money: 1 };
  const log: string[] = [];
  const kept = (): Kept => ({ id: 7, version: 1, versions: { ...versions }, updatedAt: at, deal: { ...deal } });
  const open = (locks: Locks<Section> = {}) => {
    const opened = kept();
    return createCourse<Deal, Kept, Section, 'save'>({
      spec,
      $value: atom(opened.deal),
      $saved: atom<Kept | null>(opened),
      $about: atom([]),
      actionsOf: () => ['save'],
      locksOf: () => locks,
      compared: () => [],
      calls: {
        save: async (value, { part, version }) => {
          log.push(`${part} v${version}`);
          if (versions[part] !== version)
            throw new CallError(412, { error: 'stale', message: 'no', requestId: 'r', current: kept() });
          versions[part] += 1;
          for (const key of holds[part as Section]) deal = { ...deal, [key]: value[key] };
          return kept();
        },
        valueOf: (current) => current.deal,
      },
      copyKey: (id) => `draft:deals:${id}`,
    });
  };
  return { open, log, kept, deal: () => deal };
}

const stored = new Map<string, string>();
beforeEach(() => {
  vi.useFakeTimers();
  stored.clear();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => stored.set(key, text),
    removeItem: (key: string) => stored.delete(key),
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});
const wait = () => vi.advanceTimersByTimeAsync(800);
const start = { buyer: '', price: 0, extras: '' };

describe('a version for each section', () => {
  test('two people in different sections never collide, and neither writes over what the other saved', async () => {
    const { open, log, deal } = server(start);
    const [anna, bruno] = [open(), open()];
    anna.change({ buyer: 'Rossi' });
    bruno.change({ price: 20_000_00 });
    await wait();
    anna.change({ buyer: 'Rossini' });
    bruno.change({ extras: 'gancio' });
    await wait();
    expect(log).toEqual(['people v1', 'money v1', 'people v2', 'money v2']);
    expect(deal()).toEqual({ buyer: 'Rossini', price: 20_000_00, extras: 'gancio' });
    expect([anna.$save.get().kind, bruno.$save.get().kind]).toEqual(['saved', 'saved']);
  });

  test('in the same section the second is asked, while the other sections go on saving', async () => {
    const { open, deal } = server(start);
    const [anna, bruno] = [open(), open()];
    anna.change({ price: 1 });
    await wait();
    bruno.change({ price: 2, buyer: 'Verdi' });
    await wait();
    expect(bruno.$save.get()).toMatchObject({ kind: 'conflict', part: 'money', current: { deal: { price: 1 } } });
    expect(deal()).toEqual({ buyer: 'Verdi', price: 1, extras: '' });
    bruno.change({ buyer: 'Verdini' });
    await wait();
    expect(deal().buyer).toBe('Verdini');
    expect(bruno.$save.get().kind).toBe('conflict');
    expect(bruno.autosave.unsaved()).toBe(true);
  });

  test.each([
    ['theirs', { price: 1, extras: '' }, 1],
    ['mine', { price: 2, extras: '' }, 2],
  ])('a decision of the person (%s) ends the conflict', async (_, chosen, price) => {
    const { open, deal } = server(start);
    const [anna, bruno] = [open(), open()];
    anna.change({ price: 1 });
    await wait();
    bruno.change({ price: 2 });
    await wait();
    await bruno.autosave.resolve('money', chosen);
    expect(deal().price).toBe(price);
    expect(bruno.$value.get().price).toBe(price);
    expect(bruno.$save.get().kind).toBe('saved');
    expect(stored.size).toBe(0);
  });

  test('two sections disputed at once are asked one after the other', async () => {
    const { open, deal } = server(start);
    const [anna, bruno] = [open(), open()];
    anna.change({ buyer: 'Rossi', price: 1 });
    await wait();
    bruno.change({ buyer: 'Verdi', price: 2 });
    await wait();
    const asked: string[] = [];
    for (let state = bruno.$save.get(); state.kind === 'conflict'; state = bruno.$save.get()) {
      asked.push(state.part);
      await bruno.autosave.resolve(state.part, {});
    }
    expect(asked).toEqual(sections);
    expect(deal()).toMatchObject({ buyer: 'Verdi', price: 2 });
  });

  test('a killed tab gives back what it left, and nothing of what others have saved since', async () => {
    const { open, deal } = server(start);
    const [anna, bruno] = [open(), open()];
    bruno.change({ price: 2 });
    bruno.autosave.stop();
    const his = [...stored];
    stored.clear();
    anna.change({ buyer: 'Rossi' });
    await wait();
    for (const [key, text] of his) stored.set(key, text);
    const back = open();
    expect(back.autosave.restore()).toMatchObject({ older: false, copy: { value: { price: 2, extras: '' } } });
    await wait();
    expect(deal()).toEqual({ buyer: 'Rossi', price: 2, extras: '' });
  });
});

describe('locks by section', () => {
  test('a locked section takes nothing in; the others do, also of one change of both', async () => {
    const { open, log, deal } = server(start);
    const record = open({ money: 'Approvato: gli importi non cambiano.' });
    record.change({ price: 5 });
    expect(record.autosave.unsaved()).toBe(false);
    record.change({ buyer: 'Rossi', price: 5 });
    await wait();
    expect(log).toEqual(['people v1']);
    expect(deal()).toEqual({ buyer: 'Rossi', price: 0, extras: '' });
    expect(record.$index.get()).toEqual([
      { name: 'people', label: 'Persone', state: 'done', locked: undefined },
      { name: 'money', label: 'Importi', state: 'open', locked: 'Approvato: gli importi non cambiano.' },
    ]);
  });
});

test('problems are told once each, what the server refused first, with section and place', () => {
  const issues = [
    { level: 'warning', path: 'buyer', message: 'Senza telefono' },
    { level: 'error', path: 'price', message: 'Troppo alto' },
  ] as const;
  const found = problemsOf(
    issues,
    { price: 'Troppo alto', extras: 'Non in vendita' },
    {
      sectionOf: server(start).open().sectionOf,
      ownField: spec.ownField,
    },
  );
  expect(found.map(({ path, section, atField, level }) => [path, section, atField, level])).toEqual([
    ['price', 'money', true, 'error'],
    ['extras', 'money', false, 'error'],
    ['buyer', 'people', false, 'warning'],
  ]);
});
