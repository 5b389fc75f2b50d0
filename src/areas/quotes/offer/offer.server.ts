import { Failure, type ErrorBody } from '#domain/errors.ts';
import type { Offer } from '#domain/quotes/sent/offer.ts';
import { send } from '#site/lib/send.server.ts';

const calls = { accept: '/offers/accept', ask: '/offers/question' } as const;
export type Step = keyof typeof calls;

/** The result of a form of the page. */
export interface Sent {
  step: Step;
  /** The error in Italian; '' when the form succeeded. */
  error: string;
  /** What is wrong with the one field of the form; undefined: nothing, or it was refused for something else. */
  fault?: string | undefined;
  /** What the person typed, so that the form keeps it. */
  name: string;
  text: string;
}

/** Handles a form of the page, which works without JavaScript. */
export async function answerOffer(request: Request, locals: App.Locals, token: string): Promise<Sent> {
  const form = await request.formData().catch(() => new FormData());
  const typed = (key: string) => String(form.get(key) ?? '').replaceAll('\r\n', '\n');
  const step = form.get('step') === 'ask' ? 'ask' : 'accept';
  const [name, text] = [typed('name'), typed('text')];
  const answer = await send(request, locals, calls[step], step === 'ask' ? { token, text } : { token, name });
  if (answer.ok) return { step, error: '', name: '', text: '' };
  const { fields, message } = (await answer.json()) as ErrorBody;
  return { step, error: message, fault: fields?.[step === 'ask' ? 'text' : 'name'], name, text };
}

/** The quote that the private link opens; null for an unknown link. */
export async function readOffer({ call }: App.Locals, token: string): Promise<Offer | null> {
  if (token.length < 40 || token.length > 60) return null;
  return call('GET /offers', { query: { token } }).catch((error: unknown) => {
    if (error instanceof Failure && error.code === 'not_found') return null;
    throw error;
  });
}
