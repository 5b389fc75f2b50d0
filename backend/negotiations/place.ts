/** The order in which stages are offered. */
import { sql } from 'kysely';
import { MANUFACTURER } from '#domain/endpoint.ts';
import { Failure } from '#domain/errors.ts';
import type { negotiations as table, Stage } from '#domain/negotiations/endpoints.ts';
import { readByIds } from '../lib/records/records.ts';
import { stale } from '../lib/records/stale.ts';
import type { VerbOf } from '../lib/work/bind.ts';
import type { Ctx } from '../lib/work/context.ts';
import { stages, takeTurns } from './records.ts';

/** The stages of a kind that are offered, in their order, locked. */
async function readOffered(ctx: Ctx, entity: string): Promise<Stage[]> {
  const { rows } = await sql<{ id: number }>`select s.id from negotiation_stages s
    where s.company_id = ${MANUFACTURER} and s.entity = ${entity} and s.archived_at is null`.execute(ctx.db);
  const read: Stage[] = await readByIds(ctx, stages, rows.map(({ id }) => id)); // prettier-ignore
  return read.toSorted((a, b) => a.place - b.place || a.id - b.id);
}

/** Puts a stage one place before or after. Throws `not_found`, `stale`, and `conflict` for one that is retired. */
export const placeStage: VerbOf<typeof table, 'POST /negotiation-stages/:id/place'> = async (
  ctx,
  { params, version, body },
) => {
  const { db, now } = ctx;
  await takeTurns(ctx);
  const [one] = await readByIds(ctx, stages, [params.id]);
  if (!one) throw new Failure('not_found');
  const rows = await readOffered(ctx, one.entity);
  if (one.version !== version) throw await stale(ctx, stages.entity, one.id, rows);
  if (one.archived) throw new Failure('conflict', 'Lo stadio è ritirato: nessuno lo sceglie, e non ha un posto.');
  const at = rows.findIndex(({ id }) => id === one.id);
  const order = rows.toSpliced(at, 1).toSpliced(Math.max(0, at + body.by), 0, rows[at]!);
  const changed = order.map(({ id, place }, index) => ({ id, place, to: index + 1 })).filter(({ place, to }) => place !== to); // prettier-ignore
  await sql`update negotiation_stages s set place = n.place, version = s.version + 1, updated_at = ${now}
    from unnest(${changed.map(({ id }) => id)}::bigint[], ${changed.map(({ to }) => to)}::int[]) as n (id, place)
    where s.company_id = ${MANUFACTURER} and s.id = n.id`.execute(db);
  ctx.audit(
    ...changed.map(({ id, place, to }) => ({
      action: 'update',
      entity: stages.entity,
      entityId: id,
      before: { place },
      after: { place: to },
    })),
  );
  return readOffered(ctx, one.entity);
};
