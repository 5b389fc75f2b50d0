/** Baskets, as other areas read them: which hold a version, which may be named, who names one. */
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { BasketUse } from '#domain/baskets/fields.ts';
import { MANUFACTURER } from '#domain/endpoint.ts';
import { OWN } from '#backend/db/tenant.ts';
import type { Ctx } from '../work/context.ts';

export interface CatalogueCar {
  makerId?: number | null;
  modelId?: number | null;
  versionId?: number;
}

/** SQL for ids of a version, and for its fuel. */
type Held = Record<'maker' | 'model' | 'version' | 'fuel', RawBuilder<unknown>>;

/**
 * SQL condition: basket `b` (columns of the table) holds a version, by its list or by its rule.
 */
export const holdsSql = (b: 'b' | 'n', of: Held): RawBuilder<SqlBool> => {
  const column = (name: string) => sql.ref(`${b}.${name}`);
  return sql<SqlBool>`(${of.version} = any(${column('version_ids')})
    or (${of.maker} = any(${column('maker_ids')}) or ${of.model} = any(${column('model_ids')})
        or ${column('maker_ids')} = '{}' and ${column('model_ids')} = '{}' and ${column('fuels')} <> '{}')
      and (${column('fuels')} = '{}' or ${of.fuel} = any(${column('fuels')})))`;
};

/** Query for the ids of the baskets that hold the version: the manufacturer's and the company's own. */
export const basketsWith = (
  companyId: number,
  { makerId = null, modelId = null, versionId = 0 }: CatalogueCar,
): RawBuilder<{ id: number }> => sql`
  select b.id from baskets b where b.company_id in (${MANUFACTURER}, ${companyId}) and ${holdsSql('b', {
    maker: sql`${makerId}`,
    model: sql`${modelId}`,
    version: sql`${versionId}`,
    fuel: sql`(select v.fuel from versions v where v.id = ${versionId})`,
  })}`;

/**
 * SQL condition: a basket of the caller's company, or of the manufacturer, held the version on this day (docs/rules.md §27). What it
 * held is read once for a statement: days are numbered by what it held then.
 */
export const heldThen = (
  version: RawBuilder<unknown>,
  basketId: number,
  day: RawBuilder<unknown>,
): RawBuilder<SqlBool> => {
  const of = { maker: sql`o.maker_id`, model: sql`o.id`, version: sql`v.id`, fuel: sql`v.fuel` };
  const periods = sql`basket_periods b where b.company_id in (${MANUFACTURER}, ${OWN}) and b.basket_id = ${basketId}`;
  const period = (on: RawBuilder<unknown>) =>
    sql`width_bucket(${on}, array(select b.since from ${periods} union select b.until from ${periods} order by 1))`;
  return sql<SqlBool>`(${version}, ${period(day)}) in (select v.id, ${period(sql`b.since`)}
    from versions v join models o on o.id = v.model_id, ${periods} and ${holdsSql('b', of)})`;
};

/** SQL: ids of the baskets, the manufacturer's and the company's own, that held the version on this day. */
export const basketsThen = (companyId: number, of: Held, day: RawBuilder<unknown>): RawBuilder<number[]> =>
  sql`array(select b.basket_id from basket_periods b where b.company_id in (${MANUFACTURER}, ${companyId})
    and ${day} >= b.since and ${day} < b.until and ${holdsSql('b', of)})`;

/** SQL for the records of a company that are not archived and name baskets: their id, name and each basket. */
const naming: Record<BasketUse, (companyId: number) => RawBuilder<{ id: number; name: string; basketId: number }>> = {
  campaign: (companyId) => sql`select r.id, r.name, unnest(r.basket_ids || r.audience_id) as basket_id
    from campaigns r where r.company_id = ${companyId} and r.archived_at is null`,
  plan: (companyId) => sql`select distinct r.id, r.name, (b ->> 'basketId')::bigint as basket_id
    from plans r, jsonb_array_elements(r.future_values) b where r.company_id = ${companyId} and r.archived_at is null`,
  table: (companyId) => sql`select r.id, r.name, r.basket_id
    from future_tables r where r.company_id = ${companyId} and r.archived_at is null`,
  rule: (companyId) => sql`select r.id, r.name, r.basket_id
    from commission_rules r where r.company_id = ${companyId} and r.archived_at is null`,
  target: (companyId) => sql`select distinct r.id,
      'Obiettivi ' || r.year || case r.state when 'draft' then ' (bozza)' else '' end as name, case t.aim when 'basket' then t.aim_of::bigint end as basket_id
    from target_editions r join targets t on t.company_id = r.company_id and t.edition_id = r.id and t.aim = 'basket'
    where r.company_id = ${companyId} and r.state <> 'superseded'`,
};

/** The records of the caller's company that name a basket. */
export async function readNaming(
  { db, user: { companyId } }: Ctx,
  id: number,
): Promise<{ by: BasketUse; id: number; name: string }[]> {
  const each = Object.entries(naming).map(
    ([by, of]) => sql`select ${by}::text as by, u.id, u.name from (${of(companyId)}) u where u.basket_id = ${id}`,
  );
  const { rows } = await sql<{ by: BasketUse; id: number; name: string }>`
    ${sql.join(each, sql` union all `)} order by 1, 3, 2 limit 500`.execute(db);
  return rows;
}

