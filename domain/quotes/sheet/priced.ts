import type { Offer } from '#domain/financials/offers.ts';
import type { Issue as RecordIssue } from '#domain/record/issue.ts';
import type { Values } from '#domain/record/fields.ts';
import type { quoteFields } from '../fields.ts';

/**
 * VAT rate of a row in percent, or why it has none: N1 paid on the customer's behalf (art. 15), N4 exempt (insurance,
 * credit), N5 margin scheme (rules.md §1). Null: not a price (trade-ins, deposits, sums).
 */
export type Tax = number | 'N1' | 'N4' | 'N5' | null;

/**
 * One line of the total column and of the printed quote. `no` is the row of rules.md §3; amounts in signed cents. A
 * `sum` is the total of all lines and discounts above it; an `info` does not count.
 */
export interface Row {
  no: number;
  key: string;
  label: string;
  amount: number;
  kind: 'line' | 'discount' | 'sum' | 'info';
  tax: Tax;
}

/** An error or a warning about a draft. */
export interface Issue extends RecordIssue {
  /** A remedy by one button: its words, and what it changes in the draft. */
  remedy?: { label: string; change: Partial<Values<typeof quoteFields>> };
}

/** One step of the dealer's margin (rules.md §11): net cents, and percent of the car's net price. */
export interface MarginStep {
  key: 'first' | 'second' | 'third';
  label: string;
  amount: number;
  percent: number;
  /** What this step adds to the previous one. */
  rows: { label: string; amount: number }[];
}

/** The waterfall; `amount` and `percent` are those of margine II, which lists show. */
export interface Margin {
  amount: number;
  percent: number;
  steps: MarginStep[];
}

/** A chosen policy with its premium, taxes included; cents. */
export interface PricedInsurance {
  tariffId: number;
  label: string;
  net: number;
  tax: number;
  gross: number;
}

export interface Priced {
  rows: Row[];
  /** Options that count: the chosen ones, and those that packs include (`included`), which cost nothing. */
  options: { id: number; name: string; code: string; kind: string; price: number; included: boolean }[];
  /** Rows 1–4 before discounts. */
  listTotal: number;
  /**
   * Sum of row 6, as a positive number. Also positive: `stateAid`, `tradeIn` (valuations less residual debts),
   * `deposit`, `financed`.
   */
  discounts: number;
  /** Row 9: the supply with VAT, its net part and its VAT. */
  supply: number;
  net: number;
  vat: number;
  ipt: number;
  registration: number;
  /** Row 12: the total before state aid. */
  total: number;
  stateAid: number;
  /** Row 12 less row 13: "chiavi in mano". */
  keysInHand: number;
  insurances: PricedInsurance[];
  tradeIn: number;
  deposit: number;
  financed: number;
  /** Row 16: the balance at delivery; negative only as an agreed refund. */
  balance: number;
  /** The cost of the chosen plan; null without one, or when it cannot be computed. */
  offer: Offer | null;
  /** The costs of the alternatives, in the draft's order. */
  alternatives: { offer: Offer | null; issues: Issue[] }[];
  /** Null without costs (privilege 33). */
  margin: Margin | null;
  /** Yearly road tax as a new car, cents; it is not part of the price (rules.md §5). */
  annual: { bollo: number; superbollo: number };
  issues: Issue[];
}

/** Everything that a customer owes by a quote: what is left, and what was paid in other ways; cents. */
export const totalOf = ({ balance, deposit, financed, tradeIn }: Priced): number =>
  balance + deposit + financed + tradeIn;
