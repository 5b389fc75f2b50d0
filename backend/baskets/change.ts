/** What a change of a basket touches, before it is saved. */
import { sql } from 'kysely';
import type { BasketChange } from '#domain/baskets/schema.ts';
import { holdsSql } from '#backend/lib/ports/baskets.ts';
import { readDealers } from '#backend/lib/people/companies.ts';
import type { Ctx } from '#backend/lib/work/context.ts';
import { readUsers } from './history.ts';
import { ofVersion, readBasket, type BasketRow } from './records.ts';

/** The most names that are said of what enters or leaves. */
const MOST = 12;

type Rule = Pick<BasketRow, 'makerIds' | 'modelIds' | 'versionIds' | 'fuels'>;
type Moved = Omit<BasketChange, 'uses' | 'network'>;

/** SQL for the rule of a basket, as columns of the table. */
const ruleSql = ({ makerIds, modelIds, versionIds, fuels }: Rule) => sql`(select ${makerIds}::bigint[] as maker_ids,
  ${modelIds}::bigint[] as model_ids, ${versionIds}::bigint[] as version_ids, ${fuels}::text[] as fuels)`;

const NOTHING: Rule = { makerIds: [], modelIds: [], versionIds: [], fuels: [] };

async function movedVersions({ db }: Ctx, former: Rule, next: Rule): Promise<Moved> {
  const moved = (filter: string) => sql`jsonb_build_object('count', count(*) filter (where ${sql.raw(filter)}),
    'names', coalesce(to_jsonb((array_agg(name order by name) filter (where ${sql.raw(filter)}))[1:${sql.lit(MOST)}]), '[]'))`;
  const { rows } = await sql<Moved>`select (count(*) filter (where is_new))::int as size,
      ${moved('is_new and not is_old')} as enters, ${moved('is_old and not is_new')} as leaves
    from (select m.name || ' ' || o.name || ' ' || v.name as name, coalesce(${holdsSql('n', ofVersion)}, false) as is_new,
        coalesce(${holdsSql('b', ofVersion)}, false) as is_old
      from versions v join models o on o.id = v.model_id join makers m on m.id = o.maker_id
        cross join ${ruleSql(next)} n cross join ${ruleSql(former)} b where v.retired_on is null) each
    where is_new or is_old`.execute(db);
  return rows[0]!;
}

async function movedCompanies(ctx: Ctx, former: readonly number[], next: readonly number[]): Promise<Moved> {
  const companies = await readDealers(ctx.db);
  const moved = (some: readonly number[], others: readonly number[]) => {
    const names = companies.filter(({ id }) => some.includes(id) && !others.includes(id)).map(({ name }) => name);
    return { count: names.length, names: names.slice(0, MOST) };
  };
  return { size: next.length, enters: moved(next, former), leaves: moved(former, next) };
}

/** What a basket with these values would hold, what enters and leaves, and who uses it. */
export async function readChange(
  ctx: Ctx,
  { id, values }: { id: number | null; values: Rule & Partial<Pick<BasketRow, 'holds' | 'companyIds'>> },
): Promise<BasketChange> {
  const row = id === null ? null : await readBasket(ctx, id);
  const users = row
    ? await readUsers(ctx, row.id)
    : { uses: [], network: { companies: 0, campaigns: 0, plans: 0, rules: 0, targets: 0 } };
  const moved = await (values.holds === 'companies'
    ? movedCompanies(ctx, row?.companyIds ?? [], values.companyIds ?? [])
    : movedVersions(ctx, row ?? NOTHING, values));
  return { ...moved, ...users };
}
