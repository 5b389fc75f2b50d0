/** What stands in a stage that was retired goes on in another one, in each company's own transaction. */
import { sql } from 'kysely';
import { addMonths, instantInRome } from '#domain/dates.ts';
import { MANUFACTURER } from '#domain/endpoint.ts';
import { Failure } from '#domain/errors.ts';
import { day } from '#domain/italian.ts';
import type { negotiations as table, Stage } from '#domain/negotiations/endpoints.ts';
import { openStates } from '#domain/negotiations/terms.ts';
import { privileges } from '#domain/privileges.ts';
import { forEachCompany } from '../lib/people/companies.ts';
import { holdersOf, notify } from '../lib/people/notify.ts';
import { readByIds, readOne } from '../lib/records/records.ts';
import { stale } from '../lib/records/stale.ts';
import { stands } from '../lib/records/told.ts';
import type { VerbOf } from '../lib/work/bind.ts';
import type { Ctx, Job } from '../lib/work/context.ts';
import { stages, takeTurns } from './records.ts';

interface Moving {
  from: Pick<Stage, 'id' | 'label' | 'entity'>;
  to: Pick<Stage, 'id' | 'label'>;
  /** The day that was said for it; absent: at once. */
  on?: string;
}

/** The negotiations of the company that are open now. */
async function openIn({ db, user, today }: Ctx, { from }: Moving): Promise<number[]> {
  const { rows } = await sql<{ recordId: number }>`select f.record_id from network_facts f
    where f.company_id = ${user.companyId} and f.entity = ${from.entity} and ${stands('f', today)}
      and f.state = any(${openStates[from.entity]}::text[])`.execute(db);
  return rows.map(({ recordId }) => recordId);
}

const inStage = ({ user }: Ctx, { from }: Moving, open: readonly number[]) =>
  sql`k.company_id = ${user.companyId} and k.entity = ${from.entity} and k.stage_id = ${from.id} and k.record_id = any(${[...open]}::bigint[])`;

/** Moves the open negotiations of one company; they stand since when they stood, because nothing has happened to them. */
async function moveIn(ctx: Ctx, moving: Moving): Promise<void> {
  const { from, to } = moving;
  const { companyId } = ctx.user;
  // Read apart: in one statement the facts would be looked through for each of thousands of negotiations.
  const open = await openIn(ctx, moving);
  const { rows } = await sql<{
    recordId: number;
  }>`update record_stages k set stage_id = ${to.id}, version = k.version + 1
    where ${inStage(ctx, moving, open)} returning k.record_id`.execute(ctx.db);
  // What is over goes on there if it is reopened.
  await sql`update record_stages k set before_id = ${to.id}, version = k.version + 1
    where k.company_id = ${companyId} and k.entity = ${from.entity} and k.before_id = ${from.id}`.execute(ctx.db);
  ctx.audit(
    ...rows.map(({ recordId }) => ({
      action: 'stage',
      entity: from.entity,
      entityId: recordId,
      before: { stage: from.label },
      after: { stage: to.label, stageReason: `«${from.label}» è stato ritirato dalla Casa` },
    })),
  );
}

/** Whether it is still to be: the stage was not offered again, nor something else said. The other one is not retired before. */
async function isPlanned({ db }: Ctx, { from, to, on }: Moving): Promise<boolean> {
  const { rows } = await sql`select from negotiation_stages s where s.company_id = ${MANUFACTURER} and s.id = ${from.id}
    and s.archived_at is not null and s.moves_to = ${to.id} and s.moves_on = ${on}::date`.execute(db);
  return rows.length > 0;
}

/** Also in suspended companies, which may be let in again. A second run finds nothing left to move. */
export const moveStageJob: Job<Moving> = {
  name: 'move-stage',
  run: async (call, moving) => {
    if (moving.on && !(await call.asCompany(MANUFACTURER, null, (ctx) => isPlanned(ctx, moving)))) return;
    await forEachCompany(call, (ctx) => moveIn(ctx, moving), { evenSuspended: true });
  },
};

