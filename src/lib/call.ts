import type { CallAnswer, CallInput, CallName } from '#domain/endpoints.ts';
import { defaultMessage, type ErrorBody } from '#domain/errors.ts';
import { live as words } from '#site/messages/it/shell.ts';

/** Event on the window after the gateway has answered a logged-in user; calls of the login do not fire it. */
export const ANSWERED = 'volante:answered';

export type { CallAnswer, CallInput };

/** A call that failed; `body` is the gateway's error. */
export class CallError extends Error {
  readonly status: number;
  readonly body: ErrorBody;

  constructor(status: number, body: ErrorBody) {
    super(body.message);
    this.status = status;
    this.body = body;
  }
}

/** What a refusal says where no field can show its own sentence: those of all fields, each once, else the objection as a whole. */
export function whyOf(error: unknown): string {
  const fields = error instanceof CallError ? Object.values(error.body.fields ?? {}) : [];
  return [...new Set(fields)].join(' · ') || (error as Error).message;
}

/** The path of a call under /api, with parameters and query filled in, for links, images and downloads. */
export function apiPath<N extends CallName>(
  name: N,
  { params = {}, query = {} }: { params?: object; query?: object } = {},
): string {
  const path = name
    .slice(name.indexOf(' ') + 1)
    .replace(/:(\w+)/g, (_, key: string) => encodeURIComponent(String((params as Record<string, unknown>)[key])));
  const search = new URLSearchParams(
    Object.entries(query).flatMap(([key, value]) =>
      value === undefined || value === '' ? [] : [[key, String(value)]],
    ),
  );
  return `/api${path}${search.size ? `?${search}` : ''}`;
}

/** The record in a refusal for staleness (412), as the page keeps it; undefined for any other failure. */
export function currentIn<Current>(error: unknown, read?: (sent: unknown) => Current): Current | undefined {
  if (!(error instanceof CallError) || error.status !== 412) return undefined;
  const { current } = error.body;
  return read && current !== undefined ? read(current) : (current as Current | undefined);
}

/**
 * Calls the gateway from the browser. A 401 goes to the login page (specification §8), which leads back here. No answer counts as error
 * 503, like the gateway's own. A 204 returns undefined. `quiet`: the page asks by itself, which does not count as use.
 */
export async function call<N extends CallName>(
  name: N,
  input: CallInput<N>,
  { quiet = false } = {},
): Promise<CallAnswer<N>> {
  const { body, version, key, signal, ...path } = input as CallInput<N> & { body?: unknown };
  const headers = new Headers({ accept: 'application/json' });
  if (body !== undefined) headers.set('content-type', 'application/json');
  if (version !== undefined) headers.set('if-match', `"v${version}"`);
  if (key) headers.set('idempotency-key', key);
  const response = await fetch(apiPath(name, path), {
    method: name.slice(0, name.indexOf(' ')),
    headers,
    body: body === undefined ? null : JSON.stringify(body),
    signal: signal ?? null,
  }).catch((cause: unknown) => {
    if (signal?.aborted) throw cause;
    const message = navigator.onLine ? defaultMessage.unavailable : words.offline;
    throw new CallError(503, { error: 'unavailable', message, requestId: '' });
  });
  const answer: unknown = response.status === 204 ? undefined : await response.json().catch(() => null);
  return answered(response.status, answer, { isLogin: /^POST .auth.(login|code)$/.test(name), quiet });
}

/** The gateway's answer as a value; throws CallError for an error. A 401 goes to the login page, which leads back here; nobody is sent away by a `quiet` call. */
export function answered<T>(status: number, answer: unknown, { isLogin = false, quiet = false } = {}): T {
  if (status === 401 && !isLogin && !quiet)
    location.assign(`/?${new URLSearchParams({ target: location.pathname + location.search })}`);
  else if (!isLogin && !quiet) dispatchEvent(new Event(ANSWERED));
  if (status >= 200 && status < 300) return answer as T;
  throw new CallError(
    status,
    (answer as ErrorBody | null) ?? { error: 'internal', message: defaultMessage.internal, requestId: '' },
  );
}
