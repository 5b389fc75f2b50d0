import type { ErrorBody } from '#domain/errors.ts';
import { waitText } from './wait.ts';

/** The error to show above the form: without JavaScript no field can show one. */
export async function complaint(answer: Response): Promise<string> {
  const error = (await answer.json()) as ErrorBody;
  return error.error === 'too_many'
    ? waitText(error.retryAfter ?? 60)
    : (Object.values(error.fields ?? {})[0] ?? error.message);
}

/** Redirects to a page, with what the answer sets and clears in the browser. */
export function onward(answer: Response, location: string): Response {
  const response = new Response(null, { status: 303, headers: { location } });
  for (const cookie of answer.headers.getSetCookie()) response.headers.append('set-cookie', cookie);
  const cleared = answer.headers.get('clear-site-data');
  if (cleared) response.headers.set('clear-site-data', cleared);
  return response;
}
