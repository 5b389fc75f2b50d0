/** Words of commissions: the key is stored, the label is Italian (specification §3; rules.md §11). */

/** What an amount is. `effective` is the result of a sale with its split; nobody types it. */
export const commissionTypes = {
  new_fixed: 'Nuovo, fisso',
  new_variable: 'Nuovo, variabile',
  new_effective: 'Nuovo, effettivo',
  used_fixed: 'Usato, fisso',
  used_variable: 'Usato, variabile',
  used_effective: 'Usato, effettivo',
  used_b2b_fixed: 'Usato B2B, fisso',
  used_b2b_variable: 'Usato B2B, variabile',
  used_b2b_effective: 'Usato B2B, effettivo',
  pickup: 'Ritiro usato',
} as const;
export type CommissionType = keyof typeof commissionTypes;
/** What sales of a kind came to, whatever their rules paid. */
export const effectiveTypes = ['new_effective', 'used_effective', 'used_b2b_effective'] as const;

/** Kinds of sales, as the types name them. */
export const saleKinds = { new: 'Auto nuova', used: 'Auto usata', used_b2b: 'Auto usata B2B' } as const;
export type SaleKind = keyof typeof saleKinds;

/** A standing rule, or one for some weeks. */
export const variableTypes = { variable: 'Sempre', tactic: 'Tattica, da un giorno a un altro' } as const;

/** What of a sale a rule pays: the specification's subtypes, and cars taken in. */
export const subjects = {
  car: 'Auto',
  financial: 'Finanziamento',
  insurance: 'Polizza',
  rent: 'Noleggio',
  other: 'Servizi, garanzie, accessori',
  pickup: 'Ritiro usato',
} as const;
export type Subject = keyof typeof subjects;

/** When a sale is earned. */
export const triggers = {
  approved: 'Approvato',
  billed: 'Fatturato',
  delivered: 'Consegnato',
  paid: 'Saldato',
} as const;
export type Trigger = keyof typeof triggers;

/** Of what a percentage is: of the car's margins and price, or of what lender, insurer or customer pay for the rest. */
export const bases = {
  margin_second: 'Margine II',
  margin_first: 'Margine I',
  margin_third: 'Margine III',
  net_revenue: 'Ricavo netto',
  earned: 'Quanto rende',
  net: 'Importo netto',
} as const;
export type Basis = keyof typeof bases;
/** A basis within a sentence: `margine II`. */
export const basisWithin = (basis: Basis): string => bases[basis].charAt(0).toLowerCase() + bases[basis].slice(1);
/** The bases of a car; the others are of what is sold beside it. */
export const carBases: readonly Basis[] = ['margin_first', 'margin_second', 'margin_third', 'net_revenue'];

export const bandWays = { whole: 'Su tutta la base', step: 'A scaglioni' } as const;

/** Who earns by a rule: who sells, or everybody of a role on the sales of their places. */
export const earners = { seller: 'Chi vende', role: 'Il ruolo, sulle vendite delle sue sedi' } as const;
