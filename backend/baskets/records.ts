/** Baskets as records of a list: a dealer's own beside the manufacturer's, and those of the manufacturer. */
import { sql, type SqlBool } from 'kysely';
import { basketFields, networkBasketFields, type holdings } from '#domain/baskets/fields.ts';
import type { Basket, BasketChoices } from '#domain/baskets/schema.ts';
import { MANUFACTURER } from '#domain/endpoint.ts';
import { Failure } from '#domain/errors.ts';
import { holdsSql } from '#backend/lib/ports/baskets.ts';
import { readDealers } from '#backend/lib/people/companies.ts';
import type { Ctx } from '#backend/lib/work/context.ts';
import type { Query } from '#backend/lib/records/list.ts';
import { isArchived, orderOf, selectOf, type Records, type Stored } from '#backend/lib/records/records.ts';

/** A basket as it is stored, with the names of what it points to. */
export type BasketRow = Omit<Basket, 'theirs'> & Stored & { companyId: number };

interface Filters extends Query {
  holds?: keyof typeof holdings | undefined;
  whose?: 'own' | 'theirs' | undefined;
  archived?: 'true' | 'false' | undefined;
}

/** SQL for ids and fuel of version `v` of model `o`. */
export const ofVersion = {
  maker: sql`o.maker_id`,
  model: sql`o.id`,
  version: sql`v.id`,
  fuel: sql`v.fuel`,
};

const sizeSql = sql`case r.holds when 'companies' then cardinality(r.company_ids) else (select count(*)::int
    from versions v join models o on o.id = v.model_id, (select r.maker_ids, r.model_ids, r.version_ids, r.fuels) b
    where v.retired_on is null and ${holdsSql('b', ofVersion)}) end`;

const base: Records<BasketRow, Filters> = {
  table: 'baskets',
  entity: 'basket',
  noun: 'il paniere',
  file: 'panieri',
  fields: networkBasketFields,
  select: selectOf(
    'baskets',
    networkBasketFields,
    sql`, r.company_id, ${sizeSql} as size, array(select m.name from makers m where m.id = any(r.maker_ids) order by m.name) as makers,
      array(select m.name || ' ' || o.name from models o join makers m on m.id = o.maker_id where o.id = any(r.model_ids) order by 1) as models,
      array(select v.name from versions v where v.id = any(r.version_ids) order by array_position(r.version_ids, v.id)) as versions`,
  ),
  order: orderOf(networkBasketFields),
  sort: { sort: 'name', dir: 'asc' },
  where: ({ user }, { holds, whose, archived }) => [
    ...(holds ? [sql<SqlBool>`r.holds = ${holds}`] : []),
    ...(whose ? [sql<SqlBool>`(r.company_id = ${user.companyId}) = ${whose === 'own'}`] : []),
    isArchived(archived),
  ],
  check: (ctx, input) => checkKnown(ctx, input as Partial<BasketRow>),
};

/** The manufacturer's baskets. */
export const networkBaskets = base;
/** A dealer's own, with the manufacturer's beside them. */
export const dealerBaskets: typeof base = { ...base, fields: basketFields, shared: { text: sql`r.name` } };

/** Makes, models, and for the manufacturer the companies of its network. */
export async function readChoices(ctx: Ctx): Promise<BasketChoices> {
  const { rows } = await sql<Pick<BasketChoices, 'makers' | 'models'>>`select
    (select coalesce(jsonb_agg(jsonb_build_object('id', m.id, 'name', m.name) order by m.name), '[]') from makers m) as makers,
    (select coalesce(jsonb_agg(jsonb_build_object('id', o.id, 'name', m.name || ' ' || o.name) order by m.name, o.name), '[]')
      from models o join makers m on m.id = o.maker_id) as models`.execute(ctx.db);
  return { ...rows[0]!, companies: ctx.user.companyId === MANUFACTURER ? await readDealers(ctx.db) : [] };
}

/** Throws `invalid` at the field where a basket names what is not in the catalogue. */
async function checkKnown({ db }: Ctx, { makerIds = [], modelIds = [], versionIds = [] }: Partial<BasketRow>) {
  const { rows } = await sql<Record<'makers' | 'models' | 'versions', number>>`select
    (select count(*)::int from makers where id = any(${makerIds}::bigint[])) as makers,
    (select count(*)::int from models where id = any(${modelIds}::bigint[])) as models,
    (select count(*)::int from versions where id = any(${versionIds}::bigint[])) as versions`.execute(db);
  const known = rows[0]!;
  const fields: Record<string, string> = {
    ...(known.makers < new Set(makerIds).size && { makerIds: 'Scegliere marche del catalogo' }),
    ...(known.models < new Set(modelIds).size && { modelIds: 'Scegliere modelli del catalogo' }),
    ...(known.versions < new Set(versionIds).size && { versionIds: 'Scegliere versioni del catalogo' }),
  };
  if (Object.keys(fields).length > 0) throw new Failure('invalid', undefined, { fields });
}

/** A basket that the caller may read: an own one, or the manufacturer's of versions; throws `not_found`. */
export async function readBasket({ db, user: { companyId } }: Ctx, id: number): Promise<BasketRow> {
  const { rows } = await sql<BasketRow>`${base.select}
    where r.company_id in (${MANUFACTURER}, ${companyId}) and r.id = ${id}`.execute(db);
  if (!rows[0]) throw new Failure('not_found');
  return rows[0];
}

/** A basket as calls answer it. */
export const answerOf =
  ({ user }: Pick<Ctx, 'user'>) =>
  ({ companyId, ...row }: BasketRow): Basket => ({ ...row, theirs: companyId !== user.companyId });
