import { sql } from 'kysely';
import type { Version } from '#domain/catalog/schema.ts';
import { dayInRome } from '#domain/dates.ts';
import { day } from '#domain/italian.ts';
import { vatOf } from '#domain/money.ts';
import type { PriceSheet } from '#domain/quotes/schema.ts';
import type { UsedCar } from '#domain/quotes/start/used-car.ts';
import { customerChannel, isSellable, warrantyKinds, type purchaseTypes, type UsedState } from '#domain/stock/terms.ts';
import type { Reader } from '#backend/lib/ports/sellable.ts';

interface Row extends Pick<Version, 'fuel' | 'gearbox' | 'category' | 'payload' | 'euroClass'> {
  id: number;
  state: UsedState;
  purchaseType: keyof typeof purchaseTypes;
  code: string;
  plate: string;
  vin: string;
  maker: string;
  makerId: number | null;
  model: string;
  versionName: string;
  body: string;
  kw: number | null;
  cc: number | null;
  co2: number | null;
  seats: number | null;
  colour: string;
  registeredOn: string | null;
  km: number | null;
  regime: UsedCar['regime'];
  purchaseCost: number | null;
  purchaseTaxRate: number;
  consignmentFee: number | null;
  costsGross: number;
  costsNet: number;
  retailPrice: number | null;
  minPrice: number | null;
  retailExpense: number | null;
  warrantyKind: keyof typeof warrantyKinds | null;
  warrantyMonths: number | null;
  equipment: string;
  soldOn: string | null;
  acquiredOn: string | null;
  reservedBy: number | null;
  reservedByName: string | null;
  reservedFor: number | null;
  reservedUntil: string | null;
}

/** Why a car in this state can no longer be offered, as a sentence; null if it can. */
export function goneOf({ state, soldOn }: Pick<Row, 'state' | 'soldOn'>): string | null {
  if (isSellable(state)) return null;
  const on = soldOn ? ` il ${day(soldOn)}` : '';
  if (state === 'canceled') return 'L’arrivo dell’auto è stato annullato';
  if (state === 'returned') return 'L’auto è stata restituita al proprietario';
  return `L’auto è stata venduta${on}`;
}

/**
 * What was paid for the car, with the VAT in it, in cents. A car on consignment costs its owner's share of the price.
 */
function costOf(row: Row): UsedCar['cost'] {
  const { state, purchaseCost, purchaseTaxRate, consignmentFee, retailPrice, costsGross, costsNet } = row;
  const owed = state === 'consignment' && consignmentFee !== null ? (retailPrice ?? 0) - consignmentFee : purchaseCost;
  if (owed === null) return null;
  const expenses = { expenses: costsGross, expensesVat: costsGross - costsNet };
  return { purchase: owed, purchaseVat: vatOf(owed, purchaseTaxRate), ...expenses };
}

function usedOf(row: Row, { user, now }: Pick<Reader, 'user' | 'now'>): UsedCar {
  const { reservedBy, reservedByName, reservedUntil, reservedFor, warrantyKind, warrantyMonths } = row;
  // The own one counts, too, when it is for a customer: this quote may be for another one.
  const isOthers = reservedBy !== user.id || reservedFor !== null;
  const held = reservedUntil !== null && new Date(reservedUntil) > now && isOthers;
  const months = warrantyMonths === null ? '' : `, ${warrantyMonths} mesi`;
  const warranty = warrantyKind && `${warrantyKinds[warrantyKind].toLowerCase().replace('casa', 'Casa')}${months}`;
  return {
    stockId: row.id,
    code: row.code,
    plate: row.plate,
    vin: row.vin,
    registeredOn: row.registeredOn,
    km: row.km,
    colour: row.colour,
    equipment: row.equipment.split('\n').map((line) => line.trim()).filter(Boolean), // prettier-ignore
    regime: row.regime,
    saleChannel: customerChannel(row.purchaseType),
    minPrice: row.minPrice,
    expense: row.retailExpense,
    cost: costOf(row),
    warranty,
    warranted: warrantyKind && { kind: warrantyKind, months: warrantyMonths },
    gone: goneOf(row),
    reserved: held ? { by: reservedByName!, until: dayInRome(new Date(reservedUntil)), customerId: reservedFor } : null,
  };
}

/** `6d` in a stock list is printed as Euro 6d. */
const euroOf = (euroClass: string) => (/^\d/.test(euroClass) ? `Euro ${euroClass}` : euroClass);

interface SoldUsedCar extends Pick<PriceSheet, 'model' | 'version' | 'costPercent'> {
  maker: PriceSheet['maker'] & { priceIncludesRoadCost: boolean };
  used: UsedCar;
  acquiredOn: string | null;
}

/**
 * A car of the company's used stock as a sheet needs it; undefined when there is none. A car that cannot be sold says
 * why.
 */
export async function readUsedCar({ db, user, now }: Reader, stockId: number): Promise<SoldUsedCar | undefined> {
  const { rows } = await sql<Row>`
    select r.id, r.state, r.purchase_type, r.code, r.plate, r.vin, r.maker, r.model, r.version_name, r.body, r.fuel, r.gearbox, r.category, r.payload, r.kw, r.cc,
      r.co2, r.euro_class, r.seats, r.colour, r.registered_on, r.km, r.regime, r.purchase_cost, r.purchase_tax_rate, r.consignment_fee,
      r.costs_gross, r.costs_net, r.retail_price, r.min_price, r.retail_expense, r.warranty_kind, r.warranty_months, r.equipment, r.sold_on, r.acquired_on,
      r.reserved_by, r.reserved_for, r.reserved_until, u.name as reserved_by_name,
      (select m.id from makers m where lower(m.name) = lower(r.maker) order by m.id limit 1) as maker_id
    from used_cars r left join users u on u.company_id = r.company_id and u.id = r.reserved_by
    where r.company_id = ${user.companyId} and r.id = ${stockId}`.execute(db);
  const row = rows[0];
  if (!row) return undefined;
  return {
    maker: { id: row.makerId, name: row.maker, priceIncludesRoadCost: false },
    model: { id: null, name: row.model, body: row.body },
    version: {
      id: 0,
      modelId: 0,
      code: row.code,
      name: row.versionName,
      fuel: row.fuel,
      gearbox: row.gearbox,
      drive: 'front',
      kw: row.kw ?? 0,
      cc: row.cc ?? 0,
      co2: row.co2 ?? 0,
      consumption: 0,
      euroClass: euroOf(row.euroClass),
      category: row.category,
      payload: row.payload,
      seats: row.seats ?? 0,
      listPrice: row.retailPrice ?? 0,
    },
    used: usedOf(row, { user, now }),
    acquiredOn: row.acquiredOn,
    costPercent: null,
  };
}
