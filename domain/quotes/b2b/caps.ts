/** How far a person may go below the prices to traders, and what an approval past that covers (screens.md §5). */
import { money, percent } from '#domain/italian.ts';
import { netOf, percentOf } from '#domain/money.ts';
import type { Approval } from '../approvals.ts';
import type { DiscountFacts } from '../caps.ts';
import { sum } from '../lines.ts';
import { priceIn } from './asked.ts';
import type { B2bCar, B2bDraft, B2bLine, B2bSheet } from './priced.ts';

/** A car of an offer at a price that needs somebody's consent; cents, `price` and `asked` as in its regime of sale. */
export interface PastLine {
  carId: number;
  /** In the offer's order. */
  index: number;
  price: number;
  /** The price to traders, or the minimum where none is set. */
  asked: number;
  /** Without VAT: what of two prices in different regimes is compared. */
  net: number;
  /** Of who makes the offer; null: none. */
  cap: number | null;
  /** In Italian, as the end of a sentence. */
  why: string;
}

/** Why a price is past what may be given alone; null: it is not. */
function whyPast({ price }: B2bLine, { cap }: B2bCar, least: number | null, asking: number | null): string | null {
  if (least !== null && price < least) return `sotto il minimo di ${money(least)}`;
  if (asking === null || cap === null || asking - price <= percentOf(asking, cap)) return null;
  return `oltre il ${percent(cap)} sotto il prezzo B2B di ${money(asking)}`;
}

/** The cars below their minimum, or further below the price to traders than the cap of who makes the offer. */
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

/** What is asked for, as the record of a request keeps it: of the cars past the limits alone. */
export function pastFacts(past: readonly PastLine[], customerId: number | null): DiscountFacts {
  const listTotal = sum(past.map(({ asked }) => asked));
  const discount = listTotal - sum(past.map(({ price }) => price));
  return { discount, discounts: discount, listTotal, versionId: 0, stockId: null, customerId };
}

/** Why an approval does not hold for what the offer says now, in Italian; null: it does. */
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
