import type { Kysely, Transaction } from 'kysely';
import type { Logger } from 'pino';
import type { Events } from '#domain/events.ts';
import type { Config } from '#config';
import type { DB } from '#backend/db/types.gen.ts';
import type { AuditEvent } from '../records/audit.ts';
import type { Spool } from '../files/spool.ts';
import type { Files } from '../files/store.ts';
import type { HeavyKind } from './lanes.ts';

/** The caller, as read from the database at most 5 seconds ago. */
export interface Person {
  /** 0: no user; a job acts for the company. */
  id: number;
  companyId: number;
  companyName: string;
  /** Province of the company, the default of new quotes. */
  province: string;
  /** The makers whose cars the company sells; null: all. */
  brands: readonly number[] | null;
  name: string;
  email: string;
  roleName: string;
  privileges: readonly number[];
  /** For the token of another system, the user who made it; null for a person or nobody. */
  makerId: number | null;
  /**
   * Every account behind which the same person may stand, this one included: of a person, the tokens they answer for or
   * ever answered for; of a token, all of these people and their tokens. For whatever a second person must do.
   */
  selves: readonly number[];
}

/** The context of public calls and jobs, before anybody is known. */
export interface PublicCtx {
  /**
   * Runs one or a few short queries outside the caller's transactions: for data that belongs to no company or must
   * survive a rollback. These queries have a lane of their own. Verbs of logged-in calls read records through `db`
   * only.
   */
  briefly<T>(work: (db: Kysely<DB>) => Promise<T>): Promise<T>;
  now: Date;
  /** Calendar day in Rome, `YYYY-MM-DD`. */
  today: string;
  requestId: string;
  ip: string;
  userAgent: string;
  config: Config;
  files: Files;
  log: Logger;
  /**
   * Runs `work` in one transaction with the full context of a company, as one of its users or, with null, for the company itself:
   * named Sistema, with every privilege and no session. Throws `unauthenticated` when the user is unknown or disabled.
   */
  asCompany<T>(companyId: number, userId: number | null, work: (ctx: Ctx) => Promise<T>): Promise<T>;
  /**
   * Runs `work` on a heavy lane of a company: the tasks of jobs wait behind the company's calls. A call that is `heavy`
   * in the table stands on its lane already and must not use this: it would wait for itself.
   */
  heavily<T>(kind: HeavyKind, companyId: number, work: () => Promise<T>): Promise<T>;
  /** Runs `work` after the transaction has committed: for effects that cannot be rolled back. */
  afterCommit(work: () => unknown): void;
  /**
   * Makes privilege and session changes of a user, and of the tokens the user made, effective at once in this process.
   */
  forget(userId: number): void;
  /** Whether a transaction of this call has been committed. */
  kept: { isAny: boolean };
}

interface Called {
  user: Person;
  /** 0: no session, in a job. */
  sessionId: number;
  sessionEndsAt: Date;
  /** The person of the manufacturer who entered the company for this call; `user` is then nobody of the company. */
  visitor?: Person;
}

/** The context of heavy calls: slow work runs before, between and after their transactions and holds no connection. */
export interface HeavyCtx extends PublicCtx, Called {
  /** Runs `work` in one transaction with the caller's company set. */
  inside<T>(work: (ctx: Ctx) => Promise<T>): Promise<T>;
  /** In the job that makes a large spreadsheet: where its rows are written while they are read. */
  spool?: Spool;
}

/**
 * The context of every other verb: one transaction with the caller's company set. It cannot open another one: a call
 * that holds one connection while it waits for a second can wait for ever.
 */
export interface Ctx extends Omit<PublicCtx, 'briefly' | 'asCompany' | 'heavily'>, Called {
  db: Transaction<DB>;
  /** Notes events for the audit; all are written together, right before the commit. */
  audit(...events: AuditEvent[]): void;
  /**
   * What is still to be done before the commit, by a key: however often it is put here, it is done once, after all else.
   * Who does it sooner takes it out.
   */
  atEnd: Map<string, (ctx: Ctx) => Promise<void>>;
  /**
   * Runs the effects of other areas for this event in this transaction, and waits for them: with this context, or with
   * that of the savepoint `within` which it happens.
   */
  emit<E extends keyof Events>(event: E, payload: Events[E], within?: Ctx): Promise<void>;
  /**
   * Adds a job within the transaction: it runs if and only if the transaction commits, at once or `at` an instant, and
   * with the key `once` of an occasion only once for the company.
   */
  enqueue<P extends object>(job: Job<P>, payload: P, due?: Due): Promise<void>;
}

/** What an area does when an event happens in another one. */
export type Effects = { [E in keyof Events]?: (ctx: Ctx, payload: Events[E]) => Promise<void> };

/** For how long what fails is tried again. */
export type Pace = 'work' | 'sms' | 'mail';

/** When a job runs, and how often it may be there. */
export interface Due {
  /** Not before this instant; absent: at once. */
  at?: Date;
  /**
   * A key of the occasion: a job with the same key is in the queue once, whoever adds it and however often. The queue
   * remembers it for a week after the job has run.
   */
  once?: string;
  /** How long it is tried when it fails, if not as its job says. */
  pace?: Pace;
  /** How many of the company are to be done before it: among jobs that wait, whose company has fewer of them comes first. */
  before?: number;
}

/**
 * Work outside of requests. A job may run twice, so the second run must be harmless; a job that throws is tried again
 * later, unless it throws `Refused`.
 */
export interface Job<P extends object> {
  name: string;
  /** Seconds after which a job that has not ended, though its process lives, starts again; 900 if absent. */
  seconds?: number;
  /** How long a failed one is tried again: `mail` for three days, as mail servers do; `work` if absent. */
  pace?: Pace;
  /** How many of them each process works on at once; 1 if absent. */
  atOnce?: number;
  /** Schedule in cron form (minute, hour, day, month, weekday), time of Rome. */
  cron?: string;
  /** The job also runs when a process starts, before it answers any request or takes any job from the queue. */
  atStart?: boolean;
  run: (ctx: PublicCtx, payload: P) => Promise<void>;
}

/** Does the caller hold one of these privileges? */
export const holds = (ctx: Pick<Ctx, 'user'>, ...numbers: number[]): boolean =>
  numbers.some((number) => ctx.user.privileges.includes(number));
