/** The dealer's margin as a waterfall (rules.md §11); net cents throughout. */
import { costOf } from '#domain/agencies/costs.ts';
import type { Offer } from '#domain/financials/offers.ts';
import { commissionOf } from '#domain/insurances/premium.ts';
import { netOf, percentOf, round, sum } from '#domain/money.ts';
import type { Covered } from './cover.ts';
import type { Discount } from './discounts.ts';
import type { Lines } from './lines.ts';
import type { Margin, MarginStep } from './priced.ts';
import type { Incentive, PriceSheet, QuoteDraft, SaleItem } from '../schema.ts';
import { expenseTypeOf } from './transfer.ts';
import { usedMargin } from '#domain/stock/margin.ts';
import { inMargin } from './vat.ts';

type Part = MarginStep['rows'][number];

interface Sale {
  draft: QuoteDraft;
  sheet: PriceSheet;
  lines: Lines;
  /** Rows 1–4 and accessories after discounts, VAT-inclusive. */
  reduced: { listPart: number; accessoryPart: number; discounts: readonly Discount[] };
  counted: readonly Incentive[];
  offer: Offer | null;
  insurances: readonly Covered[];
  accessories: readonly SaleItem[];
  services: readonly SaleItem[];
  /** The agency's fee for the transfer of a used car, VAT included. */
  agency: number;
}

/** The rows of margine I that make the net price of the car. */
const priceRows = { net: 'Ricavo netto dell’auto', sale: 'Prezzo di vendita', vat: 'IVA sul margine' } as const;

/** The net price of the car, in percent of which margins are told, of a stored waterfall; 0: it is not known. */
export const netPriceOf = (steps: readonly { key: MarginStep['key']; rows: readonly Part[] }[]): number =>
  sum(
    steps
      .flatMap(({ key, rows }) => (key === 'first' ? rows : []))
      .filter(({ label }) => Object.values<string>(priceRows).includes(label))
      .map(({ amount }) => amount),
  );

const told = (rows: Part[]): Part[] => rows.filter(({ amount }) => amount !== 0);
const extras = ({ extras: all }: PriceSheet, margin: 2 | 3): Part[] =>
  all.filter((one) => one.margin === margin).map(({ label, amount }) => ({ label, amount }));

/** Net price less net cost of items sold beside the car; an item without a known cost counts as 0. */
const earned = (items: readonly SaleItem[], gross: number): number => {
  const full = sum(items.map(({ price }) => price)) || 1;
  return sum(
    items.map(({ price, taxRate, cost }) => (cost === null ? 0 : netOf(round((price * gross) / full), taxRate) - cost)),
  );
};

/** Refunds of discounts by payer, and the bonuses of incentives. */
function ofMaker({ sheet, reduced, counted }: Sale): Part[] {
  const { taxRate } = sheet.params;
  return [
    ...reduced.discounts
      .filter(({ basis }) => basis !== 'accessory')
      .map(({ label, amount, refundPercent }) => ({
        label: `Rimborso ${label}`,
        amount: percentOf(netOf(amount, taxRate), refundPercent),
      })),
    ...counted.map(({ name, bonus }) => ({ label: `Premio ${name}`, amount: bonus })),
    ...extras(sheet, 2),
  ];
}

/** What the agency asks for the deed of the car, and for each car that is scrapped. */
function agencyCost({ iptExemption, province, tradeIns }: QuoteDraft, { used, agencyCosts = [] }: PriceSheet): number {
  const operation = used ? expenseTypeOf(iptExemption) : 'registration';
  const scrapped = tradeIns.filter(({ type }) => type === 'scrapping').length;
  return costOf(agencyCosts, operation, province) + scrapped * costOf(agencyCosts, 'scrapping', province);
}

function ofRest({ draft, sheet, reduced, offer, insurances, accessories, services, agency }: Sale): Part[] {
  const plan = sheet.plans.find(({ id }) => id === draft.financing?.planId);
  const written = draft.tradeIns.map(({ standInValue, valuation }) => (standInValue ?? valuation) - valuation);
  return [
    { label: 'Provvigione finanziamento', amount: offer && plan ? percentOf(offer.amount, plan.commissionPercent) : 0 },
    { label: 'Provvigione assicurazioni', amount: sum(insurances.map((one) => commissionOf(one.tariff, one))) },
    { label: 'Servizi', amount: earned(services, sum(services.map(({ price }) => price))) },
    { label: 'Accessori', amount: earned(accessories, reduced.accessoryPart) },
    { label: 'Pratica di agenzia', amount: netOf(agency, sheet.params.taxRate) },
    { label: 'Costo dell’agenzia', amount: -agencyCost(draft, sheet) },
    { label: 'Usato oltre la quotazione', amount: sum(written) },
    ...extras(sheet, 3),
  ];
}

/**
 * The margin of the used car alone (rules.md §2). In the margin scheme costs count with their VAT, which cannot be
 * deducted, and VAT is due on the margin; with VAT on the whole price costs count without it.
 */
function ofUsed({ draft, sheet: { used, params }, reduced }: Sale): { net: number; rows: Part[] } {
  const { purchase, purchaseVat, expenses, expensesVat } = used!.cost!;
  const costs = (paid: number, spent: number): Part[] => [
    { label: 'Costo d’acquisto', amount: -paid },
    { label: 'Ripristino e spese', amount: -spent },
  ];
  const sale = reduced.listPart;
  if (!inMargin(draft, used)) {
    const net = netOf(sale, params.taxRate);
    return { net, rows: [{ label: priceRows.net, amount: net }, ...costs(purchase - purchaseVat, expenses - expensesVat)] }; // prettier-ignore
  }
  const { vat } = usedMargin(sale, purchase + expenses, params.taxRate);
  const rows = [{ label: priceRows.sale, amount: sale }, ...costs(purchase, expenses), { label: priceRows.vat, amount: -vat }]; // prettier-ignore
  return { net: sale - vat, rows };
}

function ofNew({ sheet, lines, reduced }: Sale): { net: number; rows: Part[] } {
  const rate = sheet.params.taxRate;
  const net = netOf(reduced.listPart, rate);
  const cost = percentOf(netOf(lines.listTotal, rate), sheet.costPercent!);
  return {
    net,
    rows: [
      { label: priceRows.net, amount: net },
      { label: 'Costo di fattura', amount: -cost },
    ],
  };
}

/**
 * Margine I: net price of rows 1–4 after discounts less the invoice cost; for a used car also less its own costs.
 * Margine II adds refunds and payments of the maker. Margine III adds financing, insurance, services, accessories and
 * the agency's fee, less the costs of trade-ins and of the time in stock. Null without costs.
 */
export function marginOf(sale: Sale): Margin | null {
  const { used, costPercent } = sale.sheet;
  if (used ? used.cost === null : costPercent === null) return null;
  const { net, rows: first } = used ? ofUsed(sale) : ofNew(sale);
  let running = 0;
  const step = (key: MarginStep['key'], label: string, rows: Part[]): MarginStep => {
    running += sum(rows.map(({ amount }) => amount));
    const percent = net === 0 ? 0 : round((running / net) * 10_000) / 100;
    return { key, label, amount: running, percent, rows: told(rows) };
  };
  const steps = [
    step('first', 'Margine I', first),
    step('second', 'Margine II', ofMaker(sale)),
    step('third', 'Margine III', ofRest(sale)),
  ];
  return { amount: steps[1]!.amount, percent: steps[1]!.percent, steps };
}
