import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import { dayInRome } from '#domain/dates.ts';
import type { Events } from '#domain/events.ts';
import { Failure } from '#domain/errors.ts';
import type { Config } from '#config';
import { withTenant, type Tenant } from '#backend/db/tenant.ts';
import type { DB } from '#backend/db/types.gen.ts';
import { appendAudit, type AuditEvent } from '../records/audit.ts';
import type { Ctx, Effects, Person, PublicCtx } from './context.ts';
import { enqueue } from './enqueue.ts';
import type { Files } from '../files/store.ts';
import type { Lanes } from './lanes.ts';
import { readPerson, readSystem } from '../people/people.ts';

/** What every call and job of a process uses. */
export interface Ground {
  db: Kysely<DB>;
  config: Config;
  now: () => Date;
  log: Logger;
  files: Files;
  effects: readonly Effects[];
  /** Makes the next call of a user read the user's sessions again. */
  forget: (userId: number) => void;
  lanes: Lanes;
}

/** Whose transaction it is. */
interface Caller {
  person: Person;
  sessionId: number;
  sessionEndsAt: Date;
  visitor?: Person;
}

/** The most nested effects (an effect that causes an event with an effect); more are a circle. */
const MOST_NESTED = 8;

/** Opens a call or job before anybody is known; `finish` is to be called when it has succeeded. */
export function openCall(ground: Ground, from: Pick<PublicCtx, 'requestId' | 'ip' | 'userAgent'>) {
  const { db, config, files, log, lanes } = ground;
  const now = ground.now();
  const after: (() => unknown)[] = [];
  const call: PublicCtx = {
    now,
    today: dayInRome(now),
    ...from,
    config,
    files,
    log,
    briefly: (work) => lanes.brief('strangers', () => work(db)),
    asCompany: (companyId, userId, work) =>
      inCompany(
        ground,
        call,
        { companyId, userId },
        async (trx) => {
          const person = await (userId === null ? readSystem(trx, companyId) : readPerson(trx, { companyId, userId }));
          if (!person) throw new Failure('unauthenticated');
          return { person, sessionId: 0, sessionEndsAt: now };
        },
        work,
      ),
    heavily: (kind, companyId, work) => lanes.heavy(kind, companyId, work),
    afterCommit: (work) => void after.push(work),
    forget: (userId) => void after.push(() => ground.forget(userId)),
    kept: { isAny: false },
  };
  /** The changes are committed: a failure from here on is logged and not returned to the caller. */
  async function finish(): Promise<void> {
    const done = await Promise.allSettled(after.map(async (work) => work()));
    for (const { reason: err } of done.filter(({ status }) => status === 'rejected') as PromiseRejectedResult[])
      log.error({ requestId: from.requestId, err }, 'after commit');
  }
  return { call, finish };
}

/**
 * Runs `work` in one transaction of a company. First the work, with effects and jobs in the place where it causes them,
 * and what it left to the end; then all audit rows at once, because they lock the company's chain until the commit, which follows immediately.
 */
export function inCompany<T>(
  { db, effects, forget, lanes }: Ground,
  { briefly: _briefly, asCompany: _asCompany, heavily: _heavily, ...call }: PublicCtx,
  tenant: Tenant,
  readCaller: (trx: Ctx['db']) => Promise<Caller>,
  work: (ctx: Ctx) => Promise<T>,
): Promise<T> {
  const audit: AuditEvent[] = [];
  // When the transaction is rolled back, so are its functions for after the commit.
  const after: (() => unknown)[] = [];
  const transaction = (isAlone: boolean) =>
    withTenant(db, { ...tenant, isAlone }, async (trx) => {
      const { person, ...session } = await readCaller(trx);
      const ctx: Ctx = {
        ...call,
        db: trx,
        user: person,
        ...session,
        afterCommit: (then) => void after.push(then),
        forget: (userId) => void after.push(() => forget(userId)),
        audit: (...events) => void audit.push(...events),
        atEnd: new Map(),
        emit: (event, payload, within = ctx) => tell(within, event, payload, 1),
        enqueue: (job, payload, { at, once, ...due } = {}) =>
          enqueue(trx, job, payload, call.requestId, {
            // The queue goes by the clock of the database.
            wait: at ? Math.max(0, (at.getTime() - call.now.getTime()) / 1000) : 0,
            ...due,
            ...(once !== undefined && { once: `${tenant.companyId}:${once}` }),
          }),
      };
      const value = await work(ctx);
      for (const [key, last] of ctx.atEnd) if (ctx.atEnd.delete(key)) await last(ctx);
      await appendAudit(trx, { ...tenant, userName: person.name, ...call }, audit);
      return value;
    });
  return lanes.transaction(tenant.companyId, transaction).then(
    (value) => {
      call.kept.isAny = true;
      after.forEach(call.afterCommit);
      return value;
    },
    (error: unknown) => {
      // A failure that says when to try again makes the caller repeat the whole call, and with it what is committed already.
      const isPart = call.kept.isAny && error instanceof Failure && error.code === 'unavailable';
      throw isPart ? new Failure('unavailable', error.message, { cause: error.cause }) : error;
    },
  );

  async function tell<E extends keyof Events>(ctx: Ctx, event: E, payload: Events[E], depth: number): Promise<void> {
    if (depth > MOST_NESTED) throw new Error(`More than ${MOST_NESTED} effects inside one another: ${event}`);
    const inside: Ctx = { ...ctx, emit: (next, with_, within = inside) => tell(within, next, with_, depth + 1) };
    for (const of of effects) await of[event]?.(inside, payload);
  }
}
