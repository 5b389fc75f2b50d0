/** Tickets, as whoever looks for one asks for them. */
import { sql, type RawBuilder, type SqlBool } from 'kysely';

/** The number of a ticket alone, also as it is shown: `n. 12`. */
const NUMBER = /^(?:n\.?\s*)?(\d{1,15})$/i;

/** SQL condition: these words stand in this text of ticket `t`, or are its number. */
export function isAskedFor(words: string, text: RawBuilder<unknown>): RawBuilder<SqlBool> {
  const number = NUMBER.exec(words)?.[1];
  const stands = sql<SqlBool>`strpos(lower(${text}), ${words.toLowerCase()}) > 0`;
  return number === undefined ? stands : sql<SqlBool>`(${stands} or t.id = ${number}::bigint)`;
}
