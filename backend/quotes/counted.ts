/** Retail quotes as figures count them. */
import { sql } from 'kysely';
import { countedQuotes } from '#domain/quotes/counted.ts';
import { figure } from '../lib/records/figures.ts';
import { quoteHref } from '../lib/records/links.ts';
import { listed } from './desk/list.ts';
import { quoteCourse } from './records.ts';

export const quoteFigure = figure({
  counted: countedQuotes,
  of: listed,
  owned: quoteCourse.of,
  days: { issued: sql`(q.issued_at at time zone 'Europe/Rome')::date` },
  place: sql`q.location_id`,
  person: sql`q.seller_id`,
  measures: {
    count: sql`count(*)`,
    keysInHand: sql`sum(q.keys_in_hand)`,
    margin: sql`sum(q.margin)`,
    discount: sql`sum(q.discount)`,
    listTotal: sql`sum(q.list_total)`,
  },
  row: {
    number: sql`q.number`,
    car: sql`q.vehicle`,
    amount: sql`q.keys_in_hand`,
    located: sql`jsonb_build_object('stockId', q.stock_id, 'makerId', q.maker_id, 'modelId', q.model_id, 'versionId', q.version_id)`,
  },
  href: ({ id, located }) => quoteHref({ id, ...(located as Omit<Parameters<typeof quoteHref>[0], 'id'>) }),
});
