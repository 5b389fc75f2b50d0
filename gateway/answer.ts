import type { Context } from 'hono';
import { HTTPException } from 'hono/http-exception';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { type ErrorBody, Failure, gone, isGone, statusOf } from '#domain/errors.ts';
import type { Env, Json } from './env.ts';

/** Turns errors of Hono itself (malformed JSON) into failures of the product. */
export function asFailure(error: unknown): Failure {
  if (error instanceof Failure) return error;
  if (isGone(error)) return gone();
  if (error instanceof HTTPException && error.status === 400)
    return new Failure('invalid', 'Il corpo non è JSON valido.');
  return new Failure('internal', undefined, { cause: error });
}

/** JSON with its length, so that compression can skip short answers. */
export function answerJson(c: Context<Env>, json: Json, status: ContentfulStatusCode): Response {
  const body = json.body ?? Buffer.from(JSON.stringify(json.value));
  c.header('content-type', 'application/json');
  c.header('content-length', String(body.byteLength));
  return c.body(body, status);
}

/**
 * Answers an error as the product's ErrorBody. Anything that is not a Failure becomes `internal` and its text is not
 * shown. `status` replaces the code's own for the few errors that HTTP distinguishes (405, 413).
 */
export function answerError(c: Context<Env>, error: unknown, status?: ContentfulStatusCode): Response {
  const failure = asFailure(error);
  const { fields, missing, current, retryAfter = failure.code === 'unavailable' ? 5 : undefined } = failure.detail;
  if (retryAfter !== undefined) c.header('retry-after', String(retryAfter));
  c.set('failed', failure.code);
  const body: ErrorBody = {
    error: failure.code,
    message: failure.message,
    requestId: c.get('requestId'),
    ...(fields && { fields }),
    ...(missing && { missing }),
    ...(current !== undefined && { current }),
    ...(retryAfter !== undefined && { retryAfter }),
  };
  return answerJson(c, { value: body }, status ?? (statusOf[failure.code] as ContentfulStatusCode));
}
