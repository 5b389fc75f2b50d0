/** What a service costs for one car: by fixed amount or by kW, km and age bands. */

/**
 * The parts of a service that decide its price; amounts in cents, price with VAT, cost net. Costs are missing when the
 * reader may not see them.
 */
export interface ServiceTariff {
  price: number;
  cost?: number;
  bands: readonly {
    kwTo: number | null;
    kmTo: number | null;
    monthsTo: number | null;
    price: number;
    cost?: number;
  }[];
  bandsOnly: boolean;
}

/** The car that the service is for: power in kW, mileage in km, age in months; 0 and 0 for a new one. Null: unknown. */
export interface ServicedCar {
  kw: number | null;
  km: number | null;
  months: number | null;
}

/** An unknown value is within no limit. */
const within = (limit: number | null, value: number | null) => limit === null || (value !== null && value <= limit);

/**
 * The price of the service for the car in cents with VAT, with its net cost if known: that of the first band whose
 * limits (included) all hold; outside of all bands the service's own. Null: not sold for this car.
 */
export function servicePrice(
  { price, cost, bands, bandsOnly }: ServiceTariff,
  car: ServicedCar,
): { price: number; cost?: number } | null {
  const band = bands.find(
    ({ kwTo, kmTo, monthsTo }) => within(kwTo, car.kw) && within(kmTo, car.km) && within(monthsTo, car.months),
  );
  if (!band && bandsOnly) return null;
  const { price: due, cost: spent } = band ?? { price, cost };
  return spent === undefined ? { price: due } : { price: due, cost: spent };
}
