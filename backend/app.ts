import { randomUUID } from 'node:crypto';
import { Hono, type Context } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { routePath } from 'hono/route';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import { z } from 'zod';
import { ANSWER_MARK, markOf, QUIET } from '#domain/answer-mark.ts';
import { assertOpen, id, MANUFACTURER, MOST_JSON_BYTES, ON_BEHALF, split, type Endpoint } from '#domain/endpoint.ts';
import { endpoints, type CallName } from '#domain/endpoints.ts';
import { Failure, gone } from '#domain/errors.ts';
import { privileges } from '#domain/privileges.ts';
import type { Config } from '#config';
import { constraints, effects, orderSpreadsheet, verbs } from './areas.ts';
import type { DB } from './db/types.gen.ts';
import { answerCached, answerFile, answerJson, answerStored } from './lib/work/answer.ts';
import type { Arriving, FileVerbAnswer } from './lib/work/bind.ts';
import { Overrun } from './lib/work/bounds.ts';
import type { Ctx, HeavyCtx, PublicCtx } from './lib/work/context.ts';
import { asFailure, failureResponse } from './lib/work/failures.ts';
import { TooManyRows } from './lib/files/export.ts';
import { openFiles } from './lib/files/files.ts';
import type { Files } from './lib/files/store.ts';
import { once, type Stored } from './lib/work/idempotency.ts';
import { createLanes, STRANGERS } from './lib/work/lanes.ts';
import { createLog } from './lib/work/log.ts';
import { parseBody, parseParams, parseQuery, parseVersion } from './lib/work/parse.ts';
import { receive, type Received } from './lib/files/receive.ts';
import { inCompany, openCall, type Ground } from './lib/work/run.ts';
import { doorOf, enter, noteVisit, type Entered, type Visit } from './lib/people/doors.ts';
import { createSessions, type Found, type Sessions } from './lib/people/sessions.ts';

export interface BackendOptions {
  db: Kysely<DB>;
  config: Config;
  /** The clock for everything that depends on the day or on an age; tests replace it. */
  now?: () => Date;
  log?: Logger;
  files?: Files;
}

type AnyVerb = (ctx: Ctx | HeavyCtx | PublicCtx, input: object) => Promise<unknown>;

/** A call of the table with the function that answers it. */
interface Row {
  name: string;
  endpoint: Endpoint;
  verb: AnyVerb;
}

/** A call as received: its input parsed by the table; `text` is its body as sent. */
interface ReceivedCall extends Row {
  c: Context;
  call: PublicCtx;
  input: { params: Record<string, number>; query: unknown; body: unknown; version: number };
  text: string;
}

/**
 * The dealer API: every call of the table, with bearer tokens only. A request is authorised by its session, parsed by
 * the table, and runs in one transaction that sees only its company's rows; the answer contains only what the table
 * promises.
 */
export function createBackend({
  db,
  config,
  now = () => new Date(),
  log = createLog(config),
  files = openFiles(config),
}: BackendOptions): Hono {
  const lanes = createLanes();
  const sessions = createSessions(db, now, lanes);
  const ground: Ground = { db, config, now, log, files, effects, lanes, forget: sessions.forget };
  const app = new Hono();
  const rows = Object.entries<Endpoint>(endpoints);
  // Calls that send a file are bound before the limit for JSON bodies: their bytes are counted while they arrive.
  for (const [name, endpoint] of rows.filter(([, one]) => mostOf(one))) bind(name, endpoint);
  app.use(
    bodyLimit({
      maxSize: MOST_JSON_BYTES,
      onError: (c) => fail(c, new Failure('invalid', 'Il contenuto inviato è troppo grande.')),
    }),
  );
  for (const [name, endpoint] of rows.filter(([, one]) => !mostOf(one))) bind(name, endpoint);
  app.notFound((c) => fail(c, new Failure('not_found')));
  app.onError((error, c) => fail(c, failureOf(error)));
  return app;

  function bind(name: string, endpoint: Endpoint): void {
    const { method, path } = split(name);
    // The table of verbs has a type for each call; here only the name distinguishes them.
    const verb = verbs[name as keyof typeof verbs] as unknown as AnyVerb;
    const row = { name, endpoint, verb };
    const digits = path.replace(/:\w+/g, '$&{[0-9]{1,16}}');
    app.on(method, digits, (c) =>
      handle(c, ground, sessions, row).catch((error: unknown) => fail(c, failureOf(error))),
    );
  }

  function fail(c: Context, failure: Failure): Response {
    const requestId = requestIdOf(c);
    const isOurs = failure.code === 'internal' || failure.code === 'unavailable';
    // A file that ended what read it is its sender's fault, but whoever runs the server wants to know.
    const level = isOurs ? 'error' : failure.cause instanceof Overrun ? 'warn' : 'debug';
    log[level]({ requestId, path: routePath(c), code: failure.code, err: failure.cause }, failure.code);
    return failureResponse(failure, requestId);
  }
}

