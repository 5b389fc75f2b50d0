import { sql, type RawBuilder } from 'kysely';

/** A value for a column of JSON. */
export const jsonb = (value: unknown): RawBuilder<string> => sql<string>`${JSON.stringify(value)}::jsonb`;
