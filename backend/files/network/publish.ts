/** The manufacturer publishes and deletes files of the network. */
import { sql } from 'kysely';
import { MANUFACTURER } from '#domain/endpoint.ts';
import { Failure } from '#domain/errors.ts';
import { kindOf } from '#domain/files/kinds.ts';
import type { NetworkFile, NetworkInput, networkFiles as table } from '#domain/files/network.ts';
import { deleteFiles } from '#backend/lib/files/delete.ts';
import { stale } from '#backend/lib/records/stale.ts';
import type { VerbOf } from '#backend/lib/work/bind.ts';
import type { Ctx } from '#backend/lib/work/context.ts';
import { readOne } from './list.ts';

type Table = typeof table;

/** Throws at the field where the file cannot be published so. */
async function check({ db }: Ctx, before: NetworkFile, { name, brandId, companyIds }: NetworkInput): Promise<void> {
  const fields: Record<string, string> = {};
  if (kindOf(name) !== before.kind) fields.name = `Il nome deve finire con .${before.kind}`;
  if (brandId !== null && !(await db.selectFrom('makers').select('id').where('id', '=', brandId).executeTakeFirst()))
    fields.brandId = 'Scegliere un marchio del catalogo';
  const { rows } = await sql<{
    id: number;
  }>`select c.company_id as id from companies c where c.company_id <> ${MANUFACTURER}
    and c.company_id = any(${companyIds ?? []}::int[])`.execute(db);
  if (rows.length < new Set(companyIds ?? []).size) fields.companyIds = 'Una di queste concessionarie non c’è più';
  if (Object.keys(fields).length > 0) throw new Failure('invalid', undefined, { fields });
}

const factsOf = ({ name, folder, brandId, companyIds, expiresOn }: NetworkInput) => ({
  name,
  folder,
  brandId,
  companyIds,
  expiresOn,
});

export const save: VerbOf<Table, 'PUT /network/files/:id'> = async ({ inside }, { params: { id }, version, body }) => {
  // What asks every company reads in a transaction of its own: a table that lies whole on every node is written apart.
  await inside(async (ctx) => check(ctx, await readOne(ctx, id), body));
  return inside(async (ctx) => {
    await sql`select from network_files where id = ${id} for update`.execute(ctx.db);
    const before = await readOne(ctx, id);
    if (before.version !== version) throw await stale(ctx, 'network_file', id, before);
    const { companyIds, ...columns } = body;
    const isNew = before.companyIds?.length === 0 && companyIds?.length !== 0;
    await ctx.db
      .updateTable('networkFiles')
      .set({
        ...columns,
        audience: companyIds,
        version: version + 1,
        updatedAt: ctx.now,
        // Read from now on.
        ...(isNew && { readyAt: ctx.now }),
      })
      .where('id', '=', id)
      .execute();
    ctx.audit({
      action: 'update',
      entity: 'network_file',
      entityId: id,
      before: factsOf(before),
      after: factsOf(body),
    });
    return readOne(ctx, id);
  });
};

/** Deletes a file with all its versions, their bytes after the commit. */
export const remove: VerbOf<Table, 'DELETE /network/files/:id'> = async (ctx, { params: { id } }) => {
  const { db } = ctx;
  // Whoever sends a version meanwhile finds no file: none of its bytes stays behind.
  await sql`select from network_files where id = ${id} for update`.execute(db);
  const { name } = await readOne(ctx, id);
  const earlier = await db
    .selectFrom('networkFileVersions')
    .select(['fileKey', 'previewKey'])
    .where('fileId', '=', id)
    .execute();
  const current = await db
    .deleteFrom('networkFiles')
    .where('id', '=', id)
    .returning(['fileKey', 'previewKey'])
    .execute();
  const keys = [...earlier, ...current].flatMap(({ fileKey, previewKey }) => [fileKey, previewKey ?? []]).flat();
  await ctx.enqueue(deleteFiles, { keys });
  ctx.audit({ action: 'delete', entity: 'network_file', entityId: id, before: { name } });
};
