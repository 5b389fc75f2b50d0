/** Texts of the services' list and record; lists.ts holds those that all lists share. */
export const services = {
  title: 'Servizi',
  noun: ['servizio', 'servizi'],
  create: 'Nuovo servizio',
  search: 'Codice o descrizione',
  empty: 'Nessun servizio: crearne uno o importarli da un file CSV.',
  tariff: 'Tariffa',
  usage: 'Vendibile su',
  views: { dealer: 'Della concessionaria', maker: 'Della Casa' },
  sample: 'Prova su un’auto',
  sampleKm: 'Chilometri',
  sampleMonths: 'Età in mesi',
  sampleKw: 'Potenza in kW',
  samplePrice: 'Costa {price}',
  sampleNone: 'Non si vende per questa auto',
} as const;
