import { sql } from 'kysely';
import { HITS, type Hits } from '../lib/area.ts';
import { quoteHref } from '../lib/links.ts';
import { bestFirst } from '../lib/search.ts';
import { where } from './list.ts';

type Row = Parameters<typeof quoteHref>[0] & { number: string | null; customerName: string | null; vehicle: string };

/** Quotes by the same rule as their list. */
export const hits: Hits = async (ctx, q) => {
  const rows = await bestFirst(ctx, ['quotes', 'q.id'], q, HITS, async (condition, limit) => {
    const { rows: read } = await sql<Row>`
      select q.id, q.number, q.customer_name, q.vehicle, q.maker_id, q.model_id, q.version_id, q.stock_id from quotes q
      where ${where(ctx)} and ${condition} order by q.updated_at desc, q.id desc limit ${limit}`.execute(ctx.db);
    return read;
  });
  return rows.map((row) => ({
    label: 'Preventivo',
    icon: 'file-text',
    title: row.number ?? 'Bozza di preventivo',
    subtitle: [row.customerName, row.vehicle].filter(Boolean).join(' · '),
    href: quoteHref(row),
  }));
};
