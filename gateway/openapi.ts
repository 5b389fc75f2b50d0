import { z } from 'zod';
import { type Endpoint, split } from '#domain/endpoint.ts';
import { endpoints } from '#domain/endpoints.ts';
import { type ErrorCode, defaultMessage, statusOf } from '#domain/errors.ts';
import { SESSION_DOOR, sessionCookie } from './session.ts';
import type { GatewayConfig } from './env.ts';

type Json = Record<string, unknown>;

/** JSON Schema of transmitted values: `input` is what a caller may send, `output` what it gets. */
export function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _dialect, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json;
  return json;
}

/** The errors that a call can answer, by its row in the table. */
export function errorsOf(endpoint: Endpoint, path: string): ErrorCode[] {
  return [
    ...(endpoint.query || endpoint.body || endpoint.keyed ? (['invalid'] as const) : []),
    ...(endpoint.audience === 'public' ? [] : (['unauthenticated', 'forbidden'] as const)),
    ...(path.includes(':') ? (['not_found'] as const) : []),
    ...(endpoint.keyed || endpoint.versioned ? (['conflict'] as const) : []),
    ...(endpoint.versioned ? (['stale', 'precondition_required'] as const) : []),
    'too_many',
    'unavailable',
  ];
}

const header = (name: string, required: boolean, description: string, pattern: string): Json => ({
  name,
  in: 'header',
  required,
  description,
  schema: { type: 'string', pattern },
});

function parametersOf(endpoint: Endpoint, path: string): Json[] {
  const query = endpoint.query ? schemaOf(endpoint.query, 'input') : {};
  const required = (query['required'] ?? []) as string[];
  return [
    ...[...path.matchAll(/:(\w+)/g)].map(([, name]) => ({
      name,
      in: 'path',
      required: true,
      schema: { type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER },
    })),
    ...Object.entries((query['properties'] ?? {}) as Json).map(([name, schema]) => ({
      name,
      in: 'query',
      required: required.includes(name),
      schema,
    })),
    ...(endpoint.versioned
      ? [header('If-Match', true, 'The version that is changed: the record’s ETag', '^"v\\d+"$')]
      : []),
    ...(endpoint.keyed
      ? [header('Idempotency-Key', false, 'Repeating a key answers the first result again', '^[\\x21-\\x7e]{1,255}$')]
      : []),
    ...(endpoint.cached
      ? [header('If-None-Match', false, 'ETags of answers that the caller has', '^[\\x20-\\x7e]{1,500}$')]
      : []),
  ];
}

function answerOf(endpoint: Endpoint): Json {
  if (!endpoint.answer) return { 204: { description: 'Done' } };
  const content =
    endpoint.answer === 'file'
      ? { '*/*': { schema: { type: 'string', format: 'binary' } } }
      : { 'application/json': { schema: schemaOf(endpoint.answer, 'output') } };
  return {
    [endpoint.creates ? 201 : 200]: { description: endpoint.creates ? 'Created' : 'Done', content },
    ...(endpoint.cached && {
      304: { description: 'What the caller has still holds; the ETag is the answer’s `hash`' },
    }),
  };
}

const errorSchema = {
  type: 'object',
  required: ['error', 'message', 'requestId'],
  properties: {
    error: { enum: Object.keys(statusOf) },
    message: { type: 'string', description: 'For the person, in Italian' },
    requestId: { type: 'string' },
    fields: { type: 'object', additionalProperties: { type: 'string' }, description: 'Message by field path' },
    missing: {
      type: 'array',
      items: {
        type: 'object',
        required: ['sentence'],
        properties: { sentence: { type: 'string' }, section: { type: 'string' }, field: { type: 'string' } },
      },
      description: 'All that keeps the record from the move, each with the section and the field where it is mended',
    },
    current: { description: 'The record as it stands now, with `stale`' },
    retryAfter: { type: 'integer', description: 'Seconds to wait' },
  },
};

/** The first word of a path: `/quotes/:id` → `quotes`. */
export const areaOf = (path: string): string => path.split('/')[1]!;

/** The OpenAPI 3.1 description of all calls of the table, and nothing else. */
export function openapi(config: GatewayConfig): Json {
  const paths: Record<string, Json> = {};
  for (const [name, endpoint] of Object.entries(endpoints) as [string, Endpoint][]) {
    const { method, path } = split(name);
    const errors = errorsOf(endpoint, path).map((code) => [statusOf[code], { $ref: `#/components/responses/${code}` }]);
    const parameters = parametersOf(endpoint, path);
    (paths[path.replace(/:(\w+)/g, '{$1}')] ??= {})[method.toLowerCase()] = {
      operationId: `${method.toLowerCase()}${path.replace(/[/:_-]+(\w)/g, (_, letter: string) => letter.toUpperCase())}`,
      summary: endpoint.summary,
      tags: [areaOf(path)],
      ...(parameters.length > 0 && { parameters }),
      ...(endpoint.body && {
        requestBody: {
          required: !endpoint.body.safeParse(undefined).success,
          content: { 'application/json': { schema: schemaOf(endpoint.body, 'input') } },
        },
      }),
      ...(endpoint.upload && {
        requestBody: {
          required: true,
          content: {
            'application/octet-stream': {
              schema: { type: 'string', format: 'binary', maxLength: endpoint.upload.mostBytes },
            },
          },
        },
      }),
      responses: { ...answerOf(endpoint), ...Object.fromEntries(errors) },
      security: endpoint.audience === 'public' ? [] : [{ cookie: [] }, { bearer: [] }],
      'x-audience': endpoint.audience,
      'x-privileges': endpoint.privileges ?? [],
      'x-people-only': endpoint.peopleOnly ?? false,
    };
  }
  const responses = Object.fromEntries(
    Object.entries(defaultMessage).map(([code, description]) => [
      code,
      { description, content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } } },
    ]),
  );
  return {
    openapi: '3.1.0',
    info: {
      title: 'Volante Business',
      version: '1',
      description: `Log in with POST /auth/login and the header ${SESSION_DOOR}: bearer; send the token as Authorization: Bearer.`,
    },
    servers: [{ url: '/api' }],
    paths,
    components: {
      schemas: { Error: errorSchema },
      responses,
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer' },
        cookie: { type: 'apiKey', in: 'cookie', name: sessionCookie(config).name },
      },
    },
  };
}
