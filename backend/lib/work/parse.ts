import type { Context } from 'hono';
import { z } from 'zod';
import { id } from '#domain/endpoint.ts';
import { asOn } from '#domain/day-spans.ts';
import { Failure } from '#domain/errors.ts';
import { fieldMessages, italian, mustBeReadable } from '#domain/validation.ts';
// Whatever is parsed here is read by the numbering plans.
import '../values/phones.ts';

/** The value as the schema reads it on a day in Rome; throws `invalid` with Italian field messages. */
export function parse<T extends z.ZodType>(schema: T, value: unknown, today: string): z.output<T> {
  const parsed = asOn(today, () => schema.safeParse(value, { error: italian }));
  if (parsed.success) return parsed.data;
  throw new Failure('invalid', undefined, { fields: fieldMessages(parsed.error) });
}

/** Path parameters as positive integers; throws `not_found` for anything else. */
export function parseParams(raw: Record<string, string>): Record<string, number> {
  const parsed = z.record(z.string(), id).safeParse(raw);
  if (!parsed.success) throw new Failure('not_found');
  return parsed.data;
}

/** The query as an object of single values; throws for a key that is given twice (parameter pollution). */
export function parseQuery(schema: z.ZodObject | undefined, raw: Record<string, string[]>, today: string): unknown {
  if (!schema) return undefined;
  const twice = Object.keys(raw).find((key) => raw[key]!.length > 1);
  if (twice) throw new Failure('invalid', undefined, { fields: { [twice]: 'Indicato più volte' } });
  return parse(schema, Object.fromEntries(Object.entries(raw).map(([key, values]) => [key, values[0]])), today);
}

/** The JSON body by its schema, and its text for the idempotency hash. */
export async function parseBody(
  schema: z.ZodType | undefined,
  c: Context,
  today: string,
): Promise<{ text: string; body: unknown }> {
  const text = await c.req.text();
  if (!schema) return { text, body: undefined };
  const nothing = text === '' && schema.safeParse(undefined);
  if (nothing && nothing.success) return { text, body: nothing.data };
  return { text, body: parseJson(schema, text, today) };
}

/** The value of a JSON text by its schema, as on a day in Rome; throws `invalid` with Italian field messages. */
export function parseJson<T extends z.ZodType>(schema: T, text: string, today: string): z.output<T> {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw new Failure('invalid', 'Il contenuto inviato non è JSON valido.');
  }
  mustBeReadable(text, json);
  return parse(schema, json, today);
}

/**
 * The version in `If-Match: "v7"`. Throws `precondition_required` when it is absent, `stale` when it has another form.
 */
export function parseVersion(header: string | undefined): number {
  if (header === undefined) throw new Failure('precondition_required');
  const version = /^"v(\d{1,9})"$/.exec(header)?.[1];
  if (!version) throw new Failure('stale');
  return Number(version);
}
