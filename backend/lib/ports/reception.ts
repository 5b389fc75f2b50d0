/** What the reception of a company asks, and how long its visitors may wait. */
import type { WaitingTargets } from '#domain/accesses/waiting.ts';
import type { ReceptionWords } from '#domain/accesses/words/endpoints.ts';
import type { Ctx } from '../work/context.ts';

export interface ReceptionRules {
  /** Reasons and questions, also retired ones: what visits have stays readable. */
  readWords(ctx: Ctx): Promise<ReceptionWords>;
  readWaiting(ctx: Ctx): Promise<WaitingTargets>;
}
