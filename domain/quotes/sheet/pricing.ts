import type { Offer } from '#domain/financials/offers.ts';
import { number, percent } from '#domain/italian.ts';
import { inMoneyRange, netOf, sum } from '#domain/money.ts';
import { alternativeIssues, balanceIssues } from './balance.ts';
import { covered } from './cover.ts';
import { countedIncentives } from './cumulable.ts';
import { exclusiveIssues } from './exclusive.ts';
import { reduce, stateAid } from './discounts.ts';
import { amountOf, basisOf, financed as financedBy } from './financing.ts';
import { ipt, isVan } from './ipt.ts';
import { chosenOf, linesFrom, priceOf, type Lines } from './lines.ts';
import { marginOf } from './margin.ts';
import { resolveOptions } from './options.ts';
import { implausible } from './plausible.ts';
import type { Issue, Priced, Row, Tax } from './priced.ts';
import { roadTax } from './road-tax.ts';
import type { Incentive, PriceSheet, QuoteDraft } from '../schema.ts';
import { iptExemptions } from '../terms.ts';
import { expenseTypeOf, expenseTypes, transferOf } from './transfer.ts';
import { plateIssue } from '#domain/plates.ts';
import { availability } from './used.ts';
import { byRate, inMargin, reducedBy, reducedVatIssues } from './vat.ts';

const rangeMessage = 'Importo fuori dai limiti ammessi (±21.474.836 €)';

/** The amounts that a person typed, with their paths in the draft. */
const typedAmounts = (draft: QuoteDraft): [string, number][] => [
  ['deposit', draft.deposit],
  ...(draft.financing ? [['financing.amount', draft.financing.amount ?? 0] as [string, number]] : []),
  ...draft.tradeIns.flatMap((car, i): [string, number][] => [
    [`tradeIns.${i}.valuation`, car.valuation],
    [`tradeIns.${i}.residualDebt`, car.residualDebt],
  ]),
  ...draft.customDiscounts.map(({ amount }, i): [string, number] => [`customDiscounts.${i}`, amount ?? 0]),
];

/** The rows of a quote in their order. */
function openColumn() {
  const rows: Row[] = [];
  let total = 0;
  /** Adds a row; a row of 0 is added only if it is a sum. */
  const put = (no: number, key: string, label: string, amount: number, tax: Tax, kind: Row['kind'] = 'line') => {
    if (kind === 'line' || kind === 'discount') total += amount;
    if (kind === 'sum' || amount !== 0) rows.push({ no, key, label, amount, kind, tax });
  };
  return {
    rows,
    put,
    /** Cents of all lines and discounts so far. */
    total: () => total,
  };
}
type Column = ReturnType<typeof openColumn>;

/** Everything sold beside the car, with warnings for items that are no longer sold. */
function besides(draft: QuoteDraft, sheet: PriceSheet, issues: Issue[]) {
  const gone = (path: 'accessoryIds' | 'serviceIds' | 'makerServiceIds', found: number, message: string) => {
    if (found < new Set(draft[path]).size) issues.push({ level: 'warning', path, message });
  };
  const accessories = chosenOf(draft.accessoryIds, sheet.accessories);
  const services = chosenOf(draft.serviceIds, sheet.services);
  const makerServices = chosenOf(draft.makerServiceIds, sheet.makerServices);
  gone('accessoryIds', accessories.length, 'Un accessorio scelto non è più a listino e non è contato');
  gone('serviceIds', services.length, 'Un servizio scelto non è più a listino e non è contato');
  gone('makerServiceIds', makerServices.length, 'Un servizio della Casa non è più a listino e non è contato');
  return { accessories, services, makerServices, sold: [...services, ...makerServices] };
}

/** Rows 10 and 11, paid on the customer's behalf. */
function registered(draft: QuoteDraft, { provinces, version, params, used }: PriceSheet, issues: Issue[]) {
  const province = provinces.find(({ code }) => code === draft.province);
  const message = 'Scegliere la provincia: serve per l’IPT';
  if (!province) issues.push({ level: 'error', path: 'province', message });
  const by = isVan(version) ? `portata ${number(version.payload! / 100)} q` : `${version.kw} kW`;
  const iptLabel = `IPT ${province?.name ?? ''}, ${by}`;
  if (used) {
    const type = expenseTypeOf(draft.iptExemption);
    const deed = transferOf(type, version, province, params, draft.iptExemption);
    // If the car has its own amount, what is left after the payments on the customer's behalf is the dealer's fee, with
    // VAT.
    const agency = used.expense === null ? params.agencyFee : Math.max(0, used.expense - deed.total);
    const fees = deed.total - deed.ipt;
    return { ipt: deed.ipt, iptLabel, label: `${expenseTypes[type]}, diritti e bolli`, registration: fees, agency };
  }
  return {
    ipt: province ? ipt(version, province, params, draft.iptExemption) : 0,
    iptLabel,
    label: 'Bolli, emolumenti e targhe',
    registration: sum(params.registration.map(({ amount }) => amount)),
    agency: 0,
  };
}

