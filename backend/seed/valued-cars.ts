import { sql } from 'kysely';
import { blankOf } from '#domain/record/fields.ts';
import { damageFields, type Damage } from '#domain/valuations/fields.ts';
import { middles } from '#domain/valuations/places.ts';
import type { Place } from '#domain/valuations/terms.ts';
import type { Owner } from './insert.ts';

const damageAt = (place: Place, kind: Damage['kind'], note: string, amount: number): Damage => ({
  ...blankOf(damageFields),
  place,
  kind,
  note,
  amount,
  x: middles[place][0],
  y: middles[place][1],
});
/** What a valued car may have. */
export const damages: readonly Damage[] = [
  damageAt('rear', 'scratch', 'lato destro', 250_00),
  damageAt('doorFrontLeft', 'dent', '6 cm', 380_00),
  damageAt('wheelFrontRight', 'scratch', 'strisciato', 120_00),
  damageAt('windscreen', 'crack', 'scheggia', 150_00),
];

export interface Car {
  id: number;
  plate: string;
  maker: string;
  model: string;
  versionName: string;
  body: string;
  fuel: string;
  gearbox: string;
  registeredOn: string;
  km: number;
  retailPrice: number | null;
  purchaseCost: number | null;
}

const columns = sql.raw(
  'id, plate, maker, model, version_name, body, fuel, gearbox, registered_on, km, retail_price, purchase_cost',
);

/** Cars of the stock: customers’ cars are like them, and those that traders bought were valued before. */
export const carsOf = async (owner: Owner, companyId: number, sold: boolean, limit: number): Promise<Car[]> =>
  (
    await sql<Car>`select ${columns}
      from used_cars where company_id = ${companyId} and registered_on is not null and km is not null and retail_price is not null
        and purchase_cost is not null and (sold_on is not null) = ${sold} and buyer_id is null order by id limit ${limit}`.execute(
      owner,
    )
  ).rows;

/** Cars for sale, those that have stood longest first. */
export const unsoldCars = async (owner: Owner, companyId: number, limit: number): Promise<Car[]> =>
  (
    await sql<Car>`select ${columns} from used_cars
      where company_id = ${companyId} and registered_on is not null and km is not null and retail_price is not null
        and standing_since is not null and archived_at is null order by standing_since, id limit ${limit}`.execute(
      owner,
    )
  ).rows;
