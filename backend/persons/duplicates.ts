import { sql } from 'kysely';
import type { persons as table } from '#domain/persons/endpoints.ts';
import { ALIKE_AT_MOST, likenesses, type Duplicates, type Likeness } from '#domain/persons/schema.ts';
import type { VerbOf } from '../lib/work/bind.ts';
import type { Ctx } from '../lib/work/context.ts';

const MOST_GROUPS = 200;
/** More customers with one code are a fault of an import, not doubles to compare. */
const MOST_SHARING = 50;

type Candidate = Duplicates[number]['customers'][number];

/** Customers as candidates for a merge, ordered by id. */
export async function candidatesOf({ db, user }: Ctx, ids: readonly number[]): Promise<Candidate[]> {
  const { rows } =
    await sql<Candidate>`select c.id, c.version, c.name, c.tax_code, c.vat_number, c.email, c.phone, c.city,
      c.birth_date::text, c.created_at, c.updated_at,
      (select count(*)::int from quotes q where q.company_id = ${user.companyId} and q.customer_id = c.id)
        + (select count(*)::int from b2b_quotes q where q.company_id = ${user.companyId} and q.customer_id = c.id) as quotes
    from customers c where c.company_id = ${user.companyId} and c.id = any(${[...ids]}::bigint[]) order by c.id`.execute(
      db,
    );
  return rows;
}

/**
 * Groups of customers who share a code, phone, e-mail or name, as the search beside one record finds them (the view
 * `customers_alike`); each group appears once, with its strongest reason.
 */
export const findDuplicates: VerbOf<typeof table, 'GET /persons/duplicates'> = async (ctx, { query }) => {
  const { companyId } = ctx.user;
  const { customerId } = query;
  const { rows } = await sql<{ why: Likeness; ids: number[] }>`
    with alike as materialized (select distinct why, key, id, tax_code, vat_number, birth_date from customers_alike
      where company_id = ${companyId}),
    shared as (select why, key from alike group by why, key
      having count(*) between 2 and case when why in ('taxCode', 'vatNumber') then ${MOST_SHARING}::int else ${ALIKE_AT_MOST}::int end),
    pairs as (select why, key, a.id as one_id, b.id as other_id
      from shared join alike a using (why, key) join alike b using (why, key)
      where a.id < b.id and (why in ('taxCode', 'vatNumber')
        or (a.tax_code <> b.tax_code or a.vat_number <> b.vat_number or a.birth_date <> b.birth_date) is not true))
    select why, array_agg(distinct id order by id)::int[] as ids
    from pairs p, unnest(array[p.one_id, p.other_id]) id
    where not exists (select from distinct_customers d
      where d.company_id = ${companyId} and d.one_id = p.one_id and d.other_id = p.other_id)
      and (${customerId ?? null}::bigint is null or p.one_id = ${customerId ?? null} or p.other_id = ${customerId ?? null})
    group by why, key
    order by array_position(${Object.keys(likenesses)}::text[], why), min(id), key limit ${MOST_GROUPS}`.execute(
    ctx.db,
  );
  const told = new Map(rows.toReversed().map((row) => [row.ids.join(), row]));
  const groups = rows.filter((row) => told.get(row.ids.join()) === row);
  const all = await candidatesOf(
    ctx,
    groups.flatMap(({ ids }) => ids),
  );
  return groups.map(({ why, ids }) => ({ why, customers: all.filter(({ id }) => ids.includes(id)) }));
};
