import { zValidator } from '@hono/zod-validator';
import type { MiddlewareHandler } from 'hono';
import { z } from 'zod';
import { type Endpoint, OCTETS, split } from '#domain/endpoint.ts';
import { type CallInput, type CallName, endpoints } from '#domain/endpoints.ts';
import { Failure } from '#domain/errors.ts';
import { integer } from '#domain/italian.ts';
import { fieldMessages, italian, mustBeReadable } from '#domain/validation.ts';
import { isJson } from './csrf.ts';
import type { Env } from './env.ts';
import type { Checked } from './forward.ts';
import { tooLarge } from './limits.ts';
import { holdsMore, limitsOf, longList, mostValues } from './values.ts';

z.config({ customError: italian });

/** PostgreSQL cannot store this character, and no person types it. */
const NUL = '\u0000';
const paramText = z
  .string()
  .regex(/^[1-9]\d{0,15}$/)
  .transform(Number)
  .refine(Number.isSafeInteger);

interface Shape {
  params: z.ZodObject;
  query: z.ZodObject;
  body: z.ZodType | undefined;
}
const shapes = new Map<CallName, Shape>();

/**
 * The schemas of a call's parts: every parameter is a positive safe integer, and no query key outside the table is
 * allowed.
 */
function shapeOf(name: CallName): Shape {
  const held = shapes.get(name);
  if (held) return held;
  const endpoint: Endpoint = endpoints[name];
  const params = [...split(name).path.matchAll(/:(\w+)/g)].map(([, param]) => [param!, paramText]);
  const query = (endpoint.query ?? z.object({})).strict();
  const shape = { params: z.object(Object.fromEntries(params)), query, body: endpoint.body };
  shapes.set(name, shape);
  return shape;
}

/** Throws `invalid` with one message per field when a parse has failed. */
function mustFit(result: { success: boolean; error?: z.core.$ZodError }): void {
  if (result.success) return;
  const unknown = result.error!.issues.flatMap((issue) => (issue.code === 'unrecognized_keys' ? issue.keys : []));
  const { '': _whole, ...fields } = fieldMessages(result.error!);
  for (const key of unknown) fields[key] = 'Parametro non previsto';
  throw new Failure('invalid', undefined, { fields });
}

/** The numbers of a path; throws `not_found`. */
function paramsOf(params: z.ZodObject, given: Record<string, string>): Record<string, number> {
  const parsed = params.safeParse(given);
  if (!parsed.success) throw new Failure('not_found');
  return parsed.data as Record<string, number>;
}

/** Refuses a repeated query key: one reader takes its first value and another the last. */
function checkQueryText(search: URLSearchParams): void {
  const seen = new Set<string>();
  for (const [key, value] of search) {
    if (seen.has(key)) throw new Failure('invalid', undefined, { fields: { [key]: 'Parametro ripetuto' } });
    if (key === '__proto__' || (key + value).includes(NUL)) throw new Failure('invalid', 'Parametri non validi.');
    seen.add(key);
  }
}

function checkHeaders(
  endpoint: Endpoint,
  version: string | undefined,
  key: string | undefined,
): Pick<Checked, 'version' | 'key'> {
  // A proxy that compresses weakens the ETag it passes on; the version is the same.
  const match = /^(?:W\/)?"v(\d{1,9})"$/.exec(version ?? '');
  if (endpoint.versioned && !match) throw new Failure(version === undefined ? 'precondition_required' : 'stale');
  if (endpoint.keyed && key !== undefined && !/^[\x21-\x7e]{1,255}$/.test(key)) {
    throw new Failure('invalid', 'Idempotency-Key non valida.');
  }
  return { ...(match && { version: Number(match[1]) }), ...(key !== undefined && { key }) };
}

const notJson = () => new Failure('invalid', 'Il corpo deve essere JSON (Content-Type: application/json).');

/**
 * Values that callers may send beyond the fields of a call, such as the rest of a record that they received; these are
 * dropped.
 */
const BESIDE = 1_000;

