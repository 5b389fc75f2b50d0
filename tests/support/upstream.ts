import type { z } from 'zod';
import type { User } from '#domain/auth/schema.ts';
import { type Endpoint, split } from '#domain/endpoint.ts';
import { type CallName, endpoints } from '#domain/endpoints.ts';
import type { ErrorBody } from '#domain/errors.ts';
import { privileges, SEND_LEADS } from '#domain/privileges.ts';
import { createGateway, type GatewayConfig, type GatewayOptions } from '#gateway/app.ts';
import { sampleOf } from './arbitrary.ts';
import { SECRET } from './area.ts';

export const config: GatewayConfig = {
  PUBLIC_ORIGIN: 'http://localhost:4321',
  SESSION_SECRET: SECRET,
  UPSTREAM_URL: undefined,
  UPSTREAM_TIMEOUT: 10_000,
  TRUSTED_PROXIES: 0,
  RATE_LIMIT: 0,
  LOG_LEVEL: 'silent',
};

export const table = Object.entries(endpoints) as [CallName, Endpoint][];

/** A token that the stub resolves to a user of that company with those privileges. */
export const tokenOf = (company = 21, privileges: readonly number[] = []): string =>
  `u.${company}.${privileges.join('-')}`;
/** The same for another system. */
export const serviceTokenOf = (company = 21, privileges: readonly number[] = []): string =>
  `s.${company}.${privileges.join('-')}`;

/** All privileges, those of people and the one that only tokens hold, for tests that examine something else. */
export const allPrivileges = [...Object.values(privileges), SEND_LEADS];

export function userOf(token: string): User | null {
  const match = /^([us])\.(\d+)\.([\d-]*)$/.exec(token);
  if (!match) return null;
  return {
    ...(sampleOf(endpoints['GET /auth/user'].answer) as User),
    id: 7,
    company_id: Number(match[2]),
    privileges: match[3] ? match[3].split('-').map(Number) : [],
    service: match[1] === 's',
  };
}

export interface Seen {
  method: string;
  path: string;
  search: string;
  headers: Headers;
  body: string;
  name: CallName | undefined;
}

const patterns = table
  .map(([name]) => ({ name, method: split(name).method, path: split(name).path }))
  .toSorted((a, b) => (a.path.includes(':') ? 1 : 0) - (b.path.includes(':') ? 1 : 0))
  .map(({ name, method, path }) => ({
    name,
    method,
    pattern: new RegExp(`^${path.replace(/:\w+/g, '[1-9][0-9]*')}$`),
  }));

/** A cache: thousands of requests ask for the same hundreds of rows. */
const rows = new Map<string, CallName | undefined>();

/** The row of the table that matches a request: exactly its path, with parameters as plain digits. */
export function rowOf(method: string, path: string): CallName | undefined {
  const asked = `${method} ${path}`;
  if (!rows.has(asked)) rows.set(asked, patterns.find((row) => row.method === method && row.pattern.test(path))?.name);
  return rows.get(asked);
}

const refuse = (status: number, error: string) =>
  Response.json({ error, message: `stub: ${error}`, requestId: 'stub' }, { status });

/** An answer that fits the table's promise for a call, made from its answer schema. */
export function validAnswer(name: CallName, headers: HeadersInit = {}): Response {
  const endpoint: Endpoint = endpoints[name];
  if (!endpoint.answer) return new Response(null, { status: 204, headers });
  if (endpoint.answer === 'file')
    return new Response('%PDF-1.7', { headers: { 'content-type': 'application/pdf', ...headers } });
  return Response.json(sampleOf(endpoint.answer as z.ZodType), { status: endpoint.creates ? 201 : 200, headers });
}

/**
 * A stand-in for the dealer API: it remembers every request and answers what the table promises, unless `answer` says
 * otherwise.
 */
