import { sql } from 'kysely';
import type { Duplicates, Likeness } from '#domain/persons/schema.ts';
import type { Ctx } from '../lib/context.ts';

const MOST_GROUPS = 100;
/**
 * A phone number or e-mail address shared by more customers than this belongs to a company or a family and proves
 * nothing.
 */
const MOST_ALIKE = 6;

type Candidate = Duplicates[number]['customers'][number];

/** Customers as candidates for a merge, ordered by id. */
export async function candidatesOf({ db, user }: Ctx, ids: readonly number[]): Promise<Candidate[]> {
  const { rows } =
    await sql<Candidate>`select c.id, c.version, c.name, c.tax_code, c.vat_number, c.email, c.phone, c.city, c.updated_at,
      (select count(*)::int from quotes q where q.company_id = ${user.companyId} and q.customer_id = c.id)
        + (select count(*)::int from b2b_quotes q where q.company_id = ${user.companyId} and q.customer_id = c.id) as quotes
    from customers c where c.company_id = ${user.companyId} and c.id = any(${[...ids]}::bigint[]) order by c.id`.execute(
      db,
    );
  return rows;
}

/**
 * Groups of customers who share a code, an address, or name and day of birth; each group appears once, with its
 * strongest reason.
 */
export async function findDuplicates(ctx: Ctx): Promise<Duplicates> {
  const own = sql`c.company_id = ${ctx.user.companyId} and c.archived_at is null`;
  const by = (why: Likeness, key: string, condition = `${key} is not null`) =>
    sql`select ${why}::text as why, ${sql.raw(key)} as key, c.id from customers c where ${own} and ${sql.raw(condition)}`;
  const { rows } = await sql<{ why: Likeness; ids: number[] }>`
    select why, array_agg(id order by id)::int[] as ids from (
      ${by('taxCode', 'tax_code')} union all ${by('vatNumber', 'vat_number')}
      union all ${by('email', 'lower(email)')} union all ${by('phone', 'phone')}
      union all ${by('nameAndBirth', "searchable(name) || ' ' || birth_date", 'birth_date is not null')}) alike
    group by why, key having count(*) between 2 and ${MOST_ALIKE}
    order by array_position(array['taxCode', 'vatNumber', 'nameAndBirth', 'email', 'phone'], why), min(id)
    limit ${MOST_GROUPS}`.execute(ctx.db);
  const told = new Map(rows.toReversed().map((row) => [row.ids.join(), row]));
  const groups = rows.filter((row) => told.get(row.ids.join()) === row);
  const all = await candidatesOf(
    ctx,
    groups.flatMap(({ ids }) => ids),
  );
  return groups.map(({ why, ids }) => ({ why, customers: all.filter(({ id }) => ids.includes(id)) }));
}
