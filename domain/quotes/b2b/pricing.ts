/** What a wholesale offer costs (domain.md §2.1, §2.2, §2.6): cents in, cents out, no clock. */
import { netOf, vatOf } from '#domain/money.ts';
import { marginOfSale } from '#domain/stock/margin.ts';
import { sum } from '../lines.ts';
import { issuesOf } from './issues.ts';
import { serviceLeft, servicesOf } from './services.ts';
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

const isRate = (tax: B2bTax): tax is number => typeof tax === 'number';
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

function expensesOf(draft: B2bDraft, cars: readonly PricedCar[], sheet: B2bSheet): B2bExpense[] {
  const { transfer, agencyFee } = draft;
  const papers = sum(cars.map((car) => car.transfer));
  const all = { cars: cars.length, printed: true };
  const rows: B2bExpense[] = [
    { key: 'transfer', label: transfers[transfer], amount: papers, tax: 'N1', ...all },
    { key: 'agency', label: 'Agenzia pratiche', amount: agencyFee * cars.length, tax: sheet.taxRate, ...all },
  ];
  const services = servicesOf(draft, sheet).map(({ service, cars: own, amount }): B2bExpense => {
    const { id, description, taxRate, taxNature, printed } = service;
    return {
      key: `service-${id}`,
      label: description,
      amount,
      tax: taxRate === 0 ? taxNature : taxRate,
      cars: own,
      printed,
    };
  });
  return [...rows.filter(({ amount }) => amount > 0), ...services];
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
  const expenses = expensesOf(draft, cars, sheet);
  const carsTotal = sum(cars.map(({ price }) => price));
  const agency = netOf(draft.agencyFee * cars.length, taxRate);
  const margin = marginsOf(cars, sheet, [agency, ...servicesOf(draft, sheet).map(serviceLeft)]);
  return {
    cars,
    regimes,
    expenses,
    carsTotal,
    margin,
    vat:
      sum(cars.map(({ vat }) => vat)) + sum(expenses.map(({ amount, tax }) => (isRate(tax) ? vatOf(amount, tax) : 0))),
    total: carsTotal + sum(expenses.map(({ amount }) => amount)),
    issues: issuesOf(draft, sheet, margin),
  };
}

/** Null where the sheet says of no car what it cost. */
function marginsOf(cars: readonly PricedCar[], sheet: B2bSheet, beside: (number | null)[]): B2bMargin | null {
  if (!sheet.cars.some(({ costed }) => costed)) return null;
  const own = cars.map((car) => {
    const held = sheet.cars.find(({ id }) => id === car.carId);
    return { carId: car.carId, amount: held ? leftOf(car, held, sheet.taxRate) : null };
  });
  const all = [...own.map(({ amount }) => amount), ...beside];
  const known = all.flatMap((amount) => amount ?? []);
  return { cars: own, amount: known.length === all.length ? sum(known) : null };
}
