/** What was agreed, as a quote, an offer or the builder gives it, and what a contract makes of it; cents. */
import type { CustomerType } from '../customers/terms.ts';
import type { CarKind } from '../stock/rules.ts';
import type { SaleChannel, SaleRegime } from '../stock/terms.ts';
import type { AgreedTradeIn } from './facts.ts';
import type { WaterfallStep } from './performance.ts';
import type { SaleFacts } from '../sale-lines.ts';
import type { ContractKind, correctedMargins, Objective, PaymentKind, PaymentMethod } from './terms.ts';

/** A car of the stock that is sold, with its price and VAT regime in this sale. */
export interface AgreedCar {
  kind: CarKind;
  id: number;
  price: number;
  regime: SaleRegime;
}

/** The result of pricing as statistics read it. */
export interface Figures {
  /** Everything that the customer owes: price on the road and policies paid with it. */
  total: number;
  keysInHand: number;
  listTotal: number;
  discount: number;
  deposit: number;
  financed: number;
  instalment: number | null;
  balance: number;
  /** VAT shown to the customer, and VAT that the margin scheme owes. */
  vat: number;
  marginVat: number;
  /** Null without costs. */
  marginFirst: number | null;
  marginSecond: number | null;
  marginThird: number | null;
}

export interface Agreed {
  kind: ContractKind;
  channel: SaleChannel;
  customer: { id: number; name: string; type: CustomerType } | null;
  vehicle: string;
  body: string | null;
  paint: string | null;
  makerId: number | null;
  modelId: number | null;
  versionId: number | null;
  /** Options of a new car that is ordered. */
  optionIds: readonly number[];
  /** The cars of the stock; none while a new car is to be ordered. */
  cars: readonly AgreedCar[];
  figures: Figures;
  tradeIns: readonly AgreedTradeIn[];
  objectives: readonly Objective[];
  insured: boolean;
  /** Policies sold beside the car. */
  insurances: number;
  /** The margins row by row; null without costs. */
  waterfall: readonly WaterfallStep[] | null;
  /** What is sold beside the car, row by row. */
  facts: SaleFacts;
  /** Whether the seller's own discount is within the cap or granted (rules.md §3, 4). */
  withinCap: boolean;
  /** What was decided, and sheet, result and texts as they were, in the form in which they are stored. */
  draft: object;
  snapshot: object;
}

export interface PlannedPayment {
  kind: PaymentKind;
  method: PaymentMethod;
  dueOn: string | null;
  amount: number;
  note: string;
}

/**
 * The first plan of payments: deposit, trade-ins and what is still owed on them, financing, balance. Its sum is the
 * total.
 *
 * @param dueOn the promised day of delivery
 */
export function planOf(
  { figures, tradeIns }: { figures: Pick<Figures, 'deposit' | 'financed' | 'balance'>; tradeIns: Agreed['tradeIns'] },
  today: string,
  dueOn: string | null,
): PlannedPayment[] {
  const row = (kind: PaymentKind, method: PaymentMethod, amount: number, day: string | null, note = '') =>
    amount === 0 ? [] : [{ kind, method, dueOn: day, amount, note }];
  const { deposit, financed, balance } = figures;
  return [
    ...row('deposit', 'transfer', deposit, today),
    ...tradeIns.flatMap(({ valuation, residualDebt, plate }) => [
      ...row('used_car', 'used_car', valuation, dueOn, plate),
      ...row('debt', 'transfer', -residualDebt, dueOn, plate),
    ]),
    ...row('financed', 'financial', financed, dueOn),
    ...row(balance < 0 ? 'refund' : 'balance', 'transfer', balance, dueOn),
  ];
}

type Named = Pick<AgreedTradeIn, 'plate' | 'description'>;
const alike = (one: string, other: string) =>
  one.replace(/\s/g, '').toUpperCase() === other.replace(/\s/g, '').toUpperCase();

/** Whether two trade-ins are the same car: by the plate, or by the description where neither has one. */
export const isSameTradeIn = (one: Named, other: Named): boolean =>
  one.plate || other.plate ? alike(one.plate, other.plate) : alike(one.description, other.description);

type Margins = Pick<Figures, 'marginFirst' | 'marginSecond' | 'marginThird'>;
interface Correction {
  margin: keyof typeof correctedMargins;
  amount: number;
}

/**
 * The margins with the back office's corrections, of which one of a margin changes it and those after it, and less what
 * cars taken in cost beyond what was agreed.
 */
export function corrected(
  { marginFirst, marginSecond, marginThird }: Margins,
  corrections: readonly Correction[],
  revaluation: number,
): Margins {
  const sum = (...of: Correction['margin'][]) =>
    corrections.filter(({ margin }) => of.includes(margin)).reduce((total, { amount }) => total + amount, 0);
  const plus = (margin: number | null, more: number) => (margin === null ? null : margin + more);
  return {
    marginFirst: plus(marginFirst, sum('first')),
    marginSecond: plus(marginSecond, sum('first', 'second')),
    marginThird: plus(marginThird, sum('first', 'second', 'third') - revaluation),
  };
}
