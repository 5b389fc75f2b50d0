/** Contracts as figures count them. */
import { sql } from 'kysely';
import { countedContracts } from '#domain/contracts/counted.ts';
import { marginSeenWith } from '#domain/contracts/rights.ts';
import { figure } from '../lib/records/figures.ts';
import { contractHref } from '../lib/records/links.ts';
import { due, listed } from './list.ts';
import { contractCourse } from './records.ts';

/** What contracts of a former system do not tell: they came with their total alone. */
const known = (column: 'discount' | 'list_total') =>
  sql`case when t.origin <> 'history' then ${sql.ref(`t.${column}`)} end`;

export const contractFigure = figure({
  counted: countedContracts,
  of: listed,
  owned: contractCourse.of,
  days: {
    signed: sql`t.signed_on`,
    approved: sql`t.approved_on`,
    billed: sql`t.billed_on`,
    registered: sql`t.registered_on`,
    delivered: sql`t.delivered_on`,
  },
  place: sql`t.location_id`,
  person: sql`t.seller_id`,
  measures: {
    count: sql`count(*)`,
    pieces: sql`sum(t.pieces)`,
    total: sql`sum(t.total)`,
    due: sql`sum(${due('t.')})`,
    financed: sql`count(nullif(t.financed > 0, false))`,
    tradeIns: sql`count(nullif(t.taken_in > 0, false))`,
    netRevenue: sql`sum(t.net_revenue)`,
    discount: sql`sum(${known('discount')})`,
    listTotal: sql`sum(${known('list_total')})`,
    marginSecond: sql`sum(t.margin_second)`,
    margins: sql`count(t.margin_second)`,
  },
  row: { number: sql`t.number`, car: sql`t.vehicle`, amount: sql`t.total` },
  href: ({ id }) => contractHref(id),
  changes: { table: 'contract_changes', record: 'contract_id', marginSeenWith },
});
