/** The dealer's margin as a waterfall (domain.md §2.15); net cents throughout. */
import { commissionOf } from '../insurances/premium.ts';
import { netOf, percentOf, round } from '../money.ts';
import type { Covered } from './cover.ts';
import type { Discount } from './discounts.ts';
import { sum, type Lines } from './lines.ts';
import type { Margin, MarginStep, Offer } from './priced.ts';
import type { Incentive, PriceSheet, QuoteDraft, SaleItem } from './schema.ts';

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
}

const told = (rows: Part[]): Part[] => rows.filter(({ amount }) => amount !== 0);
const extras = ({ extras: all }: PriceSheet, margin: 2 | 3): Part[] =>
  all.filter((one) => one.margin === margin).map(({ label, amount }) => ({ label, amount }));

/** Net price less net cost of what is sold beside the car; what has no cost on record earns nothing that is known. */
const earned = (items: readonly SaleItem[], gross: number): number => {
  const full = sum(items.map(({ price }) => price)) || 1;
  return sum(
    items.map(({ price, taxRate, cost }) => (cost === null ? 0 : netOf(round((price * gross) / full), taxRate) - cost)),
  );
};

/** Refunds of discounts by who pays them, and the bonuses that incentives bring. */
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

function ofRest({ draft, sheet, reduced, offer, insurances, accessories, services }: Sale): Part[] {
  const plan = sheet.plans.find(({ id }) => id === draft.financing?.planId);
  const written = draft.tradeIns.map(({ standInValue, valuation }) => (standInValue ?? valuation) - valuation);
  return [
    { label: 'Provvigione finanziamento', amount: offer && plan ? percentOf(offer.amount, plan.commissionPercent) : 0 },
    { label: 'Provvigione assicurazioni', amount: sum(insurances.map((one) => commissionOf(one.tariff, one))) },
    { label: 'Servizi', amount: earned(services, sum(services.map(({ price }) => price))) },
    { label: 'Accessori', amount: earned(accessories, reduced.accessoryPart) },
    { label: 'Usato oltre il valore di ritiro', amount: sum(written) },
    ...extras(sheet, 3),
  ];
}

/**
 * Margine I: net price of rows 1–4 after discounts less the invoice cost. II: with what the maker refunds and pays. III: with
 * financing, insurance, services and accessories, less what the trade-in costs and the car cost in stock. Null without costs.
 */
export function marginOf(sale: Sale): Margin | null {
  const { sheet, lines, reduced } = sale;
  if (sheet.costPercent === null) return null;
  const rate = sheet.params.taxRate;
  const net = netOf(reduced.listPart, rate);
  const first: Part[] = [
    { label: 'Ricavo netto dell’auto', amount: net },
    { label: 'Costo di fattura', amount: -percentOf(netOf(lines.listTotal, rate), sheet.costPercent) },
  ];
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
