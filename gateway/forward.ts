import { z } from 'zod';
import { ANSWER_MARK, markOf, QUIET } from '#domain/answer-mark.ts';
import { type Endpoint, OCTETS, ON_BEHALF, split } from '#domain/endpoint.ts';
import { type CallName, endpoints } from '#domain/endpoints.ts';
import { type ErrorBody, type ErrorCode, Failure, statusOf } from '#domain/errors.ts';
import type { GatewayConfig, Json, Upstream } from './env.ts';
import { timeOf } from './limits.ts';
import { inProcess, overHttp, type Sent } from './reach.ts';
import { createSender, type Raw } from './upstream.ts';

/** Input that passed the shape check: positive integers, known query keys, the parsed body. */
export interface Checked {
  params?: Record<string, number>;
  query?: Record<string, string>;
  body?: unknown;
  /** The file or the bulk of data that the call sends, as a stream. */
  file?: ReadableStream<Uint8Array> | null;
  /** From If-Match, Idempotency-Key and If-None-Match. */
  version?: number;
  key?: string;
  known?: string;
}

/** The caller on whose behalf a call goes out. Only allow-listed ones of its `headers` are forwarded. */
export interface Caller {
  token: string | null;
  requestId: string;
  ip: string;
  headers?: Headers;
  /** A page asked by itself (`quiet` of the table). */
  quiet?: boolean | undefined;
  /** Ends the wait with `unavailable`, before the call's own time limit. */
  signal?: AbortSignal;
}

/**
 * A good answer: its allow-listed headers and either JSON, the stream of a file or of a part of it (206), or nothing (304:
 * the caller's copy is still valid; 416: the file has none of that part).
 */
export interface Forwarded {
  status: 200 | 201 | 204 | 206 | 304 | 416;
  headers: Record<string, string>;
  json?: Json;
  file?: ReadableStream<Uint8Array<ArrayBuffer>>;
}

export type Forward = (name: CallName, input: Checked, caller: Caller) => Promise<Forwarded>;

const REQUEST_HEADERS = ['accept', 'accept-language', 'user-agent'] as const;
const ANSWER_HEADERS = ['etag', 'content-disposition', 'retry-after', 'idempotent-replayed'] as const;
/** Parts of files (RFC 9110, 14): asked for by the caller, answered by the upstream. */
const PART_HEADERS = ['range', 'if-range'] as const;
const FILE_HEADERS = ['accept-ranges', 'content-range', 'content-length'] as const;
/** Content types that a browser would run or show as one of our pages: never passed on as a file. */
const NOT_A_FILE = /html|xml(?!formats)|script|json|multipart/i;
/** Both may contain scripts, which the policy of files blocks. */
const SANDBOXED = ['image/svg+xml', 'application/xml'];
const isFile = (type: string) => SANDBOXED.includes(type) || (type !== '' && !NOT_A_FILE.test(type));

/** The named headers as far as they were sent, each cut to a safe length. */
function picked(header: (name: string) => string | null, names: readonly string[]): Record<string, string> {
  const found: Record<string, string> = {};
  for (const name of names) {
    const text = header(name);
    if (text !== null) found[name] = text.slice(0, 500);
  }
  return found;
}

const badAnswer = (why: string, cause?: unknown, status?: number) =>
  new Failure('bad_answer', undefined, { cause: new Error(why, { cause }), ...(status && { status }) });

function jsonBodyOf(raw: Raw): Uint8Array<ArrayBuffer> {
  if (!/^application\/json\b/i.test(raw.header('content-type') ?? '')) throw badAnswer('not JSON');
  return raw.body as Uint8Array<ArrayBuffer>;
}

function parse(body: Uint8Array): unknown {
  try {
    const answer: unknown = JSON.parse(new TextDecoder().decode(body));
    return answer;
  } catch (cause) {
    throw badAnswer('malformed JSON', cause);
  }
}

/**
 * A body from an upstream that has checked it by this same table passes unchanged; another upstream's answer is checked
 * here.
 */
function jsonOf(answer: z.ZodType, raw: Raw): Json {
  const body = jsonBodyOf(raw);
  if (raw.header(ANSWER_MARK) === markOf(answer))
    return {
      body,
      get value() {
        return parse(body);
      },
    };
  const parsed = answer.safeParse(parse(body));
  if (parsed.success) return { value: parsed.data };
  const where = parsed.error.issues.slice(0, 5).map(({ path: at, code }) => `${at.join('.')} ${code}`);
  throw badAnswer(`against the table: ${where.join(', ')}`);
}

/** The list of missing things in an upstream's error. */
const missings = z
  .array(z.object({ sentence: z.string(), section: z.string().optional(), field: z.string().optional() }))
  .max(100);
const codeOf = new Map<number, ErrorCode>(
  (Object.keys(statusOf) as ErrorCode[]).filter((code) => statusOf[code] < 500).map((code) => [statusOf[code], code]),
).set(400, 'invalid');

/** The body of an error as far as it is an object; its parts are checked one by one. */
function errorBodyOf(raw: Raw): Partial<ErrorBody> {
  try {
    return (parse(jsonBodyOf(raw)) ?? {}) as Partial<ErrorBody>;
  } catch {
    return {};
  }
}

/**
 * The upstream's error as a failure. Its text is passed only from a well-formed ErrorBody of a 4xx, 503 or 504, and
 * `current` only as far as it fits the schema of the answer. A 4xx without an entry in the table (405, 415…) and every 5xx except 503
 * and 504 become `bad_answer`.
 */
