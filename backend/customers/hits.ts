import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { customerRights } from '#domain/customers/rights.ts';
import type { CustomerHit } from '#domain/customers/schema.ts';
import { reachOf } from '#domain/record/rights.ts';
import { HITS, type Hits } from '../lib/ports/area.ts';
import type { Ctx } from '../lib/work/context.ts';
import { visible } from '../lib/records/scope.ts';
import { bestOf, type Best } from '../lib/records/search.ts';
import { owned } from './records.ts';

/**
 * At most `most` customers that match `q`, without archived ones: first those with exactly these words, each group by
 * last change.
 */
export async function findCustomers(ctx: Ctx, q: string, most: number): Promise<CustomerHit[]> {
  const [best] = await bestOf(ctx, ['customers'], q);
  return firstOf(ctx, best!, most);
}

const firstOf = (ctx: Ctx, best: Best, most: number, among: RawBuilder<SqlBool> = sql`true`) =>
  best.first('r.id', most, async (condition, limit) => {
    const { rows } = await sql<CustomerHit>`
      select r.id, r.name, r.type, r.tax_code, r.vat_number, r.city, r.province, r.country,
        extract(year from age(${ctx.today}::date, r.birth_date))::int as age,
        nullif(concat_ws(' ', r.cars -> -1 ->> 'maker', r.cars -> -1 ->> 'model'), '') as car,
        (select max(a.day) from accesses a where a.company_id = ${ctx.user.companyId} and a.customer_id = r.id and a.arrived_at is not null) as visited_on
      from customers r
      where r.company_id = ${ctx.user.companyId} and r.archived_at is null and ${condition} and ${among}
      order by r.updated_at desc, r.id desc limit ${limit}`.execute(ctx.db);
    return rows;
  });

/** Finds customers by name, code, phone, e-mail and plates of their cars: all, or the caller's own. */
export const hits: Hits = {
  kind: 'customers',
  may: ({ user }) => reachOf(customerRights.see, user.privileges) !== 'none',
  find: async (ctx, best) =>
    (await firstOf(ctx, best, HITS, visible(ctx, owned))).map((row) => ({
      label: 'Cliente',
      icon: 'contact',
      title: row.name,
      subtitle: [row.taxCode ?? row.vatNumber, row.city].filter(Boolean).join(' · '),
      href: `/dealer/customers/${row.id}`,
    })),
};
