import { randomUUID } from 'node:crypto';
import { Hono, type Context } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { routePath } from 'hono/route';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import { z } from 'zod';
import { dayInRome } from '#domain/dates.ts';
import { MANUFACTURER, split, type Endpoint } from '#domain/endpoint.ts';
import { endpoints } from '#domain/endpoints.ts';
import { Failure } from '#domain/errors.ts';
import { holdsAny } from '#domain/privileges.ts';
import type { Config } from '../config.ts';
import { withTenant } from './db/tenant.ts';
import type { DB } from './db/types.gen.ts';
import { answerFile, answerJson } from './lib/answer.ts';
import { appendAudit } from './lib/audit.ts';
import type { FileAnswer } from './lib/bind.ts';
import type { Ctx, PublicCtx } from './lib/context.ts';
import { asFailure, failureResponse } from './lib/failures.ts';
import { openFiles, type Files } from './lib/files.ts';
import { once } from './lib/idempotency.ts';
import { enqueue } from './lib/jobs.ts';
import { createLog } from './lib/log.ts';
import { parseBody, parseParams, parseQuery, parseVersion } from './lib/parse.ts';
import { createSessions, type Found } from './lib/sessions.ts';
import { verbs } from './verbs.ts';

export interface BackendOptions {
  db: Kysely<DB>;
  config: Config;
  /** The clock of everything that depends on the day or the age of something. */
  now?: () => Date;
  log?: Logger;
  files?: Files;
}

type AnyVerb = (ctx: Ctx | PublicCtx, input: object) => Promise<unknown>;

/** Who may call by the table, whatever the caller checked before. */
function authorise({ audience, privileges }: Endpoint, { person }: Found) {
  const fms = person.companyId === MANUFACTURER;
  const allowed = (audience === 'user' || (audience === 'fms') === fms) && holdsAny(person.privileges, privileges);
  if (!allowed) throw new Failure('forbidden');
}

/**
 * The dealer API: every call of the table, bearer tokens only. A request finds its session, is authorised and parsed by the table,
 * gets one transaction in which only its company exists, and leaves with an answer that holds what the table promises and no more.
 */
export function createBackend({
  db,
  config,
  now = () => new Date(),
  log = createLog(config),
  files = openFiles(config),
}: BackendOptions): Hono {
  const sessions = createSessions(db, now);
  const app = new Hono();
  app.use(
    bodyLimit({
      maxSize: 1_000_000,
      onError: (c) => fail(c, new Failure('invalid', 'Il contenuto inviato è troppo grande.')),
    }),
  );

  for (const [name, endpoint] of Object.entries<Endpoint>(endpoints)) {
    const { method, path } = split(name);
    const verb = verbs[name as keyof typeof verbs] as unknown as AnyVerb;
    const digits = path.replace(/:\w+/g, '$&{[0-9]{1,16}}');
    app.on(method, digits, (c) => handle(c, name, endpoint, verb).catch((error: unknown) => fail(c, asFailure(error))));
  }
  app.notFound((c) => fail(c, new Failure('not_found')));
  app.onError((error, c) => fail(c, asFailure(error)));
  return app;

  function fail(c: Context, failure: Failure): Response {
    const requestId = requestIdOf(c);
    const level = failure.code === 'internal' || failure.code === 'unavailable' ? 'error' : 'debug';
    log[level]({ requestId, path: routePath(c), code: failure.code, err: failure.cause }, failure.code);
    return failureResponse(failure, requestId);
  }

  async function handle(c: Context, name: string, endpoint: Endpoint, verb: AnyVerb): Promise<Response> {
    const after: (() => unknown)[] = [];
    const call: PublicCtx = {
      pool: db,
      now: now(),
      today: dayInRome(now()),
      requestId: requestIdOf(c),
      ip: c.req.header('x-forwarded-for')?.split(',').at(-1)?.trim() ?? '',
      userAgent: (c.req.header('user-agent') ?? '').slice(0, 300),
      config,
      files,
      log,
      afterCommit: (work: () => unknown) => void after.push(work),
      forget: (userId: number) => void after.push(() => sessions.forget(userId)),
    };
    const found = endpoint.audience === 'public' ? null : await authenticate(c);
    if (found) authorise(endpoint, found);
    const params = parseParams(c.req.param());
    const query = parseQuery(endpoint.query, c.req.queries());
    const { text, body } = await parseBody(endpoint.body, c);
    const version = endpoint.versioned ? parseVersion(c.req.header('if-match')) : 0;
    const input = { params, query, body, version };

    const answer = async (value: unknown) =>
      endpoint.answer instanceof z.ZodType ? z.parse(endpoint.answer, value) : value;
    if (!found) {
      const value = await answer(await verb(call, input));
      await finish(after, call.requestId);
      return answerJson(value, endpoint.creates ? 201 : 200);
    }

    const { person, sessionId, expiresAt } = found;
    const tenant = {
      companyId: person.companyId,
      userId: person.id,
      ...(endpoint.audience === 'fms' && { scope: 'fms' as const }),
    };
    const outcome = await withTenant(db, tenant, async (trx) => {
      const actor = { companyId: person.companyId, userId: person.id, userName: person.name, ...call };
      const ctx: Ctx = {
        ...call,
        db: trx,
        user: person,
        sessionId,
        sessionEndsAt: new Date(expiresAt),
        audit: (...events) => appendAudit(trx, actor, events),
        enqueue: (job, payload) => enqueue(trx, job, payload),
      };
      const work = async () => answer(await verb(ctx, input));
      const status = endpoint.creates ? 201 : 200;
      if (!endpoint.keyed) return { status, body: await work(), replayed: false };
      return once(
        ctx,
        { key: c.req.header('idempotency-key'), call: name, request: `${c.req.path}\n${text}`, status },
        work,
      );
    }).catch((error: unknown) => {
      throw withoutExtras(asFailure(error), endpoint);
    });
    await finish(after, call.requestId);
    if (endpoint.answer === 'file') {
      const file = outcome.body as FileAnswer | (() => Promise<FileAnswer>);
      return answerFile(typeof file === 'function' ? await file() : file);
    }
    return answerJson(outcome.body, outcome.status, outcome.replayed);
  }

  /** What the call has changed stands by now: a failure from here on is for the log, not for the caller. */
  async function finish(after: (() => unknown)[], requestId: string) {
    const done = await Promise.allSettled(after.map(async (work) => work()));
    for (const { reason: err } of done.filter(({ status }) => status === 'rejected') as PromiseRejectedResult[])
      log.error({ requestId, err }, 'after commit');
  }

  async function authenticate(c: Context): Promise<Found> {
    const token = /^Bearer ([\w-]+)$/.exec(c.req.header('authorization') ?? '')?.[1];
    const found = token ? await sessions.find(token) : null;
    if (!found) throw new Failure('unauthenticated');
    return found;
  }
}

/** The caller's request id when it is one, so that one id follows a request through every log. */
function requestIdOf(c: Context): string {
  const given = c.req.header('x-request-id');
  if (given && /^[\w-]{8,64}$/.test(given)) return given;
  const made = randomUUID();
  c.req.raw.headers.set('x-request-id', made);
  return made;
}

/** The record inside a `stale` failure leaves like any answer: with the keys of the table only. */
function withoutExtras(failure: Failure, { answer }: Endpoint): Failure {
  if (failure.detail.current === undefined || !(answer instanceof z.ZodType)) return failure;
  return new Failure(failure.code, failure.message, {
    ...failure.detail,
    current: z.parse(answer, failure.detail.current),
  });
}
