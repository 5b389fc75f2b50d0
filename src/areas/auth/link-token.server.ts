import { parse, serialize } from 'hono/utils/cookie';

const COOKIE = 'volante-link';
/** Characters of the longest token: a sealed step of the login. */
const MOST = 1000;
/** Seconds in which the page may be loaded again; a form that is open longer still holds its token. */
const KEPT = 15 * 60;

/**
 * Moves the token of the e-mail's link into a cookie of its page, so that address bar, history and referrers never keep it and the page
 * survives a reload.
 */
export function keepToken(token: string, path: string, { config }: App.Locals): Response {
  const secure = config.PUBLIC_ORIGIN.startsWith('https:');
  const cookie = serialize(COOKIE, token.slice(0, MOST), {
    path,
    secure,
    httpOnly: true,
    sameSite: 'Lax',
    maxAge: KEPT,
  });
  return new Response(null, { status: 303, headers: { location: path, 'set-cookie': cookie } });
}

/** The token of the cookie; null without one. */
export const keptToken = ({ headers }: Request): string | null =>
  parse(headers.get('cookie') ?? '', COOKIE)[COOKIE] ?? null;

/** Forgets the token, because it is used or another one is wanted. */
export const dropToken = (path: string, answer: Headers): void =>
  answer.append('set-cookie', serialize(COOKIE, '', { path, maxAge: 0 }));
