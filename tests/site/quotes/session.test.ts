import { beforeEach, describe, expect, test, vi } from 'vitest';
import {
  $sessionQuotes,
  dropQuote,
  keepQuote,
  loadSessionQuotes,
  updateQuote,
  type SessionQuote,
} from '#site/areas/quotes/session.ts';

const storage = () => {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
};
const quote = (id: number, keysInHand = 1000): SessionQuote => ({
  id,
  vehicle: `Auto ${id}`,
  customer: null,
  keysInHand,
  instalment: null,
  href: `?quote=${id}`,
});
const ids = () => $sessionQuotes.get().map(({ id }) => id);

beforeEach(() => {
  vi.stubGlobal('sessionStorage', storage());
  vi.stubGlobal('localStorage', storage());
  loadSessionQuotes();
});

describe('quotes of the session', () => {
  test('the fourth drops the oldest, says which, and undo brings it back', () => {
    for (const id of [1, 2, 3]) expect(keepQuote(quote(id))).toBeNull();
    const out = keepQuote(quote(4));
    expect(out?.dropped).toEqual(quote(1));
    expect(ids()).toEqual([2, 3, 4]);
    out!.undo();
    expect(ids()).toEqual([1, 2, 3]);
  });

  test('a quote that is there already is brought up to date in its place', () => {
    for (const id of [1, 2, 3]) keepQuote(quote(id));
    expect(keepQuote(quote(2, 2000))).toBeNull();
    expect($sessionQuotes.get()[1]).toEqual(quote(2, 2000));
  });

  test('a save brings a quote of the list up to date and puts no other one there', () => {
    keepQuote(quote(1));
    updateQuote(quote(1, 3000));
    updateQuote(quote(2));
    expect($sessionQuotes.get()).toEqual([quote(1, 3000)]);
  });

  test('it outlives the page, not what is taken out', () => {
    keepQuote(quote(1));
    keepQuote(quote(2));
    dropQuote(1);
    $sessionQuotes.set([]);
    loadSessionQuotes();
    expect(ids()).toEqual([2]);
    expect(localStorage.getItem('volante:quoteList')).toBeNull();
  });
});
