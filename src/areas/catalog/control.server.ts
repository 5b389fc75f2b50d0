import type { Value } from '#domain/catalog/editions/changes.ts';
import { tableOf, type CatalogKind } from '#domain/catalog/editions/tables.ts';
import { number } from '#domain/italian.ts';
import type { CallAnswer } from '#site/lib/call.ts';
import { formatMoney } from '#site/ui/money.ts';

/** A row of the catalogue as it is in force, and what the open edition makes of it. */
export type Listed = CallAnswer<'GET /catalog/lists/versions/:id'>['rows'][number];

/** A row that is not there yet. */
export const absent = (kind: CatalogKind, key: string): Listed => ({
  kind,
  key,
  label: '',
  row: null,
  after: null,
  version: 0,
  changer: null,
  changedAt: null,
});

export const isChanged = ({ after }: Listed, field: string): boolean => after !== null && Object.hasOwn(after, field);
/** What a field is with the edition, which may also empty it. */
export const valueIn = (one: Listed, field: string): Value =>
  (isChanged(one, field) ? one.after : one.row)?.[field] ?? null;

/** The fields of a make or a model that are typed: whose it is, and whether it is on sale, is said otherwise. */
export const typedFields = (kind: CatalogKind): string[] =>
  Object.keys(tableOf(kind).fields).filter((field) => !['makerId', 'published', 'retiredOn'].includes(field));

/** What the scripts need to know of the control of a field, with the names by which its message is found. */
export const dataOf = ({ kind, key, version }: Listed, field: string) => {
  const { unit, type } = tableOf(kind).fields[field]!;
  const name = `${kind}-${key}-${field}`;
  return {
    id: name,
    name,
    'aria-describedby': `${name}-error`,
    'data-kind': kind,
    'data-key': key,
    'data-field': field,
    'data-change': version,
    'data-type': unit === 'cents' ? 'cents' : field === 'colour' ? 'colour' : type,
  };
};

/** A value as a control shows it. */
export function typedText(kind: CatalogKind, field: string, value: Value): string {
  if (typeof value !== 'number') return String(value ?? '');
  return tableOf(kind).fields[field]!.unit === 'cents' ? formatMoney(value) : number(value);
}
