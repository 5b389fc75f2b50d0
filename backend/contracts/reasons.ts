/** The company's reasons for moves of a contract. */
import { contractMachine, firstReasons } from '#domain/contracts/rules.ts';
import { keysOf } from '#domain/machine.ts';
import type { Ctx } from '../lib/context.ts';
import { beginReasons, offeredReasons } from '../lib/reasons.ts';

/** Gives a company that has none the reasons to begin with: before its first contract. */
export const ensureReasons = (ctx: Ctx): Promise<void> => beginReasons(ctx, contractMachine, firstReasons);

/** Those that are offered, each with its move. */
export const readReasons = (ctx: Ctx) => offeredReasons(ctx, contractMachine, keysOf(firstReasons));
