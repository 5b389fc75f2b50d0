/** Words of the accessories' list and record; those of every such list are in reference.ts. */
export const accessories = {
  title: 'Accessori',
  noun: ['accessorio', 'accessori'],
  create: 'Nuovo accessorio',
  search: 'Codice o descrizione',
  empty: 'Nessun accessorio: crearne uno o importarli da un file CSV.',
  description: 'Descrizione',
  fits: 'Adatto a',
  maker: 'Marca',
  model: 'Modello',
  allMakers: 'Tutte le marche',
  allModels: 'Tutti i modelli',
  fitting: 'Montaggio',
  activeFrom: 'Attivo dal',
  activeTo: 'Attivo al',
} as const;
