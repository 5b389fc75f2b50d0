/** The stages of negotiations as records of the manufacturer's list. */
import { sql, type SqlBool } from 'kysely';
import type { z } from 'zod';
import { MANUFACTURER } from '#domain/endpoint.ts';
import { Failure } from '#domain/errors.ts';
import type { negotiations as table, Stage, StageInput } from '#domain/negotiations/endpoints.ts';
import { stageFields } from '#domain/negotiations/fields.ts';
import { MOST_STAGES } from '#domain/negotiations/terms.ts';
import type { Ctx } from '../lib/work/context.ts';
import { isArchived, orderOf, selectOf, type Records } from '../lib/records/records.ts';

type Filters = Partial<z.output<(typeof table)['GET /negotiation-stages']['query']>>;

/** Throws at the field when there are too many, as a list that nobody can choose from is none; the writers take turns. */
export async function checkRoom({ db }: Ctx, entity: string, more: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('negotiation stages', 0))`.execute(db);
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

/** What a stage is of, and how it ends, stays as it was made: negotiations stand in it. */
export function checkLasting(was: Stage, now: StageInput): void {
  const fixed = 'Non si cambia più: ritirare lo stadio e farne un altro';
  if (was.entity !== now.entity) throw new Failure('invalid', undefined, { fields: { entity: fixed } });
  if (was.outcome !== now.outcome) throw new Failure('invalid', undefined, { fields: { outcome: fixed } });
}
