import { AsyncLocalStorage } from 'node:async_hooks';
import { availableParallelism } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import pLimit, { type LimitFunction } from 'p-limit';
import { Failure } from '#domain/errors.ts';

/** Simultaneous calls of one person, and heavy ones of each kind; a page needs three or four at once. */
const OF_A_PERSON = 4;
/** Milliseconds after its last request for which a company counts as present. */
const THERE_MS = 1000;
/** Milliseconds after which a turn is slow. */
const SLOW_MS = 500;
/** How many calls and transactions lanes run at once; a transaction holds a connection. */
export interface Width {
  /** For those of companies. */
  all: number;
  /** Of these, any company may take so many; the others are for companies that hold none, so that they are served at once. */
  shared: number;
  /**
   * The limit of one company while another is present: it leaves one core to the other one, which would wait for each
   * of more calls and queries.
   */
  beside: number;
  /** For short queries outside of a company's transactions: those that look up sessions. */
  sessions: number;
  /** For those of strangers (logins, links), and of jobs. */
  strangers: number;
}
/** Lanes of the calls of a process. */
export const CALLS: Width = {
  all: 9,
  shared: 6,
  beside: Math.max(1, Math.min(6, availableParallelism() - 1)),
  sessions: 2,
  strangers: 2,
};
/** Lanes of its jobs, for which nobody waits. */
export const JOBS: Width = { all: 3, shared: 2, beside: 2, sessions: 1, strangers: 1 };
/**
 * Size of the pool of such lanes: as many connections as they hold at once, so whoever has its turn never waits for a
 * connection.
 */
export const connectionsOf = ({ all, sessions, strangers }: Width): number => all + sessions + strangers;
/**
 * Simultaneous heavy calls: in the process, of one company, and of all strangers together. Each kind has its own lane,
 * so a password never waits for a document, nor a document for a spreadsheet. A company has only one: two drawing
 * threads for one company slow down everybody's lists (measured by `npm run bench`). What only waits for a disk
 * or a system elsewhere has a few.
 */
const HEAVY = {
  password: { all: 2, company: 1, strangers: 1 },
  short: { all: 4, company: 1, strangers: 2 },
  long: { all: 2, company: 1, strangers: 1 },
  pictures: { all: 2, company: 1, strangers: 1 },
  file: { all: 2, company: 1, strangers: 1 },
  intake: { all: 2, company: 1, strangers: 1 },
  /** Large spreadsheets, which jobs make. */
  spreadsheets: { all: 1, company: 1, strangers: 1 },
  waiting: { all: 20, company: 4, strangers: 1 },
};
/** A caller with more waiting calls than this is a program out of control. */
const MOST_WAITING = 200;
/** The company under which strangers stand on heavy lanes: customers of all dealers who open offers by link. */
export const STRANGERS = 0;

export type HeavyKind = keyof typeof HEAVY;

/** A place on a heavy lane. Its tasks end when its caller goes away. */
interface Place {
  kind: HeavyKind;
  caller: AbortSignal | undefined;
}

const places = new AsyncLocalStorage<Place>();
/** Calls and jobs of a process share the heavy lanes. */
let common: Lanes['heavy'] | undefined;

/** The place that the current work holds. Throws when it has none: only work on a lane may start tasks. */
export function placeHeld(): Place {
  const place = places.getStore();
  if (!place) throw new Error('A task needs a place on a heavy lane');
  return place;
}

/**
 * Which companies are there: those that asked within the last second. Only the last one and the last different one
 * before it are known, which is enough to say whether one is alone.
 */
function presence() {
  let [last, other] = [
    { id: 0, at: -Infinity },
    { id: 0, at: -Infinity },
  ];
  return {
    note(id: number) {
      if (id !== last.id) other = last;
      last = { id, at: performance.now() };
    },
    isAlone: (id: number) => performance.now() - (id === last.id ? other : last).at > THERE_MS,
  };
}

/** Companies whose people call this process. */
const callers = presence();

interface Caller {
  id: number;
  companyId: number;
}

/** One lane for each key; a lane is removed when nobody is on it. */
function lanes<Key>(width: number, most = Infinity) {
  const open = new Map<Key, LimitFunction>();
  return async <T>(key: Key, work: () => Promise<T>): Promise<T> => {
    const lane = open.get(key) ?? pLimit(width);
    if (lane.pendingCount >= most) throw new Failure('too_many', undefined, { retryAfter: 2 });
    open.set(key, lane);
    try {
      return await lane(work);
    } finally {
      if (lane.activeCount + lane.pendingCount === 0) open.delete(key);
    }
  };
}

