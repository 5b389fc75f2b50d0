/** The company's reasons for moves of a contract. */
import { contractMachine, firstReasons } from '#domain/contracts/rules.ts';
import { keysOf } from '#domain/machine.ts';
import type { Ctx } from '../lib/context.ts';
import { reasonsOf } from '../lib/reasons.ts';

/** Gives a company that has none the reasons to begin with: before its first contract. */
export async function ensureReasons(ctx: Ctx): Promise<void> {
  const { companyId } = ctx.user;
  const any = await ctx.db
    .selectFrom('moveReasons')
    .select('id')
    .where('companyId', '=', companyId)
    .where('entity', '=', contractMachine.entity)
    .limit(1)
    .executeTakeFirst();
  if (any) return;
  const rows = keysOf(firstReasons).flatMap((move) =>
    firstReasons[move]!.map((label, place) => ({
      companyId,
      entity: contractMachine.entity,
      move,
      label,
      place,
      needsNote: label === 'Altro',
      createdAt: ctx.now,
    })),
  );
  await ctx.db
    .insertInto('moveReasons')
    .values(rows)
    .onConflict((on) => on.doNothing())
    .execute();
}

/** Those that are offered, each with its move. */
export async function readReasons(ctx: Ctx) {
  const all = keysOf(firstReasons).map(async (move) => {
    const reasons = await reasonsOf(ctx, contractMachine, move);
    return reasons
      .filter(({ retired }) => !retired)
      .map(({ id, label, needsNote }) => ({ id, move, label, needsNote }));
  });
  return (await Promise.all(all)).flat();
}
