import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { DEFAULT_TAX_RATE as RATE } from '#domain/money.ts';
import { costSeenWith } from '#domain/stock/rights.ts';
import { holds, type Ctx } from '../lib/context.ts';
import { settingInForce } from './settings.ts';

const net = (amount: RawBuilder<unknown>, rate: RawBuilder<unknown> = sql.lit(RATE)) =>
  sql`round(${amount} * 100 / (100 + ${rate})::numeric)`;
const earned = sql`(r.retail_price - r.purchase_cost - r.costs_gross)`;

/** What stays of a used car of the stock at its retail price, as `marginOf` of the domain says; null where it is not known. */
export const expectedMargin = sql<number | null>`case
  when r.state = 'consignment' then ${net(sql`r.consignment_fee`)} - r.costs_net
  when r.regime = 'iva_exposed' then ${net(sql`r.retail_price`)} - ${net(sql`r.purchase_cost`, sql`r.purchase_tax_rate`)} - r.costs_net
  else ${earned} - round(greatest(${earned}, 0) * ${sql.lit(RATE)} / ${sql.lit(100 + RATE)}::numeric) end`;

/** Cars that are expected to earn less than the company wants; none for who may not see what they cost. */
export const lowMargin = (ctx: Pick<Ctx, 'user' | 'today'>): RawBuilder<SqlBool> =>
  holds(ctx, ...costSeenWith)
    ? sql`r.retail_price is not null and ${expectedMargin} < ${settingInForce(ctx, 'used.minMargin')}::bigint`
    : sql`false`;
