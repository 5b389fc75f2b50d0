import type { Performance } from '#domain/contracts/performance-endpoints.ts';
import type { Ctx } from '../work/context.ts';

/** What a contract earns a person. */
export type ShownCommission = Performance['commissions'][number] & { userId: number };

/** What the ledger of commissions tells of a contract. */
export interface Commissions {
  /** What is written of a contract; before its approval, and while it goes on, what is to be expected today. */
  shown(ctx: Ctx, contractId: number): Promise<ShownCommission[]>;
}
