/** What becomes of a caparra when a contract ends. */
import { money } from '../italian.ts';
import { covers } from '../record/rights.ts';
import { cameWhole, type ContractFacts } from './facts.ts';
import { backOffice, commercial } from './rights.ts';

/** Whether somebody may have a caparra given back twice: who validates contracts. That they do not sell it is asked beside. */
export const mayDouble = (privileges: readonly number[]): boolean =>
  [backOffice, commercial].some((right) => covers(right, privileges, false));

/**
 * C12: with money in the house it is decided what becomes of the caparra, by who cancels if not before; after a
 * withdrawal it is given back (Codice del consumo, art. 56).
 */
export function outcomeFaults(
  {
    depositOutcome,
    withdrawnAt,
    ...of
  }: Pick<ContractFacts, 'received' | 'owedOnCars' | 'depositOutcome' | 'withdrawnAt'>,
  taken: Readonly<Record<string, unknown>>,
): Record<string, string> {
  const outcome = taken.depositOutcome ?? depositOutcome;
  const received = cameWhole(of);
  if (received <= 0) return {};
  if (outcome === null)
    return { depositOutcome: `Sono incassati ${money(received)}: scegliere che ne è della caparra` };
  if (withdrawnAt !== null && outcome !== 'returned')
    return { depositOutcome: 'Il cliente ha receduto: la caparra si restituisce' };
  return {};
}
