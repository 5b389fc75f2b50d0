/** The only access to local and session storage: one prefix, typed keys, and a list of what logout clears (specification §2, §3). */

const PREFIX = 'volante:';

export interface RecentToast {
  text: string;
  kind: string;
  at: string;
}

/** An action that was logged on a lead before the page went on to the next one. */
export interface LoggedAction {
  id: number;
  version: number;
  actionId: number;
  who: string;
  /** It took a time in a calendar, which stays taken. */
  booked: boolean;
}

/** The stored values by key. A template key ends in a name or an id. */
export interface Stored {
  /** `day` is the day of the call in Rome; rates can change daily. */
  companyInfo: { id: number; name: string; province: string; taxRate: number; day: string };
  quoteCustomer: { id: number; name: string; type: string; country?: string };
  quoteProvince: string;
  /** Whom the next new quote is for, set on the page of a customer or lead and cleared when that quote has them. */
  quoteFor: {
    name: string;
    customer: { id: number; name: string; type: string; province: string | null } | null;
    leadId: number | null;
    visitId?: number | null;
    /** What is known of somebody who is no customer yet. */
    begun?: { name: string; phone?: string | null; email?: string | null } | null;
  };
  /** The quotes to compare, at most 3, oldest first. */
  quoteList: {
    id: number;
    vehicle: string;
    customer: string | null;
    keysInHand: number;
    instalment: number | null;
    href: string;
  }[];
  carFilter: Record<string, string>;
  /** The filters of the network's files. */
  publicFiles: Record<string, string>;
  /** When the session ends and when it was last used, by this computer's clock. */
  session: { ends: number; seen: number };
  toasts: RecentToast[];
  /** The field by which the page before asked for this one. */
  asked: string;
  loggedAction: LoggedAction;
  /** The number of unread notifications after one was opened: the next page may have been prefetched with an older number. */
  unread: number;
  /** Closed notices by user, because several people use one computer. */
  [closed: `closedNotices:${string}`]: number[];
  /** Recently opened records by user, newest first. */
  [recent: `recent:${string}`]: { title: string; href: string }[];
  [filters: `filters:${string}`]: Record<string, string>;
  [columns: `columns:${string}`]: unknown;
  [view: `view:${string}`]: 'table' | 'cards' | 'grid' | 'board';
  [draft: `draft:${string}`]: unknown;
}

type Key = keyof Stored & string;

const inSession = /^(quote|carFilter|publicFiles|toasts|asked|loggedAction|unread)/;
const leavesAtLogout =
  /^(session|companyInfo|quote|carFilter|publicFiles|toasts|asked|loggedAction|unread|filters:|draft:|recent:)/;

const storeOf = (key: string): Storage => (inSession.test(key) ? sessionStorage : localStorage);

/** The stored value; null when it is missing, unreadable, or storage is refused. */
export function read<K extends Key>(key: K): Stored[K] | null {
  try {
    return JSON.parse(storeOf(key).getItem(PREFIX + key) ?? 'null') as Stored[K] | null;
  } catch {
    return null;
  }
}

/** Stores a value. A full or refused storage raises no error. */
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

/** Stored keys that start with `start`, for example every draft. */
export function keys(start: string): Key[] {
  return [localStorage, sessionStorage]
    .flatMap((store) => Object.keys(store))
    .filter((key) => key.startsWith(PREFIX + start))
    .map((key) => key.slice(PREFIX.length) as Key);
}

/** The user whose key it is, where it names one. */
const ownerOf = (key: string) => /^(?:draft:[^:]+|recent):(\d+)(?::|$)/.exec(key)?.[1];

/**
 * Clears the data of the person who logs out: company info, quote customer, province and list, list filters, drafts.
 * What carries another user's id stays, because several people use one computer.
 */
export function clearAtLogout(userId: string): void {
  keys('')
    .filter((key) => leavesAtLogout.test(key) && (ownerOf(key) ?? userId) === userId)
    .forEach(remove);
}
