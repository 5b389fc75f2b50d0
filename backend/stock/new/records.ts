/** The new cars of a company: how one is read, written and answered, and which ones lists show. */
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { z } from 'zod';
import type { Body } from '#domain/catalog/bodies.ts';
import type { Fuel } from '#domain/catalog/terms.ts';
import type { Values } from '#domain/record/fields.ts';
import { actionsOf } from '#domain/record/machine.ts';
import { raised } from '#domain/money.ts';
import type { Borders } from '#domain/stock/ageing.ts';
import type { newStock as table } from '#domain/stock/new/endpoints.ts';
import { newCarFields } from '#domain/stock/new/fields.ts';
import { newCarMachine, newDaysOf, newMarginOf, newMissing } from '#domain/stock/new/rules.ts';
import { newCarInput, type NewCar, type NewCarRow } from '#domain/stock/new/schema.ts';
import { comingStates, isNewSellable, newSellableStates, type NewState } from '#domain/stock/new-terms.ts';
import { costSeenWith } from '#domain/stock/rights.ts';
import { newRowFields } from '#domain/stock/new/row.ts';
import type { SaleChannel } from '#domain/stock/terms.ts';
import { OWN } from '#backend/db/tenant.ts';
import { holds, type Ctx } from '#backend/lib/work/context.ts';
import { course, type Course } from '#backend/lib/records/course.ts';
import type { Column } from '#backend/lib/files/export.ts';
import { between, is } from '#backend/lib/records/list.ts';
import type { PricedRecords } from '#backend/lib/records/priced.ts';
import { isArchived, orderOf, selectOf, type Stored } from '#backend/lib/records/records.ts';
import { rowSpreadsheet } from '#backend/lib/records/rows.ts';
import { inBands, inListed, oneOf } from '../conditions.ts';
import { beginWays, endWays } from '../keep.ts';
import { forgetPrices, keepPrices } from '../prices.ts';
import { readStockSettings, settingInForce } from '../settings.ts';
import {
  acceptedQuote,
  commonOf,
  fieldsSeen,
  rowBeside,
  saleSeen,
  type Holding,
  type Seeing,
  type Sold,
} from '../standing.ts';
import { cells } from './catalog.ts';

/** A new car as its `select` reads it: with all values, whatever the caller may see. */
export type NewCarRecord = Values<typeof newCarFields> &
  Stored &
  Holding &
  Sold<SaleChannel> & {
    state: NewState;
    makerId: number;
    modelId: number;
    maker: string;
    model: string;
    versionName: string;
    versionCode: string;
    body: Body;
    fuel: Fuel;
    kw: number;
    options: string[];
    paint: string | null;
    image: number | null;
    listPrice: number | null;
    location: string | null;
    usedCarId: number | null;
    paperKinds: string[];
    updatedAt: string;
  };

/** Today in Rome, to find the catalogue's price in force. */
const today = sql`(now() at time zone 'Europe/Rome')::date`;

/** Names are read by subqueries: each further join would double PostgreSQL's planning time. */
const select: RawBuilder<NewCarRecord> = selectOf(
  'newCars',
  newCarFields,
  sql`, r.state, r.reserved_by, r.reserved_for, r.reserved_until, r.reserved_note, r.reserved_quote, r.reserved_contract, r.reserved_before,
    ${acceptedQuote} as accepted, r.sale_channel, r.sale_price, r.sale_document,
    r.sold_by_hand, r.sold_on, r.buyer, r.delivered_on, r.updated_at, r.paper_kinds,
    (select l.name from locations l where l.company_id = ${OWN} and l.id = r.location_id) as location,
    (select u.name from users u where u.company_id = ${OWN} and u.id = r.reserved_by) as reserved_by_name,
    (select c.name from customers c where c.company_id = ${OWN} and c.id = r.reserved_for) as reserved_for_name,
    m.id as maker_id, m.name as maker, o.id as model_id, o.name as model, o.body,
    (select i.image_id from version_images i where i.version_id = r.version_id and i.shown and (i.option_id is null or i.option_id = any(r.option_ids))
      order by i.option_id is null, i.place, i.image_id limit 1) as image, v.name as version_name, v.code as version_code, v.fuel, v.kw,
    (select d.id from used_cars d where d.company_id = ${OWN} and d.new_car_id = r.id) as used_car_id,
    coalesce(f.options, '{}') as options, f.paint,
    (select p.price from version_prices p where p.version_id = r.version_id and p.valid_from <= ${today} order by p.valid_from desc limit 1)
      + coalesce(f.price, 0) as list_price`,
  sql`join versions v on v.id = r.version_id join models o on o.id = v.model_id join makers m on m.id = o.maker_id
    left join lateral (select array_agg(x.name order by x.kind, x.name) as options, min(x.colour) filter (where x.kind = 'colour') as paint,
        sum((select q.price from version_option_prices q where q.version_id = r.version_id and q.option_id = x.id
          and q.valid_from <= ${today} order by q.valid_from desc limit 1))::bigint as price
      from options x join version_options vo on vo.option_id = x.id and vo.version_id = r.version_id
      where x.id = any(r.option_ids)) f on true`,
);

