import { Failure, type ErrorBody } from '#domain/errors.ts';
import { send } from '#site/lib/send.server.ts';

/** A form of a public page that was refused: what to say, where, and what was typed. */
export interface Refused {
  error: string;
  fields: Readonly<Record<string, string>>;
  typed: Readonly<Record<string, string>>;
}

/** Whether a form was refused, or else names the page that follows. */
export const isRefused = (answer: Refused | Record<string, string>): answer is Refused => 'typed' in answer;

/** What a form without JavaScript holds, each field once. */
export async function formOf(request: Request): Promise<FormData> {
  return request.formData().catch(() => new FormData());
}

export const textsIn = (form: FormData): Record<string, string> =>
  Object.fromEntries([...form].map(([key, value]) => [key, String(value).replaceAll('\r\n', '\n')]));

/** Sends a form; what was answered, or why it was refused. */
export async function sendForm<T>(
  request: Request,
  locals: App.Locals,
  path: string,
  { body, typed }: { body: object; typed: Record<string, string> },
): Promise<{ answer: T } | { refused: Refused }> {
  const sent = await send(request, locals, path, body);
  if (sent.ok) return { answer: (sent.status === 204 ? undefined : await sent.json()) as T };
  const { fields = {}, message } = (await sent.json()) as ErrorBody;
  return { refused: { error: message, fields, typed } };
}

/** A form that waits for its code, as the address of its page says it; null: the page shows the form itself. */
export const waitIn = (query: URLSearchParams): string | null =>
  /^[0-9a-z]{1,12}\.[\w-]{22}$/.exec(query.get('wait') ?? '')?.[0] ?? null;

/** The code in a link that was sent; empty without one. */
export const codeIn = (query: URLSearchParams): string => /^\d{6}$/.exec(query.get('code') ?? '')?.[0] ?? '';

/** What a public page shows; `404` for a link that is not known, `410` for a page that was closed. */
export async function readPublic<T>(token: string, read: () => Promise<T>): Promise<T | 404 | 410> {
  if (token.length < 40 || token.length > 60) return 404;
  return read().catch((error: unknown) => {
    if (error instanceof Failure && error.code === 'not_found') return 404 as const;
    if (error instanceof Failure && error.code === 'ended') return 410 as const;
    throw error;
  });
}
