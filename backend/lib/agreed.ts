/** What areas that make offers give to contracts (backend/areas.ts joins them): contracts know no other area. */
import type { Agreed } from '#domain/contracts/agreed.ts';
import type { Ctx } from './context.ts';

/** An offer that a contract is made of. */
export interface Offered {
  /** Its first revision: every revision finds the contract by it. */
  rootId: number;
  number: string;
  sellerId: number;
  locationId: number | null;
  /** Whether it has a contract already. */
  isConverted: boolean;
  /** Why no contract can be made of it, in Italian. */
  refused: string | null;
  agreed: Agreed | null;
}

/** A kind of offer. */
export interface Source {
  /** Locks the offer for the transaction, whoever asks; throws `not_found`. */
  take(ctx: Ctx, id: number): Promise<Offered>;
  /** The offer has a contract from now on. */
  convert(ctx: Ctx, id: number): Promise<void>;
}
