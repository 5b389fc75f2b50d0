import { Failure, type ErrorBody } from '#domain/errors.ts';
import type { PrivacyPage } from '#domain/privacy/schema.ts';
import { channels, purposes, type Channel, type ConsentPurpose } from '#domain/privacy/terms.ts';
import { send } from '#site/lib/send.server.ts';

const keys = Object.keys(purposes) as ConsentPurpose[];

export interface Choice {
  purpose: ConsentPurpose;
  given: boolean;
  channels: Channel[];
}

/** The result of the form: the error in Italian ('' when it is saved), and the choices. */
export interface Sent {
  error: string;
  choices: Choice[];
}

/** Handles the form of the page, which works without JavaScript. */
export async function answerPage(request: Request, locals: App.Locals, token: string): Promise<Sent> {
  const form = await request.formData().catch(() => new FormData());
  const choices = keys.map((purpose) => ({
    purpose,
    given: form.get(purpose) === 'yes',
    channels:
      purpose === 'marketing' && form.get(purpose) === 'yes'
        ? form
            .getAll('channel')
            .map(String)
            .filter((one): one is Channel => Object.hasOwn(channels, one))
        : [],
  }));
  const answer = await send(request, locals, '/privacy/page', { token, choices });
  if (answer.ok) return { error: '', choices };
  const { fields, message } = (await answer.json()) as ErrorBody;
  return { error: Object.values(fields ?? {})[0] ?? message, choices };
}

/** What the private link opens; null for an unknown link. */
export async function readPage({ call }: App.Locals, token: string): Promise<PrivacyPage | null> {
  if (token.length < 40 || token.length > 60) return null;
  return call('GET /privacy/page', { query: { token } }).catch((error: unknown) => {
    if (error instanceof Failure && error.code === 'not_found') return null;
    throw error;
  });
}
