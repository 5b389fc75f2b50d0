import { sql, type RawBuilder } from 'kysely';
import type { Values } from '#domain/record/fields.ts';
import { actionsOf } from '#domain/record/machine.ts';
import { daysOf, missingPapers, type Borders } from '#domain/stock/ageing.ts';
import { usedCarFields } from '#domain/stock/fields.ts';
import { isSellable, type SaleRegime, type UsedSaleChannel, type UsedState } from '#domain/stock/terms.ts';
import { marginOf, marginOfSale, type CostSums, type UsedMargin } from '#domain/stock/margin.ts';
import { costSeenWith } from '#domain/stock/rights.ts';
import { usedRowFields } from '#domain/stock/row.ts';
import { importLacks, type UsedCarFacts, usedCarMachine } from '#domain/stock/rules.ts';
import type { Cost, UsedCar, UsedCarRow } from '#domain/stock/schema.ts';
import { holds, type Ctx } from '../lib/work/context.ts';
import type { Column } from '../lib/files/export.ts';
import { selectOf, type Stored } from '../lib/records/records.ts';
import { rowSpreadsheet } from '../lib/records/rows.ts';
import { isShown, pageTokenOf } from './page.ts';
import {
  acceptedQuote,
  commonOf,
  fieldsSeen,
  rowBeside,
  saleSeen,
  type Holding,
  type Seeing,
  type Sold,
} from './standing.ts';

/** A used car as its `select` reads it: with all values, whatever the caller may see. */
export type UsedCarRecord = Values<typeof usedCarFields> &
  Stored &
  Holding &
  Sold<UsedSaleChannel> & {
    state: UsedState;
    location: string | null;
    makerId: number | null;
    costsGross: number;
    costsNet: number;
    saleRegime: SaleRegime | null;
    photos: number;
    coverId: number | null;
    photosSince: string | null;
    paperKinds: string[];
    pageKey: string;
    newCarId: number | null;
    serviceStartKm: number | null;
    imported: boolean;
    updatedAt: string;
  };

/** A car with what the guards of its moves read beside the row. */
export type GuardedCar = UsedCarRecord & Pick<UsedCarFacts, 'openWorks' | 'finishAsks'>;

export const select: RawBuilder<UsedCarRecord> = selectOf(
  'usedCars',
  usedCarFields,
  sql`, r.state, r.costs_gross, r.costs_net, r.reserved_by, r.reserved_for, r.reserved_until, r.reserved_note, r.reserved_quote, r.reserved_contract, r.reserved_before,
    ${acceptedQuote} as accepted, r.sale_channel,
    r.sale_price, r.sale_regime, r.sale_document, r.sold_by_hand, r.sold_on, r.buyer, r.delivered_on, r.imported, r.service_start_km, r.updated_at,
    r.photos, r.cover_id, r.photos_since, r.paper_kinds, r.page_key, r.new_car_id, l.name as location, u.name as reserved_by_name, c.name as reserved_for_name,
    (select m.id from makers m where lower(m.name) = lower(r.maker) order by m.id limit 1) as maker_id`,
  sql`left join locations l on l.company_id = r.company_id and l.id = r.location_id
    left join users u on u.company_id = r.company_id and u.id = r.reserved_by
    left join customers c on c.company_id = r.company_id and c.id = r.reserved_for`,
);

export const costColumns = [
  'id',
  'version',
  'kind',
  'note',
  'supplier',
  'document',
  'day',
  'expected',
  'amount',
  'taxRate',
] as const;

/** The lines of a car's ledger. */
export const readCosts = async (ctx: Ctx, carId: number): Promise<Cost[]> =>
  (await ctx.db
    .selectFrom('usedCarCosts')
    .select(costColumns)
    .where('companyId', '=', ctx.user.companyId)
    .where('carId', '=', carId)
    .orderBy('id')
    .execute()) as Cost[];

export const nameOf = ({ maker, model, versionName }: UsedCarRecord): string =>
  [maker, model, versionName].filter(Boolean).join(' ');

const costsOf = ({ costsGross, costsNet }: UsedCarRecord): CostSums => ({ gross: costsGross, net: costsNet });

/** The margin of the car's sale, or of a sale at the retail price; null for a car that left unsold. */
function marginNow(record: UsedCarRecord): UsedMargin | null {
  const car = { ...record, costs: costsOf(record) };
  const { salePrice, saleRegime, retailPrice } = car;
  if (salePrice === null && !isSellable(car.state)) return null;
  if (salePrice !== null && saleRegime !== null) return marginOfSale(car, salePrice, saleRegime);
  const sale = salePrice ?? retailPrice;
  return sale === null ? null : marginOf(car, sale);
}

/** Papers that the car needs and lacks; a paper is there when it is ticked or entered. */
export const usedMissing = (car: UsedCarRecord) =>
  missingPapers({ ...car, papers: [...car.papers, ...car.paperKinds] });

/** The computed values of a car, as this caller may see them. */
function derivedOf(ctx: Seeing, car: UsedCarRecord, borders: Borders) {
  return {
    ...commonOf(ctx, car, daysOf(car, ctx.today), borders),
    ...(holds(ctx, ...costSeenWith) && { costs: costsOf(car), margin: marginNow(car) }),
    photos: car.photos,
    coverId: car.coverId,
    photosSince: car.photosSince,
    missing: usedMissing(car),
  };
}

/** The car as calls answer it to this caller. */
export const usedCarOf = (
  ctx: Ctx,
  car: GuardedCar,
  borders: Borders,
): Omit<UsedCar, 'rank' | 'cuts' | 'marketPrice'> => ({
  ...fieldsSeen(ctx, usedCarFields, car),
  ...derivedOf(ctx, car, borders),
  sale: saleSeen(car, car.saleRegime),
  updatedAt: car.updatedAt,
  paperKinds: car.paperKinds,
  imported: car.imported,
  importLacks: importLacks(car, ctx.today),
  openWorks: car.openWorks,
  newCarId: car.newCarId,
  serviceStartKm: car.serviceStartKm,
  page: isShown(car) ? `/auto/${pageTokenOf(ctx.user.companyId, car.pageKey)}` : null,
  actions: actionsOf(usedCarMachine, car, { ...ctx.user, today: ctx.today }),
});

/** The car as a row of the list. */
export const usedCarRowOf = (
  ctx: Ctx,
  car: UsedCarRecord,
  borders: Borders,
): Omit<UsedCarRow, 'rank' | 'cuts' | 'toMarket' | 'marketPrice'> => {
  const { equipment: _, notes: __, ...fields } = fieldsSeen(ctx, usedCarFields, car);
  const derived = derivedOf(ctx, car, borders);
  return {
    ...fields,
    ...derived,
    name: nameOf(car),
    ...rowBeside(car, derived),
    held: derived.reservation && (derived.reservation.lapsed ? 'lapsed' : 'now'),
  };
};

/** Columns of the export that an import does not read, because they are computed. */
export const exportedBeside = (ctx: Seeing): Column<UsedCarRecord>[] =>
  rowSpreadsheet(ctx, usedRowFields, {
    days: { value: (car: UsedCarRecord) => daysOf(car, ctx.today) },
    profit: { value: (car: UsedCarRecord) => marginNow(car)?.net ?? null },
  });
