import type { Kysely, Transaction } from 'kysely';
import type { Logger } from 'pino';
import type { Config } from '../../config.ts';
import type { DB } from '../db/types.gen.ts';
import type { AuditEvent } from './audit.ts';
import type { Files } from './files.ts';
import type { JobName, JobPayload } from './jobs.ts';

/** Who calls, as read from the database at most 5 seconds ago. */
export interface Person {
  id: number;
  companyId: number;
  companyName: string;
  /** Province of the company: new quotes start from it. */
  province: string;
  name: string;
  email: string;
  roleName: string;
  privileges: readonly number[];
}

interface Call {
  /** For what is not one company's or must survive a rollback; verbs of logged-in calls read records through `db` only. */
  pool: Kysely<DB>;
  now: Date;
  /** Calendar day in Rome. */
  today: string;
  requestId: string;
  ip: string;
  userAgent: string;
  config: Config;
  files: Files;
  log: Logger;
  /** Runs when the transaction has committed: what cannot be rolled back goes here. */
  afterCommit(work: () => unknown): void;
  /** Makes privilege and session changes of a user effective at once in this process. */
  forget(userId: number): void;
}

/** What verbs of public calls get: nobody is known yet, so they open their own transactions on `pool`. */
export type PublicCtx = Call;

/** What every other verb gets: one transaction with the caller's company set. */
export interface Ctx extends Call {
  db: Transaction<DB>;
  user: Person;
  sessionId: number;
  sessionEndsAt: Date;
  /** Writes what happened, in the same transaction; call it last, it puts the company's changes in one order. */
  audit(...events: AuditEvent[]): Promise<void>;
  /** Puts a job in the same transaction: it runs if and only if the transaction commits. */
  enqueue<N extends JobName>(name: N, payload: JobPayload<N>): Promise<void>;
}

/** Does the caller hold one of these privileges? */
export const holds = (ctx: Pick<Ctx, 'user'>, ...numbers: number[]): boolean =>
  numbers.some((number) => ctx.user.privileges.includes(number));
