import pg from 'pg';

type Parse = (text: string) => unknown;

const { INT8, NUMERIC, DATE, TIMESTAMPTZ } = pg.types.builtins;
const INT8_ARRAY: number = 1016;
const defaultArray = pg.types.getTypeParser(INT8_ARRAY) as (text: string) => (string | null)[];

const parsers: Record<number, Parse> = {
  // Amounts in cents and ids stay far below 2^53.
  [INT8]: Number,
  [NUMERIC]: Number,
  [DATE]: (text) => text,
  [TIMESTAMPTZ]: instantOf,
  [INT8_ARRAY]: (text) => defaultArray(text).map((item) => (item === null ? null : Number(item))),
};

/** Parsers for this application's pools only: other libraries keep the defaults of `pg`. */
export const getTypeParser = ((oid: number, format?: 'text' | 'binary') =>
  (format !== 'binary' && parsers[oid]) ||
  pg.types.getTypeParser(oid, format as 'text')) as typeof pg.types.getTypeParser;

/**
 * Converts `2026-11-20 15:33:05.041268+01` to `2026-11-20T14:33:05.041268Z`. Microseconds are kept, because paging by
 * instant would skip rows without them.
 */
function instant(text: string): string {
  const parts = /^(.{19})(?:\.(\d+))?([+-]\d\d(?::\d\d)?)$/.exec(text);
  if (!parts) return text;
  const [, seconds, fraction = '', offset = ''] = parts;
  const utc = new Date(`${seconds?.replace(' ', 'T')}${offset.length === 3 ? `${offset}:00` : offset}`);
  return `${utc.toISOString().slice(0, 19)}.${fraction.padEnd(3, '0')}Z`;
}

/** What was read last: rows that were written together, such as the changes of an edition, have the same instant. */
let last = { text: '', instant: '' };

function instantOf(text: string): string {
  if (text !== last.text) last = { text, instant: instant(text) };
  return last.instant;
}
