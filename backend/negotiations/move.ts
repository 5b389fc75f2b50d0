/** What stands in a stage that was retired goes on in another one, in each company's own transaction. */
import { sql } from 'kysely';
import { Failure } from '#domain/errors.ts';
import type { negotiations as table, Stage } from '#domain/negotiations/endpoints.ts';
import { openStates } from '#domain/negotiations/terms.ts';
import { forEachCompany } from '../lib/people/companies.ts';
import { readByIds, readOne } from '../lib/records/records.ts';
import { stands } from '../lib/records/told.ts';
import type { VerbOf } from '../lib/work/bind.ts';
import type { Ctx, Job } from '../lib/work/context.ts';
import { stages } from './records.ts';

interface Moving {
  from: Pick<Stage, 'id' | 'label' | 'entity'>;
  to: Pick<Stage, 'id' | 'label'>;
}

/** Moves the open negotiations of one company; they stand since when they stood, because nothing has happened to them. */
async function moveIn(ctx: Ctx, { from, to }: Moving): Promise<void> {
  const { companyId } = ctx.user;
  // Read apart: in one statement the facts would be looked through for each of thousands of negotiations.
  const { rows: open } = await sql<{ recordId: number }>`select f.record_id from network_facts f
    where f.company_id = ${companyId} and f.entity = ${from.entity} and ${stands('f', ctx.today)}
      and f.state = any(${openStates[from.entity]}::text[])`.execute(ctx.db);
  const { rows } = await sql<{
    recordId: number;
  }>`update record_stages k set stage_id = ${to.id}, version = k.version + 1
    where k.company_id = ${companyId} and k.entity = ${from.entity} and k.stage_id = ${from.id}
      and k.record_id = any(${open.map(({ recordId }) => recordId)}::bigint[]) returning k.record_id`.execute(ctx.db);
  // What is over goes on there if it is reopened.
  await sql`update record_stages k set before_id = ${to.id}, version = k.version + 1
    where k.company_id = ${companyId} and k.entity = ${from.entity} and k.before_id = ${from.id}`.execute(ctx.db);
  ctx.audit(
    ...rows.map(({ recordId }) => ({
      action: 'stage',
      entity: from.entity,
      entityId: recordId,
      before: { stage: from.label },
      after: { stage: to.label, stageReason: `«${from.label}» è stato ritirato dal costruttore` },
    })),
  );
}

/** Also in suspended companies, which may be let in again. A second run finds nothing left to move. */
export const moveStageJob: Job<Moving> = {
  name: 'move-stage',
  run: (call, moving) => forEachCompany(call, (ctx) => moveIn(ctx, moving), { evenSuspended: true }),
};

/** Lets the open negotiations of a retired stage go on in another one. Throws `conflict`, and `invalid` at `toId`. */
export const moveStage: VerbOf<typeof table, 'POST /negotiation-stages/:id/move'> = async (ctx, { params, body }) => {
  const from = await readOne(ctx, stages, params.id);
  if (!from.archived) throw new Failure('conflict', 'Prima ritirare lo stadio: così nessuno lo sceglie più.');
  if (from.outcome !== 'open')
    throw new Failure('conflict', 'Vinta e persa seguono dallo stato della trattativa: non si spostano.');
  const [to] = await readByIds(ctx, stages, [body.toId]);
  if (!to || to.archived || to.entity !== from.entity || to.outcome !== 'open')
    throw new Failure('invalid', undefined, { fields: { toId: 'Scegliere uno stadio in uso e in corso' } });
  ctx.audit({
    action: 'stage_moved',
    entity: stages.entity,
    entityId: from.id,
    before: { stage: from.label },
    after: { stage: to.label },
  });
  await ctx.enqueue(moveStageJob, {
    from: { id: from.id, label: from.label, entity: from.entity },
    to: { id: to.id, label: to.label },
  });
};
