import { atom } from 'nanostores';
import { SESSION_QUOTES } from '#domain/quotes/session.ts';
import { read, write } from './persisted.ts';

/** A quote of the session's list, with what its card and the toast about it say. */
export interface SessionQuote {
  id: number;
  vehicle: string;
  customer: string | null;
  keysInHand: number;
  instalment: number | null;
  href: string;
}

/** The quotes that this tab keeps for comparison, oldest first (specification §9). Filled in the browser only. */
export const $sessionQuotes = atom<SessionQuote[]>([]);

const set = (list: SessionQuote[]) => {
  $sessionQuotes.set(list);
  write('quoteList', list);
};

/** Read what the tab kept; islands call it once they run in the browser. */
export const loadSessionQuotes = () => $sessionQuotes.set(read('quoteList') ?? []);

/**
 * Put a quote into the session's list, or bring its figures up to date. A fourth one drops the oldest: it comes back as
 * `dropped` with the undo that restores the list as it was.
 */
export function keepQuote(quote: SessionQuote): { dropped: SessionQuote; undo(): void } | null {
  const before = read('quoteList') ?? [];
  const known = before.some(({ id }) => id === quote.id);
  if (known) {
    set(before.map((one) => (one.id === quote.id ? quote : one)));
    return null;
  }
  const list = [...before, quote];
  const [dropped] = list.splice(0, list.length - SESSION_QUOTES);
  set(list);
  return dropped ? { dropped, undo: () => set(before) } : null;
}

/** Take a quote out of the session's list. */
export const dropQuote = (id: number) => set((read('quoteList') ?? []).filter((one) => one.id !== id));
