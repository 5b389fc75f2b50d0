import { isDeepStrictEqual } from 'node:util';
import { customerFields } from '#domain/customers/fields.ts';
import { applies, typed, type Field } from '#domain/record/fields.ts';
import type { Customer } from './customers.ts';

const isEmpty = (value: unknown) =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

/** Whether a merge keeps both customers' values: rows are appended, notes are joined. */
export const joins = ({ kind }: Field): boolean => kind === 'rows' || kind === 'area';

function joined(field: Field, kept: unknown, gone: unknown): unknown {
  if (isEmpty(gone) || isDeepStrictEqual(kept, gone)) return kept;
  if (isEmpty(kept)) return gone;
  if (field.kind === 'rows') {
    const rows = kept as unknown[];
    const more = (gone as unknown[]).filter((row) => !rows.some((own) => isDeepStrictEqual(own, row)));
    return [...rows, ...more].slice(0, field.most);
  }
  return `${kept as string}\n${gone as string}`.slice(0, field.kind === 'area' ? field.maxLength : undefined);
}

/**
 * The values of the remaining customer after a merge: the other's for the fields in `take` and for its own empty ones,
 * else its own.
 */
export function mergedOf(kept: Customer, gone: Customer, take: readonly string[]): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const [key, field] of typed(customerFields)) {
    if (joins(field)) values[key] = joined(field, kept[key], gone[key]);
    else values[key] = take.includes(key) || (isEmpty(kept[key]) && key !== 'type') ? gone[key] : kept[key];
  }
  // Fields that the type of customer does not have are emptied.
  for (const [key, field] of typed(customerFields)) if (!applies(field, values) && field.nullable) values[key] = null;
  return values;
}

/** The name for lists and documents; null when the merged data contain none. */
export function nameOf(values: Record<string, unknown>): string | null {
  const person = [values.firstName, values.lastName].filter(Boolean).join(' ');
  return ((values.type === 'fleet' ? values.companyName : person) as string) || null;
}
