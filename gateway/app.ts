import { setTimeout } from 'node:timers/promises';
import { Hono, type Context, type MiddlewareHandler } from 'hono';
import { pino, type Logger } from 'pino';
import type { User } from '#domain/auth/schema.ts';
import { type Endpoint, split } from '#domain/endpoint.ts';
import { type CallAnswer, type CallInput, type CallName, endpoints } from '#domain/endpoints.ts';
import { Failure } from '#domain/errors.ts';
import { checkAccess } from './access.ts';
import { answerError, answerJson, asFailure } from './answer.ts';
import { csrfGuard } from './csrf.ts';
import { docs } from './docs.ts';
import { createDoors, type Doors } from './doors.ts';
import type { Env, GatewayConfig, Upstream } from './env.ts';
import { type Caller, createForward, type Forward } from './forward.ts';
import { FILE_POLICY, securityHeaders } from './headers.ts';
import { recognise } from './known.ts';
import { createArrivals, createQuotas, limitBody, limitStrangers, limitTime, timeOf, type Quotas } from './limits.ts';
import { addressBehind, requestIdOf, requestLine } from './log.ts';
import { readSession, unsealToken } from './session.ts';
import { checkedInput, checkPageInput, shapeSteps } from './shape.ts';
import { createUsers, type Users } from './users.ts';

export type { GatewayConfig, Upstream } from './env.ts';

/** A logged-in user, for pages. The token is not a property, so that it cannot get into a page or a log. */
export interface Session {
  readonly user: User;
}

/**
 * The origin of a page's call: the page's request id, the socket's address, the visitor's headers, and the signal that
 * ends the wait.
 */
export type Visitor = Partial<Omit<Caller, 'token'>>;

export interface Gateway {
  /** The API, which the site mounts at /api. */
  app: Hono<Env>;
  /**
   * The session of a page's request, by its cookie. Null without a cookie, or when it is damaged, expired or revoked
   * (known within 5 s). Throws Failure `unavailable` when the upstream does not answer, `too_many` when the person
   * requests too many pages.
   */
  session(request: Request, visitor?: Visitor): Promise<Session | null>;
  /** Makes a call of the table for a page, with the same checks and answer as over HTTP. Throws Failure. */
  call<N extends CallName>(
    session: Session | null,
    name: N,
    input: CallInput<N>,
    visitor?: Visitor,
  ): Promise<CallAnswer<N>>;
}

export interface GatewayOptions {
  /** The dealer API in this process; absent, it is reached at UPSTREAM_URL. */
  upstream?: Upstream | undefined;
  config: GatewayConfig;
  /** The current time in milliseconds; tests replace it. */
  clock?: () => number;
  log?: Logger;
}

/** Sorts fixed words before parameters, so that `/companies/network` is not read as a company's number. */
const rank = (path: string) => path.replaceAll(':', '\uffff');
const byPath = Object.entries(
  Object.groupBy(Object.keys(endpoints) as CallName[], (name) => split(name).path),
).toSorted(([a], [b]) => (rank(a) < rank(b) ? -1 : 1));
const isSafe = (name: CallName) => name.startsWith('GET ');

/** Values that the steps of a call share. */
interface Parts {
  config: GatewayConfig;
  log: Logger;
  users: Users;
  doors: Doors;
  quotas: Quotas;
  ask: Forward;
}

const callerOf = (c: Context<Env>): Caller => ({
  token: c.get('token'),
  requestId: c.get('requestId'),
  ip: c.get('ip'),
  headers: c.req.raw.headers,
});

/** Whether the session has been ended elsewhere. */
const isRefused = (error: unknown, name: CallName) =>
  error instanceof Failure && error.code === 'unauthenticated' && endpoints[name].audience !== 'public';

/**
 * Forgets a session that was ended elsewhere at once: otherwise the login page would redirect back to the page that
 * redirected to it.
 */
const asker =
  (forward: Forward, users: Users): Forward =>
  async (name, input, caller) => {
    try {
      const forwarded = await forward(name, input, caller);
      const { link }: Endpoint = endpoints[name];
      if (link) recognise(caller.headers);
      return forwarded;
    } catch (error) {
      if (isRefused(error, name) && caller.token) users.end(caller.token);
      throw error;
    }
  };

/**
 * Builds the gateway: stateless except for caches of seconds, without business rules, with no area
 * but auth.
 */
export function createGateway({
  upstream,
  config,
  clock = Date.now,
  log = pino({ level: config.LOG_LEVEL, base: { part: 'gateway' } }),
}: GatewayOptions): Gateway {
  const forward = createForward(upstream, config);
  const users = createUsers(forward, clock);
  const doors = createDoors(config, clock, users);
  const quotas = createQuotas(config, clock);
  const parts: Parts = { config, log, users, doors, quotas, ask: asker(forward, users) };
  const app = new Hono<Env>();
  addSteps(app, parts);
  app.route(
    '/',
    docs(config, (c) => admit(c, parts, { summary: 'The reference', audience: 'user' })),
  );
  addCalls(app, parts);
  app.all('*', (c) => answerError(c, new Failure('not_found')));
  return { app, ...forPages(parts) };
}

