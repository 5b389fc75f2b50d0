import { sql } from 'kysely';
import { hitsOf } from '../lib/course.ts';
import { quoteHref } from '../lib/links.ts';
import { where } from './list.ts';
import { quoteCourse } from './records.ts';

type Row = Parameters<typeof quoteHref>[0] & { number: string | null; customerName: string | null; vehicle: string };

/** Quotes by the same rule as their list. */
export const hits = hitsOf<Row>(
  quoteCourse.of,
  sql`q.number, q.customer_name, q.vehicle, q.maker_id, q.model_id, q.version_id, q.stock_id`,
  where,
  (row) => ({
    label: 'Preventivo',
    icon: 'file-text',
    title: row.number ?? 'Bozza di preventivo',
    subtitle: [row.customerName, row.vehicle].filter(Boolean).join(' · '),
    href: quoteHref(row),
  }),
);
