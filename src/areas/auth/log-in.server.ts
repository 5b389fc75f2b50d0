import type { Setup, Step, TicketStep } from '#domain/auth/second-factor.ts';
import { send } from '#site/lib/send.server.ts';
import { complaint, onward } from './send.server.ts';

/**
 * What the login page shows: the password first, then a code; or that a link was sent, whose page asks for the password again, and activates. At the
 * end of that the recovery codes.
 */
export type Stage =
  | { step: 'password' }
  | { step: 'mail' }
  | { step: 'link'; link: string }
  | { step: 'over' }
  | { step: 'code'; ticket: string }
  | { step: 'activate'; setup: Setup }
  | { step: 'codes'; recoveryCodes: readonly string[] };
export interface Door {
  stage: Stage;
  /** What the server said to the form, shown above it. */
  error: string;
}

const first: Stage = { step: 'password' };
/** On the page of the link there is no login: a new one begins there. */
const over: Stage = { step: 'over' };

/** Where one stands after the password, or after a refused code: asks again for what the app is given, which is the same for the same ticket. */
async function stageOf({ step, ticket }: Pick<TicketStep, 'step' | 'ticket'>, request: Request, locals: App.Locals) {
  if (step === 'code') return { step, ticket };
  const answer = await send(request, locals, '/auth/activation', { ticket });
  return answer.ok ? { step, setup: (await answer.json()) as Setup } : over;
}

/**
 * A form of the login page sent without script, or from the second step on: either the answer that goes on, or what to show next.
 * `headers` are those of the page: the cookie of the session that an activation opens goes with the page of its recovery codes.
 */
export async function logIn(request: Request, locals: App.Locals, headers: Headers): Promise<Response | Door> {
  const form = await request.formData().catch(() => new FormData());
  const text = (name: string) => String(form.get(name) ?? '');
  const { pathname, search } = new URL(request.url);
  const [ticket, code, link] = [text('ticket'), text('code'), text('link')];
  if (link) return activateBy(link, text('password'), request, locals);
  if (text('step') === 'mail') return { stage: { step: 'mail' }, error: '' };
  if (!ticket) {
    const credentials = { email: text('email'), password: text('password') };
    const answer = await send(request, locals, '/auth/login', credentials);
    if (!answer.ok) return { stage: first, error: await complaint(answer) };
    const entered = (await answer.clone().json()) as Partial<Step>;
    if (!entered.step) return onward(answer, pathname + search);
    return {
      stage: entered.step === 'mail' ? { step: 'mail' } : await stageOf(entered as TicketStep, request, locals),
      error: '',
    };
  }
  const step = text('step') === 'activate' ? 'activate' : 'code';
  // The step that the script of the page has come to.
  if (!form.has('code')) return { stage: await stageOf({ step, ticket }, request, locals), error: '' };
  const answer = await (step === 'activate'
    ? send(request, locals, '/auth/activation/confirm', { ticket, code })
    : send(request, locals, '/auth/code', { ticket, code, remember: form.has('remember') }));
  if (!answer.ok) return refused(answer, { step, ticket }, request, locals);
  if (step === 'code') return onward(answer, pathname + search);
  for (const cookie of answer.headers.getSetCookie()) headers.append('set-cookie', cookie);
  const { recoveryCodes } = (await answer.json()) as { recoveryCodes: string[] };
  return { stage: { step: 'codes', recoveryCodes }, error: '' };
}

/** The link of the mail with the password again. One that is over leads back to the login. */
async function activateBy(link: string, password: string, request: Request, locals: App.Locals): Promise<Door> {
  const answer = await send(request, locals, '/auth/activation/link', { link, password });
  if (answer.ok) return { stage: await stageOf((await answer.json()) as TicketStep, request, locals), error: '' };
  const { fields } = (await answer.clone().json()) as { fields?: Record<string, string> };
  const isOver = fields?.link !== undefined || answer.status === 409 || answer.status === 401;
  return { stage: isOver ? over : { step: 'link', link }, error: await complaint(answer) };
}

/** A ticket that is over leads back to the password; a wrong code may be mended. */
async function refused(
  answer: Response,
  at: Pick<TicketStep, 'step' | 'ticket'>,
  request: Request,
  locals: App.Locals,
): Promise<Door> {
  const { fields } = (await answer.clone().json()) as { fields?: Record<string, string> };
  const isOver = fields?.ticket !== undefined || answer.status === 409 || answer.status === 401;
  const start = at.step === 'code' ? first : over;
  return { stage: isOver ? start : await stageOf(at, request, locals), error: await complaint(answer) };
}
