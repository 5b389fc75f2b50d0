/** A negotiation that ends is in the stage that says so, and one that goes on is again where it was. */
import { sql, type RawBuilder } from 'kysely';
import { MANUFACTURER } from '#domain/endpoint.ts';
import type { Staged } from '#domain/negotiations/terms.ts';
import { standIn, chosenOf } from '../lib/records/stages.ts';
import type { Ctx } from '../lib/work/context.ts';

interface Ending {
  table: string;
  record: RawBuilder<number>;
  /** How the negotiation stands by the state of its record `r`. */
  outcome: RawBuilder<string>;
}
const endings: Readonly<Record<Staged, Ending>> = {
  quote: {
    table: 'quotes',
    record: sql`coalesce(r.root_id, r.id)`,
    outcome: sql`case r.state when 'converted' then 'won' when 'closed' then 'lost' else 'open' end`,
  },
  lead: {
    table: 'leads',
    record: sql`r.id`,
    outcome: sql`case when r.state <> 'closed' then 'open' when r.outcome = 'won' then 'won' else 'lost' end`,
  },
};
const isStaged = (entity: string): entity is Staged => entity in endings;

/** Brings a record's stage to where its state is. The last one of several that are offered for an ending is never chosen: the first is. */
export async function followStage(ctx: Ctx, entity: string, id: number): Promise<void> {
  if (!isStaged(entity)) return;
  const { table, record, outcome } = endings[entity];
  const { rows } = await sql<{ recordId: number; outcome: string }>`select ${record} as record_id, ${outcome} as outcome
    from ${sql.table(table)} r where r.company_id = ${ctx.user.companyId} and r.id = ${id}`.execute(ctx.db);
  if (!rows[0]) return;
  const { recordId, outcome: now } = rows[0];
  const was = await chosenOf(ctx, entity, recordId, { lock: true });
  if ((was.outcome ?? 'open') === now) return;
  const goesOnIn = was.outcome === 'open' ? was.stageId : was.beforeId;
  const { rows: found } = await sql<{ id: number; label: string }>`select s.id, s.label from negotiation_stages s
    where s.company_id = ${MANUFACTURER} and s.entity = ${entity}
      and ${now === 'open' ? sql`s.id = ${goesOnIn}` : sql`s.outcome = ${now} and s.archived_at is null`}
    order by s.place, s.id limit 1`.execute(ctx.db);
  const stage = found[0];
  // The manufacturer has no word for this ending: the negotiation keeps the stage in which it ended.
  if (now !== 'open' && !stage) return;
  // The step itself is in the audit; that the stage follows it is a rule.
  await standIn(
    ctx,
    { entity, recordId, was },
    { stageId: stage?.id ?? null, beforeId: now === 'open' ? null : goesOnIn },
  );
}
