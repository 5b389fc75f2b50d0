/** Pictures of versions: uploads of the manufacturer that changes of an edition name, and that dealers see once it is published. */
import { sql, type RawBuilder } from 'kysely';
import { MANUFACTURER } from '#domain/endpoint.ts';
import { Failure } from '#domain/errors.ts';
import { valuesOfKey, type Change } from '#domain/catalog/editions/changes.ts';
import type { catalog } from '#domain/catalog/endpoints.ts';
import { answerUpload, hold, LARGE_TYPE, readUpload, release } from '#backend/lib/files/uploads.ts';
import type { VerbOf } from '#backend/lib/work/bind.ts';
import type { Ctx } from '#backend/lib/work/context.ts';
import { isKey, type Sent } from './sent.ts';

const KIND = 'versionImages';
const imageIn = (key: string) => Number(valuesOfKey(KIND, key).imageId);
const imagesIn = (rows: readonly Pick<Change, 'kind' | 'key'>[]) => [
  ...new Set(rows.flatMap(({ kind, key }) => (kind === KIND ? [imageIn(key)] : []))),
];

/** SQL: the first picture that versions under a condition on `v` show; null: none has one. */
export const imageOf = (where: RawBuilder<unknown>) => sql`(select vi.image_id from version_images vi
  join versions v on v.id = vi.version_id where ${where} and vi.shown order by v.id, vi.place, vi.image_id limit 1)`;

/**
 * Makes pictures of the uploads that these rows name and that are none yet. Throws `invalid` at `rows.<place>.key` where
 * one does not exist or was sent by somebody else.
 */
export async function keepImages(ctx: Ctx, rows: readonly Sent[]): Promise<void> {
  const named = rows.flatMap(({ kind, key, values }, at) =>
    kind === KIND && values && isKey(kind, key) ? [{ at, id: imageIn(key) }] : [],
  );
  if (named.length === 0) return;
  const there = await ctx.db.selectFrom('catalogImages').select('id').where('id', 'in', named.map(({ id }) => id)).execute(); // prettier-ignore
  const known = new Set(there.map(({ id }) => id));
  for (const { at, id } of named) {
    if (known.has(id)) continue;
    await hold(ctx, [id], 'catalog_image', `rows.${at}.key`);
    const { name, fileKey, smallKey } = await readUpload(ctx, id);
    await ctx.db.insertInto('catalogImages').values({ id, name, fileKey, smallKey: smallKey! }).execute();
    known.add(id);
  }
}

/** Lets go the pictures of changes that are no more, where nothing else names them: they wait for their undo like other uploads. */
export async function letGoImages(ctx: Ctx, rows: readonly Pick<Change, 'kind' | 'key'>[]): Promise<void> {
  const ids = imagesIn(rows);
  if (ids.length === 0) return;
  const { rows: gone } = await sql<{ id: number }>`delete from catalog_images i where i.id = any(${ids}::bigint[])
      and not exists (select from version_images v where v.image_id = i.id)
      and not exists (select from catalog_changes c where c.company_id = ${MANUFACTURER} and c.kind = ${KIND}
        and split_part(c.key, ':', 2) = i.id::text) returning i.id`.execute(ctx.db);
  await release(ctx, gone.map(({ id }) => id)); // prettier-ignore
}

export const showImage: VerbOf<typeof catalog, 'GET /catalog/images/:id'> = async ({ db }, { params, query }) => {
  const row = await db
    .selectFrom('catalogImages')
    .select(['name', 'fileKey', 'smallKey'])
    .where('id', '=', params.id)
    .executeTakeFirst();
  if (!row) throw new Failure('not_found');
  return answerUpload({ ...row, type: LARGE_TYPE }, query.size);
};
