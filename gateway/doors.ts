import type { Context } from 'hono';
import { deleteCookie, setCookie } from 'hono/cookie';
import type { z } from 'zod';
import { networkOf } from '#domain/auth/rules.ts';
import type { session as loginAnswer } from '#domain/auth/schema.ts';
import type { secondSession, Step } from '#domain/auth/second-factor.ts';
import type { Endpoint } from '#domain/endpoint.ts';
import { type CallName, endpoints } from '#domain/endpoints.ts';
import { Failure } from '#domain/errors.ts';
import type { Env, GatewayConfig, Json } from './env.ts';
import type { Checked } from './forward.ts';
import { createLimiter, refuseBeyond } from './limits.ts';
import { cookieOf, deviceCookie, sealToken, SESSION_DOOR, sessionCookie } from './session.ts';
import type { Users } from './users.ts';

const MINUTE = 60_000;
/** The most reset mails requested from one network in an hour. */
const RESETS = 30;
/** Calls that may open a session. */
const ENTRIES: readonly CallName[] = ['POST /auth/login', 'POST /auth/code', 'POST /auth/activation/confirm'];
const isDoor = ({ audience, link }: Endpoint) => audience === 'public' && !link;
type Entered = z.output<typeof loginAnswer> | z.output<typeof secondSession> | Step;

/**
 * What the gateway does beside forwarding at login, logout and the other calls of auth: it sets and removes the session
 * cookie.
 */
export interface Doors {
  /** Before forwarding: counts tries of strangers and adds the token of a remembered browser. Throws `too_many`. */
  knock(c: Context<Env>, name: CallName, input: Checked): Checked;
  /** After a good answer: returns what the caller may see of it; sets or removes the cookie. */
  pass(c: Context<Env>, name: CallName, input: Checked, json: Json | undefined): Promise<Json | undefined>;
  /** The session is over: forgets its user and removes the cookie. */
  close(c: Context<Env>): void;
}

/**
 * Coarse limits in front of the backend's throttling per account, which works across processes: 60 tries a minute
 * and address for public calls, 10 wrong logins in 3 minutes per account and address (rules.md §26, 2). Calls by
 * private link are not limited here: invented links would block everybody behind the same address, so the backend
 * counts invalid ones.
 */
export function createDoors(config: GatewayConfig, clock: () => number, users: Users): Doors {
  const cookie = sessionCookie(config);
  const remembered = deviceCookie(config);
  const byAddress = createLimiter(60, MINUTE, clock);
  const byAccount = createLimiter(10, 3 * MINUTE, clock);
  const resets = createLimiter(RESETS, 60 * MINUTE, clock);
  const account = (c: Context<Env>, input: Checked) =>
    `${networkOf(c.get('ip'))} ${(input.body as { email: string }).email}`;
  const wantsToken = (c: Context<Env>) =>
    c.req.header(SESSION_DOOR) === 'bearer' || c.req.header('authorization') !== undefined;

  const close = (c: Context<Env>): void => {
    const token = c.get('token');
    if (token) users.end(token);
    if (cookieOf(c.req.raw.headers, cookie.name) !== undefined)
      deleteCookie(c, cookie.name, { ...cookie.options, maxAge: 0 });
  };

  return {
    close,
    knock(c, name, input) {
      const isLogin = name === 'POST /auth/login';
      if (config.RATE_LIMIT !== 0 && isDoor(endpoints[name])) {
        const network = networkOf(c.get('ip'));
        refuseBeyond(byAddress.take(network));
        if (name === 'POST /auth/reset') refuseBeyond(resets.take(network));
        if (isLogin) refuseBeyond(byAccount.take(account(c, input)));
      }
      const device = isLogin && cookieOf(c.req.raw.headers, remembered.name);
      return device ? { ...input, body: { device: device.slice(0, 200), ...(input.body as object) } } : input;
    },
    async pass(c, name, input, json) {
      if (name === 'POST /auth/logout') {
        close(c);
        c.header('clear-site-data', '"cache"');
      }
      if (!json || !ENTRIES.includes(name)) return json;
      if (name === 'POST /auth/login') byAccount.clear(account(c, input));
      const entered = json.value as Entered;
      if ('step' in entered) return json;
      const { token, ...rest } = entered;
      if (!token) throw new Failure('bad_answer', undefined, { cause: new Error('login without token') });
      if (wantsToken(c)) return json;
      setCookie(c, cookie.name, await sealToken(token, config), cookie.options);
      if (!('device' in rest)) return { value: rest };
      const { device, ...shown } = rest;
      if (device) setCookie(c, remembered.name, device, remembered.options);
      return { value: shown };
    },
  };
}
