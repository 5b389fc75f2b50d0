/** Texts of the accessories' list and record; lists.ts holds those that all lists share. */
export const accessories = {
  title: 'Accessori',
  noun: ['accessorio', 'accessori'],
  create: 'Nuovo accessorio',
  search: 'Codice o descrizione',
  empty: 'Nessun accessorio: crearne uno o importarli da un file CSV.',
  fits: 'Adatto a',
} as const;
