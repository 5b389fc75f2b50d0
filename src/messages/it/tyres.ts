/** Texts of the tyres' list and record; lists.ts holds those that all lists share. */
export const tyres = {
  title: 'Pneumatici',
  noun: ['pneumatico', 'pneumatici'],
  create: 'Nuovo pneumatico',
  search: 'Misura, marca o codice',
  empty: 'Nessuno pneumatico: crearne uno o importarli da un file CSV.',
  views: { winter: 'Invernali', summer: 'Estivi' },
  label: 'Etichetta UE',
  inches: '{n}"',
} as const;
