import { parse, serialize } from 'hono/utils/cookie';
import { authLive } from '#site/messages/it/auth.ts';
import { send } from '#site/lib/send.server.ts';
import { complaint } from './send.server.ts';

const COOKIE = 'volante-reset';
const path = '/resetpassword';

/** The token of the e-mail's link goes into a cookie of a minute at once: address bar, history and referrers never keep it. */
export function keepToken(token: string, { config }: App.Locals): Response {
  const secure = config.PUBLIC_ORIGIN.startsWith('https:');
  const cookie = serialize(COOKIE, token.slice(0, 200), { path, secure, httpOnly: true, sameSite: 'Lax', maxAge: 60 });
  return new Response(null, { status: 303, headers: { location: path, 'set-cookie': cookie } });
}

/** The token that the redirect brought along, once; null without one. The form holds it from then on. */
export function takeToken({ headers }: Request, answer: Headers): string | null {
  const token = parse(headers.get('cookie') ?? '', COOKIE)[COOKIE];
  if (token === undefined) return null;
  answer.append('set-cookie', serialize(COOKIE, '', { path, maxAge: 0 }));
  return token;
}

/** Either step of the reset sent without script: its token, and what to show above the form, '' when it is done. */
export async function resetPassword(
  request: Request,
  locals: App.Locals,
): Promise<{ token: string | null; error: string }> {
  const form = await request.formData().catch(() => new FormData());
  const sent = form.get('token');
  const token = typeof sent === 'string' ? sent : null;
  const password = form.get('password') ?? '';
  if (token !== null && password !== form.get('repeat')) return { token, error: authLive.differs };
  const answer = await (token === null
    ? send(request, locals, '/auth/reset', { email: form.get('email') ?? '' })
    : send(request, locals, '/auth/password', { token, password }));
  return { token, error: answer.ok ? '' : await complaint(answer) };
}
