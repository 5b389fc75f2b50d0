/** Texts of the accessories' list and record; reference.ts holds those that all such lists share. */
export const accessories = {
  title: 'Accessori',
  noun: ['accessorio', 'accessori'],
  create: 'Nuovo accessorio',
  search: 'Codice o descrizione',
  empty: 'Nessun accessorio: crearne uno o importarli da un file CSV.',
  fits: 'Adatto a',
} as const;
