import { AsyncLocalStorage } from 'node:async_hooks';
import { availableParallelism } from 'node:os';
import pLimit, { type LimitFunction } from 'p-limit';
import { Failure } from '#domain/errors.ts';

/** Simultaneous calls of one person; a page needs three or four at once. */
const OF_A_PERSON = 4;
/** Milliseconds after its last request for which a company counts as present. */
const THERE_MS = 1000;
/** How many connections lanes hold at once. */
export interface Width {
  /** For transactions of companies. */
  all: number;
  /** Of these, any company may take so many; the others are for companies that hold none, so that they are served at once. */
  shared: number;
  /**
   * The limit of one company while another is present: more queries at once than the processor has cores gain nothing,
   * and the other company waits for each of them.
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
  beside: Math.max(2, Math.min(6, availableParallelism())),
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
 * so a document never waits for a spreadsheet. A company has only one: two drawing threads for one company slow down
 * everybody's lists (measured by `npm run bench`).
 */
const HEAVY = {
  short: { all: 4, company: 1, strangers: 2 },
  long: { all: 2, company: 1, strangers: 1 },
  pictures: { all: 2, company: 1, strangers: 1 },
  file: { all: 2, company: 1, strangers: 1 },
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

/** One lane for each key; a lane is removed when nobody is on it. */
function lanes(width: number, most = Infinity) {
  const open = new Map<number, LimitFunction>();
  return async <T>(key: number, work: () => Promise<T>): Promise<T> => {
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

/** Turns at the connections: among the waiting companies, the one that holds fewest comes first. */
function connections({ all, shared, beside }: Width) {
  interface Company {
    id: number;
    held: number;
    waiting: (() => void)[];
  }
  const companies = new Map<number, Company>();
  let held = 0;
  /** The company that asked last, and the last different one before it. */
  let [last, other] = [
    { id: 0, at: -Infinity },
    { id: 0, at: -Infinity },
  ];
  const note = (id: number) => {
    if (id !== last.id) other = last;
    last = { id, at: performance.now() };
  };
  const isAlone = (id: number) => performance.now() - (id === last.id ? other : last).at > THERE_MS;
  const mayHave = ({ id, held: own }: Company) => held < (own === 0 ? all : isAlone(id) ? shared : beside);
  const next = () => {
    const first = [...companies.values()]
      .filter(({ waiting }) => waiting.length > 0)
      .toSorted((a, b) => a.held - b.held)[0];
    if (!first || !mayHave(first)) return;
    first.waiting.shift()!();
    next();
  };
  return async <T>(id: number, work: () => Promise<T>): Promise<T> => {
    note(id);
    const company = companies.get(id) ?? { id, held: 0, waiting: [] };
    companies.set(id, company);
    const take = () => {
      held += 1;
      company.held += 1;
    };
    if (mayHave(company) && company.waiting.length === 0) take();
    else await new Promise<void>((turn) => void company.waiting.push(() => (take(), turn())));
    try {
      return await work();
    } finally {
      held -= 1;
      company.held -= 1;
      if (company.held === 0 && company.waiting.length === 0) companies.delete(id);
      next();
    }
  };
}

export interface Lanes {
  /** Runs one call of a person. Throws `too_many` when far too many of that person's calls are waiting. */
  call<T>(userId: number, work: () => Promise<T>): Promise<T>;
  /** Runs one transaction of a company. */
  transaction<T>(companyId: number, work: () => Promise<T>): Promise<T>;
  /** Runs one short query that belongs to no company's transaction. */
  brief<T>(of: 'sessions' | 'strangers', work: () => Promise<T>): Promise<T>;
  /** Runs one heavy call of a company; all strangers count as one company. Its tasks end when `caller` goes away. */
  heavy<T>(kind: HeavyKind, companyId: number, work: () => Promise<T>, caller?: AbortSignal): Promise<T>;
}

/** The heavy lanes of a process. */
export function createHeavy(): Lanes['heavy'] {
  const lanesOf = ({ all, company, strangers }: (typeof HEAVY)[HeavyKind]) => {
    const [ofCompany, ofStrangers, of] = [lanes(company), lanes(strangers), pLimit(all)];
    return <T>(companyId: number, work: () => Promise<T>) =>
      (companyId === STRANGERS ? ofStrangers : ofCompany)(companyId, () => of(work));
  };
  const kinds = {
    short: lanesOf(HEAVY.short),
    long: lanesOf(HEAVY.long),
    pictures: lanesOf(HEAVY.pictures),
    file: lanesOf(HEAVY.file),
  };
  return (kind, companyId, work, caller) => kinds[kind](companyId, () => places.run({ kind, caller }, work));
}

/** When somebody last made a call to this process, as `performance.now()`. */
let calledAt = -Infinity;
/** Whether people have made calls to this process since then: long work of jobs rests between its steps for them. */
export const isCalledSince = (then: number): boolean => calledAt > then;

/** The lanes of a process: whoever asks for much waits behind its own calls, not in front of everybody else's. */
export function createLanes(width = CALLS, heavy: Lanes['heavy'] = (common ??= createHeavy())): Lanes {
  const brief = { sessions: pLimit(width.sessions), strangers: pLimit(width.strangers) };
  const ofPersons = lanes(OF_A_PERSON, MOST_WAITING);
  return {
    call: (userId, work) => {
      calledAt = performance.now();
      return ofPersons(userId, work);
    },
    transaction: connections(width),
    brief: (of, work) => brief[of](work),
    heavy,
  };
}
