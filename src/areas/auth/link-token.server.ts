import { parse, serialize } from 'hono/utils/cookie';

const COOKIE = 'volante-link';
/** Of the longest there is: a step of the login, sealed. */
const MOST = 1000;

/** The token of the e-mail's link goes into a cookie of a minute at once: address bar, history and referrers never keep it. */
export function keepToken(token: string, path: string, { config }: App.Locals): Response {
  const secure = config.PUBLIC_ORIGIN.startsWith('https:');
  const cookie = serialize(COOKIE, token.slice(0, MOST), { path, secure, httpOnly: true, sameSite: 'Lax', maxAge: 60 });
  return new Response(null, { status: 303, headers: { location: path, 'set-cookie': cookie } });
}

/** The token that the redirect brought along, once; null without one. The form holds it from then on. */
export function takeToken({ headers }: Request, path: string, answer: Headers): string | null {
  const token = parse(headers.get('cookie') ?? '', COOKIE)[COOKIE];
  if (token === undefined) return null;
  answer.append('set-cookie', serialize(COOKIE, '', { path, maxAge: 0 }));
  return token;
}
