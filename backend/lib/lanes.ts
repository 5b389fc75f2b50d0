import { AsyncLocalStorage } from 'node:async_hooks';
import pLimit, { type LimitFunction } from 'p-limit';
import { Failure } from '#domain/errors.ts';

/** Calls of one person at a time; a page asks for three or four at once. */
const OF_A_PERSON = 6;
/**
 * Of the connections of a process transactions hold nine: six whoever asks, the other three companies that hold none. However many
 * companies crowd, the next one is served at once.
 */
const CONNECTIONS = { all: 9, shared: 6 };
/** Short questions at a time, each kind beside the others: whose session a token is, and what strangers ask (logins, links). */
const BRIEF = { sessions: 2, strangers: 2 };
/** Connections of a process: as many as its lanes hold at once, so that nobody who has its turn waits for one. */
export const MOST_CONNECTIONS = CONNECTIONS.all + BRIEF.sessions + BRIEF.strangers;
/**
 * Heavy calls at a time, in the process, of one company and of all strangers: a document never waits for a spreadsheet. One of a company
 * and no more: two threads that draw for one crowd take the processor from who only reads a list (measured by `npm run bench`).
 */
const HEAVY = {
  short: { all: 4, company: 1, strangers: 2 },
  long: { all: 2, company: 1, strangers: 1 },
  pictures: { all: 2, company: 1, strangers: 1 },
  file: { all: 2, company: 1, strangers: 1 },
};
/** Who has more than this waiting is a program out of control. */
const MOST_WAITING = 200;
/** The company of those who are not known, on heavy lanes: customers of every dealer read their offers there. */
export const STRANGERS = 0;

export type HeavyKind = keyof typeof HEAVY;

/** A place on a heavy lane: tasks of who stands on it end with its caller. */
interface Place {
  kind: HeavyKind;
  caller: AbortSignal | undefined;
}

/** Calls and jobs of a process share places and lanes, though it may hold these sources twice: bundled with the site, and as they are. */
const SHARED = Symbol.for('volante heavy lanes');
const shared = globalThis as { [SHARED]?: { places: AsyncLocalStorage<Place>; heavy?: Lanes['heavy'] } };
const common = (shared[SHARED] ??= { places: new AsyncLocalStorage<Place>() });

/** The place of the work that asks; whoever has none begins no task. */
export function placeHeld(): Place {
  const place = common.places.getStore();
  if (!place) throw new Error('A task needs a place on a heavy lane');
  return place;
}

/** A lane per key; it is forgotten when nobody is on it. */
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

/** Turns at the connections: among those that wait, first for the company that holds fewest. */
function connections({ all, shared }: typeof CONNECTIONS) {
  const companies = new Map<number, { held: number; waiting: (() => void)[] }>();
  let held = 0;
  const mayHave = (own: number) => held < (own === 0 ? all : shared);
  const next = () => {
    const first = [...companies.values()]
      .filter(({ waiting }) => waiting.length > 0)
      .toSorted((a, b) => a.held - b.held)[0];
    if (first && mayHave(first.held)) first.waiting.shift()!();
  };
  return async <T>(id: number, work: () => Promise<T>): Promise<T> => {
    const company = companies.get(id) ?? { held: 0, waiting: [] };
    companies.set(id, company);
    const take = () => {
      held += 1;
      company.held += 1;
    };
    if (mayHave(company.held) && company.waiting.length === 0) take();
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
  /** One call of a person. Throws `too_many` when far too many of its calls wait already. */
  call<T>(userId: number, work: () => Promise<T>): Promise<T>;
  /** One transaction of a company. */
  transaction<T>(companyId: number, work: () => Promise<T>): Promise<T>;
  /** One short question that belongs to no company's transaction. */
  brief<T>(of: keyof typeof BRIEF, work: () => Promise<T>): Promise<T>;
  /** One heavy call of a company; strangers are together like one. The tasks within it end when `caller` goes away. */
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
  return (kind, companyId, work, caller) => kinds[kind](companyId, () => common.places.run({ kind, caller }, work));
}

/** Who asks for much waits behind its own calls, not in front of everybody else's. */
export function createLanes(heavy: Lanes['heavy'] = (common.heavy ??= createHeavy())): Lanes {
  const brief = { sessions: pLimit(BRIEF.sessions), strangers: pLimit(BRIEF.strangers) };
  return {
    call: lanes(OF_A_PERSON, MOST_WAITING),
    transaction: connections(CONNECTIONS),
    brief: (of, work) => brief[of](work),
    heavy,
  };
}
