/** In which stage of the manufacturer's list a negotiation is, beside the state of its record. */
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { MANUFACTURER } from '#domain/endpoint.ts';
import { Failure } from '#domain/errors.ts';
import type { Staged } from '#domain/negotiations/terms.ts';
import { refusalOf, saysWhy, type Machine } from '#domain/record/machine.ts';
import type { OfferedStage, StagePlace } from '#domain/negotiations/stage-calls.ts';
import { under } from '#domain/record/under.ts';
import { OWN } from '#backend/db/tenant.ts';
import type { Ctx } from '../work/context.ts';
import type { Course } from './course.ts';
import type { CourseRow } from './move.ts';
import { stale } from './stale.ts';
import { write, type FieldText } from './timeline.ts';

/** What the activity says of a stage that was chosen, and why. */
export const stageFacts = {
  stage: ['Stadio', write.text],
  stageReason: ['Motivo dello stadio', write.text],
} satisfies Record<string, FieldText>;

/** Which stage was chosen for a record; version 1: nothing was ever chosen. */
interface Chosen {
  version: number;
  stageId: number | null;
  beforeId: number | null;
  day: string | null;
  label: string | null;
  outcome: string | null;
}
const NEVER: Chosen = { version: 1, stageId: null, beforeId: null, day: null, label: null, outcome: null };

/** Reads which stage was chosen for a record; `lock` until the transaction ends. */
export async function chosenOf(
  { db, user }: Ctx,
  entity: Staged,
  recordId: number,
  { lock = false } = {},
): Promise<Chosen> {
  const { rows } = await sql<Chosen>`
    select k.version, k.stage_id, k.before_id, k.day, s.label, s.outcome from record_stages k
      left join negotiation_stages s on s.company_id = ${MANUFACTURER} and s.id = k.stage_id
    where k.company_id = ${user.companyId} and k.entity = ${entity} and k.record_id = ${recordId}
    ${lock ? sql`for update of k` : sql``}`.execute(db);
  return rows[0] ?? NEVER;
}

/** Writes where a record stands from now on. Of two who choose the first at once, one finds it taken. */
export async function standIn(
  ctx: Ctx,
  { entity, recordId, was }: { entity: Staged; recordId: number; was: Chosen },
  to: { stageId: number | null; beforeId: number | null },
): Promise<boolean> {
  const { companyId } = ctx.user;
  const columns = { ...to, day: ctx.today, version: was.version + 1 };
  const { rows } =
    await sql`insert into record_stages (company_id, entity, record_id, stage_id, before_id, day, version)
      values (${companyId}, ${entity}, ${recordId}, ${columns.stageId}, ${columns.beforeId}, ${columns.day}, ${columns.version})
    on conflict (company_id, entity, record_id) do update set stage_id = excluded.stage_id, before_id = excluded.before_id,
      day = excluded.day, version = excluded.version where record_stages.version = ${was.version} returning record_id`.execute(
      ctx.db,
    );
  return rows.length > 0;
}

interface StageRow extends OfferedStage {
  outcome: string;
  retired: boolean;
}

async function readStages({ db }: Ctx, entity: Staged): Promise<StageRow[]> {
  const { rows } = await sql<StageRow>`select s.id, s.label, s.colour, s.probability, s.asks_reason, s.outcome,
      s.archived_at is not null as retired from negotiation_stages s
    where s.company_id = ${MANUFACTURER} and s.entity = ${entity} order by s.place, s.id`.execute(db);
  return rows;
}

/** The record whose negotiation it is: revisions of a quote are one. */
const rootOf = (record: CourseRow & { rootId?: number | null }): number => record.rootId ?? record.id;

interface Of<M extends Machine, R extends CourseRow> {
  entity: Staged;
  course: Course<M, R, unknown>;
}

/** The place as its calls answer it. */
async function placeOf<M extends Machine, R extends CourseRow>(
  ctx: Ctx,
  { entity, course: { machine } }: Of<M, R>,
  record: R,
): Promise<StagePlace> {
  const was = await chosenOf(ctx, entity, rootOf(record));
  const stages = await readStages(ctx, entity);
  const mayChoose = refusalOf(machine, record, { ...ctx.user, today: ctx.today }, 'stage') === null;
  const answerOf = ({ outcome: _outcome, retired: _retired, ...one }: StageRow): OfferedStage => one;
  const current = stages.find(({ id }) => id === was.stageId);
  return {
    version: was.version,
    stage: current ? answerOf(current) : null,
    since: current ? was.day : null,
    offered: mayChoose ? stages.filter(({ retired, outcome }) => !retired && outcome === 'open').map(answerOf) : [],
  };
}