/** The most bytes of a body that is received as a file; undefined for any other body. */
const mostOf = ({ upload, bulk }: Endpoint) => upload?.mostBytes ?? (bulk ? MOST_JSON_BYTES : undefined);

const failureOf = (error: unknown): Failure => asFailure(error, constraints);

async function handle(c: Context, ground: Ground, sessions: Sessions, row: Row): Promise<Response> {
  const { endpoint } = row;
  const { call, finish } = openCall(ground, {
    requestId: requestIdOf(c),
    ip: c.req.header('x-forwarded-for')?.split(',').at(-1)?.trim() ?? '',
    userAgent: (c.req.header('user-agent') ?? '').slice(0, 300),
  });
  const found = endpoint.audience === 'public' ? null : await authenticate(c, sessions, endpoint);
  const behalf = found && endpoint.behalf ? behalfOf(c, found.person) : null;
  // Checked here again, whatever the gateway has checked; on behalf of a company it is what that company has granted.
  if (found && behalf === null) assertOpen(endpoint, { ...found.person, isService: found.person.makerId !== null });
  const params = parseParams(c.req.param());
  const query = parseQuery(endpoint.query, c.req.queries(), call.today);
  const { text, body } = mostOf(endpoint)
    ? { text: '', body: undefined }
    : await parseBody(endpoint.body, c, call.today);
  const version = endpoint.versioned ? parseVersion(c.req.header('if-match')) : 0;
  const asked: ReceivedCall = { ...row, c, call, text, input: { params, query, body, version } };
  const entered = endpoint.door ? params.company_id! : behalf;
  const visit =
    found && entered !== null ? { visitor: found.person, companyId: entered, name: row.name, endpoint } : null;
  const outcome = found ? await askedBy(ground, asked, found, visit) : await askedByStranger(ground, asked);
  await finish();
  return responseOf(c, ground, endpoint, outcome);
}

/** The company on whose behalf a person of the manufacturer calls; nobody else can, and no token of another system. */
function behalfOf(c: Context, { companyId, makerId }: Found['person']): number | null {
  const named = c.req.header(ON_BEHALF);
  if (named === undefined || companyId !== MANUFACTURER || makerId !== null) return null;
  return id.safeParse(named).data ?? null;
}

async function authenticate(c: Context, sessions: Sessions, { quiet }: Endpoint): Promise<Found> {
  const token = /^Bearer ([\w.-]+)$/.exec(c.req.header('authorization') ?? '')?.[1];
  const found = token ? await sessions.find(token, { quiet: quiet || c.req.header(QUIET) !== undefined }) : null;
  if (!found) throw new Failure('unauthenticated');
  return found;
}

async function askedByStranger(ground: Ground, asked: ReceivedCall): Promise<Stored> {
  const { c, call, input, verb, endpoint } = asked;
  const { upload } = endpoint;
  // The verb looks at the link before it takes a file.
  const arriving: Arriving = (work) => receive(c.req.raw, upload!, ground.config, work);
  const sent = upload ? { ...input, body: arriving } : input;
  return inTurn(ground, asked, STRANGERS, async () => outcomeOf(endpoint, await verb(call, sent)));
}

