import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import { dayInRome } from '#domain/dates.ts';
import type { Events } from '#domain/events.ts';
import { Failure } from '#domain/errors.ts';
import type { Config } from '#config';
import { withTenant, type Tenant } from '../db/tenant.ts';
import type { DB } from '../db/types.gen.ts';
import { appendAudit, type AuditEvent } from './audit.ts';
import type { Ctx, Effects, Person, PublicCtx } from './context.ts';
import { enqueue } from './enqueue.ts';
import type { Files } from './files.ts';
import type { Lanes } from './lanes.ts';
import { readPerson, readSystem } from './people.ts';

/** What a process has, and every call and job in it uses. */
export interface Ground {
  db: Kysely<DB>;
  config: Config;
  now: () => Date;
  log: Logger;
  files: Files;
  effects: readonly Effects[];
  /** Reads the sessions of a user again at the next call. */
  forget: (userId: number) => void;
  lanes: Lanes;
}

/** Whose transaction it is. */
interface Caller {
  person: Person;
  sessionId: number;
  sessionEndsAt: Date;
}

/** An effect that causes one that causes another: more than this many is a circle. */
const MOST_NESTED = 8;

/** A call or job before anybody is known, and `finish`, to be called when it has succeeded. */
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
  };
  /** What was changed stands by now: a failure from here on is for the log, not for the caller. */
  async function finish(): Promise<void> {
    const done = await Promise.allSettled(after.map(async (work) => work()));
    for (const { reason: err } of done.filter(({ status }) => status === 'rejected') as PromiseRejectedResult[])
      log.error({ requestId: from.requestId, err }, 'after commit');
  }
  return { call, finish };
}

/**
 * Runs `work` in one transaction of a company. In this order: the work, with the effects and jobs where it causes them; then all
 * audit rows at once, because they hold the company's chain until the commit, which follows at once.
 */
export function inCompany<T>(
  { db, effects, forget, lanes }: Ground,
  { briefly: _briefly, asCompany: _asCompany, heavily: _heavily, ...call }: PublicCtx,
  tenant: Tenant,
  readCaller: (trx: Ctx['db']) => Promise<Caller>,
  work: (ctx: Ctx) => Promise<T>,
): Promise<T> {
  const audit: AuditEvent[] = [];
  // Those of a transaction that is rolled back are forgotten with it.
  const after: (() => unknown)[] = [];
  const transaction = () =>
    withTenant(db, tenant, async (trx) => {
      const { person, ...session } = await readCaller(trx);
      const ctx: Ctx = {
        ...call,
        db: trx,
        user: person,
        ...session,
        afterCommit: (then) => void after.push(then),
        forget: (userId) => void after.push(() => forget(userId)),
        audit: (...events) => void audit.push(...events),
        emit: (event, payload) => tell(ctx, event, payload, 1),
        enqueue: (job, payload) => enqueue(trx, job, payload, call.requestId),
      };
      const value = await work(ctx);
      await appendAudit(trx, { ...tenant, userName: person.name, ...call }, audit);
      return value;
    });
  return lanes.transaction(tenant.companyId, transaction).then((value) => {
    after.forEach(call.afterCommit);
    return value;
  });

  async function tell<E extends keyof Events>(ctx: Ctx, event: E, payload: Events[E], depth: number): Promise<void> {
    if (depth > MOST_NESTED) throw new Error(`More than ${MOST_NESTED} effects inside one another: ${event}`);
    const inside: Ctx = { ...ctx, emit: (next, with_) => tell(inside, next, with_, depth + 1) };
    for (const of of effects) await of[event]?.(inside, payload);
  }
}
