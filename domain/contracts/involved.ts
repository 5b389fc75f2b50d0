import type { ContractFacts } from './facts.ts';

/** Who sells the contract, sold it before giving it away, or made it. */
export const involved = ({ sellerId, partnerId, formerSellers, madeBy }: ContractFacts): number[] => [
  ...new Set([sellerId, ...(partnerId === null ? [] : [partnerId]), ...formerSellers, madeBy]),
];

/** Who sells or made a contract does not decide on it, unless nobody else may. */
export const notSellers = (facts: ContractFacts, of: keyof ContractFacts['others']): number[] =>
  facts.others[of] ? involved(facts) : [];