/** The margin of the car's sale, or of a sale at its price; null for a car that left unsold. */
function marginNow(car: NewCarRecord) {
  if (car.salePrice === null && !isNewSellable(car.state)) return null;
  const sale = car.salePrice ?? car.price;
  return sale === null ? null : newMarginOf(car, sale);
}

/** Papers that the car needs and lacks; a paper is there when it is ticked or entered. */
export const missingOf = (car: NewCarRecord) => newMissing({ ...car, papers: [...car.papers, ...car.paperKinds] });

/** The computed values of a car, as this caller may see them. */
function derivedOf(ctx: Seeing, car: NewCarRecord, borders: Borders) {
  return {
    ...commonOf(ctx, car, newDaysOf(car, ctx.today), borders),
    modelId: car.modelId,
    maker: car.maker,
    model: car.model,
    versionName: car.versionName,
    versionCode: car.versionCode,
    body: car.body,
    fuel: car.fuel,
    kw: car.kw,
    options: car.options,
    paint: car.paint,
    image: car.image,
    listPrice: car.listPrice,
    ...(holds(ctx, ...costSeenWith) && { margin: marginNow(car) }),
    missing: missingOf(car),
  };
}

/** The car as calls answer it to this caller. */
const newCarOf = (ctx: Seeing, car: NewCarRecord, borders: Borders): NewCar => ({
  ...fieldsSeen(ctx, newCarFields, car),
  ...derivedOf(ctx, car, borders),
  sale: saleSeen(car),
  usedCarId: car.usedCarId,
  updatedAt: car.updatedAt,
  actions: actionsOf(newCarMachine, car, { ...ctx.user, today: ctx.today }),
});

export const nameOf = ({ maker, model, versionName }: NewCarRecord): string => [maker, model, versionName].join(' ');

/** The car as a row of the list. */
export const newCarRowOf = (ctx: Seeing, car: NewCarRecord, borders: Borders): NewCarRow => {
  const { notes: _, optionIds: __, ...fields } = fieldsSeen(ctx, newCarFields, car);
  const derived = derivedOf(ctx, car, borders);
  const { reservation } = derived;
  return {
    ...fields,
    ...derived,
    name: nameOf(car),
    ...rowBeside(car, derived),
    held: reservation && (reservation.lapsed ? 'lapsed' : car.reservedFor === null ? 'now' : 'assigned'),
  };
};

/** Columns of the export that an import does not read, because they are computed. */
export const exportedBeside = (ctx: Seeing): Column<NewCarRecord>[] =>
  rowSpreadsheet(ctx, newRowFields, {
    days: { value: (car: NewCarRecord) => newDaysOf(car, ctx.today) },
    profit: { value: (car: NewCarRecord) => marginNow(car)?.net ?? null },
  });

export const newCourse: Course<typeof newCarMachine, NewCarRecord, NewCar> = course({
  machine: newCarMachine,
  table: 'newCars',
  as: 'r',
  select,
  owner: ['reserved_by'],
  answer: async (ctx, car) => newCarOf(ctx, car, await readStockSettings(ctx)),
});

/** Called after cars were written: begins their state history, keeps each changed price, and tells of their registration. */
async function keep(ctx: Ctx, ids: readonly number[]): Promise<void> {
  await beginWays(ctx, newCarMachine, 'newCars', ids);
  await keepPrices(ctx, 'newCars', ids);
  await ctx.emit('cars.registered', { ids });
}

/**
 * Deletes the states of cars that an import created by mistake; a car with quotes or papers, or one that became a used
 * car, cannot be deleted.
 */
async function forget(ctx: Ctx, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select r.id from new_cars r
    where r.company_id = ${ctx.user.companyId} and r.id = any(${[...ids]}::bigint[]) and r.state = ${newCarMachine.initial}
      and not exists (select from car_papers p where p.company_id = ${ctx.user.companyId} and p.new_car_id = r.id)
      and not exists (select from quotes q where q.company_id = ${ctx.user.companyId} and q.new_car_id = r.id)`.execute(
    ctx.db,
  );
  const free = rows.map(({ id }) => id);
  await forgetPrices(ctx, 'newCars', free);
  await endWays(ctx, newCarMachine, free);
  return free;
}

export type NewFilters = Partial<z.output<(typeof table)['GET /stock/new']['query']>>;
type Condition = RawBuilder<SqlBool>;

/** Condition by versions of a make or a fuel. The catalogue is small and the same for everybody. */
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
    ...inListed(ctx, 'newListed', query),
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
    // A state in the filter may be one of cars that have left the stock.
    ...(state?.length && archived === undefined ? [] : [isArchived(archived)]),
  ];
};

/** The new cars of a company; by default the longest in stock first. */
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
