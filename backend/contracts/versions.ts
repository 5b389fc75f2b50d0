/**
 * Versions of a contract's sections. A section's version rises whenever one of its fields is written, by whatever call:
 * a page that was open before then saves nothing over what it has not seen.
 */
import { isDeepStrictEqual } from 'node:util';
import { sql, type RawBuilder } from 'kysely';
import { contractFields } from '#domain/contracts/fields.ts';
import type { ContractSection } from '#domain/contracts/terms.ts';

/** SQL for the column `versions` of a contract with those of these sections raised by one; without a version one has 1. */
export function raised(
  { versions }: { versions: Readonly<Record<string, number>> },
  sections: readonly ContractSection[],
): RawBuilder<unknown> {
  const next = Object.fromEntries(sections.map((name) => [name, (versions[name] ?? 1) + 1]));
  return sql`versions || ${JSON.stringify(next)}::jsonb`;
}

const isField = (key: string): key is keyof typeof contractFields => Object.hasOwn(contractFields, key);

/** The sections whose fields these columns change; SQL counts as a change. */
export const sectionsIn = (record: object, columns: object): ContractSection[] =>
  Object.entries(columns).flatMap(([key, value]) =>
    value !== undefined && isField(key) && !isDeepStrictEqual(value, record[key as keyof typeof record])
      ? [contractFields[key].section]
      : [],
  );
