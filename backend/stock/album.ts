import { sql } from 'kysely';
import { Failure } from '#domain/errors.ts';
import type { Album, Photo } from '#domain/stock/album-schema.ts';
import type { albumCalls } from '#domain/stock/album-endpoints.ts';
import { damageKinds } from '#domain/stock/damages.ts';
import { MOST_PHOTOS } from '#domain/stock/photos.ts';
import { usedCarMachine } from '#domain/stock/rules.ts';
import type { Verbs } from '../lib/work/bind.ts';
import type { Ctx } from '../lib/work/context.ts';
import { take } from '../lib/records/move.ts';
import { readOne } from '../lib/records/records.ts';
import { stale } from '../lib/records/stale.ts';
import { hold, release } from '../lib/files/uploads.ts';
import { usedCars } from './list.ts';
import { usedCourse } from './moves.ts';

/** All photos of a car; those that were removed from the album come last, without a place. */
async function read({ db, user }: Ctx, carId: number): Promise<(Photo & { place: number | null })[]> {
  const { rows } = await sql<Photo & { place: number | null }>`
    select p.id, p.upload_id, p.place, p.note, p.marks, p.created_at as at, u.name, u.width, u.height
    from used_car_photos p join uploads u on u.company_id = p.company_id and u.id = p.upload_id
    where p.company_id = ${user.companyId} and p.car_id = ${carId} order by p.place nulls last, p.id`.execute(db);
  return rows;
}

const isIn = ({ place }: { place: number | null }) => place !== null;

/** The current album of a car. */
export async function albumOf(ctx: Ctx, carId: number): Promise<Album> {
  const { photosVersion } = await ctx.db
    .selectFrom('usedCars')
    .select('photosVersion')
    .where('companyId', '=', ctx.user.companyId)
    .where('id', '=', carId)
    .executeTakeFirstOrThrow();
  return { version: photosVersion, photos: (await read(ctx, carId)).filter(isIn) };
}

/** The marked damages in words, for the activity. */
const damages = (photos: readonly Photo[]) =>
  photos
    .flatMap(({ marks }) => marks.map(({ kind, note }) => [damageKinds[kind], note].filter(Boolean).join(' ')))
    .join(', ');
const told = (photos: readonly Photo[]) => ({ photos: photos.length, damages: damages(photos) });

/** Updates what lists show of the album and raises the album's version; the car's version stays. */
async function written(ctx: Ctx, id: number, action: string, before: readonly Photo[]): Promise<Album> {
  const after = (await read(ctx, id)).filter(isIn);
  await sql`update used_cars set photos = ${after.length}, cover_id = ${after[0]?.uploadId ?? null},
      photos_since = ${after.length === 0 ? null : sql`coalesce(photos_since, ${ctx.now})`}, photos_version = photos_version + 1
    where company_id = ${ctx.user.companyId} and id = ${id}`.execute(ctx.db);
  ctx.audit({ action, entity: usedCarMachine.entity, entityId: id, before: told(before), after: told(after) });
  return albumOf(ctx, id);
}

/**
 * Verbs about photos of used cars. Each write locks the car, so that of two at once the second sees the result of the
 * first.
 */
export const albumVerbs: Verbs<typeof albumCalls> = {
  'GET /stock/used/:id/photos': async (ctx, { params }) => {
    await readOne(ctx, usedCars, params.id);
    return albumOf(ctx, params.id);
  },
  'POST /stock/used/:id/photos': async (ctx, { params: { id }, body: { uploadId } }) => {
    await take(ctx, usedCourse, { id, action: 'save' });
    const all = await read(ctx, id);
    const before = all.filter(isIn);
    // The photo is there already: the answer to the first call was lost on its way.
    if (before.some((photo) => photo.uploadId === uploadId)) return albumOf(ctx, id);
    if (before.length >= MOST_PHOTOS)
      throw new Failure('conflict', `Un’auto può avere al massimo ${MOST_PHOTOS} foto.`);
    await hold(ctx, [uploadId], 'stock_photo', 'uploadId');
    const place = Math.max(0, ...before.map((photo) => photo.place!)) + 1;
    const row = { companyId: ctx.user.companyId, carId: id, uploadId, place, createdAt: ctx.now };
    await ctx.db
      .insertInto('usedCarPhotos')
      .values({ ...row, userId: ctx.user.id || null })
      .execute();
    return written(ctx, id, 'photo', before);
  },
  'PUT /stock/used/:id/photos': async (ctx, { params: { id }, version, body: { photos } }) => {
    await take(ctx, usedCourse, { id, action: 'save' });
    const now = await albumOf(ctx, id);
    if (now.version !== version) throw await stale(ctx, usedCarMachine.entity, id, now);
    const all = new Map((await read(ctx, id)).map((photo) => [photo.id, photo]));
    const unknown = photos.findIndex(
      (photo, i) => !all.has(photo.id) || photos.findIndex((one) => one.id === photo.id) < i,
    );
    if (unknown >= 0)
      throw new Failure('invalid', undefined, { fields: { [`photos.${unknown}.id`]: 'La foto non c’è più' } });
    const named = new Set(photos.map((photo) => photo.id));
    const uploadsOf = (wanted: (photo: { id: number; place: number | null }) => boolean) =>
      [...all.values()].filter(wanted).map(({ uploadId }) => uploadId);
    const back = uploadsOf((photo) => named.has(photo.id) && !isIn(photo));
    await hold(ctx, back, 'stock_photo', 'photos', { known: back });
    await release(
      ctx,
      uploadsOf((photo) => !named.has(photo.id) && isIn(photo)),
    );
    const rows = JSON.stringify(photos.map((photo, i) => ({ ...photo, place: i + 1 })));
    await sql`update used_car_photos p set place = r.place, note = coalesce(r.note, p.note), marks = coalesce(r.marks, p.marks)
      from used_car_photos o left join jsonb_to_recordset(${rows}::jsonb) as r(id bigint, place int, note text, marks jsonb) on r.id = o.id
      where o.company_id = ${ctx.user.companyId} and o.id = p.id and p.company_id = ${ctx.user.companyId} and p.car_id = ${id}`.execute(
      ctx.db,
    );
    return written(ctx, id, 'album', now.photos);
  },
};
