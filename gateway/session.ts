import { sealData, unsealData } from 'iron-session';
import type { MiddlewareHandler } from 'hono';
import type { CookieOptions } from 'hono/utils/cookie';
import { parse } from 'hono/utils/cookie';
import { REMEMBERED_DAYS } from '#domain/auth/limits.ts';
import { SESSION_MS } from '#domain/auth/session.ts';
import type { Env, GatewayConfig } from './env.ts';
import type { Users } from './users.ts';

const SESSION_SECONDS = SESSION_MS / 1000;

/** Other systems send `X-Session: bearer` at login to get the token itself instead of a cookie. */
export const SESSION_DOOR = 'x-session';

export const BEARER = /^Bearer ([\w.~+/=-]{1,1024})$/i;

/**
 * Name and attributes of the session cookie. `__Host-` and Secure where browsers keep such cookies: on https, and on
 * http at localhost. Elsewhere on plain http they would drop it, and login would fail silently.
 */
export function sessionCookie(config: GatewayConfig): { name: string; options: CookieOptions } {
  const { protocol, hostname } = new URL(config.PUBLIC_ORIGIN);
  const secure = protocol === 'https:' || /^(localhost|.+\.localhost|127\.0\.0\.1|\[::1\])$/.test(hostname);
  const options = { path: '/', maxAge: SESSION_SECONDS, httpOnly: true, secure, sameSite: 'Lax' } as const;
  return { name: secure ? '__Host-volante' : 'volante', options };
}

/** The cookie by which a remembered browser is not asked for a code; it outlives the session. */
export function deviceCookie(config: GatewayConfig): { name: string; options: CookieOptions } {
  const { name, options } = sessionCookie(config);
  return { name: `${name}-device`, options: { ...options, maxAge: REMEMBERED_DAYS * 86_400 } };
}

/** The raw value of a cookie in a request; undefined if it was not sent. */
export const cookieOf = (headers: Headers, name: string): string | undefined =>
  parse(headers.get('cookie') ?? '', name)[name];

/** The token, sealed for the cookie; the seal expires with the session. */
export const sealToken = (token: string, config: GatewayConfig): Promise<string> =>
  sealData({ token }, { password: config.SESSION_SECRET, ttl: SESSION_SECONDS });

/**
 * Unsealing takes a tenth of the time of a page, and a browser sends the same cookie for hours, so the result is kept
 * for a minute. Only the seal's own expiry can be missed for that long: the backend is still asked whether the session
 * lives.
 */
const OPEN_MS = 60_000;
const MOST_OPEN = 5000;
const opened = new WeakMap<GatewayConfig, Map<string, { token: string; until: number }>>();

/**
 * The token in the session cookie of a request; null without one, or when it is damaged, foreign or expired. Never
 * throws.
 */
export async function unsealToken(headers: Headers, config: GatewayConfig): Promise<string | null> {
  const sealed = cookieOf(headers, sessionCookie(config).name);
  if (!sealed || sealed.length > 4096) return null;
  const kept = opened.get(config) ?? new Map<string, { token: string; until: number }>();
  opened.set(config, kept);
  const known = kept.get(sealed);
  if (known && known.until > Date.now()) return known.token;
  // While the secret is being replaced, cookies sealed with the former one stay valid (decision 018).
  const token = (await opening(sealed, config.SESSION_SECRET)) ?? (await opening(sealed, config.SESSION_SECRET_OLD));
  if (token === null) return null;
  if (kept.size >= MOST_OPEN) kept.clear();
  kept.set(sealed, { token, until: Date.now() + OPEN_MS });
  return token;
}

async function opening(sealed: string, password: string | undefined): Promise<string | null> {
  if (password === undefined) return null;
  try {
    const { token } = await unsealData<{ token?: unknown }>(sealed, { password, ttl: SESSION_SECONDS });
    return typeof token === 'string' && token ? token : null;
  } catch {
    return null;
  }
}

/**
 * Step 4: reads the token. An explicit Authorization header wins over the cookie. The user of the token is read later.
 */
export function readSession(config: GatewayConfig, users: Users): MiddlewareHandler<Env> {
  return async (c, next) => {
    const authorization = c.req.header('authorization');
    const bearer = BEARER.exec(authorization ?? '')?.[1];
    const token = authorization === undefined ? await unsealToken(c.req.raw.headers, config) : (bearer ?? null);
    c.set('token', token);
    c.set('trusted', token !== null && (authorization === undefined || users.knows(token)));
    await next();
  };
}
