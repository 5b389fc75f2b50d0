/**
 * The lines of a wholesale offer: cars in their regime of sale and services, and how far a person may
 * go below the prices for traders.
 */
import { monthsBetween } from '#domain/dates.ts';
import { money, percent } from '#domain/italian.ts';
import { grossOf, netOf, percentOf, sum } from '#domain/money.ts';
import { servicePrice } from '#domain/services/rules.ts';
import type { SaleRegime } from '#domain/stock/terms.ts';
import type { Approval } from '../approvals/schema.ts';
import type { DiscountFacts } from '../approvals/caps.ts';
import type { B2bDraft, B2bLine } from './fields.ts';
import type { B2bCar, B2bService, B2bSheet } from './schema.ts';

/** Whether the car leaves the country: then no VAT is due and the price contains none. */
export const leaves = (regime: SaleRegime): boolean => regime === 'intra_eu' || regime === 'export';

/**
 * Converts an asking price (cents, VAT included) to the price in a regime of sale: a car sold without VAT costs the net
 * price, unless it is in the margin scheme.
 */
export const priceIn = (gross: number, regime: SaleRegime, car: Pick<B2bCar, 'regime'>, taxRate: number): number =>
  car.regime === 'vat' && leaves(regime) ? netOf(gross, taxRate) : gross;

/** Changes the regime of a line and converts its price, so that the price without VAT stays the same. */
export function changeRegime(line: B2bLine, regime: SaleRegime, taxRate: number): B2bLine {
  if (line.regime === 'vat' && leaves(regime)) return { ...line, regime, price: netOf(line.price, taxRate) };
  if (leaves(line.regime) && regime === 'vat') return { ...line, regime, price: grossOf(line.price, taxRate) };
  return { ...line, regime };
}

/** The line of a car that joins an offer: in the regime of the stock, at the asking price for traders. */
export const lineOf = ({ id, regime, askingPrice }: B2bCar): B2bLine => ({
  carId: id,
  regime,
  price: askingPrice ?? 0,
});

/**
 * A service and the cars of an offer that it is sold for; amount in cents with VAT, cost in net cents, null if unknown.
 */
interface Sold {
  service: B2bService;
  cars: number;
  amount: number;
  cost: number | null;
}

/** One service for these cars; cars of other makes, or outside its bands, are left out. */
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

/** The chosen services that apply to at least one car of the offer. */
export function servicesOf({ serviceIds, cars: lines }: B2bDraft, { services, cars, day }: B2bSheet): Sold[] {
  const offered = lines.flatMap(({ carId }) => cars.find(({ id }) => id === carId) ?? []);
  return services
    .filter(({ id }) => serviceIds.includes(id))
    .map((service) => serviceFor(service, offered, day))
    .filter((one) => one.cars > 0);
}

/** Net margin of a service in cents; null if its cost is unknown. */
export const serviceLeft = ({ service, amount, cost }: Sold): number | null =>
  cost === null ? null : netOf(amount, service.taxRate) - cost;

/** A car whose price needs somebody's consent; cents, `price` and `asked` in its regime of sale. */
export interface PastLine {
  carId: number;
  /** Position in the offer. */
  index: number;
  price: number;
  /** The asking price for traders, or the minimum price if there is none. */
  asked: number;
  /** The price without VAT, which makes prices in different regimes comparable. */
  net: number;
  /** Cap in percent of the person who makes the offer; null: no cap. */
  cap: number | null;
  /** Why it needs consent: the end of an Italian sentence. */
  why: string;
}

/** Why a price needs consent; null if it does not. */
function whyPast({ price }: B2bLine, { cap }: B2bCar, least: number | null, asking: number | null): string | null {
  if (least !== null && price < least) return `sotto il minimo di ${money(least)}`;
  if (asking === null || cap === null || asking - price <= percentOf(asking, cap)) return null;
  return `oltre il ${percent(cap)} sotto il prezzo B2B di ${money(asking)}`;
}

/** The cars below their minimum price, or further below the asking price than the seller's cap allows. */
export function pastLines({ cars }: Pick<B2bDraft, 'cars'>, sheet: B2bSheet): PastLine[] {
  return cars.flatMap((line, index) => {
    const car = sheet.cars.find(({ id }) => id === line.carId);
    if (!car || line.price === 0) return [];
    const inRegime = (gross: number | null) =>
      gross === null ? null : priceIn(gross, line.regime, car, sheet.taxRate);
    const [least, asking] = [inRegime(car.minimum), inRegime(car.askingPrice)];
    const why = whyPast(line, car, least, asking);
    if (why === null) return [];
    const { carId, price, regime } = line;
    const net = regime === 'vat' ? netOf(price, sheet.taxRate) : price;
    return [{ carId, index, price, asked: asking ?? least!, net, cap: car.cap, why }];
  });
}

/** The facts that a request stores: only about the cars past the limits. */
export function pastFacts(past: readonly PastLine[], customerId: number | null): DiscountFacts {
  const listTotal = sum(past.map(({ asked }) => asked));
  const discount = listTotal - sum(past.map(({ price }) => price));
  return { discount, discounts: discount, listTotal, versionId: 0, stockId: null, customerId, overValued: 0 };
}

/** Why an approval no longer covers the offer, in Italian; null if it does. */
export function outgrownB2b(
  { facts, lines }: Pick<Approval, 'facts' | 'lines'>,
  past: readonly PastLine[],
  customerId: number | null,
): string | null {
  if (facts.customerId !== null && facts.customerId !== customerId) return 'è cambiato l’operatore';
  const before = (carId: number) => lines?.find((line) => line.carId === carId);
  if (past.some(({ carId }) => !before(carId))) return 'un’altra auto è oltre il limite';
  return past.some(({ carId, net }) => net < before(carId)!.net) ? 'il prezzo di un’auto è sceso' : null;
}
