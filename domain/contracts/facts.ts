/** What is known of a contract when its moves are decided; cents. */
import type { CustomerType } from '../customers/terms.ts';
import type { Values } from '../record/fields.ts';
import type { SaleChannel } from '../stock/terms.ts';
import type { contractFields } from './fields.ts';
import type { ContractSettings } from './setting-fields.ts';
import type { ContractKind, ContractOrigin, ContractState } from './terms.ts';

/** A trade-in as it was agreed. */
export interface AgreedTradeIn {
  type: 'barter' | 'scrapping';
  plate: string;
  description: string;
  km: number | null;
  valuation: number;
  residualDebt: number;
  /** The first registration, where the quote knew it; absent in what was agreed before it was kept. */
  registeredOn?: string | null;
}

/** A car of the stock that the contract sells, as the stock has it now. */
export interface SoldCar {
  kind: 'new' | 'used';
  id: number;
  code: string;
  vin: string;
  plate: string;
  registeredOn: string | null;
}

export interface ContractFacts extends Values<typeof contractFields> {
  state: ContractState;
  canceledAt: string | null;
  origin: ContractOrigin;
  kind: ContractKind;
  channel: SaleChannel;
  sellerId: number;
  /** Who sold it, alone or as the second one, and gave it away. */
  formerSellers: readonly number[];
  madeBy: number;
  /** Who validated commercially; null: nobody, or it was skipped. */
  commercialBy: number | null;
  customerType: CustomerType | null;
  /** Why the customer's own data do not suffice for a contract, as sentences. */
  customerLacks: readonly string[];
  /** Everything that the customer owes; what of it the lender pays; the cars that are taken in. */
  total: number;
  financed: number;
  agreedTradeIns: readonly AgreedTradeIn[];
  /** Whether who validates has looked at these cars again. */
  tradeInChecked: boolean;
  /** Margin II with its corrections; null: unknown costs. */
  marginSecond: number | null;
  /** Whether the seller's own discount is within the cap or granted. */
  withinCap: boolean;
  insured: boolean;
  cars: readonly SoldCar[];
  signedOn: string | null;
  /** Whether a paper that its parties signed waits for who checks it. */
  scanWaits: boolean;
  /** Whether a car taken in was valued anew after the approval, which an addendum that both sign makes binding. */
  addendumDue: boolean;
  /** Whether such an addendum, signed on paper, waits for who checks it. */
  addendumWaits: boolean;
  /** What each car taken in was worth when the contract was validated; null: nobody has, or as it stands. */
  validatedValues: readonly number[] | null;
  /** When a consumer's withdrawal counts; nothing goes on from then. */
  withdrawnAt: string | null;
  /** Where each objective comes from. */
  objectiveSources: Readonly<Partial<Record<string, 'auto' | 'hand'>>>;
  /** What was received less what was given back and is owed on cars that came; invoices less credit notes. */
  received: number;
  invoiced: number;
  /** What is still owed to the lenders of cars taken in that came. */
  owedOnCars: number;
  /** Of acconti received, what no invoice covers (DPR 633/1972, art. 6). */
  unbilledAdvances: number;
  /** Whether somebody who neither sells nor made the contract may validate it. */
  others: Readonly<Record<'commercial' | 'backOffice', boolean>>;
  settings: ContractSettings;
}

/** Whether the sale goes on: nobody has cancelled it, and its customer has not withdrawn. */
export const goesOn = ({ canceledAt, withdrawnAt }: Pick<ContractFacts, 'canceledAt' | 'withdrawnAt'>): boolean =>
  canceledAt === null && withdrawnAt === null;

/** Whether the sale goes on and has a step ahead. */
export const isOpen = (facts: Pick<ContractFacts, 'state' | 'canceledAt' | 'withdrawnAt'>): boolean =>
  goesOn(facts) && facts.state !== 'completed';

/** What a trade-in takes off the price now. */
export const creditOf = ({ agreedTradeIns, tradeIns }: Pick<ContractFacts, 'agreedTradeIns' | 'tradeIns'>): number =>
  agreedTradeIns.reduce(
    (sum, { valuation, residualDebt }, at) => sum + (tradeIns[at]?.revaluation ?? valuation) - residualDebt,
    0,
  );

export const plannedOf = ({ payments }: Pick<ContractFacts, 'payments'>): number =>
  payments.reduce((sum, { amount }) => sum + amount, 0);

/** What came less what was given back, with what is owed on cars that came. */
export const cameWhole = ({ received, owedOnCars }: Pick<ContractFacts, 'received' | 'owedOnCars'>): number =>
  received + owedOnCars;

/** The caparra that the plan asks for. */
export const depositOf = ({ payments }: Pick<ContractFacts, 'payments'>): number =>
  payments.filter(({ kind }) => kind === 'deposit').reduce((sum, { amount }) => sum + amount, 0);
