/** Financial types of the specification §3; meanings in rules.md §9. */
export const planTypes = ['tcm', 'loan', 'two_step_base', 'two_step_fixed'] as const;
export type PlanType = (typeof planTypes)[number];

/**
 * The basis of a balloon percentage (specification §3): list price with options, financed amount, keys-in-hand price.
 */
export const balloonBases = ['car_price', 'financing', 'kih'] as const;

export const planTypeWords = {
  loan: 'Finanziamento classico',
  tcm: 'Valore futuro garantito (TCM)',
  two_step_base: 'Due tempi',
  two_step_fixed: 'Due tempi a rata fissa',
} as const satisfies Record<PlanType, string>;

export const balloonBasisWords = {
  car_price: 'Listino con optional',
  financing: 'Capitale finanziato',
  kih: 'Chiavi in mano',
} as const satisfies Record<(typeof balloonBases)[number], string>;

/** Kinds of quotes for which a plan is offered; a wholesale offer is not financed. */
export const planUsages = { new: 'Nuovo', used: 'Usato' } as const;

/** Taxation of a loan (rules.md §9). */
export const taxModes = { substitute: 'Imposta sostitutiva', stamp: 'Bolli' } as const;
