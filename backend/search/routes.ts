import { sql } from 'kysely';
import { search as table } from '#domain/search/endpoints.ts';
import { bind } from '../lib/bind.ts';
import { holds } from '../lib/context.ts';
import { quoteHref } from '../lib/links.ts';
import { matches } from '../lib/list.ts';

const MOST = 8;

export const search = bind(table, {
  // Quotes by the same rule as their list: own ones, or all with 15 or 16; customers lead to their quotes in that list.
  'GET /search': async (ctx, { query: { q } }) => {
    const { db, user } = ctx;
    const hits = [];
    if (holds(ctx, 13, 14, 15, 16)) {
      const own = holds(ctx, 15, 16) ? sql`true` : sql`seller_id = ${user.id}`;
      const { rows } = await sql<
        { id: number; number: string | null; customerName: string | null; vehicle: string } & Parameters<
          typeof quoteHref
        >[0]
      >`
        select id, number, customer_name, vehicle, maker_id, model_id, version_id from quotes
        where company_id = ${user.companyId} and not superseded and ${own} and ${matches('search', q)}
        order by updated_at desc, id desc limit ${MOST}`.execute(db);
      for (const row of rows)
        hits.push({
          kind: 'quote' as const,
          title: row.number ?? 'Bozza di preventivo',
          subtitle: [row.customerName, row.vehicle].filter(Boolean).join(' · '),
          href: quoteHref(row),
        });
    }
    if (holds(ctx, 13, 20, 21, 22) && holds(ctx, 14, 15, 16)) {
      const { rows } = await sql<{
        id: number;
        name: string;
        city: string | null;
        taxCode: string | null;
        vatNumber: string | null;
      }>`
        select id, name, city, tax_code, vat_number from customers
        where company_id = ${user.companyId} and archived_at is null and ${matches('search', q)}
        order by name, id limit ${MOST}`.execute(db);
      for (const row of rows)
        hits.push({
          kind: 'customer' as const,
          title: row.name,
          subtitle: [row.taxCode ?? row.vatNumber, row.city].filter(Boolean).join(' · '),
          href: `/dealer/quotes/retail?customerId=${row.id}`,
        });
    }
    return hits;
  },
});
