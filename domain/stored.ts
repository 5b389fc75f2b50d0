/** Reads records that were stored when they had other fields than today: a new field makes no old record unreadable. */
import { blankValue, typed, type Field, type Fields, type Values } from './fields.ts';

type Json = Record<string, unknown>;

/** Brings JSON of the version before to today's shape; written when the shape of a field changes. */
export type Upgrade = (stored: Json) => Json;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The stored value if it has the field's type, else the value of a blank record. Limits are not checked: they are for what is typed. */
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
      // Words that came later stand at the end.
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
 * A record as its fields say it, from JSON of any age: fields that it does not know yet start blank, what no field knows any more
 * is left out. `format` in the JSON says how many of the upgrades it has behind it; the others are applied first.
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
