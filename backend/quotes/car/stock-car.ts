import { sql } from 'kysely';
import { dayInRome } from '#domain/dates.ts';
import { day } from '#domain/italian.ts';
import { DEFAULT_TAX_RATE, netOf } from '#domain/money.ts';
import type { StockCar } from '#domain/quotes/start/stock-car.ts';
import { isNewSellable, type NewState } from '#domain/stock/new-terms.ts';
import type { Reader } from '#backend/lib/ports/sellable.ts';

interface Row extends Omit<StockCar, 'gone' | 'reserved'> {
  versionId: number;
  state: NewState;
  soldOn: string | null;
  purchaseCost: number | null;
  purchaseTaxRate: number;
  otherCosts: number | null;
  reservedBy: number | null;
  reservedByName: string | null;
  reservedFor: number | null;
  reservedUntil: string | null;
}

/** Why a car in this state can no longer be offered, as a sentence; null if it can. */
export function goneOf({ state, soldOn }: Pick<Row, 'state' | 'soldOn'>): string | null {
  if (isNewSellable(state)) return null;
  if (state === 'canceled') return 'L’ordine dell’auto è stato annullato';
  if (state === 'converted') return 'L’auto è passata all’usato';
  return `L’auto è stata venduta${soldOn ? ` il ${day(soldOn)}` : ''}`;
}

/** A car of the company's new stock as a sheet needs it, with its net cost in cents; undefined when there is none. */
export async function readStockCar(
  { db, user, now }: Reader,
  carId: number,
): Promise<{ versionId: number; car: StockCar; cost: number | null } | undefined> {
  const { rows } = await sql<Row>`
    select r.id as car_id, r.code, r.vin, r.version_id, r.option_ids, r.price, l.name as location, r.expected_on, r.arrived_on, r.state, r.sold_on,
      r.purchase_cost, r.purchase_tax_rate, r.other_costs, r.reserved_by, u.name as reserved_by_name, r.reserved_for, r.reserved_until
    from new_cars r left join locations l on l.company_id = r.company_id and l.id = r.location_id
      left join users u on u.company_id = r.company_id and u.id = r.reserved_by
    where r.company_id = ${user.companyId} and r.id = ${carId}`.execute(db);
  const row = rows[0];
  if (!row) return undefined;
  const { versionId, state, soldOn, purchaseCost, purchaseTaxRate, otherCosts, ...rest } = row;
  const { reservedBy, reservedByName, reservedFor, reservedUntil, ...car } = rest;
  // The own one counts, too, when it is for a customer: this quote may be for another one.
  const isOthers = reservedBy !== user.id || reservedFor !== null;
  const held = reservedUntil !== null && new Date(reservedUntil) > now && isOthers;
  return {
    versionId,
    car: {
      ...car,
      gone: goneOf({ state, soldOn }),
      reserved: held
        ? { by: reservedByName!, until: dayInRome(new Date(reservedUntil)), customerId: reservedFor }
        : null,
    },
    cost:
      purchaseCost === null ? null : netOf(purchaseCost, purchaseTaxRate) + netOf(otherCosts ?? 0, DEFAULT_TAX_RATE),
  };
}
