/**
 * Prices and checks of a wholesale offer (rules.md §1, §2, §6); all amounts in cents, independent of the clock.
 */
import { countryWords, inUnion } from '#domain/countries.ts';
import { compactCode, isEuVatNumber } from '#domain/customers/foreign-codes.ts';
import { money } from '#domain/italian.ts';
import { netOf, vatOf, sum } from '#domain/money.ts';
import { marginOfSale } from '#domain/stock/margin.ts';
import { saleRegimeKeys, saleRegimes, type SaleRegime } from '#domain/stock/terms.ts';
import { serviceClashes } from '../sheet/exclusive.ts';
import { MOST_VALUATION } from '../sheet/plausible.ts';
import type { B2bDraft, B2bLine } from './fields.ts';
import { outgrownB2b, pastLines, serviceLeft, servicesOf } from './lines.ts';
import type { B2bCar, B2bExpense, B2bIssue, B2bMargin, B2bPriced, B2bSheet, B2bTax, PricedCar } from './schema.ts';
import { transfers } from '../terms.ts';

const isRate = (tax: B2bTax): tax is number => typeof tax === 'number';
const taxOf = (regime: SaleRegime, taxRate: number): B2bTax => saleRegimes[regime].nature ?? taxRate;
function pricedCar({ carId, price, regime }: B2bLine, draft: B2bDraft, { cars, taxRate, transferCosts }: B2bSheet) {
  const car = cars.find(({ id }) => id === carId);
  const { name = 'Auto non più in stock', plate = '', km = null, registeredOn = null } = car ?? {};
  const net = regime === 'vat' ? netOf(price, taxRate) : price;
  const { transfer } = draft;
  const deed = transfer === 'none' ? 0 : (car?.ownTransfer[transfer] ?? transferCosts[transfer]);
  const amounts = { price, net, vat: price - net, tax: taxOf(regime, taxRate), transfer: deed };
  return { carId, name, plate, km, registeredOn, regime, ...amounts } satisfies PricedCar;
}

/**
 * Net margin of a sale in cents, by the rules of the stock; a price without VAT is already the net price. Null if the
 * costs are unknown.
 */
function leftOf({ price, regime }: PricedCar, { costed }: B2bCar, taxRate: number): number | null {
  if (!costed) return null;
  return marginOfSale(costed, price, regime, taxRate)?.net ?? null;
}