/** The baskets of versions that a record of this kind may name: an archived one only where one does already. */
export async function readBaskets(
  { db, user: { companyId } }: Pick<Ctx, 'db' | 'user'>,
  by: BasketUse,
): Promise<{ id: number; name: string }[]> {
  const { rows } = await sql<{ id: number; name: string }>`
    select b.id, b.name || case when b.archived_at is null then '' else ' (archiviato)' end as name
    from baskets b where b.company_id in (${MANUFACTURER}, ${companyId}) and b.holds = 'versions'
      and (b.archived_at is null or b.id in (select u.basket_id from (${naming[by](companyId)}) u))
    order by b.archived_at is not null, b.name, b.id limit 1000`.execute(db);
  return rows;
}

/** The manufacturer's baskets of companies that its campaigns may be for: an archived one only where it is already. */
export async function readAudiences({
  db,
  user: { companyId },
}: Pick<Ctx, 'db' | 'user'>): Promise<{ id: number; name: string }[]> {
  if (companyId !== MANUFACTURER) return [];
  const { rows } = await sql<{ id: number; name: string }>`
    select b.id, b.name || case when b.archived_at is null then '' else ' (archiviato)' end as name
    from baskets b where b.company_id = ${companyId} and b.holds = 'companies'
      and (b.archived_at is null or b.id in (select r.audience_id from campaigns r where r.company_id = ${companyId}))
    order by b.archived_at is not null, b.name, b.id limit 1000`.execute(db);
  return rows;
}

/**
 * The manufacturer's campaigns and the baskets that they are for are written one after the other: who saves a campaign, and who
 * takes a company out of its basket, would not see each other. Whoever locks a campaign takes the turn before.
 */
export async function audiencesInTurn({ db, user: { companyId } }: Pick<Ctx, 'db' | 'user'>): Promise<void> {
  if (companyId !== MANUFACTURER) return;
  await sql`select pg_advisory_xact_lock(hashtextextended('audiences', 0))`.execute(db);
}

/** Puts the companies of their baskets into the manufacturer's campaigns, after either was written. */
export async function keepAudiences(ctx: Pick<Ctx, 'db' | 'user'>): Promise<void> {
  const { db, user } = ctx;
  const { companyId } = user;
  if (companyId !== MANUFACTURER) return;
  await audiencesInTurn(ctx);
  await sql`update campaigns c set company_ids = (select b.company_ids from baskets b where b.company_id = ${companyId} and b.id = c.audience_id)
    where c.company_id = ${companyId} and (c.audience_id is not null or c.company_ids is not null)`.execute(db);
}

/** Tells the manufacturer which of these records name its baskets: those that are not archived. */
export async function tellBaskets(
  { db, user: { companyId } }: Ctx,
  by: Exclude<BasketUse, 'table'>,
  ids: readonly number[],
): Promise<void> {
  if (companyId === MANUFACTURER) return;
  await db
    .deleteFrom('networkBaskets')
    .where('companyId', '=', companyId)
    .where('usedBy', '=', by)
    .where('recordId', 'in', [0, ...ids])
    .execute();
  const { rows } = await sql<{ recordId: number; basketId: number }>`select u.id as record_id, u.basket_id
    from (${naming[by](companyId)}) u join baskets b on b.company_id = ${MANUFACTURER} and b.id = u.basket_id
    where u.id = any(${[...ids]}::bigint[])`.execute(db);
  if (rows.length === 0) return;
  const told = rows.map((row) => ({ companyId, usedBy: by, ...row }));
  await db
    .insertInto('networkBaskets')
    .values(told)
    .onConflict((row) => row.doNothing())
    .execute();
}

/**
 * Keeps what a basket held until today, where it holds something else from today on (Rome). `former` is what it held before this
 * writing; of several writings on one day the last holds for all of it, on its first day for all days before, too.
 */
export async function keepFormer(
  { db, today, user: { companyId } }: Ctx,
  id: number,
  {
    makerIds,
    modelIds,
    fuels,
    versionIds,
  }: Record<'makerIds' | 'modelIds' | 'versionIds', readonly number[]> & { fuels: readonly string[] },
): Promise<void> {
  const own = sql`company_id = ${companyId} and id = ${id} and since < ${today}::date`;
  const { rows } = await sql<{ since: string }>`select since::text from baskets where ${own}
    and exists (select from basket_versions h where h.company_id = ${companyId} and h.basket_id = ${id} and (h.at at time zone 'Europe/Rome')::date < ${today}::date)`.execute(
    db,
  );
  const since = rows[0]?.since;
  if (since === undefined) return;
  await sql`insert into basket_pasts (company_id, basket_id, since, until, maker_ids, model_ids, fuels, version_ids)
    values (${companyId}, ${id}, ${since}::date, ${today}::date, ${makerIds}::bigint[], ${modelIds}::bigint[], ${fuels}::text[], ${versionIds}::bigint[])`.execute(
    db,
  );
  await sql`update baskets set since = ${today}::date where ${own}`.execute(db);
}
