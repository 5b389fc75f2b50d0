import { send } from '#site/lib/send.server.ts';
import { complaint, onward } from './send.server.ts';

/** The login form sent without script: either the answer that sets the cookie and goes on, or what to show above the form. */
export async function logIn(request: Request, locals: App.Locals): Promise<Response | string> {
  const form = await request.formData().catch(() => new FormData());
  const answer = await send(request, locals, '/auth/login', {
    email: form.get('email') ?? '',
    password: form.get('password') ?? '',
  });
  if (!answer.ok) return complaint(answer);
  const { pathname, search } = new URL(request.url);
  return onward(answer, pathname + search);
}
