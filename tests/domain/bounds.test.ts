import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { Endpoint } from '#domain/endpoint.ts';
import { endpoints } from '#domain/endpoints.ts';
import { MONEY_LIMIT } from '#domain/money.ts';
import { schemaOf } from '#domain/record/schema.ts';
import { calendarDay, dayIn } from '#domain/text.ts';

interface Node {
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  pattern?: string;
  /** A calendar day, and what it is of: how far from today it may lie (domain/day-spans.ts). */
  format?: string;
  span?: string;
  maxLength?: number;
  minimum?: number;
  exclusiveMinimum?: number;
  maximum?: number;
  maxItems?: number;
  maxProperties?: number;
  items?: Node;
  properties?: Record<string, Node>;
  propertyNames?: Node;
  additionalProperties?: Node | boolean;
  anyOf?: Node[];
  oneOf?: Node[];
  allOf?: Node[];
}

/** Paths in the schema of an input where a caller may send as much as it likes. */
function unbounded(node: Node, path: string): string[] {
  const alternatives = [...(node.anyOf ?? []), ...(node.oneOf ?? []), ...(node.allOf ?? [])];
  if (alternatives.length > 0) return alternatives.flatMap((each) => unbounded(each, path));
  if (node.enum || node.const !== undefined) return [];
  return [node.type ?? []]
    .flat()
    .flatMap((type) => {
      switch (type) {
        case 'string':
          return node.maxLength === undefined ? [`${path}: any length`] : [];
        case 'number':
        case 'integer':
          return (node.minimum ?? node.exclusiveMinimum) === undefined || node.maximum === undefined
            ? [`${path}: any number`]
            : [];
        case 'array': {
          const items = unbounded(node.items ?? {}, `${path}[]`);
          return node.maxItems === undefined ? [`${path}: any count`, ...items] : items;
        }
        case 'object': {
          const { propertyNames: key = { type: 'string' }, additionalProperties: more } = node;
          const own = Object.entries(node.properties ?? {}).flatMap(([name, each]) =>
            unbounded(each, `${path}.${name}`),
          );
          if (!more || typeof more !== 'object') return own;
          const count = node.maxProperties === undefined ? [`${path}: any keys`] : [];
          return [...own, ...count, ...unbounded(key, `${path} (key)`), ...unbounded(more, `${path}.*`)];
        }
        case 'boolean':
        case 'null':
          return [];
        default:
          return [`${path}: anything`];
      }
    })
    .concat(node.type ? [] : [`${path}: anything`]);
}

const unboundedOf = (schema: z.ZodType, path: string) =>
  unbounded(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Node, path);

const inputs = Object.entries(endpoints as Record<string, Endpoint>).flatMap(([name, { query, body }]) => [
  ...(query ? [[`${name}, query`, query] as const] : []),
  ...(body ? [[`${name}, body`, body] as const] : []),
]);

/** Paths of days in the schema of an input that may lie anywhere in time, and of amounts with the end of all numbers. */
function endless(node: Node, path: string): string[] {
  const { items, properties = {}, format, span } = node;
  const below = [...(node.anyOf ?? []), ...(node.oneOf ?? []), ...(node.allOf ?? [])].flatMap((each) =>
    endless(each, path),
  );
  const own = Object.entries(properties).flatMap(([name, each]) => endless(each, `${path}.${name}`));
  return [
    ...((format === 'date' && !span) || node.maximum === MONEY_LIMIT ? [path] : []),
    ...below,
    ...own,
    ...(items ? endless(items, `${path}[]`) : []),
  ];
}
const endlessOf = (schema: z.ZodType) =>
  endless(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Node, '');

describe('what a caller may send has an end', () => {
  test.each(inputs)('%s', (_, schema) => {
    expect(unboundedOf(schema, '')).toEqual([]);
  });

  test('each day and amount that is kept has two ends: `span` and `max` of its field, or `dayIn`', () => {
    const bodies = inputs.filter(([name]) => name.endsWith(', body'));
    expect(bodies.flatMap(([name, schema]) => endlessOf(schema).map((path) => `${name} ${path}`))).toEqual([]);
    // The walk sees days, with and without ends.
    expect(endlessOf(z.object({ rows: z.array(z.object({ on: calendarDay.nullable() })) }))).toEqual(['.rows[].on']);
    expect(endlessOf(z.object({ on: dayIn('recent').nullable() }))).toEqual([]);
    const forgotten = { on: { label: 'Il', kind: 'day' }, price: { label: 'Prezzo', kind: 'money' } } as const;
    expect(endlessOf(schemaOf(forgotten))).toEqual(['.on', '.price']);
    expect(
      bodies.filter(([, schema]) =>
        JSON.stringify(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })).includes('"span"'),
      ).length,
    ).toBeGreaterThan(30);
  });

  test('the table is walked whole', () => {
    expect(inputs.length).toBeGreaterThan(30);
  });

  test.each([
    ['a text', z.string()],
    ['a trimmed text in a list', z.array(z.string().trim()).max(3)],
    ['a list', z.array(z.boolean())],
    ['a number', z.number().min(0)],
    ['a record', z.record(z.string().max(3), z.string().max(3))],
    ['a key', z.record(z.string(), z.boolean()).meta({ maxProperties: 3 })],
    ['what is read first', z.preprocess((value) => value, z.object({ text: z.string().nullable() }))],
    ['what is changed behind', z.string().transform((text) => text.length)],
    ['anything', z.object({ any: z.unknown() })],
  ])('%s without one is found', (_, schema) => {
    expect(unboundedOf(schema, '')).toHaveLength(1);
  });
});
