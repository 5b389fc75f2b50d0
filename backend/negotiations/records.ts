/** The stages of negotiations as records of the manufacturer's list. */
import { sql, type SqlBool } from 'kysely';
import type { z } from 'zod';
import { MANUFACTURER } from '#domain/endpoint.ts';
import { Failure } from '#domain/errors.ts';
import { day } from '#domain/italian.ts';
import type { negotiations as table, Stage, StageInput } from '#domain/negotiations/endpoints.ts';
import { stageFields } from '#domain/negotiations/fields.ts';
import { MOST_STAGES } from '#domain/negotiations/terms.ts';
import type { Ctx } from '../lib/work/context.ts';
import { isArchived, orderOf, selectOf, type Records } from '../lib/records/records.ts';

type Filters = Partial<z.output<(typeof table)['GET /negotiation-stages']['query']>>;

/** Who adds, retires or plans by what stages are in use takes turns. */
export const takeTurns = ({ db }: Ctx) =>
  sql`select pg_advisory_xact_lock(hashtextextended('negotiation stages', 0))`.execute(db);

/** Throws at the field when there are too many, as a list that nobody can choose from is none; the writers take turns. */
export async function checkRoom(ctx: Ctx, entity: string, more: number): Promise<void> {
  const { db } = ctx;
  await takeTurns(ctx);
  const { rows } = await sql<{ many: number }>`select count(*)::int as many from negotiation_stages s
    where s.company_id = ${MANUFACTURER} and s.entity = ${entity} and s.archived_at is null`.execute(db);
  if (rows[0]!.many + more > MOST_STAGES)
    throw new Failure('invalid', undefined, {
      fields: { entity: `Al massimo ${MOST_STAGES} stadi in uso: prima ritirarne uno` },
    });
}

export const stages: Records<Stage, Filters> = {
  table: 'negotiationStages',
  entity: 'negotiation_stage',
  noun: 'lo stadio',
  file: 'stadi',
  fields: stageFields,
  select: selectOf('negotiationStages', stageFields, sql`, r.moves_to, r.moves_on::text as moves_on`),
  order: orderOf(stageFields),
  sort: { sort: 'place', dir: 'asc' },
  where: (_ctx, { entity, archived }: Filters) => [
    ...(entity ? [sql<SqlBool>`r.entity = any(${entity}::text[])`] : []),
    ...(archived === undefined ? [] : [isArchived(archived)]),
  ],
};

/** Throws `conflict` where open negotiations of a retired stage are to go on, on a later day, in one of these: it stays. */
export async function checkAwaited(ctx: Ctx, ids: readonly number[]): Promise<void> {
  await takeTurns(ctx);
  const { rows } = await sql<{
    label: string;
    from: string;
    on: string;
  }>`select t.label, s.label as from, s.moves_on::text as on
    from negotiation_stages s join negotiation_stages t on t.company_id = s.company_id and t.id = s.moves_to
    where s.company_id = ${MANUFACTURER} and s.archived_at is not null and s.moves_on > ${ctx.today}::date
      and s.moves_to = any(${[...ids]}::bigint[]) order by s.moves_on, s.id limit 1`.execute(ctx.db);
  const awaited = rows[0];
  if (awaited)
    throw new Failure(
      'conflict',
      `Dal ${day(awaited.on)} le trattative di «${awaited.from}» passano a «${awaited.label}»: prima scegliere per loro un altro stadio.`,
    );
}

/** What a stage is of, and how it ends, stays as it was made: negotiations stand in it. */
export function checkLasting(was: Stage, now: StageInput): void {
  const fixed = 'Non si cambia più: ritirare lo stadio e farne un altro';
  if (was.entity !== now.entity) throw new Failure('invalid', undefined, { fields: { entity: fixed } });
  if (was.outcome !== now.outcome) throw new Failure('invalid', undefined, { fields: { outcome: fixed } });
}
