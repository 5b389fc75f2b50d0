import { atom } from 'nanostores';
import { SESSION_QUOTES } from '#domain/quotes/desk/session.ts';
import { read, write } from '#site/stores/persisted.ts';

/** A quote of the session's list, with the texts for its card and its toast. */
export interface SessionQuote {
  id: number;
  vehicle: string;
  customer: string | null;
  keysInHand: number;
  instalment: number | null;
  href: string;
}

/** The quotes that this tab keeps for comparison, oldest first (specification §9). Set in the browser only. */
export const $sessionQuotes = atom<SessionQuote[]>([]);

const set = (list: SessionQuote[]) => {
  $sessionQuotes.set(list);
  write('quoteList', list);
};

/** Reads the list of this tab; islands call it once they run in the browser. */
export const loadSessionQuotes = () => $sessionQuotes.set(read('quoteList') ?? []);

/** Brings a quote of the session's list up to date; one that nobody put there stays out. */
export function updateQuote(quote: SessionQuote): void {
  const list = read('quoteList') ?? [];
  if (list.some(({ id }) => id === quote.id)) set(list.map((one) => (one.id === quote.id ? quote : one)));
}

/**
 * Puts a quote into the session's list, because the person asked for it. A fourth quote drops the oldest, which is returned as `dropped` with an `undo` that
 * restores the list.
 */
export function keepQuote(quote: SessionQuote): { dropped: SessionQuote; undo(): void } | null {
  const before = read('quoteList') ?? [];
  if (before.some(({ id }) => id === quote.id)) {
    updateQuote(quote);
    return null;
  }
  const list = [...before, quote];
  const [dropped] = list.splice(0, list.length - SESSION_QUOTES);
  set(list);
  return dropped ? { dropped, undo: () => set(before) } : null;
}

export const dropQuote = (id: number) => set((read('quoteList') ?? []).filter((one) => one.id !== id));
