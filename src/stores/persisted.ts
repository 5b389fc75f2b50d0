/** The only door to local and session storage: one prefix, typed keys, and what logout clears (specification §2, §3). */

const PREFIX = 'volante:';

export interface RecentToast {
  text: string;
  kind: string;
  at: string;
}

/** What is kept. Templates end in a name or an id. */
export interface Stored {
  /** `day`: when it was asked, in Rome; rates change with a day. */
  companyInfo: { id: number; name: string; province: string; taxRate: number; day: string };
  quoteCustomer: { id: number; name: string; type: string };
  quoteProvince: string;
  /** Whom the next new quote is for, as asked from the customer's page; forgotten once it is. */
  quoteFor: { id: number; name: string; type: string; province: string | null };
  /** The quotes under comparison, 3 at most, oldest first. */
  quoteList: {
    id: number;
    vehicle: string;
    customer: string | null;
    keysInHand: number;
    instalment: number | null;
    href: string;
  }[];
  carFilter: Record<string, string>;
  /** When the session ends and when it was last used, by this computer's clock. */
  session: { ends: number; seen: number };
  toasts: RecentToast[];
  /** Unread notifications after one was followed: its page may have been made before, when the link was pressed. */
  unread: number;
  /** By user: who follows on the same computer has closed nothing yet. */
  [closed: `closedNotices:${string}`]: number[];
  /** By user: the records that were opened last, the newest first. */
  [recent: `recent:${string}`]: { title: string; href: string }[];
  [filters: `filters:${string}`]: Record<string, string>;
  [columns: `columns:${string}`]: unknown;
  [view: `view:${string}`]: 'table' | 'cards' | 'grid';
  [draft: `draft:${string}`]: unknown;
}

type Key = keyof Stored & string;

const inSession = /^(quote|carFilter|toasts|unread)/;
const leavesAtLogout = /^(session|companyInfo|quote|carFilter|toasts|unread|filters:|draft:|recent:)/;

const storeOf = (key: string): Storage => (inSession.test(key) ? sessionStorage : localStorage);

/** The kept value, or null when there is none, it cannot be read, or storage is refused. */
export function read<K extends Key>(key: K): Stored[K] | null {
  try {
    return JSON.parse(storeOf(key).getItem(PREFIX + key) ?? 'null') as Stored[K] | null;
  } catch {
    return null;
  }
}

/** Keep a value; a full or refused storage is not an error for the person. */
export function write<K extends Key>(key: K, value: Stored[K]): void {
  try {
    storeOf(key).setItem(PREFIX + key, JSON.stringify(value));
  } catch (cause) {
    console.warn('Not kept:', key, cause);
  }
}

export function remove(key: Key): void {
  storeOf(key).removeItem(PREFIX + key);
}

/** Kept keys that start with `start`, for example every draft. */
export function keys(start: string): Key[] {
  return [localStorage, sessionStorage]
    .flatMap((store) => Object.keys(store))
    .filter((key) => key.startsWith(PREFIX + start))
    .map((key) => key.slice(PREFIX.length) as Key);
}

/** Forget what belongs to the person who leaves: company info, quote customer, province and list, list filters, drafts. */
export function clearAtLogout(): void {
  keys('')
    .filter((key) => leavesAtLogout.test(key))
    .forEach(remove);
}