export function createUpstream() {
  const seen: Seen[] = [];
  const stub = {
    seen,
    /** Replaces the answers; undefined keeps the usual one. */
    answer: undefined as ((seen: Seen, request: Request) => Response | Promise<Response> | undefined) | undefined,
    /** All requests except those that ask who the user is. */
    calls: () => seen.filter(({ name }) => name !== 'GET /auth/user'),
    fetch: async (request: Request): Promise<Response> => {
      const { pathname, search } = new URL(request.url);
      const { method, headers } = request;
      const one: Seen = {
        method,
        path: pathname,
        search,
        headers,
        body: await request.text(),
        name: rowOf(method, pathname),
      };
      seen.push(one);
      const special = await stub.answer?.(one, request);
      if (special) return special;
      if (!one.name) return refuse(404, 'not_found');
      if (/^POST .auth.(login|code|activation.confirm)$/.test(one.name)) {
        return Response.json({
          token: tokenOf(21, allPrivileges),
          expiresAt: '2026-11-20T18:00:00Z',
          user: userOf(tokenOf()),
          recoveryCodes: [],
        });
      }
      if (endpoints[one.name].audience === 'public') return validAnswer(one.name);
      const user = userOf(headers.get('authorization')?.replace('Bearer ', '') ?? '');
      if (!user) return refuse(401, 'unauthenticated');
      return one.name === 'GET /auth/user' ? Response.json(user) : validAnswer(one.name);
    },
  };
  return stub;
}

export function open(settings: Partial<GatewayConfig> = {}, options: Partial<GatewayOptions> = {}) {
  const upstream = createUpstream();
  const gateway = createGateway({ upstream: upstream.fetch, config: { ...config, ...settings }, ...options });
  return { upstream, gateway, app: gateway.app };
}

/** A call as another system makes it: with a bearer token; every part is valid unless given. */
export function requestOf(
  name: CallName,
  token: string | null,
  init: { body?: unknown; headers?: Record<string, string> } = {},
): [string, RequestInit] {
  const endpoint: Endpoint = endpoints[name];
  const { method, path } = split(name);
  const query = endpoint.query
    ? Object.entries(sampleOf(endpoint.query) as object).map(([key, value]) => [key, String(value)])
    : [];
  const body = 'body' in init ? init.body : endpoint.body && sampleOf(endpoint.body);
  const headers = {
    ...(token ? { authorization: `Bearer ${token}` } : { 'x-session': 'bearer' }),
    ...(body !== undefined && { 'content-type': 'application/json' }),
    ...(endpoint.upload && { 'content-type': 'application/octet-stream' }),
    ...(endpoint.versioned && { 'if-match': '"v7"' }),
    ...init.headers,
  };
  const search = query.length > 0 ? `?${new URLSearchParams(query)}` : '';
  return [
    path.replace(/:\w+/g, '7') + search,
    { method, headers, body: endpoint.upload ? 'un file' : body === undefined ? null : JSON.stringify(body) },
  ];
}

/** Sends one call through a gateway whose upstream answers it with `answer`, and returns the gateway's answer. */
export async function through(
  answer: (seen: Seen, request: Request) => Response | Promise<Response>,
  call: CallName = 'GET /catalog/makers',
  settings: Partial<GatewayConfig> = {},
) {
  const world = open(settings);
  world.upstream.answer = (seen, request) => (seen.name === call ? answer(seen, request) : undefined);
  const response = await world.app.request(...requestOf(call, tokenOf(21, allPrivileges)));
  const isJson = response.headers.get('content-type') === 'application/json';
  const body = (isJson ? await response.clone().json() : null) as ErrorBody;
  return { ...world, response, body };
}

/** Logs in as a browser does and returns the cookie: `name=value`. */
export async function cookieFrom(app: ReturnType<typeof open>['app']): Promise<string> {
  const answer = await app.request('/auth/login', {
    method: 'POST',
    headers: { 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'a@b.it', password: 'x' }),
  });
  return answer.headers.get('set-cookie')!.split(';')[0]!;
}