/** What may be chosen, or why not, at its field. */
function choosable(stages: readonly StageRow[], stageId: number, reason: string): StageRow {
  const wrong = (fields: Record<string, string>) => new Failure('invalid', undefined, { fields });
  const stage = stages.find(({ id }) => id === stageId);
  if (!stage) throw wrong({ stageId: 'Scegliere uno stadio dell’elenco' });
  if (stage.retired) throw wrong({ stageId: `«${stage.label}» è stato ritirato: sceglierne un altro` });
  if (stage.outcome !== 'open')
    throw wrong({ stageId: `«${stage.label}» segue dallo stato della trattativa: non si sceglie` });
  if (stage.asksReason && !saysWhy(reason)) throw wrong({ reason: 'Scrivere il motivo' });
  return stage;
}

interface Choosing {
  params: { id: number };
  version: number;
  body: { stageId: number | null; reason: string };
}

/** The verbs about the stage of one kind of record. */
export function stageVerbs<const Area extends string, M extends Machine, R extends CourseRow>(
  area: Area,
  of: Of<M, R>,
) {
  const { entity, course } = of;
  return under(area, {
    'GET /:id/stage': async (ctx: Ctx, { params }: Pick<Choosing, 'params'>) =>
      placeOf(ctx, of, await course.read(ctx, params.id)),
    'PUT /:id/stage': async (ctx: Ctx, { params, version, body }: Choosing) => {
      const record = await course.read(ctx, params.id, { lock: true });
      const refusal = refusalOf(course.machine, record, { ...ctx.user, today: ctx.today }, 'stage');
      if (refusal) throw new Failure(refusal.code, refusal.message);
      const recordId = rootOf(record);
      const was = await chosenOf(ctx, entity, recordId, { lock: true });
      const refuseStale = async () => {
        throw await stale(ctx, course.machine.entity, params.id, await placeOf(ctx, of, record));
      };
      if (was.version !== version) return refuseStale();
      const { stageId, reason } = body;
      if (stageId === was.stageId) return placeOf(ctx, of, record);
      const stage = stageId === null ? null : choosable(await readStages(ctx, entity), stageId, reason);
      const isWritten = await standIn(ctx, { entity, recordId, was }, { stageId, beforeId: null });
      if (!isWritten) return refuseStale();
      ctx.audit({
        action: 'stage',
        entity: course.machine.entity,
        entityId: params.id,
        before: { stage: was.label },
        after: { stage: stage?.label ?? null, ...(reason !== '' && { stageReason: reason }) },
      });
      return placeOf(ctx, of, record);
    },
    'GET /stages': async (ctx: Ctx) =>
      (await readStages(ctx, entity)).map(({ id, label, retired }) => ({ id, label, retired })),
  });
}

const ofRow = (entity: Staged, record: RawBuilder<number>) =>
  sql`k.company_id = ${OWN} and k.entity = ${entity} and k.record_id = ${record}`;

/** The name of the stage of a row of a list; `record`: the row's record, of a quote the first revision. */
export const stageLabel = (entity: Staged, record: RawBuilder<number>): RawBuilder<string | null> =>
  sql`(select s.label from record_stages k join negotiation_stages s on s.company_id = ${MANUFACTURER} and s.id = k.stage_id
    where ${ofRow(entity, record)})`;

/** Condition: the rows of a list in one stage; 0: in none. */
export const inStage = (
  entity: Staged,
  record: RawBuilder<number>,
  stageId: number | undefined,
): RawBuilder<SqlBool>[] => {
  if (stageId === undefined) return [];
  if (stageId === 0)
    return [sql`not exists (select from record_stages k where ${ofRow(entity, record)} and k.stage_id is not null)`];
  return [sql`exists (select from record_stages k where ${ofRow(entity, record)} and k.stage_id = ${stageId})`];
};