/** Turns of companies: among the waiting ones, the one that holds fewest comes first. */
function turns({ all, shared, beside }: Width) {
  interface Company {
    id: number;
    held: number;
    /** One of its pieces of work that lasts: it may wait for a lock, and the others do not wait for it. */
    slow: object | null;
    waiting: (() => void)[];
  }
  const companies = new Map<number, Company>();
  const { note, isAlone } = presence();
  let held = 0;
  const mayHave = ({ id, held: own, slow }: Company) =>
    held < (own === 0 ? all : isAlone(id) ? shared : beside) || (slow !== null && own <= beside && held < all);
  const next = () => {
    const first = [...companies.values()]
      .filter((company) => company.waiting.length > 0 && mayHave(company))
      .toSorted((a, b) => a.held - b.held)[0];
    if (!first) return;
    first.waiting.shift()!();
    next();
  };
  return async <T>(id: number, work: () => Promise<T>): Promise<T> => {
    note(id);
    const company: Company = companies.get(id) ?? { id, held: 0, slow: null, waiting: [] };
    companies.set(id, company);
    const take = () => {
      held += 1;
      company.held += 1;
    };
    if (mayHave(company) && company.waiting.length === 0) take();
    else await new Promise<void>((turn) => void company.waiting.push(() => (take(), turn())));
    const late = setTimeout(() => {
      company.slow ??= work;
      next();
    }, SLOW_MS);
    try {
      return await work();
    } finally {
      clearTimeout(late);
      if (company.slow === work) company.slow = null;
      held -= 1;
      company.held -= 1;
      if (company.held === 0 && company.waiting.length === 0) companies.delete(id);
      next();
    }
  };
}

export interface Lanes {
  /**
   * Runs one call of a person, heavy ones of each kind beside the others: what waits for its turn on a heavy lane holds
   * up neither a list nor a password. Any other call is a turn of its company from its query to its answer. Throws
   * `too_many` when far too many of that person's calls of the kind are waiting.
   */
  call<T>(person: Caller, kind: HeavyKind | undefined, work: () => Promise<T>): Promise<T>;
  /** Runs one transaction of a company; `isAlone`: no other company asks anything of this process. */
  transaction<T>(companyId: number, work: (isAlone: boolean) => Promise<T>): Promise<T>;
  /** Runs one short query that belongs to no company's transaction. */
  brief<T>(of: 'sessions' | 'strangers', work: () => Promise<T>): Promise<T>;
  /** Runs one heavy call of a company; all strangers count as one company. Its tasks end when `caller` goes away. */
  heavy<T>(kind: HeavyKind, companyId: number, work: () => Promise<T>, caller?: AbortSignal): Promise<T>;
}

/**
 * The heavy lanes of a process. A company that is not alone gives its place back only after a rest as long as its work:
 * of a core it has half for each kind.
 */
export function createHeavy(isAlone = callers.isAlone): Lanes['heavy'] {
  const lanesOf = ({ all, company, strangers }: (typeof HEAVY)[HeavyKind], rests = true) => {
    const [ofCompany, ofStrangers, of] = [lanes<number>(company), lanes<number>(strangers), pLimit(all)];
    return async <T>(companyId: number, work: () => Promise<T>): Promise<T> => {
      const { promise, resolve, reject } = Promise.withResolvers<T>();
      const held = async () => {
        let begun = 0;
        await of(() => {
          begun = performance.now();
          return work();
        }).then(resolve, reject);
        if (rests && !isAlone(companyId)) await sleep(performance.now() - begun, undefined, { ref: false });
      };
      void (companyId === STRANGERS ? ofStrangers : ofCompany)(companyId, held);
      return promise;
    };
  };
  const kinds = {
    password: lanesOf(HEAVY.password),
    short: lanesOf(HEAVY.short),
    long: lanesOf(HEAVY.long),
    pictures: lanesOf(HEAVY.pictures),
    file: lanesOf(HEAVY.file),
    intake: lanesOf(HEAVY.intake),
    spreadsheets: lanesOf(HEAVY.spreadsheets),
    waiting: lanesOf(HEAVY.waiting, false),
  };
  return (kind, companyId, work, caller) => kinds[kind](companyId, () => places.run({ kind, caller }, work));
}

/** When somebody last made a call to this process, as `performance.now()`. */
let calledAt = -Infinity;
/** Milliseconds that people's calls to this process have taken, each from its arrival to its answer. */
let servedMs = 0;
/** Whether people have made calls to this process since then: long work of jobs rests between its steps for them. */
export const isCalledSince = (then: number): boolean => calledAt > then;
/** The same as an amount, of which a later one is subtracted: a page that only asks how far the work is asks for little. */
export const timeServed = (): number => servedMs;

/** The lanes of a process: whoever asks for much waits behind its own calls, not in front of everybody else's. */
export function createLanes(width = CALLS, heavy: Lanes['heavy'] = (common ??= createHeavy())): Lanes {
  const brief = { sessions: pLimit(width.sessions), strangers: pLimit(width.strangers) };
  const ofPersons = lanes<string>(OF_A_PERSON, MOST_WAITING);
  const calls = turns(width);
  const transactions = turns(width);
  return {
    call: ({ id, companyId }, kind, work) => {
      const begun = performance.now();
      calledAt = begun;
      callers.note(companyId);
      return ofPersons(`${id} ${kind ?? ''}`, () => (kind ? work() : calls(companyId, work))).finally(() => {
        servedMs += performance.now() - begun;
      });
    },
    transaction: (companyId, work) => transactions(companyId, () => work(callers.isAlone(companyId))),
    brief: (of, work) => brief[of](work),
    heavy,
  };
}