/** Steps 1 to 5, and the answers to their errors. */
function addSteps(app: Hono<Env>, { config, log, users, quotas }: Parts): void {
  app.onError((error, c) => {
    const { code, cause } = asFailure(error);
    const requestId = c.get('requestId');
    if (code === 'internal') log.error({ requestId, err: cause }, 'unexpected error');
    if (code === 'bad_answer')
      log.warn({ requestId, call: c.get('route'), why: String(cause) }, 'bad answer of the upstream');
    return answerError(c, error);
  });
  app.use(requestLine(log, config), securityHeaders(config));
  for (const [name, { upload }] of Object.entries<Endpoint>(endpoints).filter(([, each]) => each.upload))
    app.on(split(name).method, [split(name).path], async (c, next) => {
      c.set('upload', upload!.mostBytes);
      await next();
    });
  app.use(limitTime(config), limitBody);
  app.use(readSession(config, users), limitStrangers(quotas));
  app.use(csrfGuard(config));
}

/** Steps 6 and 7: finds the call in the table, then the user and its quota, then checks audience and privileges. */
async function admit(c: Context<Env>, { users, doors, quotas }: Parts, endpoint: Endpoint): Promise<void> {
  if (endpoint.audience === 'public') return;
  const token = c.get('token');
  const user = token ? await users.of(token, { ...callerOf(c), quiet: endpoint.quiet }) : null;
  if (user) {
    recognise(c.req.raw.headers);
    c.set('user', user);
    quotas.call(c, user, endpoint);
  } else {
    if (c.get('trusted')) quotas.stranger(c);
    doors.close(c);
  }
  checkAccess(endpoint, user, c.req.raw.headers);
}

/** The calls of the table: steps 6 to 10. An address in the table refuses other methods with 405. */
function addCalls(app: Hono<Env>, parts: Parts): void {
  const { config } = parts;
  const answer = answerer(parts);
  for (const [path, rows = []] of byPath) {
    for (const name of rows) {
      const admitted: MiddlewareHandler<Env> = async (c, next) => {
        c.set('route', name);
        c.get('mayTake')(timeOf(config, endpoints[name]));
        await admit(c, parts, endpoints[name]);
        await next();
      };
      app.on(split(name).method, [path], admitted, ...shapeSteps(name), (c) => answer(c, name));
    }
    app.all(path, (c) => {
      c.header('allow', rows.map((name) => split(name).method).join(', '));
      return answerError(c, new Failure('not_found', 'Metodo non previsto per questo indirizzo.'), 405);
    });
  }
}

/** Milliseconds after which a stranger is told to slow down: a program that asks again at once has no more of it. */
const PAUSE_MS = 500;
const isTooMany = (error: unknown) => error instanceof Failure && error.code === 'too_many';

/** Steps 9 and 10; login and logout also set and remove the session cookie (doors.ts). */
function answerer({ users, doors, ask }: Parts) {
  const arriving = createArrivals();
  return async (c: Context<Env>, name: CallName): Promise<Response> => {
    const input = doors.knock(c, name, checkedInput(name, c));
    const asking = () => ask(name, input, callerOf(c));
    const user = c.get('user');
    const { upload, audience }: Endpoint = endpoints[name];
    const forwarded = await (upload && user ? arriving(user, asking) : asking()).catch(async (error: unknown) => {
      if (isRefused(error, name)) doors.close(c);
      if (audience === 'public' && isTooMany(error)) await setTimeout(PAUSE_MS);
      throw error;
    });
    if (!isSafe(name) && c.get('token')) users.forget(c.get('token')!);
    const json = await doors.pass(c, name, input, forwarded.json);
    const { status, file, headers } = forwarded;
    for (const [header, text] of Object.entries(headers)) c.header(header, text);
    if (status === 204 || status === 304 || status === 416) return c.body(null, status);
    if (!file) return answerJson(c, json!, status);
    c.header('content-security-policy', FILE_POLICY);
    if (c.req.method === 'HEAD') {
      // Nobody would read it to its end, and the file would stay open.
      await file.cancel();
      return c.body(null, status);
    }
    return c.body(file, status);
  };
}

/** The session of a page, and the calls that pages make without HTTP. */
function forPages({ config, users, quotas, ask }: Parts): Omit<Gateway, 'app'> {
  const tokens = new WeakMap<Session, string>();
  const visit = ({ ip = 'local', headers, requestId = requestIdOf(new Headers()), signal }: Visitor = {}) => ({
    ip: addressBehind(config.TRUSTED_PROXIES, ip, headers?.get('x-forwarded-for') ?? null),
    requestId,
    ...(headers && { headers }),
    ...(signal && { signal }),
  });
  return {
    async session(request, visitor) {
      const token = await unsealToken(request.headers, config);
      const user = token ? await users.of(token, visit(visitor)) : null;
      if (!token || !user) return null;
      recognise(request.headers);
      quotas.page(user);
      const session = { user };
      tokens.set(session, token);
      return session;
    },
    async call(session, name, input, visitor) {
      checkAccess(endpoints[name], session?.user ?? null, visitor?.headers);
      const checked = checkPageInput(name, input);
      const token = (session && tokens.get(session)) ?? null;
      const { json, file, status, headers } = await ask(name, checked, { ...visit(visitor), token });
      if (!isSafe(name) && token) users.forget(token);
      return (file ? new Response(file, { status, headers }) : json?.value) as CallAnswer<typeof name>;
    },
  };
}
