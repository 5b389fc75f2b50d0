/** What is sold beside the cars of a wholesale offer: each service at what it costs for each of them (screens.md §3). */
import { monthsBetween } from '#domain/dates.ts';
import { netOf } from '#domain/money.ts';
import { servicePrice } from '#domain/services/rules.ts';
import { sum } from '../lines.ts';
import type { B2bCar, B2bDraft, B2bService, B2bSheet } from './priced.ts';

/** A service for the cars of an offer that it is sold for; amount in VAT-inclusive cents, cost in net cents, null where it is not known. */
interface Sold {
  service: B2bService;
  cars: number;
  amount: number;
  cost: number | null;
}

/** One service for these cars: of other makes, or outside of its bands, it is not sold. */
export function serviceFor(service: B2bService, cars: readonly B2bCar[], day: string): Sold {
  const { makerIds } = service;
  const own = cars.filter(({ makerId }) => makerIds.length === 0 || (makerId !== null && makerIds.includes(makerId)));
  const due = own.flatMap(({ kw, km, registeredOn }) => {
    const months = registeredOn === null ? null : monthsBetween(registeredOn, day);
    return servicePrice(service, { kw, km, months }) ?? [];
  });
  const costs = due.flatMap(({ cost }) => cost ?? []);
  return {
    service,
    cars: due.length,
    amount: sum(due.map(({ price }) => price)),
    cost: costs.length === due.length ? sum(costs) : null,
  };
}

/** The chosen services that are sold for a car of the offer. */
export function servicesOf({ serviceIds, cars: lines }: B2bDraft, { services, cars, day }: B2bSheet): Sold[] {
  const offered = lines.flatMap(({ carId }) => cars.find(({ id }) => id === carId) ?? []);
  return services
    .filter(({ id }) => serviceIds.includes(id))
    .map((service) => serviceFor(service, offered, day))
    .filter((one) => one.cars > 0);
}

/** Net cents that a service leaves; null where its cost is not known. */
export const serviceLeft = ({ service, amount, cost }: Sold): number | null =>
  cost === null ? null : netOf(amount, service.taxRate) - cost;
