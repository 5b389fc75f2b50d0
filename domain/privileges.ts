/** The privileges of the specification §6 by name. */
export const privileges = {
  seeStock: 1,
  manageStock: 2,
  seeAccessories: 3,
  manageAccessories: 4,
  seeServices: 5,
  manageServices: 6,
  seeTyres: 7,
  manageTyres: 8,
  seeInsurances: 9,
  manageInsurances: 10,
  seeFinancials: 11,
  manageFinancials: 12,
  createQuotes: 13,
  manageOwnQuotes: 14,
  seeAllQuotes: 15,
  manageAllQuotes: 16,
  manageB2bQuotes: 17,
  seeUsers: 18,
  manageUsers: 19,
  seeCustomers: 20,
  manageCustomers: 21,
  registerAccesses: 22,
  seeAccesses: 23,
  manageAccesses: 24,
  seeAccessStats: 25,
  managePreferences: 26,
  makeContracts: 27,
  validateContracts: 28,
  manageAllContracts: 29,
  seeSalesStats: 30,
  seeAllCommissions: 31,
  manageFiles: 32,
  seeMargin: 33,
  seeAllContracts: 34,
  welcomeCustomers: 35,
  evaluateUsed: 36,
  manageCalendars: 37,
  approveContracts: 38,
  seeAllLeads: 39,
  manageAllLeads: 40,
} as const;

/**
 * Held by tokens of other systems only, never by a person: it lets them send leads and read nothing. People who manage
 * leads may make such a token.
 */
export const SEND_LEADS = 41;

/**
 * Held only while somebody of the manufacturer acts on behalf of a company: what not everybody of the company sees, such
 * as costs and commissions, stays shut to them, whatever else they hold.
 */
export const OUTSIDER = 42;

export type PrivilegeName = keyof typeof privileges;

/** Whether the user holds at least one of the required privileges; true when none is required. */
export const holdsAny = (held: readonly number[], required: readonly number[] = []): boolean =>
  required.length === 0 || required.some((number) => held.includes(number));
