import type { ImportDetails } from '#domain/imports/schema.ts';

/** The values whose meaning nobody has said, and the rows that have one. */
export function openIn({ values }: Pick<ImportDetails, 'values'>): { values: number; rows: number } {
  const open = values.flatMap((column) => column.values.filter(({ source }) => source === 'open'));
  return { values: open.length, rows: open.reduce((sum, { count }) => sum + count, 0) };
}
