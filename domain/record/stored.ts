/** Reads records that were stored with other fields than today's: a new field never makes old records unreadable. */
import { blankValue, typed, type Field, type Fields, type Values } from './fields.ts';

type Json = Record<string, unknown>;

/** Converts JSON of the previous version to today's shape; needed when the shape of a field changes. */
export type Upgrade = (stored: Json) => Json;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * The stored value if it has the field's type, else the default. Limits are not checked, because they only apply to
 * input.
 */
function held(field: Field, value: unknown): unknown {
  const blank = blankValue(field);
  if (value === null && field.nullable) return null;
  switch (field.kind) {
    case 'number':
    case 'percent':
    case 'money':
    case 'lookup':
    case 'file':
      return typeof value === 'number' && Number.isFinite(value) ? value : blank;
    case 'flag':
      return typeof value === 'boolean' ? value : blank;
    case 'choice':
      return typeof value === 'string' && Object.hasOwn(field.words, value) ? value : blank;
    case 'many':
      return Array.isArray(value) ? value.filter((one) => Object.hasOwn(field.words, String(one))) : blank;
    case 'order': {
      // Words that were added later come last.
      const given = Array.isArray(value) ? value.filter((one) => Object.hasOwn(field.words, String(one))) : [];
      return [...new Set([...given, ...Object.keys(field.words)])];
    }
    case 'lookups':
      return Array.isArray(value) ? value.filter((one) => typeof one === 'number') : blank;
    case 'rows':
      return Array.isArray(value) ? value.filter(isObject).map((row) => fill(field.fields, row)) : blank;
    case 'group':
      return isObject(value) ? fill(field.fields, value) : blank;
    default:
      return typeof value === 'string' ? value : blank;
  }
}

const fill = (fields: Fields, stored: Json): Json =>
  Object.fromEntries(typed(fields).map(([key, field]) => [key, held(field, stored[key])]));

/**
 * Reads a record from JSON of any age: new fields get their default, unknown keys are left out. `format` in the JSON
 * says how many upgrades it includes; the others are applied first.
 */
export function readStored<const F extends Fields>(
  fields: F,
  json: unknown,
  upgrades: readonly Upgrade[] = [],
): Values<F> {
  const stored = isObject(json) ? json : {};
  const from = typeof stored.format === 'number' ? stored.format : 0;
  return fill(
    fields,
    upgrades.slice(from).reduce((now, upgrade) => upgrade(now), stored),
  ) as Values<F>;
}
