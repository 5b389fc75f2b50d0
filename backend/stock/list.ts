import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { z } from 'zod';
import { shownStates } from '#domain/stock/photos.ts';
import { ownedStates, sellableStates } from '#domain/stock/terms.ts';
import type { stock as table } from '#domain/stock/endpoints.ts';
import { usedCarFields } from '#domain/stock/fields.ts';
import type { Ctx } from '../lib/context.ts';
import { between, is } from '../lib/list.ts';
import type { PricedRecords } from '../lib/priced.ts';
import { isArchived, orderOf } from '../lib/records.ts';
import { raised } from '#domain/money.ts';
import { usedCarInput } from '#domain/stock/schema.ts';
import { inBands, oneOf } from './conditions.ts';
import { forget, keep, locationCells } from './keep.ts';
import { lowMargin } from './margin.ts';
import { select, type UsedCarRecord } from './records.ts';
import { settingInForce } from './settings.ts';

export type Filters = Partial<z.output<(typeof table)['GET /stock/used']['query']>>;
type Condition = RawBuilder<SqlBool>;

/** Papers that a car needs in its state, as `missingPapers` of the domain says. */
const lacksPapers = sql<SqlBool>`case
  when r.state = 'consignment' then not (r.papers || r.paper_kinds) @> '{registration,mandate}'
  when r.state in ('acquired', 'restoring', 'service_vehicle', 'sold') then
    not (r.papers || r.paper_kinds) @> '{registration,invoice}' or (r.purchase_type not in ('km0', 'demo') and not (r.papers || r.paper_kinds) @> '{transfer}')
  else false end`;

/** Cars of which a paper, the inspection or the owner's mandate has ended, or does within the days that the company sets. */
const expiring = (ctx: Pick<Ctx, 'user' | 'today'>) =>
  sql<SqlBool>`r.state = any(${[...ownedStates, 'consignment', 'sold']}::text[]) and
    least(r.papers_until, r.inspection_until, case when r.state = 'consignment' then r.mandate_until end)
      <= ${ctx.today}::date + ${settingInForce(ctx, 'stock.expiryDays')}`;

const where = (ctx: Pick<Ctx, 'user' | 'now' | 'today'>, query: Filters): Condition[] => {
  const { now } = ctx;
  const { state, free, locationId, maker, fuel, regime, band, reserved, lacks, archived } = query;
  return [
    ...oneOf('r.state', state),
    ...(free ? [...oneOf('r.state', sellableStates), sql<SqlBool>`coalesce(r.reserved_until <= ${now}, true)`] : []),
    ...is('r.location_id', locationId),
    ...is('r.maker', maker),
    ...oneOf('r.fuel', fuel),
    ...is('r.regime', regime),
    ...inBands(ctx, { states: ownedStates, column: 'r.acquired_on' }, band),
    ...between('r.retail_price', query.priceFrom, query.priceTo),
    ...between('r.km', query.kmFrom, query.kmTo),
    ...(reserved === 'now' ? [sql<SqlBool>`r.reserved_until > ${now}`] : []),
    ...(reserved === 'lapsed' ? [sql<SqlBool>`r.reserved_until <= ${now}`, ...oneOf('r.state', sellableStates)] : []),
    ...(lacks === 'price'
      ? [sql<SqlBool>`r.retail_price is null`, ...oneOf('r.state', [...ownedStates, 'consignment'])]
      : []),
    ...(lacks === 'photos' ? [sql<SqlBool>`r.photos = 0`, ...oneOf('r.state', shownStates)] : []),
    ...(lacks === 'papers' ? [lacksPapers] : []),
    ...(lacks === 'expiring' ? [expiring(ctx)] : []),
    ...(lacks === 'margin' ? [lowMargin(ctx), ...oneOf('r.state', [...ownedStates, 'consignment'])] : []),
    // A state that is asked for by name may be one outside of the stock.
    ...(state?.length && archived === undefined ? [] : [isArchived(archived)]),
  ];
};

/** The used cars of a company; the list begins with the oldest stock. */
export const usedCars: PricedRecords<UsedCarRecord, Filters> = {
  table: 'usedCars',
  entity: 'used_car',
  noun: 'l’auto',
  file: 'stock-usato',
  fields: usedCarFields,
  select,
  order: { ...orderOf(usedCarFields), name: 'r.maker', state: 'r.state' },
  sort: { sort: 'acquiredOn', dir: 'asc' },
  where,
  input: usedCarInput,
  finish: locationCells,
  repriced: ({ retailPrice }, percent) => ({ retailPrice: retailPrice === null ? null : raised(retailPrice, percent) }),
  written: keep,
  forget,
};
