/** What a wholesale offer costs (domain.md §2.1, §2.2, §2.6): cents in, cents out, no clock. */
import { netOf, vatOf } from '../../money.ts';
import { marginOfSale } from '../../stock/margin.ts';
import { sum } from '../lines.ts';
import { issuesOf } from './issues.ts';
import type {
  B2bCar,
  B2bDraft,
  B2bExpense,
  B2bLine,
  B2bMargin,
  B2bPriced,
  B2bSheet,
  B2bTax,
  PricedCar,
} from './priced.ts';
import { saleRegimeKeys, saleRegimes, transfers, type SaleRegime } from './terms.ts';

const taxOf = (regime: SaleRegime, taxRate: number): B2bTax => saleRegimes[regime].nature ?? taxRate;
function pricedCar({ carId, price, regime }: B2bLine, draft: B2bDraft, { cars, taxRate, transferCosts }: B2bSheet) {
  const car = cars.find(({ id }) => id === carId);
  const { name = 'Auto non più in stock', plate = '', km = null, registeredOn = null } = car ?? {};
  const net = regime === 'vat' ? netOf(price, taxRate) : price;
  const { transfer } = draft;
  const papers = transfer === 'none' ? 0 : (car?.ownTransfer[transfer] ?? transferCosts[transfer]);
  const amounts = { price, net, vat: price - net, tax: taxOf(regime, taxRate), transfer: papers };
  return { carId, name, plate, km, registeredOn, regime, ...amounts } satisfies PricedCar;
}

/** Net cents that a sale leaves, by the rules of the stock; a price without VAT counts as the net one that it is. */
function leftOf({ price, regime }: PricedCar, { costed }: B2bCar, taxRate: number): number | null {
  if (!costed) return null;
  return marginOfSale(costed, price, regime, taxRate)?.net ?? null;
}

function expensesOf({ transfer, agencyFee }: B2bDraft, cars: readonly PricedCar[], taxRate: number): B2bExpense[] {
  const papers = sum(cars.map((car) => car.transfer));
  const rows: B2bExpense[] = [
    { key: 'transfer', label: transfers[transfer], amount: papers, tax: 'N1' },
    { key: 'agency', label: 'Agenzia pratiche', amount: agencyFee * cars.length, tax: taxRate },
  ];
  return rows.filter(({ amount }) => amount > 0);
}

/** Prices an offer by its sheet: each car in its regime, totals by regime, expenses, and what is wrong. */
export function priceB2b(draft: B2bDraft, sheet: B2bSheet): B2bPriced {
  const { taxRate } = sheet;
  const cars = draft.cars.map((line) => pricedCar(line, draft, sheet));
  const regimes = saleRegimeKeys.flatMap((regime) => {
    const own = cars.filter((car) => car.regime === regime);
    const of = (key: 'net' | 'vat' | 'price') => sum(own.map((car) => car[key]));
    const totals = { cars: own.length, net: of('net'), vat: of('vat'), total: of('price') };
    return own.length ? [{ regime, ...totals, tax: taxOf(regime, taxRate), mention: saleRegimes[regime].mention }] : [];
  });
  const expenses = expensesOf(draft, cars, taxRate);
  const agency = draft.agencyFee * cars.length;
  const carsTotal = sum(cars.map(({ price }) => price));
  const margin = marginsOf(cars, sheet, netOf(agency, taxRate));
  return {
    ...{ cars, regimes, expenses, carsTotal, margin },
    vat: sum(cars.map(({ vat }) => vat)) + vatOf(agency, taxRate),
    total: carsTotal + sum(expenses.map(({ amount }) => amount)),
    issues: issuesOf(draft, sheet, margin),
  };
}

/** Null where the sheet says of no car what it cost. */
function marginsOf(cars: readonly PricedCar[], sheet: B2bSheet, agency: number): B2bMargin | null {
  if (!sheet.cars.some(({ costed }) => costed)) return null;
  const own = cars.map((car) => {
    const held = sheet.cars.find(({ id }) => id === car.carId);
    return { carId: car.carId, amount: held ? leftOf(car, held, sheet.taxRate) : null };
  });
  const known = own.flatMap(({ amount }) => amount ?? []);
  return { cars: own, amount: known.length === own.length ? sum(known) + agency : null };
}
