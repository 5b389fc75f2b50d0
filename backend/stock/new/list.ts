import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { z } from 'zod';
import { raised } from '#domain/money.ts';
import type { newStock as table } from '#domain/stock/new/endpoints.ts';
import { newCarFields } from '#domain/stock/new/fields.ts';
import { newCarInput } from '#domain/stock/new/schema.ts';
import { comingStates, newSellableStates } from '#domain/stock/new/terms.ts';
import type { Ctx } from '#backend/lib/context.ts';
import { between, is } from '#backend/lib/list.ts';
import type { PricedRecords } from '#backend/lib/priced.ts';
import { isArchived, orderOf } from '#backend/lib/records.ts';
import { inBands, oneOf } from '../conditions.ts';
import { settingInForce } from '../settings.ts';
import { cells } from './catalog.ts';
import { forget, keep } from './keep.ts';
import { select, type NewCarRecord } from './records.ts';

export type NewFilters = Partial<z.output<(typeof table)['GET /stock/new']['query']>>;
type Condition = RawBuilder<SqlBool>;

/** Versions of a make or a fuel: the catalogue is small, and the same for all. */
const versions = (wanted: RawBuilder<unknown>): Condition =>
  sql<SqlBool>`r.version_id in (select v.id from versions v join models o on o.id = v.model_id where ${wanted})`;

const reservedIs = (now: Date): Record<'assigned' | 'now' | 'lapsed', () => Condition[]> => ({
  assigned: () => [sql<SqlBool>`r.reserved_until > ${now} and r.reserved_for is not null`],
  now: () => [sql<SqlBool>`r.reserved_until > ${now}`],
  lapsed: () => [sql<SqlBool>`r.reserved_until <= ${now}`, ...oneOf('r.state', newSellableStates)],
});

const where = (ctx: Pick<Ctx, 'user' | 'now' | 'today'>, query: NewFilters): Condition[] => {
  const { now, today } = ctx;
  const { state, free, locationId, makerId, fuel, band, reserved, lacks, archived, expectedFrom, expectedTo } = query;
  return [
    ...oneOf('r.state', state),
    ...(free ? [...oneOf('r.state', newSellableStates), sql<SqlBool>`coalesce(r.reserved_until <= ${now}, true)`] : []),
    ...is('r.location_id', locationId),
    ...(makerId === undefined ? [] : [versions(sql`o.maker_id = ${makerId}`)]),
    ...(fuel?.length ? [versions(sql`v.fuel = any(${fuel}::text[])`)] : []),
    ...inBands(ctx, { states: ['in_stock'], column: 'r.arrived_on' }, band),
    ...between('r.price', query.priceFrom, query.priceTo),
    ...(expectedFrom === undefined ? [] : [sql<SqlBool>`r.expected_on >= ${expectedFrom}`]),
    ...(expectedTo === undefined ? [] : [sql<SqlBool>`r.expected_on <= ${expectedTo}`]),
    ...(reserved ? reservedIs(now)[reserved]() : []),
    ...(lacks === 'price' ? [sql<SqlBool>`r.price is null`, ...oneOf('r.state', ['in_stock'])] : []),
    ...(lacks === 'papers'
      ? [sql<SqlBool>`not (r.papers || r.paper_kinds) @> '{invoice,coc}'`, ...oneOf('r.state', ['in_stock', 'sold'])]
      : []),
    ...(lacks === 'expiring'
      ? [
          sql<SqlBool>`r.papers_until <= ${today}::date + ${settingInForce(ctx, 'stock.expiryDays')}`,
          ...oneOf('r.state', ['in_stock', 'sold', 'registered']),
        ]
      : []),
    ...(lacks === 'arrival' ? [sql<SqlBool>`r.expected_on < ${today}`, ...oneOf('r.state', comingStates)] : []),
    // A state that is asked for by name may be one outside of the stock.
    ...(state?.length && archived === undefined ? [] : [isArchived(archived)]),
  ];
};

/** The new cars of a company; the list begins with the oldest stock. */
export const newCars: PricedRecords<NewCarRecord, NewFilters> = {
  table: 'newCars',
  entity: 'new_car',
  noun: 'l’auto',
  file: 'stock-nuovo',
  fields: newCarFields,
  select,
  order: { ...orderOf(newCarFields), name: 'm.name', state: 'r.state', days: 'r.arrived_on' },
  sort: { sort: 'arrivedOn', dir: 'asc' },
  where,
  input: newCarInput,
  finish: cells,
  repriced: ({ price }, percent) => ({ price: price === null ? null : raised(price, percent) }),
  written: keep,
  forget,
};
