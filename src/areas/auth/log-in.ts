import type { ErrorBody } from '#domain/errors.ts';
import { waitText } from './wait.ts';

const passed = ['cookie', 'origin', 'sec-fetch-site', 'user-agent', 'x-forwarded-for'];
const address = Symbol.for('astro.clientAddress');

/**
 * The login form sent without script: through the gateway like any other login, with the headers its guard wants to see.
 * Either the answer that sets the cookie and goes on, or what to show above the form.
 */
export async function logIn(request: Request, { gateway }: App.Locals): Promise<Response | string> {
  const form = await request.formData().catch(() => new FormData());
  const body = { email: form.get('email') ?? '', password: form.get('password') ?? '' };
  const headers = new Headers({ 'content-type': 'application/json' });
  for (const name of passed) if (request.headers.has(name)) headers.set(name, request.headers.get(name)!);
  const login = new Request(new URL('/auth/login', request.url), {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  });
  Reflect.set(login, address, Reflect.get(request, address));
  const answer = await gateway.app.fetch(login);
  if (answer.ok) {
    const { pathname, search } = new URL(request.url);
    const onward = new Response(null, { status: 303, headers: { location: pathname + search } });
    for (const cookie of answer.headers.getSetCookie()) onward.headers.append('set-cookie', cookie);
    return onward;
  }
  const error = (await answer.json()) as ErrorBody;
  return error.error === 'too_many'
    ? waitText(error.retryAfter ?? 60)
    : (Object.values(error.fields ?? {})[0] ?? error.message);
}