function expensesOf(draft: B2bDraft, cars: readonly PricedCar[], sheet: B2bSheet): B2bExpense[] {
  const { transfer, agencyFee } = draft;
  const deeds = sum(cars.map((car) => car.transfer));
  const all = { cars: cars.length, printed: true };
  const rows: B2bExpense[] = [
    { key: 'transfer', label: transfers[transfer], amount: deeds, tax: 'N1', ...all },
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

/** Prices an offer by its sheet: each car in its regime, totals by regime, expenses, errors and warnings. */
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

/** Null when the sheet contains no car's costs. */
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

type Said = Omit<B2bIssue, 'path'>;
const error = (message: string): Said => ({ level: 'error', message });
const warning = (message: string): Said => ({ level: 'warning', message });

const unsettled = {
  asked: 'in attesa di autorizzazione, si emette quando è autorizzato',
  refused: 'prezzo rifiutato: alzarlo o chiedere di nuovo con un altro motivo',
};

/**
 * Prices beyond the caller's limits, by the position of the car. A caller who validates contracts may give them and
 * only gets a warning; others need an approval that covers all of them.
 */
function pastSaid(draft: B2bDraft, sheet: B2bSheet): ReadonlyMap<number, Said> {
  const past = pastLines(draft, sheet);
  const { approval, mayExceed } = sheet;
  const holds = approval !== null && outgrownB2b(approval, past, draft.customer?.id ?? null) === null;
  const said = (why: string): Said[] => {
    if (mayExceed) return [warning(why)];
    if (holds && approval.state === 'granted') return [];
    if (holds && (approval.state === 'asked' || approval.state === 'refused'))
      return [error(unsettled[approval.state])];
    return [error(`${why}: alzare il prezzo o chiedere l’autorizzazione`)];
  };
  return new Map(past.flatMap(({ index, why }) => said(why).map((one) => [index, one] as const)));
}

function priceSaid(line: B2bLine, past: Said | undefined, left: number | null): Said[] {
  if (line.price === 0) return [error('inserire il prezzo')];
  if (line.price > MOST_VALUATION) return [error(`prezzo non plausibile, al massimo ${money(MOST_VALUATION)}`)];
  return [
    ...(past ? [past] : []),
    ...(left !== null && left < 0 ? [{ ...warning(`in perdita di ${money(-left)}`), ofMargin: true as const }] : []),
  ];
}

function regimeSaid({ regime }: B2bLine, car: B2bCar): Said[] {
  if (regime === 'margin' && car.regime === 'vat')
    return [error('nello stock è con IVA esposta, il regime del margine non si applica')];
  return regime === 'vat' && car.regime === 'margin'
    ? [warning('acquistata a margine, l’IVA è dovuta sull’intero prezzo')]
    : [];
}

function carIssues(draft: B2bDraft, sheet: B2bSheet, margin: B2bMargin | null): B2bIssue[] {
  const { cars } = draft;
  const past = pastSaid(draft, sheet);
  return cars.flatMap((line, i) => {
    const car = sheet.cars.find(({ id }) => id === line.carId);
    const at = (field: keyof B2bLine, said: Said[]) =>
      said.map(({ message, ...one }): B2bIssue => {
        const name = car ? car.plate || car.name : 'L’auto';
        // A warning belongs to the section, not as an error to its field.
        const path = one.level === 'error' ? `cars.${i}.${field}` : `cars.${i}`;
        return { ...one, path, message: `${name}: ${message}` };
      });
    if (!car) return at('carId', [error('non è più in stock, toglierla dall’offerta')]);
    const isDouble = cars.findIndex(({ carId }) => carId === line.carId) < i;
    return [
      ...at('carId', [
        ...(isDouble ? [error('è già nell’offerta')] : []),
        ...(car.barred ? [error(`${car.barred}, toglierla dall’offerta`)] : []),
        ...(car.held ? [warning(car.held)] : []),
      ]),
      ...at('price', priceSaid(line, past.get(i), margin?.cars[i]?.amount ?? null)),
      ...at('regime', regimeSaid(line, car)),
    ];
  });
}

/** Chosen services that do not apply, or exclude each other. */
function serviceIssues(draft: B2bDraft, sheet: B2bSheet): B2bIssue[] {
  const { serviceIds, cars } = draft;
  const sold = servicesOf(draft, sheet);
  const known = sheet.services.filter(({ id }) => serviceIds.includes(id));
  const idle = cars.length === 0 ? [] : known.filter(({ id }) => !sold.some(({ service }) => service.id === id));
  const said = [
    ...(known.length < new Set(serviceIds).size ? ['Un servizio scelto non si vende più e non è contato'] : []),
    ...idle.map(({ description }) => `${description}: non si vende per queste auto`),
  ];
  return [
    ...said.map((message) => ({ ...warning(message), path: 'serviceIds' })),
    ...serviceClashes(known).map(({ why }) => ({ ...error(why), path: 'serviceIds' })),
  ];
}

/** Errors and warnings of an offer, car by car in the order of the offer. */
function issuesOf(draft: B2bDraft, sheet: B2bSheet, margin: B2bMargin | null): B2bIssue[] {
  const { customer, cars, transfer, euVatNumber } = draft;
  const has = (...regimes: SaleRegime[]) => cars.some(({ regime }) => regimes.includes(regime));
  const put = (wrong: boolean, path: string, message: string): B2bIssue[] =>
    wrong ? [{ ...error(message), path }] : [];
  return [
    ...put(
      customer?.type === 'private',
      'customer',
      'Un’offerta B2B è per chi ha la partita IVA: il cliente è un privato',
    ),
    ...put(
      has('intra_eu') && !isEuVatNumber(compactCode(euVatNumber)),
      'euVatNumber',
      'Per una cessione UE inserire la partita IVA di un altro Stato, per esempio DE123456789',
    ),
    ...put(
      customer !== null && has('export') && inUnion(customer.country),
      'customer',
      `Si esporta fuori dall’Unione europea: il paese del cliente è ${countryWords[customer?.country ?? 'IT']}: cambiarlo nella sua scheda, o cambiare il regime dell’auto`,
    ),
    ...carIssues(draft, sheet, margin),
    ...serviceIssues(draft, sheet),
    ...put(
      has('intra_eu', 'export') && transfer === 'b2b',
      'transfer',
      'Un’auto che lascia l’Italia si radia per esportazione: la minivoltura è per operatori italiani',
    ),
  ];
}
