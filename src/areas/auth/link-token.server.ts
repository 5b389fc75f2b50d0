import { parse, serialize } from 'hono/utils/cookie';

const COOKIE = 'volante-link';
/** Characters of the longest token: a sealed step of the login. */
const MOST = 1000;

/** Moves the token of the e-mail's link into a cookie that lasts a minute, so that address bar, history and referrers never keep it. */
export function keepToken(token: string, path: string, { config }: App.Locals): Response {
  const secure = config.PUBLIC_ORIGIN.startsWith('https:');
  const cookie = serialize(COOKIE, token.slice(0, MOST), { path, secure, httpOnly: true, sameSite: 'Lax', maxAge: 60 });
  return new Response(null, { status: 303, headers: { location: path, 'set-cookie': cookie } });
}

/** The token of the cookie, which can be read once; null without one. From then on the form holds it. */
export function takeToken({ headers }: Request, path: string, answer: Headers): string | null {
  const token = parse(headers.get('cookie') ?? '', COOKIE)[COOKIE];
  if (token === undefined) return null;
  answer.append('set-cookie', serialize(COOKIE, '', { path, maxAge: 0 }));
  return token;
}