/** Errors when the draft has no car with a price, or one that may not be sold. */
function carIssues(
  { versionId, stockId, newCarId, customer }: QuoteDraft,
  { version, used, stock }: PriceSheet,
): Issue[] {
  const path = used ? 'stockId' : 'versionId';
  const error = (message: string): Issue => ({ level: 'error', path, message });
  const others = stockId !== (used?.stockId ?? null) || newCarId !== (stock?.carId ?? null);
  const other = versionId !== version.id || others;
  const unpriced = used ? 'L’auto non ha un prezzo di vendita: indicarlo nello stock' : 'La versione non ha un prezzo di listino in vigore'; // prettier-ignore
  return [
    ...(other ? [error(`Il listino è di un’altra ${used ? 'auto' : 'versione'}: ricaricare la pagina`)] : []),
    ...(version.listPrice > 0 ? [] : [error(unpriced)]),
    ...(used && version.kw === 0 ? [error('L’auto non ha i kW, che servono per l’IPT: indicarli nello stock')] : []),
    ...(used ? availability(used, customer?.id ?? null) : []),
    ...(stock ? availability(stock, customer?.id ?? null, 'newCarId') : []),
  ];
}

/** The quote being priced, with its rows and issues so far. */
interface Pricing {
  draft: QuoteDraft;
  sheet: PriceSheet;
  column: Column;
  issues: Issue[];
  lines: Lines;
  beside: ReturnType<typeof besides>;
  /** VAT rate of items sold with the car, in percent. */
  rate: number;
  /** VAT of the car and of the discounts that reduce its price. */
  carTax: Tax;
}
type Register = ReturnType<typeof registered>;

/** Rows 1 to 5: the car and the items sold with it, before any discount. */
function putGoods({ sheet: { params, used }, column: { put }, lines, beside, rate, carTax }: Pricing): void {
  const { accessories, services, makerServices } = beside;
  put(1, 'list', used ? 'Prezzo dell’auto' : 'Listino', lines.list, carTax);
  put(2, 'optional', 'Optional', lines.optional, rate);
  put(3, 'pack', 'Pacchetti', lines.pack, rate);
  put(4, 'paint', 'Colore e interni', lines.paint, rate);
  put(5, 'accessory', 'Accessori', lines.accessory, rateOf(accessories, params.taxRate));
  put(5, 'service', 'Servizi', priceOf(services), rateOf(services, params.taxRate));
  put(5, 'makerService', 'Servizi della Casa', priceOf(makerServices), rateOf(makerServices, params.taxRate));
}

/** Rows 6 to 9: the discounts, the costs of every car, and the supply with its VAT. */
function putSupply(
  { draft, sheet: { params }, column, beside, rate, carTax }: Pricing,
  reduced: ReturnType<typeof reduce>,
  agency: number,
) {
  const { put } = column;
  const { accessories, sold } = beside;
  for (const { key, label, amount } of reduced.discounts)
    put(6, key, label, -amount, carTax, amount > 0 ? 'discount' : 'line');
  put(7, 'road', 'Messa su strada', params.roadCost, rate);
  put(8, 'tyres', 'Contributo PFU', params.tyreFee, rate);
  put(8, 'agency', 'Pratica di agenzia', agency, params.taxRate);
  const apart = reduced.accessoryPart + priceOf(sold) + agency;
  const taxed = column.total() - apart;
  const less = draft.reducedVat && carTax !== 'N5' ? reducedBy(taxed, params.taxRate, params.reducedTaxRate) : 0;
  put(8, 'reducedVat', `IVA al ${percent(rate)} (L. 104/92)`, -less, rate, 'discount');

  const supply = column.total();
  const main = { main: supply - apart, rate: carTax === 'N5' ? null : rate, accessoryPart: reduced.accessoryPart };
  const rates = byRate(main, accessories, [...sold, { price: agency, taxRate: params.taxRate }]);
  const net = sum([...rates].map(([own, gross]) => netOf(gross, own)));
  const untaxed = carTax === 'N5' ? supply - apart : 0;
  put(9, 'supply', 'Totale fornitura', supply, null, 'sum');
  put(9, 'margin', 'di cui in regime del margine, IVA non esposta', untaxed, 'N5', 'info');
  put(9, 'net', 'di cui imponibile', net, null, 'info');
  for (const [own, gross] of rates)
    put(9, `vat-${own}`, `di cui IVA ${percent(own)}`, gross - netOf(gross, own), own, 'info');
  return { supply, net: net + untaxed, vat: supply - untaxed - net, rates, untaxed };
}

