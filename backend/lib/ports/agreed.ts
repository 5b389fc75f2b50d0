/** What other areas give to contracts (backend/areas.ts joins them): contracts know no other area. */
import type { Agreed } from '#domain/contracts/agreed.ts';
import type { AgreedTradeIn } from '#domain/contracts/facts.ts';
import type { Examined } from '#domain/contracts/review.ts';
import type { SaleFacts } from '#domain/sale-lines.ts';
import type { NewState } from '#domain/stock/new-terms.ts';
import type { QuoteDraft } from '#domain/quotes/schema.ts';
import type { Ctx } from '../work/context.ts';

/** An offer that a contract is made of. */
export interface Offered {
  /** Its first revision: every revision finds the contract by it. */
  rootId: number;
  number: string;
  sellerId: number;
  locationId: number | null;
  /** Why no contract can be made of it, in Italian. */
  refused: string | null;
  agreed: Agreed | null;
  /** The draft of one whose days are over: a contract takes it at today's prices. */
  expired: QuoteDraft | null;
  /** Why a price past a limit was granted, in Italian; blank: it is within. */
  reason: string;
}

/** A row of a price in words. */
interface PrintedRow {
  label: string;
  amount: string;
  /** `sum` stands out. */
  kind: string;
  items: readonly { label: string; amount: string }[];
}

/** What the document of a contract says of what was agreed, as Italian text. */
export interface Terms {
  vehicle: { title: string; version: string; facts: readonly (readonly string[])[] };
  rows: readonly PrintedRow[];
  priceNote: string;
  /** Label and value; empty without a financing. */
  financing: readonly (readonly string[])[];
  /** The plan of the financing and whose it is; blank without one. */
  lender: string;
  /** What the lender takes each month; blank without a financing. */
  debit: string;
  warranty: { title: string; text: string } | null;
}

/** A kind of offer. */
export interface Source {
  /** Locks the offer for the transaction, whoever asks; throws `not_found`. */
  take(ctx: Ctx, id: number): Promise<Offered>;
  /** The offer has a contract from now on. */
  convert(ctx: Ctx, id: number): Promise<void>;
  /** Opens an offer again, named by its first revision, because this contract of it is cancelled. */
  reopen(ctx: Ctx, rootId: number, contractId: number): Promise<void>;
  /** What its contract prints of draft and snapshot, as they were stored. */
  terms(ctx: Ctx, agreed: { draft: unknown; snapshot: unknown }): Promise<Terms>;
  /** What who validates looks at of draft and snapshot, as they were stored, and of the offer by its first revision. */
  examined(ctx: Ctx, agreed: { draft: unknown; snapshot: unknown }, rootId: number | null): Promise<Examined>;
  /** What figures read of draft and snapshot, as they were stored. */
  facts(agreed: { draft: unknown; snapshot: unknown }): SaleFacts;
}

/** Prices drafts as the builder does. */
export interface Pricing {
  /**
   * A draft at today's prices. `rootId`: the quote whose consent to a discount counts, too; `contractId`: the contract
   * whose price it replaces. Throws `invalid` at the draft's fields when it cannot be agreed.
   */
  price(
    ctx: Ctx,
    draft: QuoteDraft,
    of: { sellerId: number; rootId: number | null; contractId?: number },
  ): Promise<Agreed>;
  /**
   * Locks the budgets of the campaigns that a contract's new lines use, until the transaction ends. Throws `conflict`
   * when too little is left.
   */
  cover(ctx: Ctx, sale: { rootId: number | null; contractId: number }, lines: SaleFacts['lines']): Promise<void>;
}

/** A new car of the stock that is like another one. */
export interface AlikeCar {
  id: number;
  code: string;
  vin: string;
  state: NewState;
}

/** What contracts ask of the stock. */
export interface Yard {
  /** Enters a new car of the catalogue that a contract asks for; returns its id. */
  order(
    ctx: Ctx,
    car: { versionId: number; optionIds: number[]; price: number; locationId: number | null; contractId: number },
  ): Promise<number>;
  /** The version and options of a new car, which is locked. */
  ordered(ctx: Ctx, id: number): Promise<{ versionId: number; optionIds: number[] }>;
  /** Free new cars of the same version and options, those that are here first; at most `MOST_ALIKE`. */
  alike(ctx: Ctx, id: number): Promise<AlikeCar[]>;
  /** Expects a car that is taken in; returns its id. */
  expect(
    ctx: Ctx,
    car: AgreedTradeIn,
    of: { seller: NonNullable<Agreed['customer']>; expectedOn: string | null },
  ): Promise<number>;
  /** Cancels the expected car; a car that has already arrived stays. */
  drop(ctx: Ctx, id: number): Promise<void>;
  /** Those of the expected cars that have arrived, whatever happened to them since. */
  arrived(ctx: Ctx, ids: readonly number[]): Promise<{ id: number; plate: string }[]>;
}

export interface Sources {
  quote: Source;
  offer: Source;
  pricing: Pricing;
  yard: Yard;
}
