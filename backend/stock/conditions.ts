/** Conditions for lists of both new and used cars. */
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { AgeBand } from '#domain/stock/terms.ts';
import type { Ctx } from '../lib/work/context.ts';
import { listedInForce, settingInForce } from './settings.ts';

type Condition = RawBuilder<SqlBool>;

export const oneOf = (column: string, values: readonly string[] | undefined): Condition[] =>
  values?.length ? [sql<SqlBool>`${sql.ref(column)} = any(${[...values]}::text[])`] : [];

interface UsedCarsQuery {
  q?: string | undefined;
  ids?: readonly number[] | undefined;
  state?: readonly string[] | undefined;
  free?: string | undefined;
  band?: readonly string[] | undefined;
  reserved?: string | undefined;
  lacks?: string | undefined;
  archived?: string | undefined;
}

/**
 * Condition: the car is in a state that the company's list shows. Whoever searches, chooses cars, or asks for them by a
 * filter that decides about their states, finds all of them.
 */
export const inListed = (
  ctx: Pick<Ctx, 'user' | 'today'>,
  key: 'usedListed' | 'newListed',
  { q, ids, state, free, band, reserved, lacks, archived }: UsedCarsQuery,
): Condition[] =>
  q || ids || state?.length || free || band?.length || reserved || lacks || archived
    ? []
    : [sql<SqlBool>`r.state = any(${listedInForce(ctx, key)})`];

/**
 * Condition: the car is in one of these states, and the days since `column` lie in one of the age bands that the
 * company sets.
 */
export function inBands(
  ctx: Pick<Ctx, 'user' | 'today'>,
  { states, column }: { states: readonly string[]; column: string },
  bands: readonly AgeBand[] | undefined,
): Condition[] {
  if (!bands?.length) return [];
  const came = sql.ref(column);
  /** The arrival day of cars that are in the last day of a band. */
  const [fresh, normal, slow] = (['freshDays', 'normalDays', 'slowDays'] as const).map(
    (key) => sql`(${ctx.today}::date - ${settingInForce(ctx, `stock.${key}`)})`,
  );
  const within: Record<AgeBand, RawBuilder<SqlBool>> = {
    fresh: sql`${came} >= ${fresh}`,
    normal: sql`${came} < ${fresh} and ${came} >= ${normal}`,
    slow: sql`${came} < ${normal} and ${came} >= ${slow}`,
    aged: sql`${came} < ${slow}`,
  };
  const parts = bands.map((band) => sql`(${within[band]})`);
  return [...oneOf('r.state', states), sql<SqlBool>`${came} is not null and (${sql.join(parts, sql` or `)})`];
}
