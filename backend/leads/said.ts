/** What the history says of an action. */
import { actionResults, actionTypes, type ActionResult, type ActionType } from '#domain/leads/terms.ts';
import type { Ctx } from '../lib/work/context.ts';
import { readLeadSettings } from './in-force.ts';

/** An action in the company's word for it, else by its type and result. */
export async function saidOf(
  ctx: Ctx,
  { type, result }: { type: ActionType; result: ActionResult },
): Promise<{ action: string; result?: string }> {
  const { results } = await readLeadSettings(ctx);
  const word = results.find((one) => one.type === type && one.result === result);
  return word ? { action: word.label } : { action: actionTypes[type], result: actionResults[result].label };
}
