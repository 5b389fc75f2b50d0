import { sql, type RawBuilder } from 'kysely';
import type { Body, Fuel } from '#domain/catalog/terms.ts';
import type { Values } from '#domain/fields.ts';
import { actionsOf } from '#domain/machine.ts';
import { bandOf, type Borders } from '#domain/stock/ageing.ts';
import { newCarFields } from '#domain/stock/new/fields.ts';
import { newDaysOf, newMarginOf, newMissing } from '#domain/stock/new/figures.ts';
import { newCarMachine } from '#domain/stock/new/rules.ts';
import type { NewCar, NewCarRow } from '#domain/stock/new/schema.ts';
import { newStates, type NewState } from '#domain/stock/new/terms.ts';
import { costSeenWith } from '#domain/stock/rights.ts';
import { holds } from '#backend/lib/context.ts';
import type { Column } from '#backend/lib/export.ts';
import { seen } from '#backend/lib/list.ts';
import { selectOf, type Stored } from '#backend/lib/records.ts';
import { reservationOf, saleSeen, type Holding, type Seeing, type Sold } from '../standing.ts';

/** A new car as its `select` reads it: everything, for nobody's eyes in particular. */
export type NewCarRecord = Values<typeof newCarFields> &
  Stored &
  Holding &
  Sold & {
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
    listPrice: number | null;
    location: string | null;
    usedCarId: number | null;
    paperKinds: string[];
    updatedAt: string;
  };

/** Of the prices of the catalogue the one in force: the day in Rome. */
const today = sql`(now() at time zone 'Europe/Rome')::date`;

/** Names stand in queries of their own: each more join doubles the time in which the database looks for their order. */
export const select: RawBuilder<NewCarRecord> = selectOf(
  'newCars',
  newCarFields,
  sql`, r.state, r.reserved_by, r.reserved_for, r.reserved_until, r.reserved_note, r.sale_channel, r.sale_price, r.sale_document,
    r.sold_by_hand, r.sold_on, r.buyer, r.delivered_on, r.updated_at, r.paper_kinds,
    (select l.name from locations l where l.company_id = r.company_id and l.id = r.location_id) as location,
    (select u.name from users u where u.company_id = r.company_id and u.id = r.reserved_by) as reserved_by_name,
    (select c.name from customers c where c.company_id = r.company_id and c.id = r.reserved_for) as reserved_for_name,
    m.id as maker_id, m.name as maker, o.id as model_id, o.name as model, o.body, v.name as version_name, v.code as version_code, v.fuel, v.kw,
    (select d.id from used_cars d where d.company_id = r.company_id and d.new_car_id = r.id) as used_car_id,
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

/** What stays of its sale, or would at the price. */
function marginNow(car: NewCarRecord) {
  const sale = car.salePrice ?? car.price;
  return sale === null ? null : newMarginOf(car, sale);
}

/** Papers that the car needs and lacks: those that are there were ticked, or entered. */
export const missingOf = (car: NewCarRecord) => newMissing({ ...car, papers: [...car.papers, ...car.paperKinds] });

/** What stands beside the typed fields, for this caller. */
function derivedOf(ctx: Seeing, car: NewCarRecord, borders: Borders) {
  const days = newDaysOf(car, ctx.today);
  return {
    id: car.id,
    version: car.version,
    archived: car.archived,
    state: car.state,
    location: car.location,
    makerId: car.makerId,
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
    listPrice: car.listPrice,
    days,
    band: days === null ? null : bandOf(days, borders),
    ...(holds(ctx, ...costSeenWith) && { margin: marginNow(car) }),
    reservation: reservationOf(ctx, car),
    missing: missingOf(car),
  };
}

const fieldsOf = (ctx: Seeing, car: NewCarRecord) =>
  seen(
    ctx,
    newCarFields,
    Object.fromEntries(Object.keys(newCarFields).map((key) => [key, car[key as 'code']])),
  ) as unknown as Values<typeof newCarFields>;

/** The car as calls answer it to this caller. */
export const newCarOf = (ctx: Seeing, car: NewCarRecord, borders: Borders): NewCar => ({
  ...fieldsOf(ctx, car),
  ...derivedOf(ctx, car, borders),
  sale: saleSeen(car),
  usedCarId: car.usedCarId,
  updatedAt: car.updatedAt,
  actions: actionsOf(newCarMachine, car, { ...ctx.user, today: ctx.today }),
});

export const nameOf = ({ maker, model, versionName }: NewCarRecord): string => [maker, model, versionName].join(' ');

/** The car as a row of the list. */
export const newCarRowOf = (ctx: Seeing, car: NewCarRecord, borders: Borders): NewCarRow => {
  const { notes: _, optionIds: __, ...fields } = fieldsOf(ctx, car);
  const derived = derivedOf(ctx, car, borders);
  const { reservation } = derived;
  return {
    ...fields,
    ...derived,
    name: nameOf(car),
    ...('margin' in derived && { profit: derived.margin?.net ?? null }),
    held: reservation && (reservation.lapsed ? 'lapsed' : car.reservedFor === null ? 'now' : 'assigned'),
    holder: reservation && reservation.by,
    reservedBy: car.reservedBy,
    saleChannel: car.saleChannel,
    saleDocument: car.saleDocument,
    soldByHand: car.soldByHand,
  };
};

/** Columns of the spreadsheet that no import reads back: they follow from the others. */
export const exportedBeside = (ctx: Seeing): Column<NewCarRecord>[] => [
  { header: 'Marca', kind: 'text', value: ({ maker }) => maker },
  { header: 'Modello', kind: 'text', value: ({ model }) => model },
  { header: 'Codice versione', kind: 'text', value: ({ versionCode }) => versionCode },
  { header: 'Stato', kind: 'text', value: ({ state }) => newStates[state].label },
  { header: 'Giorni in stock', kind: 'number', value: (car) => newDaysOf(car, ctx.today) },
  { header: 'Listino', kind: 'money', value: ({ listPrice }) => listPrice },
  ...(holds(ctx, ...costSeenWith)
    ? ([
        {
          header: 'Margine atteso',
          kind: 'money',
          value: (car: NewCarRecord) => marginNow(car)?.net ?? null,
        },
      ] as const)
    : []),
];
