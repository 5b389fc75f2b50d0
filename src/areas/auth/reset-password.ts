import { auth } from '../../messages/it/auth.ts';
import { complaint, send } from './send.ts';

/** Either step of the reset sent without script: what to show above the form, '' when it is done. */
export async function resetPassword(request: Request, locals: App.Locals): Promise<string> {
  const form = await request.formData().catch(() => new FormData());
  const token = form.get('token');
  const password = form.get('password') ?? '';
  if (token !== null && password !== form.get('repeat')) return auth.reset.differs;
  const answer = await (token === null
    ? send(request, locals, '/auth/reset', { email: form.get('email') ?? '' })
    : send(request, locals, '/auth/password', { token, password }));
  return answer.ok ? '' : complaint(answer);
}
