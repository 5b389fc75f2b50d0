import { sql, type Expression, type SqlBool } from 'kysely';

interface Order {
  sort?: string | undefined;
  dir?: 'asc' | 'desc' | undefined;
}

/**
 * `order by` of a list: the asked column when it is in `columns` (name of the call → SQL column), else `fallback`; ties by id in
 * the same direction, so that pages never repeat or skip a row. Column names come from the code, never from the caller.
 */
export function orderBy(
  columns: Record<string, string>,
  { sort, dir }: Order,
  fallback: { sort: string; dir: 'asc' | 'desc' },
  table: string,
) {
  const known = sort !== undefined && Object.hasOwn(columns, sort);
  const column = columns[known ? sort : fallback.sort]!;
  const way = sql.raw((known ? dir : undefined) ?? (known ? 'asc' : fallback.dir));
  return sql`order by ${sql.ref(column)} ${way}, ${sql.ref(`${table}.id`)} ${way}`;
}

/** Every word of `q` occurs somewhere in the searchable column, without regard to accents and case. */
export function matches(column: string, q: string | undefined): Expression<SqlBool> {
  const words = (q ?? '').split(/\s+/).filter(Boolean).slice(0, 8);
  if (words.length === 0) return sql<SqlBool>`true`;
  return sql<SqlBool>`(${sql.join(
    words.map((word) => sql`${sql.ref(column)} like searchable(${`%${likeText(word)}%`})`),
    sql` and `,
  )})`;
}

/** Text as it stands inside a LIKE pattern. */
export const likeText = (text: string): string => text.replace(/[\\%_]/g, '\\$&');
