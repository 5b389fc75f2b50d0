import type { Kysely, Transaction } from 'kysely';
import type { Logger } from 'pino';
import type { Events } from '#domain/events.ts';
import type { Config } from '#config';
import type { DB } from '../db/types.gen.ts';
import type { AuditEvent } from './audit.ts';
import type { Files } from './files.ts';
import type { HeavyKind } from './lanes.ts';

/** Who calls, as read from the database at most 5 seconds ago. */
export interface Person {
  /** 0: nobody, a job acts for the company. */
  id: number;
  companyId: number;
  companyName: string;
  /** Province of the company: new quotes start from it. */
  province: string;
  name: string;
  email: string;
  roleName: string;
  privileges: readonly number[];
  /** Who answers for the token of another system; null: a person, or nobody. */
  makerId: number | null;
}

/** What public calls and jobs get: nobody is known yet. */
export interface PublicCtx {
  /**
   * One or a few short questions outside the caller's transactions: for what is no company's or must survive a rollback. They have a
   * lane of their own, whoever asks. Verbs of logged-in calls read records through `db` only.
   */
  briefly<T>(work: (db: Kysely<DB>) => Promise<T>): Promise<T>;
  now: Date;
  /** Calendar day in Rome. */
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
   * Runs `work` on a heavy lane of a company: jobs that begin tasks stand behind the company's calls. What is `heavy` in the table
   * stands on its lane already, and would wait for itself.
   */
  heavily<T>(kind: HeavyKind, companyId: number, work: () => Promise<T>): Promise<T>;
  /** Runs when the transaction has committed: what cannot be rolled back goes here. */
  afterCommit(work: () => unknown): void;
  /** Makes privilege and session changes of a user, and of the tokens that they made, effective at once in this process. */
  forget(userId: number): void;
}

interface Called {
  user: Person;
  /** 0: no session, in a job. */
  sessionId: number;
  sessionEndsAt: Date;
}

/** What verbs of heavy calls get: what takes long stands before, between and after their transactions and holds no connection. */
export interface HeavyCtx extends PublicCtx, Called {
  /** One transaction with the caller's company set. */
  inside<T>(work: (ctx: Ctx) => Promise<T>): Promise<T>;
}

/**
 * What every other verb gets: one transaction with the caller's company set. Nothing in it opens another: who waits for a second
 * connection while holding one can wait for ever.
 */
export interface Ctx extends Omit<PublicCtx, 'briefly' | 'asCompany' | 'heavily'>, Called {
  db: Transaction<DB>;
  /** Notes what happened; all of it is written once, right before the commit. */
  audit(...events: AuditEvent[]): void;
  /** Tells the areas that answer the event, and waits for them: they work in this transaction before the next line runs. */
  emit<E extends keyof Events>(event: E, payload: Events[E]): Promise<void>;
  /** Puts a job in the same transaction: it runs if and only if the transaction commits. */
  enqueue<P extends object>(job: Job<P>, payload: P): Promise<void>;
}

/** What an area does when something happens in another one. */
export type Effects = { [E in keyof Events]?: (ctx: Ctx, payload: Events[E]) => Promise<void> };

/** Work outside of requests. It may run twice, so it must be harmless then; one that throws is tried again later. */
export interface Job<P extends object> {
  name: string;
  /** One that has not ended by then, because its process was killed, is begun again; else after a quarter of an hour. */
  seconds?: number;
  /** When it runs by itself: minute, hour, day, month, weekday in Rome. */
  cron?: string;
  /** Also before a process that starts answers anybody or takes a job from the queue. */
  atStart?: boolean;
  run: (ctx: PublicCtx, payload: P) => Promise<void>;
}

/** Does the caller hold one of these privileges? */
export const holds = (ctx: Pick<Ctx, 'user'>, ...numbers: number[]): boolean =>
  numbers.some((number) => ctx.user.privileges.includes(number));