/** Where the negotiations of a kind are looked at, and whose they are all. */
const seenAt = {
  quote: { path: '/dealer/quotes/retail', by: privileges.manageAllQuotes },
  lead: { path: '/dealer/leads/list', by: privileges.manageAllLeads },
} as const;

/** Tells the companies that have open negotiations in it, once, before the day. */
export const tellStageJob: Job<Moving> = {
  name: 'tell-stage',
  run: (call, moving) =>
    forEachCompany(call, async (ctx) => {
      const { from, to, on } = moving;
      const { rows } = await sql<{ many: number }>`select count(*)::int as many from record_stages k
        where ${inStage(ctx, moving, await openIn(ctx, moving))}`.execute(ctx.db);
      if (rows[0]!.many === 0 || !on) return;
      const { path, by } = seenAt[from.entity];
      await notify(ctx, await holdersOf(ctx, by), {
        kind: 'stage_retired',
        title: `La Casa ritira lo stadio «${from.label}»`,
        text: `Dal ${day(on)} le trattative ancora aperte che lo portano passano a «${to.label}»: oggi ${rows[0]!.many}.`,
        href: `${path}?stageId=${from.id}`,
        once: `stage_retired:${from.id}:${to.id}:${on}`,
      });
    }),
};

/** Stages that are offered again: nothing is to leave them any more. */
export const forgetMoves = ({ db }: Ctx, ids: readonly number[]) =>
  sql`update negotiation_stages set moves_to = null, moves_on = null
    where company_id = ${MANUFACTURER} and id = any(${[...ids]}::bigint[])`.execute(db);

/**
 * Lets the open negotiations of a retired stage go on in another one. Throws `stale`, `conflict`, and `invalid` at `toId`
 * or `on`.
 */
export const moveStage: VerbOf<typeof table, 'POST /negotiation-stages/:id/move'> = async (
  ctx,
  { params, version, body },
) => {
  await takeTurns(ctx);
  const [from] = await readByIds(ctx, stages, [params.id]);
  if (!from) throw new Failure('not_found');
  if (from.version !== version) throw await stale(ctx, stages.entity, from.id, from);
  if (!from.archived) throw new Failure('conflict', 'Prima ritirare lo stadio: così nessuno lo sceglie più.');
  if (from.outcome !== 'open')
    throw new Failure('conflict', 'Vinta e persa seguono dallo stato della trattativa: non si spostano.');
  const [to] = await readByIds(ctx, stages, [body.toId]);
  if (!to || to.archived || to.entity !== from.entity || to.outcome !== 'open')
    throw new Failure('invalid', undefined, { fields: { toId: 'Scegliere uno stadio in uso e in corso' } });
  const last = addMonths(ctx.today, 12);
  if (body.on !== undefined && (body.on < ctx.today || body.on > last))
    throw new Failure('invalid', undefined, { fields: { on: `Inserire un giorno da oggi al ${day(last)}` } });
  const on = body.on === ctx.today ? undefined : body.on;
  await ctx.db
    .updateTable('negotiationStages')
    .set({ movesTo: on ? to.id : null, movesOn: on ?? null, version: version + 1, updatedAt: ctx.now })
    .where('companyId', '=', MANUFACTURER)
    .where('id', '=', from.id)
    .execute();
  ctx.audit({
    action: 'stage_moved',
    entity: stages.entity,
    entityId: from.id,
    before: { stage: from.label },
    after: { stage: on === undefined ? to.label : `${to.label}, dal ${day(on)}` },
  });
  const moving: Moving = {
    from: { id: from.id, label: from.label, entity: from.entity },
    to: { id: to.id, label: to.label },
    ...(on !== undefined && { on }),
  };
  await ctx.enqueue(moveStageJob, moving, on === undefined ? {} : { at: instantInRome(on, '00:00') });
  if (on !== undefined) await ctx.enqueue(tellStageJob, moving);
  return readOne(ctx, stages, from.id);
};
