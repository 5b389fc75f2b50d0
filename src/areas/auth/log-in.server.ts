import type { Setup, Step, TicketStep } from '#domain/auth/second-factor.ts';
import { send } from '#site/lib/send.server.ts';
import { complaint, onward } from './send.server.ts';

/**
 * What the login page shows: the password, then a code. A company may require an activation instead: the page tells that a link was sent;
 * the page of that link asks for the password again, activates, and ends with the recovery codes.
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
  /** The server's error, shown above the form. */
  error: string;
}

const first: Stage = { step: 'password' };
/** The page of the link has no login of its own, so an ended step links to a new login. */
const over: Stage = { step: 'over' };

/** The step after the password, or after a refused code. An activation reads its setup again, which is the same for the same ticket. */
async function stageOf({ step, ticket }: Pick<TicketStep, 'step' | 'ticket'>, request: Request, locals: App.Locals) {
  if (step === 'code') return { step, ticket };
  const answer = await send(request, locals, '/auth/activation', { ticket });
  return answer.ok ? { step, setup: (await answer.json()) as Setup } : over;
}

/**
 * Handles a form of the login page: sent without JavaScript, or from the second step on. Returns the response that continues, or what the
 * page shows next. `headers` are the page's: an activation adds the session cookie to the page of its recovery codes.
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
  // Without a code, the page's JavaScript has sent the step that it reached.
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

/** Handles the mail's link with the password repeated. An expired link leads back to the login. */
async function activateBy(link: string, password: string, request: Request, locals: App.Locals): Promise<Door> {
  const answer = await send(request, locals, '/auth/activation/link', { link, password });
  if (answer.ok) return { stage: await stageOf((await answer.json()) as TicketStep, request, locals), error: '' };
  const { fields } = (await answer.clone().json()) as { fields?: Record<string, string> };
  const isOver = fields?.link !== undefined || answer.status === 409 || answer.status === 401;
  return { stage: isOver ? over : { step: 'link', link }, error: await complaint(answer) };
}

/** An expired ticket leads back to the password; a wrong code can be corrected. */
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