/** Rows 10 to 13: payments on the customer's behalf, and state aid. */
function putKeysInHand(
  { draft, column, lines }: Pricing,
  { ipt: tax, iptLabel, label: ofDeed, registration }: Register,
  counted: readonly Incentive[],
) {
  const { put, rows } = column;
  put(10, 'ipt', iptLabel, tax, 'N1');
  if (draft.iptExemption !== 'none')
    rows.push({ no: 10, key: 'exempt', label: `IPT esente: ${iptExemptions[draft.iptExemption]}`, amount: 0, kind: 'info', tax: 'N1' }); // prettier-ignore
  put(11, 'registration', ofDeed, registration, 'N1');
  const total = column.total();
  const aids = stateAid(counted, draft, lines, total).filter((aid) => aid.amount > 0);
  if (aids.length > 0) put(12, 'total', 'Totale prima dei contributi statali', total, null, 'sum');
  for (const { key, label, amount } of aids) put(13, key, label, -amount, null, 'discount');
  const keysInHand = column.total();
  put(aids.length > 0 ? 13 : 12, 'keysInHand', 'Chiavi in mano', keysInHand, null, 'sum');
  return { total, keysInHand };
}

/** Row 14: the policies, the chosen plan and its alternatives. */
function putFinancing(
  { draft, sheet, column: { put }, issues, lines }: Pricing,
  { keysInHand, tradeIn }: Pick<Priced, 'keysInHand' | 'tradeIn'>,
) {
  const before = keysInHand - draft.deposit - tradeIn;
  const cover = covered(draft, sheet, lines.listTotal, (premiums) => {
    const known = sheet.plans.some(({ id }) => id === draft.financing?.planId);
    return known ? amountOf(draft.financing, before + premiums) : 0;
  });
  const premiums = (inPlan: boolean) =>
    sum(cover.insurances.filter((one) => one.inPlan === inPlan).map(({ gross }) => gross));
  cover.insurances.forEach(({ tariffId, label, gross }, i) =>
    put(14, `insurance-${tariffId}-${i}`, label, gross, 'N4'),
  );
  issues.push(...cover.issues);
  const basis = basisOf({ listTotal: lines.listTotal, keysInHand, deposit: draft.deposit, tradeIn });
  const open = { basis, left: before + premiums(true) };
  const chosen = draft.financing && financedBy(draft.financing, 'financing', sheet, open);
  const offer = chosen?.offer ?? null;
  const alternatives = draft.alternatives.map((choice, i) => financedBy(choice, `alternatives.${i}`, sheet, open));
  issues.push(...(chosen?.issues ?? []), ...alternatives.flatMap((one) => one.issues));
  put(14, 'protection', 'Protezione del credito, nel finanziamento', offer?.protection ?? 0, 'N4', 'info');
  const left = before + draft.deposit + premiums(true) + premiums(false);
  return { insurances: cover.insurances, offer, financed: chosen?.amount ?? 0, alternatives, left };
}

/** Row 15: the trade-ins, each with its valuation and residual debt. */
function putTradeIns({ draft, sheet, column: { put }, issues }: Pricing): void {
  const { quotationRequired } = sheet.params;
  const add = (level: Issue['level'], path: string, message: string) => issues.push({ level, path, message });
  draft.tradeIns.forEach((car, i) => {
    const name = car.plate || car.description;
    const kind = car.type === 'scrapping' ? 'Rottamazione' : 'Permuta';
    put(15, `tradeIn-${i}`, `${kind} ${name}`.trim(), -car.valuation, null);
    put(15, `debt-${i}`, 'Residuo da estinguere', car.residualDebt, null);
    const plate = plateIssue(car.plate);
    if (plate) add('warning', `tradeIns.${i}.plate`, plate);
    if (car.valuation > 0 && car.standInValue === null && (quotationRequired || sheet.discountCap !== null))
      add(
        quotationRequired ? 'error' : 'warning',
        `tradeIns.${i}.standInValue`,
        'Inserire la quotazione dell’usato: senza, la valutazione conta come sconto',
      );
    if (car.residualDebt > car.valuation)
      add('warning', `tradeIns.${i}.residualDebt`, 'Il residuo da estinguere supera la valutazione');
  });
}

/** Row 16: the deposit and the balance at delivery, in cents. */
function putBalance({ draft, column }: Pricing, financed: number): number {
  const { put } = column;
  put(16, 'deposit', 'Anticipo', -draft.deposit, null);
  put(16, 'financed', 'Importo finanziato', -financed, null);
  const balance = column.total();
  const refunded = balance < 0 && draft.refund && draft.deposit === 0 && financed === 0;
  put(16, 'balance', refunded ? 'Rimborso al cliente' : 'Saldo alla consegna', balance, null, 'sum');
  return balance;
}

