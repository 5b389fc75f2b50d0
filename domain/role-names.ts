/** Names of the roles of rules.md §18, without their privileges, which browsers do not need. */
export const roleNames = [
  'Amministratore dealer',
  'Direttore commerciale',
  'Responsabile vendite',
  'Venditore',
  'Venditore usato / B2B',
  'Back office vendite',
  'Accoglienza',
  'BDC',
  'Responsabile usato',
  'Amministrazione',
] as const;
