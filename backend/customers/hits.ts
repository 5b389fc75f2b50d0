import { sql } from 'kysely';
import type { CustomerMatch } from '#domain/customers/schema.ts';
import { privileges as p } from '#domain/privileges.ts';
import { HITS, type Hits } from '../lib/area.ts';
import { holds, type Ctx } from '../lib/context.ts';
import { bestFirst } from '../lib/search.ts';

/** At most `most` customers whom `q` finds, none archived: those with exactly these words first, each the last changed first. */
export const findCustomers = (ctx: Ctx, q: string, most: number): Promise<CustomerMatch[]> =>
  bestFirst(ctx, ['customers', 'c.id'], q, most, async (condition, limit) => {
    const { rows } = await sql<CustomerMatch>`
      select c.id, c.name, c.type, c.tax_code, c.vat_number, c.city, c.province from customers c
      where c.company_id = ${ctx.user.companyId} and c.archived_at is null and ${condition}
      order by c.updated_at desc, c.id desc limit ${limit}`.execute(ctx.db);
    return rows;
  });

/** Customers lead to their quotes, so they are found by who may see both. */
export const hits: Hits = async (ctx, q) => {
  if (!holds(ctx, p.createQuotes, p.seeCustomers, p.manageCustomers, p.registerAccesses)) return [];
  if (!holds(ctx, p.manageOwnQuotes, p.seeAllQuotes, p.manageAllQuotes)) return [];
  return (await findCustomers(ctx, q, HITS)).map((row) => ({
    label: 'Cliente',
    icon: 'contact',
    title: row.name,
    subtitle: [row.taxCode ?? row.vatNumber, row.city].filter(Boolean).join(' · '),
    href: `/dealer/quotes/retail?customerId=${row.id}`,
  }));
};
