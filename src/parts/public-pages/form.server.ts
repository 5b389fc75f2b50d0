import { Failure, type ErrorBody } from '#domain/errors.ts';
import { send } from '#site/lib/send.server.ts';

/** A form of a public page that was refused: what to say, where, and what was typed. */
export interface Refused {
  error: string;
  fields: Readonly<Record<string, string>>;
  typed: Readonly<Record<string, string>>;
}

/** What a form without JavaScript holds, each field once. */
export async function formOf(request: Request): Promise<FormData> {
  return request.formData().catch(() => new FormData());
}

export const textsIn = (form: FormData): Record<string, string> =>
  Object.fromEntries([...form].map(([key, value]) => [key, String(value).replaceAll('\r\n', '\n')]));

/** Sends a form; null: it was accepted. */
export async function sendForm(
  request: Request,
  locals: App.Locals,
  path: string,
  { body, typed }: { body: object; typed: Record<string, string> },
): Promise<Refused | null> {
  const answer = await send(request, locals, path, body);
  if (answer.ok) return null;
  const { fields = {}, message } = (await answer.json()) as ErrorBody;
  return { error: message, fields, typed };
}

/** What a public page shows; `404` for a link that is not known, `410` for a page that was closed. */
export async function readPublic<T>(token: string, read: () => Promise<T>): Promise<T | 404 | 410> {
  if (token.length < 40 || token.length > 60) return 404;
  return read().catch((error: unknown) => {
    if (error instanceof Failure && error.code === 'not_found') return 404 as const;
    if (error instanceof Failure && error.code === 'ended') return 410 as const;
    throw error;
  });
}