async function askedBy(
  ground: Ground,
  asked: ReceivedCall,
  { person, sessionId, expiresAt }: Found,
  visit: Visit | null,
): Promise<Stored> {
  const { name, endpoint, verb, c, call, input, text } = asked;
  const { heavy, keyed } = endpoint;
  const mostBytes = mostOf(endpoint);
  const tenant = {
    companyId: person.companyId,
    userId: person.id,
    reader: person,
    ...(endpoint.audience === 'fms' && {
      scope: 'fms' as const,
      isWriter: person.privileges.includes(privileges.managePreferences),
    }),
  };
  const session = { sessionId, sessionEndsAt: new Date(expiresAt) };
  const inside = <T>(work: (ctx: Ctx) => Promise<T>) =>
    visit
      ? visiting(ground, call, visit, session, work)
      : inCompany(ground, call, tenant, async () => ({ person, ...session }), work);
  const heavily = (sent: object) =>
    inTurn(ground, asked, person.companyId, async () =>
      outcomeOf(endpoint, await verb({ ...call, user: person, ...session, inside }, sent)),
    ).catch(async (error: unknown) => {
      // A job makes it: whoever waits is told so instead.
      throw error instanceof TooManyRows
        ? await inside((ctx) => orderSpreadsheet(ctx, name as CallName, input, error.file))
        : error;
    });
  const run = () => {
    // The file is received before the call takes its place on the lane, so that a slow line holds none.
    if (mostBytes)
      return receive(c.req.raw, { mostBytes }, ground.config, (file: Received) => heavily({ ...input, body: file }));
    if (heavy) return heavily(input);
    return inside(async (ctx) => {
      if (!keyed) return outcomeOf(endpoint, await verb(ctx, input));
      const { answer } = endpoint;
      const key = c.req.header('idempotency-key');
      // Who is none of the company's people is kept by a negative number (0952).
      const by = visit ? -person.id : person.id;
      const keyedCall = { key, by, call: name, path: c.req.path, request: text, status: statusOf(endpoint), answer };
      return once(ctx, keyedCall, async () => checked(endpoint, await verb(ctx, input)));
    });
  };
  return ground.lanes.call(person, heavy, run).catch((error: unknown) => {
    throw withoutExtras(failureOf(error), endpoint);
  });
}

/** Runs the call of a person of the manufacturer in the company that they enter, and notes it in both audits. */
async function visiting<T>(
  ground: Ground,
  call: PublicCtx,
  visit: Visit,
  session: Pick<Ctx, 'sessionId' | 'sessionEndsAt'>,
  work: (ctx: Ctx) => Promise<T>,
): Promise<T> {
  let entered: Entered;
  const arrive = async (trx: Ctx['db']) => {
    entered = await enter(trx, visit, call.now);
    return { person: entered.person, visitor: visit.visitor, ...session };
  };
  return inCompany(ground, call, doorOf(visit), arrive, async (ctx) => {
    const value = await work(ctx);
    await noteVisit(ctx, visit, entered);
    return value;
  });
}

/** A heavy call waits for its company's turn; any other runs at once. */
async function inTurn<T>(
  { lanes }: Ground,
  { c, endpoint: { heavy } }: ReceivedCall,
  companyId: number,
  work: () => Promise<T>,
): Promise<T> {
  if (!heavy) return work();
  const { signal } = c.req.raw;
  return lanes.heavy(
    heavy,
    companyId,
    async () => {
      // A caller who went away while waiting is not served.
      if (signal.aborted) throw gone();
      return work();
    },
    signal,
  );
}

/** The value reduced to what the table promises. */
const checked = ({ answer }: Endpoint, value: unknown): unknown =>
  answer instanceof z.ZodType ? z.parse(answer, value) : value;

const statusOf = ({ creates }: Endpoint) => (creates ? 201 : 200);

const outcomeOf = (endpoint: Endpoint, value: unknown): Stored => ({
  status: statusOf(endpoint),
  body: checked(endpoint, value),
  replayed: false,
});

async function responseOf(
  c: Context,
  { files }: Ground,
  endpoint: Endpoint,
  { status, body, replayed }: Stored,
): Promise<Response> {
  if (endpoint.answer === 'file') {
    const answer = body as FileVerbAnswer;
    const file = typeof answer === 'function' ? await answer() : answer;
    if (!('key' in file)) return answerFile(file);
    return answerStored(files, file, { range: c.req.header('range'), ifRange: c.req.header('if-range') });
  }
  if (endpoint.cached) return marked(endpoint, answerCached(body as { hash: string }, c.req.header('if-none-match')));
  return marked(endpoint, answerJson(body, status, replayed));
}

/** The caller's request id if well formed, so that one id appears in all logs of a request. */
function requestIdOf(c: Context): string {
  const given = c.req.header('x-request-id');
  if (given && /^[\w-]{8,64}$/.test(given)) return given;
  const made = randomUUID();
  c.req.raw.headers.set('x-request-id', made);
  return made;
}

/** Names the schema by which the answer was checked, so that a gateway with the same table need not check it again. */
function marked({ answer }: Endpoint, response: Response): Response {
  if (answer instanceof z.ZodType) response.headers.set(ANSWER_MARK, markOf(answer));
  return response;
}

/** The record inside a `stale` failure contains only the keys of the table, like any answer. */
function withoutExtras(failure: Failure, { answer }: Endpoint): Failure {
  if (failure.detail.current === undefined || !(answer instanceof z.ZodType)) return failure;
  return new Failure(failure.code, failure.message, {
    ...failure.detail,
    current: z.parse(answer, failure.detail.current),
  });
}
