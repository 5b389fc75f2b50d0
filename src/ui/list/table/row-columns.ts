/** The columns and filters of a list with a course, as its rows are described (domain/record/row.ts). */
import { isSeen } from '#domain/record/fields.ts';
import type { RowField, RowFields } from '#domain/record/row.ts';
import { choicesOf, labelsOf } from '#site/ui/choices.ts';
import { roomy, widths, type Column, type Filter } from './columns.ts';

const kinds = { state: 'badge', badge: 'badge', choice: 'text', many: 'text', flag: 'badge' } as const;

function columnOf(key: string, field: RowField): Column {
  const kind = kinds[field.kind as keyof typeof kinds] ?? field.kind;
  return roomy({
    key,
    label: field.label ?? '',
    kind,
    width: widths[kind],
    sortable: field.ordered === true,
    ...('states' in field && { badges: field.states }),
    ...('words' in field && { words: field.words }),
  });
}

/** The column of a field, with its look in this list. */
export const rowColumn = <F extends RowFields>(
  fields: F,
  key: keyof F & string,
  look: Partial<Column> = {},
): Column => ({ ...columnOf(key, fields[key]!), ...look });

/**
 * The columns that this person may see: first the named ones in their order, each with its look, then all others that have
 * a label, hidden until somebody chooses them.
 */
export function rowColumns<F extends RowFields>(
  fields: F,
  shown: readonly ({ key: keyof F & string } & Partial<Column>)[],
  held: readonly number[] = [],
): Column[] {
  const rest = Object.entries(fields).filter(
    ([key, { label }]) => label && !shown.some((column) => column.key === key),
  );
  return [...shown, ...rest.map(([key]) => ({ key, hidden: true }))]
    .filter(({ key }) => isSeen(fields[key]!, held))
    .map(({ key, ...look }) => rowColumn(fields, key, look));
}

/** The filter of a field that has one. */
export function rowFilter<F extends RowFields>(fields: F, key: keyof F & string): Filter {
  const field = fields[key]!;
  const label = field.label || field.head || '';
  if (field.kind === 'state') return { kind: 'many', key, label, options: labelsOf(field.states) };
  if ('states' in field) return { kind: 'choice', key, label, options: labelsOf(field.states) };
  if ('words' in field) return { kind: 'choice', key, label, options: choicesOf(field.words) };
  const [from, to] = (field as { filter: readonly [string, string] }).filter;
  return { kind: 'range', of: field.kind === 'money' ? 'money' : 'day', key: from, to, label };
}
