/** Financial types of the specification §3; meanings in domain.md §2.12. */
export const planTypes = ['tcm', 'loan', 'two_step_base', 'two_step_fixed'] as const;
export type PlanType = (typeof planTypes)[number];

/** What a balloon percentage is taken of (specification §3): list price with options, financed amount, keys-in-hand price. */
export const balloonBases = ['car_price', 'financing', 'kih'] as const;
