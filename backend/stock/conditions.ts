/** Conditions that new and used cars share. */
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { addDays } from '#domain/dates.ts';
import { keysOf } from '#domain/machine.ts';
import { ageBands } from '#domain/stock/terms.ts';

type Condition = RawBuilder<SqlBool>;

export const oneOf = (column: string, values: readonly string[] | undefined): Condition[] =>
  values?.length ? [sql<SqlBool>`${sql.ref(column)} = any(${[...values]}::text[])`] : [];

/** Cars in these states that came, as `column` says, between the two ends of the bands. */
export function inBands(
  { states, column }: { states: readonly string[]; column: string },
  bands: readonly (keyof typeof ageBands)[] | undefined,
  today: string,
): Condition[] {
  if (!bands?.length) return [];
  const all = keysOf(ageBands);
  const came = sql.ref(column);
  const parts = bands.map((band) => {
    const { to } = ageBands[band];
    const from = all.indexOf(band) === 0 ? null : ageBands[all[all.indexOf(band) - 1]!].to! + 1;
    const since = to === null ? sql`true` : sql`${came} >= ${addDays(today, -to)}`;
    return sql`(${since} and ${from === null ? sql`true` : sql`${came} <= ${addDays(today, -from)}`})`;
  });
  return [...oneOf('r.state', states), sql<SqlBool>`${came} is not null and (${sql.join(parts, sql` or `)})`];
}
