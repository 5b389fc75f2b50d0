/** What a service costs for one car (screens.md §3: by fixed amount or by kW, km and age bands). */

/** A service as its price needs it; amounts in cents, price VAT-inclusive, cost net. Costs are missing where they may not be seen. */
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

/** The car that the service is for: power in kW, mileage in km, age in months; a new one has 0 and 0. Null: not known. */
export interface ServicedCar {
  kw: number | null;
  km: number | null;
  months: number | null;
}

/** A value that is not known is within no limit. */
const within = (limit: number | null, value: number | null) => limit === null || (value !== null && value <= limit);

/**
 * The price of the service for the car in VAT-inclusive cents, with its net cost where it is known: that of the first band whose
 * limits all hold, the limits included; outside of all bands the service's own. Null: not sold for this car.
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