function failureOf(endpoint: Endpoint, raw: Raw): Failure {
  const wait = Number(raw.header('retry-after'));
  const retryAfter = Number.isInteger(wait) && wait > 0 ? { retryAfter: wait } : {};
  const code = raw.status === 503 || raw.status === 504 ? 'unavailable' : codeOf.get(raw.status);
  if (!code) return badAnswer(`status ${raw.status}`, undefined, raw.status >= 400 ? raw.status : undefined);
  const body = errorBodyOf(raw);
  const message = body.error === code && typeof body.message === 'string' ? body.message.slice(0, 500) : undefined;
  if (code === 'unavailable') return new Failure(code, message, { retryAfter: 5, ...retryAfter, status: raw.status });
  const fields =
    typeof body.fields === 'object' && body.fields !== null
      ? Object.fromEntries(Object.entries(body.fields).filter(([, text]) => typeof text === 'string'))
      : undefined;
  const missing = missings.safeParse(body.missing).data;
  const current =
    code === 'stale' && typeof endpoint.answer === 'object' ? endpoint.answer.safeParse(body.current).data : undefined;
  return new Failure(code, message, {
    ...retryAfter,
    ...(fields && { fields }),
    ...(missing && { missing }),
    ...(current !== undefined && { current }),
  });
}

/**
 * Steps 9 and 10: one call to the upstream, whose answer is checked by the table. The address consists of the
 * configured base, the row's path and checked integers, so nothing outside the table can be reached. Throws the
 * upstream's refusal, `unavailable` without an answer, and `bad_answer` for an answer that does not fit the table.
 */
export function createForward(upstream: Upstream | undefined, config: GatewayConfig): Forward {
  const reach = () => (upstream ? inProcess(upstream) : overHttp(config.UPSTREAM_URL!));
  const send = createSender(reach());
  // Files have their own sender, so that those on slow lines do not hold up other calls.
  const sendFile = createSender(reach());

  return async (name, { params = {}, query = {}, body, file, version, key, known }, caller) => {
    const endpoint: Endpoint = endpoints[name];
    const { method, path } = split(name);
    const place = path.replace(/:(\w+)/g, (_, param: string) => String(params[param]));
    const isStreamed = Boolean(endpoint.upload || endpoint.bulk);
    const isFileCall = endpoint.answer === 'file';
    const parts = isFileCall ? picked((header) => caller.headers?.get(header) ?? null, PART_HEADERS) : {};
    const search = new URLSearchParams(query).toString();
    const headers: Record<string, string> = {
      accept: 'application/json',
      ...picked((header) => caller.headers?.get(header) ?? null, REQUEST_HEADERS),
      ...parts,
      ...(endpoint.behalf && picked((header) => caller.headers?.get(header) ?? null, [ON_BEHALF])),
      'x-request-id': caller.requestId,
      'x-forwarded-for': caller.ip,
      ...(caller.token && endpoint.audience !== 'public' && { authorization: `Bearer ${caller.token}` }),
      ...(endpoint.body && { 'content-type': 'application/json' }),
      ...(endpoint.upload && { 'content-type': OCTETS }),
      ...(endpoint.versioned && { 'if-match': `"v${version}"` }),
      ...(endpoint.keyed && key !== undefined && { 'idempotency-key': key }),
      ...(known !== undefined && { 'if-none-match': known }),
      ...((endpoint.quiet || caller.quiet) && { [QUIET]: '1' }),
    };
    const sent: Sent = {
      method,
      path: search ? `${place}?${search}` : place,
      headers,
      body: isStreamed ? (file ?? null) : endpoint.body ? JSON.stringify(body) : null,
    };
    const raw = await (isStreamed ? sendFile : send)(sent, {
      ms: timeOf(config, endpoint),
      streamed: isFileCall,
      // A stream cannot be sent twice.
      repeats: !isStreamed,
      by: [caller.token ?? caller.ip, endpoint.heavy].join(' '),
      until: caller.signal,
    });
    const unchanged = raw.status === 304 && known !== undefined;
    const isOutside = raw.status === 416 && parts.range !== undefined;
    if (!unchanged && !isOutside && (raw.status < 200 || raw.status > 299)) throw failureOf(endpoint, raw);
    const allowed = {
      ...picked(raw.header, ANSWER_HEADERS),
      ...(isFileCall && picked(raw.header, FILE_HEADERS)),
      ...(endpoint.cached && { 'cache-control': 'private, no-cache' }),
      ...(endpoint.lasting && { 'cache-control': 'private, max-age=86400, immutable' }),
    };
    if (unchanged) return { status: 304, headers: allowed };
    if (isOutside) return { status: 416, headers: picked(raw.header, ['accept-ranges', 'content-range']) };
    if (!endpoint.answer) return { status: 204, headers: allowed };
    const status = endpoint.creates ? 201 : 200;
    if (isFileCall) {
      const type = raw.header('content-type') ?? '';
      const file = raw.body as ReadableStream<Uint8Array<ArrayBuffer>> | null;
      if (file && isFile(type.split(';')[0]!.trim().toLowerCase()))
        return { status: raw.status === 206 ? 206 : status, headers: { ...allowed, 'content-type': type }, file };
      // A body that nobody reads would keep its connection open.
      await file?.cancel();
      throw badAnswer('not a file');
    }
    return { status, headers: allowed, json: jsonOf(endpoint.answer as z.ZodType, raw) };
  };
}
