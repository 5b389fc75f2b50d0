import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { z } from 'zod';
import { Failure } from '#domain/errors.ts';
import { integer } from '#domain/italian.ts';
import { COUNT_LIMIT } from '#domain/record/list.ts';
import { shownStates } from '#domain/stock/photos.ts';
import { costSeenWith } from '#domain/stock/rights.ts';
import { ownedStates, sellableStates } from '#domain/stock/terms.ts';
import type { stock as table } from '#domain/stock/endpoints.ts';
import { usedCarFields } from '#domain/stock/fields.ts';
import { holds, type Ctx } from '../lib/work/context.ts';
import { between, condition, is } from '../lib/records/list.ts';
import type { PricedRecords } from '../lib/records/priced.ts';
import { isArchived, orderOf } from '../lib/records/records.ts';
import { raised } from '#domain/money.ts';
import { usedCarInput } from '#domain/stock/schema.ts';
import { inBands, inListed, oneOf } from './conditions.ts';
import { forget, keep, locationCells } from './keep.ts';
import { select, type UsedCarRecord } from './records.ts';
import { shares } from './prices.ts';
import { sellerCell } from './seller.ts';
import { settingInForce } from './settings.ts';

export type Filters = Partial<z.output<(typeof table)['GET /stock/used']['query']>>;
type Condition = RawBuilder<SqlBool>;

/**
 * Condition: the expected margin is below the company's least, without one a loss; always false for a caller who may not see
 * costs.
 */
const lowMargin = (ctx: Pick<Ctx, 'user' | 'today'>) =>
  holds(ctx, ...costSeenWith)
    ? sql<SqlBool>`r.expected_margin < coalesce(${settingInForce(ctx, 'used.minMargin')}, 0)::bigint`
    : sql<SqlBool>`false`;

const where = (ctx: Pick<Ctx, 'user' | 'now' | 'today'>, query: Filters): Condition[] => {
  const { now } = ctx;
  const { state, free, locationId, maker, fuel, regime, band, reserved, lacks, archived } = query;
  return [
    ...inListed(ctx, 'usedListed', query),
    ...oneOf('r.state', state),
    ...(free ? [...oneOf('r.state', sellableStates), sql<SqlBool>`coalesce(r.reserved_until <= ${now}, true)`] : []),
    ...is('r.location_id', locationId),
    ...is('r.maker', maker),
    ...oneOf('r.fuel', fuel),
    ...is('r.regime', regime),
    ...inBands(ctx, { states: ownedStates, column: 'r.acquired_on' }, band),
    ...between('r.retail_price', query.priceFrom, query.priceTo),
    ...between('r.km', query.kmFrom, query.kmTo),
    ...between('r.acquired_on', query.acquiredFrom, query.acquiredTo),
    ...between('r.sold_on', query.soldFrom, query.soldTo),
    ...(reserved === 'now' ? [sql<SqlBool>`r.reserved_until > ${now}`] : []),
    ...(reserved === 'lapsed' ? [sql<SqlBool>`r.reserved_until <= ${now}`, ...oneOf('r.state', sellableStates)] : []),
    ...(lacks === 'price'
      ? [sql<SqlBool>`r.retail_price is null`, ...oneOf('r.state', [...ownedStates, 'consignment'])]
      : []),
    ...(lacks === 'photos' ? [sql<SqlBool>`r.photos = 0`, ...oneOf('r.state', shownStates)] : []),
    ...(lacks === 'papers' ? [sql<SqlBool>`r.lacks_papers`] : []),
    ...(lacks === 'expiring'
      ? [sql<SqlBool>`r.ends_on <= ${ctx.today}::date + ${settingInForce(ctx, 'stock.expiryDays')}`]
      : []),
    ...(lacks === 'margin' ? [lowMargin(ctx), ...oneOf('r.state', [...ownedStates, 'consignment'])] : []),
    // A state in the filter may be one of cars that have left the stock.
    ...(state?.length && archived === undefined ? [] : [isArchived(archived)]),
  ];
};

/** The used cars of a company; by default the longest in stock first. */
export const usedCars: PricedRecords<UsedCarRecord, Filters> = {
  table: 'usedCars',
  entity: 'used_car',
  noun: 'l’auto',
  file: 'stock-usato',
  fields: usedCarFields,
  select,
  order: { ...orderOf(usedCarFields), name: 'r.name_key', state: 'r.state', days: 'r.standing_since' },
  sort: { sort: 'acquiredOn', dir: 'asc' },
  where,
  input: usedCarInput,
  finish: async (ctx) => {
    const place = await locationCells(ctx);
    return (cells, old) => ({ ...place(cells, old), ...sellerCell(cells(usedCarFields.seller.label), old) });
  },
  repriced: ({ retailPrice }, percent) => ({ retailPrice: retailPrice === null ? null : raised(retailPrice, percent) }),
  written: keep,
  forget,
};

/** The query as the list reads it: the more days in stock, the earlier they began. */
export const byDays = <Q extends Pick<Filters, 'sort' | 'dir'>>(query: Q): Q =>
  query.sort === 'days' ? { ...query, dir: query.dir === 'desc' ? 'asc' : 'desc' } : query;

/** The list for a caller: who sees costs may order it by margin, losses first; what has none comes last. */
export const byMargin = (ctx: Pick<Ctx, 'user'>): typeof usedCars =>
  holds(ctx, ...costSeenWith) ? { ...usedCars, order: { ...usedCars.order, profit: 'r.shown_margin' } } : usedCars;

/**
 * The list ordered by price rank. Ranking compares each car with similar ones, so it is limited to as many rows as are
 * counted: throws `invalid` at `sort` when the filters leave more.
 */
export async function byRank(ctx: Ctx, query: Filters): Promise<typeof usedCars> {
  const { rows } = await sql<{ total: number }>`select count(*)::int as total from
    (select from used_cars r where ${await condition(ctx, usedCars, query)} limit ${COUNT_LIMIT + 1}) counted`.execute(
    ctx.db,
  );
  if (rows[0]!.total > COUNT_LIMIT)
    throw new Failure(
      'invalid',
      `Le auto sono più di ${integer(COUNT_LIMIT)}: usare i filtri per ordinarle per prezzo tra simili.`,
    );
  return {
    ...usedCars,
    select: sql<UsedCarRecord>`${select} ${shares(ctx, query.dir)}`,
    order: { ...usedCars.order, rank: 'j.share' },
  };
}