/** Errors for amounts, typed or computed, that exceed the range of money columns. */
function rangeIssues(draft: QuoteDraft, rows: readonly Row[], offer: Offer | null): Issue[] {
  const amounts: [string, number][] = [
    ...typedAmounts(draft),
    ...rows.map(({ key, amount }): [string, number] => [key, amount]),
  ];
  if (offer) amounts.push(['financing.amount', (offer.withProtection ?? offer).totalDue]);
  return amounts
    .filter(([, amount]) => !inMoneyRange(amount))
    .map(([path]) => ({ level: 'error', path, message: rangeMessage }));
}

interface ByRate {
  priced: Priced;
  rates: ReadonlyMap<number, number>;
  untaxed: number;
}

/**
 * Prices the whole quote from the seller's decisions and the sheet of the day: the 16 rows of rules.md §3 with sums,
 * VAT, margins, costs of the financings, errors and warnings. The same input always gives the same result. It never
 * throws on odd drafts: what the sheet does not know is left out with a warning.
 */
export const price = (draft: QuoteDraft, sheet: PriceSheet): Priced => priceByRate(draft, sheet).priced;

/** The same, with what of the supply each VAT rate taxes and what none does, in cents with VAT. */
export function priceByRate(draft: QuoteDraft, sheet: PriceSheet): ByRate {
  const { params, version, used } = sheet;
  const { options, issues } = resolveOptions(draft.optionIds, sheet);
  const column = openColumn();
  const beside = besides(draft, sheet, issues);
  const lines = linesFrom(options, beside.accessories, sheet);
  const rate = draft.reducedVat ? params.reducedTaxRate : params.taxRate;
  const carTax = inMargin(draft, used) ? 'N5' : rate;
  const pricing: Pricing = { draft, sheet, column, issues, lines, beside, rate, carTax };
  issues.push(...carIssues(draft, sheet), ...reducedVatIssues(draft, sheet));
  putGoods(pricing);

  const register = registered(draft, sheet, issues);
  const due =
    column.total() + params.roadCost + params.tyreFee + register.agency + register.ipt + register.registration;
  const { counted, issues: incentiveIssues } = countedIncentives(draft, sheet, lines, due);
  const reduced = reduce(counted, draft, lines);
  issues.push(...incentiveIssues, ...reduced.issues);
  const { supply, net, vat, rates, untaxed } = putSupply(pricing, reduced, register.agency);
  const { total, keysInHand } = putKeysInHand(pricing, register, counted);

  const tradeIn = sum(draft.tradeIns.map((car) => car.valuation - car.residualDebt));
  const { insurances, offer, financed, alternatives, left } = putFinancing(pricing, { keysInHand, tradeIn });
  putTradeIns(pricing);
  issues.push(...implausible(draft, params.day), ...exclusiveIssues(draft, sheet));
  const balance = putBalance(pricing, financed);
  issues.push(...balanceIssues(draft, { left, deposit: draft.deposit, financed, balance }));
  issues.push(...alternativeIssues(draft, left - draft.deposit), ...rangeIssues(draft, column.rows, offer));
  const { accessories, sold: services } = beside;
  const { agency } = register;
  const priced: Priced = {
    rows: column.rows,
    options,
    listTotal: lines.listTotal,
    discounts: sum(reduced.discounts.map((discount) => discount.amount)),
    supply,
    net,
    vat,
    ipt: register.ipt,
    registration: register.registration,
    total,
    stateAid: total - keysInHand,
    keysInHand,
    insurances: insurances.map(({ tariffId, label, net: own, tax, gross }) => ({ tariffId, label, net: own, tax, gross })), // prettier-ignore
    tradeIn,
    deposit: draft.deposit,
    financed,
    balance,
    offer,
    alternatives: alternatives.map(({ offer: one, issues: why }) => ({ offer: one, issues: why })),
    margin: marginOf({ draft, sheet, lines, reduced, counted, offer, insurances, accessories, services, agency }),
    annual: roadTax(version, params.roadTax, used?.registeredOn ?? null, params.day),
    issues,
  };
  return { priced, rates, untaxed };
}

/**
 * The VAT of a row of several items: their rate if all have the same, else the ordinary one; at rate 0 the reason for
 * it.
 */
function rateOf(items: readonly { taxRate: number; taxNature?: 'N1' | 'N4' }[], ordinary: number): Row['tax'] {
  const rates = new Set(items.map(({ taxRate, taxNature = 'N4' }) => (taxRate === 0 ? taxNature : taxRate)));
  return rates.size === 1 ? [...rates][0]! : ordinary;
}
