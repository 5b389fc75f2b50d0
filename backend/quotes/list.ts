import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { z } from 'zod';
import { addDays } from '#domain/dates.ts';
import type { quotes as table } from '#domain/quotes/endpoints.ts';
import { stateOn } from '#domain/quotes/rules.ts';
import type { QuoteRow } from '#domain/quotes/schema.ts';
import type { QuoteState } from '#domain/quotes/terms.ts';
import { holds, type Ctx } from '../lib/context.ts';
import { quoteHref } from '../lib/links.ts';
import { matches, orderBy } from '../lib/list.ts';

export type Filters = Partial<z.output<(typeof table)['GET /quotes']['query']>>;

const columns = {
  number: 'q.number',
  customer: 'q.customer_name',
  vehicle: 'q.vehicle',
  state: 'q.state',
  seller: 'u.name',
  keysInHand: 'q.keys_in_hand',
  instalment: 'q.instalment',
  expiresOn: 'q.expires_on',
  createdAt: 'q.created_at',
  updatedAt: 'q.updated_at',
};

/** `expired` is issued with its last day behind; nothing stores it. */
function hasState(states: readonly QuoteState[], today: string): RawBuilder<SqlBool> {
  const parts = states.map((state) => {
    if (state === 'issued') return sql`(q.state = 'issued' and q.expires_on >= ${today})`;
    if (state === 'expired') return sql`(q.state = 'issued' and q.expires_on < ${today})`;
    // An equality each: one state alone is then read in the list's own order from the index.
    return sql`q.state = ${state}`;
  });
  return sql<SqlBool>`(${sql.join(parts, sql` or `)})`;
}

/** Latest revisions that the caller may see: own ones, or all with 15 or 16. */
export function where(
  ctx: Ctx,
  { q, state, sellerId, customerId, makerId, from, to, expiring }: Filters = {},
): RawBuilder<SqlBool> {
  const parts = [sql<SqlBool>`q.company_id = ${ctx.user.companyId} and not q.superseded`, matches('q.search', q)];
  const add = (part: RawBuilder<SqlBool>) => parts.push(part);
  if (!holds(ctx, 15, 16)) add(sql`q.seller_id = ${ctx.user.id}`);
  if (state?.length) add(hasState(state, ctx.today));
  if (sellerId !== undefined) add(sql`q.seller_id = ${sellerId}`);
  if (customerId !== undefined) add(sql`q.customer_id = ${customerId}`);
  if (makerId !== undefined) add(sql`q.maker_id = ${makerId}`);
  if (from !== undefined) add(sql`q.created_at >= ${from}::date`);
  if (to !== undefined) add(sql`q.created_at < ${addDays(to, 1)}::date`);
  if (expiring !== undefined)
    add(sql`q.state = 'issued' and q.expires_on >= ${ctx.today} and q.expires_on <= ${addDays(ctx.today, expiring)}`);
  return sql<SqlBool>`(${sql.join(parts, sql` and `)})`;
}

interface Row extends Omit<QuoteRow, 'href'> {
  makerId: number;
  modelId: number;
  versionId: number;
  margin: number | null;
}

/** Rows of the filter in order. The margin is for who holds privilege 33: a caller must not answer it to anybody else. */
export async function readRows(
  ctx: Ctx,
  filters: Filters,
  limit: number,
  offset = 0,
): Promise<(QuoteRow & { margin: number | null })[]> {
  const order = orderBy(columns, filters, { sort: 'createdAt', dir: 'desc' }, 'q');
  const { rows } = await sql<Row>`
    select q.id, q.number, q.revision, q.state, q.customer_name as customer, q.vehicle, q.expires_on, q.keys_in_hand, q.instalment, q.margin,
      u.name as seller, q.seller_id, q.created_at, q.updated_at, q.maker_id, q.model_id, q.version_id
    from quotes q join users u on u.company_id = q.company_id and u.id = q.seller_id
    where ${where(ctx, filters)} ${order} limit ${limit} offset ${offset}`.execute(ctx.db);
  return rows.map((row) => ({ ...row, state: stateOn(row, ctx.today), href: quoteHref(row) }));
}
