import { authLive } from '#site/messages/it/auth.ts';
import { send } from '#site/lib/send.server.ts';
import { complaint } from './send.server.ts';

/**
 * Handles either step of a password reset sent without JavaScript. Returns its token and the error to show above the form, '' when it
 * succeeded.
 */
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
