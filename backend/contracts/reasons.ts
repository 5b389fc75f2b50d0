/** The reasons of a company for the moves of its contracts, as they are set. */
import { reasonedMoves } from '#domain/contracts/reason-fields.ts';
import { contractMachine, firstReasons } from '#domain/contracts/rules.ts';
import type { contractSettingCalls, ReasonAnswer } from '#domain/contracts/setting-endpoints.ts';
import type { VerbOf } from '../lib/bind.ts';
import type { Ctx } from '../lib/context.ts';
import { takeVersion, versionOf } from '../lib/param-versions.ts';
import { beginReasons, firstRows, offeredReasons, saveReasons } from '../lib/reasons.ts';

const GROUP = 'contracts.reasons';

/** Those that are offered; a company without a contract yet has none of its own, and would begin with the product's. */
async function answer(ctx: Ctx): Promise<ReasonAnswer> {
  const own = await offeredReasons(ctx, contractMachine, reasonedMoves);
  const rows = own.length > 0 ? own : firstRows(ctx.user.companyId, contractMachine, firstReasons, ctx.now);
  return {
    version: await versionOf(ctx, GROUP),
    moves: reasonedMoves.map((move) => ({
      move,
      label: contractMachine.moves[move].label,
      reasons: rows.filter((row) => row.move === move).map(({ label, needsNote }) => ({ label, needsNote })),
    })),
  };
}

export const readReasons: VerbOf<typeof contractSettingCalls, 'GET /contracts/settings/reasons'> = answer;

export const setReasons: VerbOf<typeof contractSettingCalls, 'PUT /contracts/settings/reasons'> = async (
  ctx,
  { body: { move, reasons }, version },
) => {
  await takeVersion(ctx, GROUP, version, () => answer(ctx));
  await beginReasons(ctx, contractMachine, firstReasons);
  await saveReasons(ctx, contractMachine, move, reasons);
  return answer(ctx);
};
