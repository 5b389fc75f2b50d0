/** The facts of a sale beside its car, one row each: what figures of incentives, financing, insurance and services count. */

/** Kinds of rows, with the words of figures. */
export const saleLineKinds = {
  incentive: 'Incentivo',
  plan: 'Finanziamento',
  policy: 'Polizza',
  service: 'Servizio',
  accessory: 'Accessorio',
  warranty: 'Garanzia',
} as const;
export type SaleLineKind = keyof typeof saleLineKinds;

/** A row; amounts in cents. */
export interface SaleLine {
  kind: SaleLineKind;
  /** Type of the incentive, plan, policy or service, or kind of the warranty; empty for an accessory. */
  type: string;
  /** Who pays the incentive, lends, insures, or sells the service: never a customer. */
  party: string;
  /** Its name in the company's lists, at the time of the sale; empty for what a seller typed. */
  name: string;
  /** Its id in the list of its kind; null for what a seller typed, and for a warranty that comes with the car. */
  itemId: number | null;
  /** The campaign of an incentive, and the company that runs it. */
  campaign: { companyId: number; id: number; name: string } | null;
  /** What the customer is given or pays, VAT and taxes included. */
  amount: number;
  /** The same without VAT and taxes. */
  net: number;
  /** Net: what the payer refunds and adds, or the commission of lender or insurer; null where nothing is earned so. */
  earned: number | null;
  /** Net cost of what is sold; null: unknown, or of a kind that has none. */
  cost: number | null;
  /** Duration of a plan, policy or warranty; null: none. */
  months: number | null;
}

/** What of a sale's total one VAT rate or nature covers; amounts in cents. */
export interface TaxPart {
  /** The rate in percent, a nature of the electronic invoice, or `aid`: what the state pays, outside VAT (rules.md §1). */
  tax: string;
  /** With VAT; below zero where it comes off. */
  gross: number;
  vat: number;
  /** VAT that the margin scheme owes on it and no document shows (rules.md §2). */
  marginVat: number;
}

/** What figures read of a sale beside the columns of its contract. */
export interface SaleFacts {
  lines: readonly SaleLine[];
  /** What the total is made of, the car's part first: together they are the total. */
  taxes: readonly TaxPart[];
  /** Net cents of everything the company supplies: no VAT, no tax or fee paid on the customer's behalf. */
  netRevenue: number;
  /** Whether the legal warranty of a used car was shortened (Codice del consumo, art. 133), if its buyer has one. */
  warrantyReduced: boolean;
}

/** What a row does not say. */
export const plainLine = { campaign: null, earned: null, cost: null, months: null } as const;
