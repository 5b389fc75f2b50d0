import type { Version } from '#domain/catalog/schema.ts';
import { grossOf, netOf, round, sum } from '#domain/money.ts';
import { priceOf } from './lines.ts';
import type { Issue } from './priced.ts';
import type { PriceSheet, QuoteDraft, SaleItem } from '../schema.ts';
import type { UsedCar } from '../start/used-car.ts';

/** Limits of L. 104/92 by fuel: cc, or kW of an electric engine (rules.md §1). */
const LIMITS = { petrol: 2_000, diesel: 2_800, kw: 150 } as const;
const DIESEL = ['diesel', 'mhev_diesel', 'phev_diesel'];

/** Whether the car is sold in the margin scheme, where no VAT is shown. */
export const inMargin = ({ vatExposed }: Pick<QuoteDraft, 'vatExposed'>, used: UsedCar | null): boolean =>
  used?.regime === 'retail' && !vatExposed;

/** Why the reduced rate does not apply, at the field; empty when it does. */
export function reducedVatIssues(draft: QuoteDraft, { version, used }: PriceSheet): Issue[] {
  const { reducedVat, customer } = draft;
  if (!reducedVat) return [];
  const refuse = (message: string): Issue[] => [{ level: 'error', path: 'reducedVat', message }];
  if (inMargin(draft, used))
    return refuse('In regime del margine l’IVA non è esposta: il 4 % vale solo con IVA esposta');
  if (customer && customer.type !== 'private') return refuse('L’IVA al 4 % è per persone: il cliente non lo è');
  return isWithin(version)
    ? []
    : refuse('L’IVA al 4 % vale fino a 2.000 cc (gasolio 2.800 cc) o 150 kW elettrici: l’auto è oltre');
}

function isWithin({ fuel, cc, kw }: Version): boolean {
  if (fuel === 'bev' || fuel === 'fcev') return kw <= LIMITS.kw;
  return cc <= (DIESEL.includes(fuel) ? LIMITS.diesel : LIMITS.petrol);
}

/**
 * How much the reduced rate takes off an amount listed at the ordinary one (same net price, less tax); cents with VAT,
 * not negative.
 */
export const reducedBy = (gross: number, ordinary: number, reduced: number): number =>
  gross - grossOf(netOf(gross, ordinary), reduced);

/**
 * Cents with VAT by rate. Accessories have their own rates and share what discounts leave of them in proportion, the
 * last rate taking the rest; services have their own; everything else has that of the car. Rate 0 is exempt (N4). A car
 * of the margin scheme (rate null) shows no VAT and is left out.
 */
export function byRate(
  { main, rate, accessoryPart }: { main: number; rate: number | null; accessoryPart: number },
  accessories: readonly SaleItem[],
  services: readonly Pick<SaleItem, 'price' | 'taxRate'>[],
): Map<number, number> {
  const rates = new Map(rate === null ? [] : [[rate, main]]);
  const put = (own: number, amount: number) => rates.set(own, (rates.get(own) ?? 0) + amount);
  for (const { taxRate, price } of services) put(taxRate, price);
  const full = priceOf(accessories) || 1;
  const own = [...new Set(accessories.map(({ taxRate }) => taxRate))].sort((a, b) => a - b);
  let left = accessoryPart;
  own.forEach((each, position) => {
    const price = sum(accessories.filter(({ taxRate }) => taxRate === each).map((one) => one.price));
    const share = position === own.length - 1 ? left : Math.min(left, round((accessoryPart * price) / full));
    left -= share;
    put(each, share);
  });
  return rates;
}
