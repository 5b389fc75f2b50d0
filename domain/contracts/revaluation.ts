/** Values of cars taken in that were raised after somebody had validated the contract; cents. */
import { goesOn, type AgreedTradeIn, type ContractFacts } from './facts.ts';

type Valued = Pick<ContractFacts, 'agreedTradeIns' | 'tradeIns'>;

/** What each car that is taken in is worth now, in their order. */
export const valuesOf = ({ agreedTradeIns, tradeIns }: Valued): number[] =>
  agreedTradeIns.map(({ valuation }, at) => tradeIns[at]?.revaluation ?? valuation);

/** What the values of today cost beside the agreed ones; negative: they save money. */
export const revaluationCost = (facts: Valued): number =>
  valuesOf(facts).reduce((sum, value, at) => sum + value - facts.agreedTradeIns[at]!.valuation, 0);

interface Raised {
  /** Its place among the cars that are taken in. */
  at: number;
  car: AgreedTradeIn;
  value: number;
  validated: number;
}

/** The cars whose value is above the validated one, which waits for a second person who validates contracts. */
export const raisedCars = (facts: Valued & Pick<ContractFacts, 'validatedValues'>): Raised[] =>
  valuesOf(facts).flatMap((value, at) => {
    const validated = facts.validatedValues?.[at] ?? value;
    return value > validated ? [{ at, car: facts.agreedTradeIns[at]!, value, validated }] : [];
  });

/** Whether a raised value waits for that yes; a sale that ended waits for nothing. */
export const raiseWaits = (facts: Parameters<typeof raisedCars>[0] & Parameters<typeof goesOn>[0]): boolean =>
  goesOn(facts) && raisedCars(facts).length > 0;
