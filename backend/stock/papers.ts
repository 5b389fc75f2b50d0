import { sql } from 'kysely';
import type { z } from 'zod';
import { Failure } from '#domain/errors.ts';
import { paperSeenWith } from '#domain/stock/paper-fields.ts';
import { paperKinds } from '#domain/stock/paper-kinds.ts';
import { seesPaper, type CarPaper, type CarPapers, type paperInput } from '#domain/stock/papers.ts';
import type { Facts } from '../lib/records/audit.ts';
import { paperPlaces, sumPapers, type PaperPlace } from '../lib/ports/car-papers.ts';
import type { Ctx } from '../lib/work/context.ts';
import { stale } from '../lib/records/stale.ts';
import { answerUpload, hold, readUpload, release } from '../lib/files/uploads.ts';

type Input = z.output<typeof paperInput>;
type At = { params: { id: number } };
type One = { params: { id: number; paperId: number } };

/**
 * How papers of a kind of car (new or used) are handled: how the car is read, locked for its machine's act, and what it
 * lacks.
 */
interface Of<R> {
  table: PaperPlace;
  read: (ctx: Ctx, id: number) => Promise<R>;
  take: (ctx: Ctx, id: number) => Promise<R>;
  missing: (car: R) => string[];
}

/** The facts of a paper for the activity, without the note of a paper that shows costs. */
const told = ({ kind, note, until }: Pick<CarPaper, 'kind' | 'note' | 'until'>) => ({
  paper: [paperKinds[kind], paperSeenWith[kind] === undefined && note].filter(Boolean).join(' · '),
  until,
});

/** Passes the papers of a new car to the used car that it becomes. */
export async function carryPapers(ctx: Ctx, newCarId: number, usedCarId: number): Promise<void> {
  await ctx.db
    .updateTable('carPapers')
    .set({ newCarId: null, usedCarId })
    .where('companyId', '=', ctx.user.companyId)
    .where('newCarId', '=', newCarId)
    .execute();
  await sumPapers(ctx, 'newCars', [newCarId]);
  await sumPapers(ctx, 'usedCars', [usedCarId]);
}

export function papersOf<R>(of: Of<R>) {
  const { table, read, take, missing } = of;
  const { column, car: key, entity } = paperPlaces[table];

  async function all({ db, user }: Ctx, carId: number): Promise<CarPaper[]> {
    const { rows } = await sql<CarPaper & { name: string | null; type: string | null }>`
      select p.id, p.version, p.kind, p.note, p.until, p.upload_id, p.created_at as at, w.name as by, u.name, u.type
      from car_papers p left join uploads u on u.company_id = p.company_id and u.id = p.upload_id
        left join users w on w.company_id = p.company_id and w.id = p.user_id
      where p.company_id = ${user.companyId} and ${key} = ${carId} order by p.id`.execute(db);
    return rows.map(({ name, type, ...row }) => ({ ...row, file: name === null ? null : { name, type: type! } }));
  }

  /** A paper that the caller may see; throws `not_found`. */
  async function one(ctx: Ctx, { id, paperId }: One['params']): Promise<CarPaper> {
    const found = (await all(ctx, id)).find((paper) => paper.id === paperId);
    if (!found || !seesPaper(found.kind, ctx.user.privileges)) throw new Failure('not_found');
    return found;
  }

  /** Updates lists and activity after a change of a paper; returns what the car lacks now. */
  async function keep(ctx: Ctx, id: number, action: string, before: Facts, after: Facts): Promise<string[]> {
    await sumPapers(ctx, table, [id]);
    ctx.audit({ action, entity, entityId: id, before, after });
    return missing(await read(ctx, id));
  }

  const held = (ctx: Ctx, uploadId: number | null) =>
    hold(ctx, uploadId === null ? [] : [uploadId], 'stock_paper', 'uploadId');

  /** Reads a paper for a change; throws `stale` with the paper when its version differs. */
  async function current(ctx: Ctx, { params, version }: One & { version: number }): Promise<CarPaper> {
    const car = await take(ctx, params.id);
    const found = await one(ctx, params);
    if (found.version !== version) throw await stale(ctx, entity, params.id, { ...found, missing: missing(car) });
    return found;
  }

  return {
    list: async (ctx: Ctx, { params }: At): Promise<CarPapers> => {
      const car = await read(ctx, params.id);
      const rows = await all(ctx, params.id);
      return { rows: rows.filter(({ kind }) => seesPaper(kind, ctx.user.privileges)), missing: missing(car) };
    },
    add: async (ctx: Ctx, { params: { id }, body }: At & { body: Input }) => {
      await take(ctx, id);
      await held(ctx, body.uploadId);
      const by = { userId: ctx.user.id || null, createdAt: ctx.now, updatedAt: ctx.now };
      const row = { ...body, ...by, companyId: ctx.user.companyId, [column]: id };
      const made = await ctx.db.insertInto('carPapers').values(row).returning('id').executeTakeFirstOrThrow();
      const now = await keep(ctx, id, 'paper_added', {}, told(body));
      return { ...(await one(ctx, { id, paperId: made.id })), missing: now };
    },
    change: async (ctx: Ctx, { params, version, body }: One & { version: number; body: Input }) => {
      const before = await current(ctx, { params, version });
      if (before.uploadId !== body.uploadId) {
        await held(ctx, body.uploadId);
        if (before.uploadId !== null) await release(ctx, [before.uploadId]);
      }
      await ctx.db
        .updateTable('carPapers')
        .set({ ...body, version: version + 1, updatedAt: ctx.now })
        .where('companyId', '=', ctx.user.companyId)
        .where('id', '=', params.paperId)
        .execute();
      const now = await keep(ctx, params.id, 'paper_changed', told(before), told(body));
      return { ...(await one(ctx, params)), missing: now };
    },
    remove: async (ctx: Ctx, { params, version }: One & { version: number }) => {
      const before = await current(ctx, { params, version });
      await ctx.db
        .deleteFrom('carPapers')
        .where('companyId', '=', ctx.user.companyId)
        .where('id', '=', params.paperId)
        .execute();
      if (before.uploadId !== null) await release(ctx, [before.uploadId]);
      return { missing: await keep(ctx, params.id, 'paper_removed', told(before), {}) };
    },
    scan: async (ctx: Ctx, { params }: One) => {
      await read(ctx, params.id);
      const { uploadId } = await one(ctx, params);
      if (uploadId === null) throw new Failure('not_found');
      return answerUpload(await readUpload(ctx, uploadId), 'large');
    },
  };
}

/** Words of the activity. */
export const paperActions = {
  paper_added: 'ha aggiunto un documento',
  paper_changed: 'ha cambiato un documento',
  paper_removed: 'ha eliminato un documento',
};