function checkText(body: z.ZodType): MiddlewareHandler<Env> {
  let most: number | undefined;
  let limits: ReadonlyMap<string, number> | undefined;
  return async (c, next) => {
    const text = await c.req.text();
    most ??= mostValues(body) + BESIDE;
    if (holdsMore(text, most)) {
      limits ??= limitsOf(body);
      const field = longList(text, limits);
      if (field === null) return tooLarge(c);
      const fields = { [field]: `Sono troppi: al massimo ${integer(limits.get(field)!)}` };
      throw new Failure('invalid', undefined, { fields });
    }
    mustBeReadable(text, await c.req.json().catch(() => null));
    return next();
  };
}

/**
 * Step 8: checks path parameters (else 404), query, version and body (else 422 with `fields`; 413 with too many values that
 * no list of a field holds; 428 without a version). An empty query value counts as absent.
 */
export function shapeSteps(name: CallName): MiddlewareHandler<Env>[] {
  const endpoint: Endpoint = endpoints[name];
  const { params, query, body } = shapeOf(name);
  const checkRest: MiddlewareHandler<Env> = async (c, next) => {
    c.set('params', paramsOf(params, c.req.param()));
    const search = new URL(c.req.url).searchParams;
    checkQueryText(search);
    const asked = Object.fromEntries([...search].filter(([key, value]) => value !== '' || !(key in query.shape)));
    mustFit(query.safeParse(asked));
    c.set('query', asked);
    checkHeaders(endpoint, c.req.header('if-match'), c.req.header('idempotency-key'));
    if (endpoint.upload && c.req.header('content-type') !== OCTETS)
      throw new Failure('invalid', `Il corpo deve essere il file (Content-Type: ${OCTETS}).`);
    const isJsonSent = isJson(c.req.header('content-type') ?? null);
    if (endpoint.bulk && !isJsonSent) throw notJson();
    if (body && !endpoint.bulk) {
      const text = await c.req.text();
      if (text !== '' && !isJsonSent) throw notJson();
    }
    await next();
  };
  return [
    checkRest,
    ...(body && !endpoint.bulk ? [checkText(body), zValidator('json', body, mustFit)] : []),
  ] as MiddlewareHandler<Env>[];
}

/**
 * The input that `shapeSteps` has checked, ready to forward: the query as it was written, the body as it was parsed.
 */
export function checkedInput(name: CallName, c: Parameters<MiddlewareHandler<Env>>[0]): Checked {
  const endpoint: Endpoint = endpoints[name];
  const known = c.req.header('if-none-match');
  return {
    params: c.get('params'),
    query: c.get('query'),
    // The steps are made of the table: hono cannot know what they have checked.
    body: c.req.valid('json' as never),
    ...((endpoint.upload || endpoint.bulk) && { file: c.req.raw.body }),
    ...checkHeaders(endpoint, c.req.header('if-match'), c.req.header('idempotency-key')),
    ...(endpoint.cached && known !== undefined && { known: known.slice(0, 500) }),
  };
}

/**
 * The same check for a page's call. Empty and undefined query values count as absent, as in the browser's `call`.
 * Throws `not_found`, `invalid` with fields, or `precondition_required`.
 */
export function checkPageInput<N extends CallName>(name: N, input: CallInput<N>): Checked {
  const {
    params = {},
    query = {},
    body,
    version,
    key,
  } = input as {
    params?: object;
    query?: object;
    body?: unknown;
    version?: number;
    key?: string;
  };
  const shape = shapeOf(name);
  const text = (values: object) =>
    Object.fromEntries(
      Object.entries(values).flatMap(([k, v]) => (v === undefined || v === '' ? [] : [[k, String(v)]])),
    );
  const path = paramsOf(shape.params, text(params));
  const search = text(query);
  checkQueryText(new URLSearchParams(search));
  mustFit(shape.query.safeParse(search));
  const parsed = shape.body?.safeParse(body);
  if (parsed) mustFit(parsed);
  const match = version === undefined ? undefined : `"v${version}"`;
  return {
    params: path,
    query: search,
    body: parsed?.data,
    ...checkHeaders(endpoints[name], match, key),
  };
}
