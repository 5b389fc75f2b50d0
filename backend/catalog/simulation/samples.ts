/** The configurations on which the manufacturer tries its lists. */
import { sql } from 'kysely';
import { MANUFACTURER } from '#domain/endpoint.ts';
import { Failure } from '#domain/errors.ts';
import type { simulations as table } from '#domain/catalog/simulation/endpoints.ts';
import { sampleFields } from '#domain/catalog/simulation/fields.ts';
import { MOST_SAMPLES, type Sample } from '#domain/catalog/simulation/schema.ts';
import { readProvinces } from '#backend/lib/records/provinces.ts';
import type { VerbOf } from '#backend/lib/work/bind.ts';
import type { Ctx } from '#backend/lib/work/context.ts';

type Table = typeof table;
const entity = 'catalog_sample';

/** The name of a version `s.version_id`: of the catalogue, or of one that a draft of an edition adds. */
const vehicle = sql<string>`coalesce(
  (select o.name || ' ' || v.name from versions v join models o on o.id = v.model_id where v.id = s.version_id),
  (select c.after->>'name' from catalog_changes c where c.company_id = ${MANUFACTURER} and c.kind = 'versions'
    and c.key = s.version_id::text and c.before is null limit 1))`;

/** All of them by name, those of versions that no draft adds any more left out. */
export async function readSamples({ db, user }: Pick<Ctx, 'db' | 'user'>): Promise<Sample[]> {
  const { rows } =
    await sql<Sample>`select * from (select s.id, s.version, s.name, s.version_id, s.option_ids, s.customer, s.province,
      s.deposit, s.months, s.tan, ${vehicle} as vehicle
    from catalog_samples s where s.company_id = ${user.companyId}) s where vehicle is not null order by name, id`.execute(
      db,
    );
  return rows;
}

/** How many there are; who writes them is locked, so that two at once do not keep one too many. */
async function countLocked(ctx: Ctx): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended('catalog samples', 0))`.execute(ctx.db);
  // Those that nobody sees, because their draft was deleted, take nobody's place.
  return (await readSamples(ctx)).length;
}

const create: VerbOf<Table, 'POST /catalog/samples'> = async (ctx, { body }) => {
  const provinces = await readProvinces(ctx.db, ctx.user.companyId, ctx.today);
  if (!provinces.some(({ code }) => code === body.province))
    throw new Failure('invalid', undefined, { fields: { province: sampleFields.province.invalid } });
  if ((await countLocked(ctx)) >= MOST_SAMPLES)
    throw new Failure('conflict', `Le configurazioni di prova sono già ${MOST_SAMPLES}: eliminarne una.`);
  const { id } = await ctx.db
    .insertInto('catalogSamples')
    .values({ ...body, companyId: ctx.user.companyId, createdAt: ctx.now, updatedAt: ctx.now })
    .returning('id')
    .executeTakeFirstOrThrow();
  const made = (await readSamples(ctx)).find((one) => one.id === id);
  if (!made) throw new Failure('invalid', undefined, { fields: { versionId: 'Scegliere una versione del catalogo' } });
  ctx.audit({ action: 'create', entity, entityId: id, after: { name: body.name, vehicle: made.vehicle } });
  return made;
};

const remove: VerbOf<Table, 'DELETE /catalog/samples/:id'> = async (ctx, { params: { id }, version }) => {
  const row = await ctx.db
    .selectFrom('catalogSamples')
    .select(['name', 'version'])
    .where('companyId', '=', ctx.user.companyId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw new Failure('not_found');
  if (row.version !== version) throw new Failure('stale');
  await ctx.db.deleteFrom('catalogSamples').where('companyId', '=', ctx.user.companyId).where('id', '=', id).execute();
  ctx.audit({ action: 'delete', entity, entityId: id, before: { name: row.name } });
};

export const sampleVerbs = {
  'GET /catalog/samples': (ctx: Ctx) => readSamples(ctx),
  'POST /catalog/samples': create,
  'DELETE /catalog/samples/:id': remove,
};
