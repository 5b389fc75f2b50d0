/** Texts of the insurances' list and pages; lists.ts holds those that all lists share. */
export const insurances = {
  title: 'Assicurazioni',
  noun: ['prodotto', 'prodotti'],
  create: 'Nuovo prodotto',
  search: 'Codice, prodotto o compagnia',
  empty: 'Nessun prodotto: crearne uno.',
  guarantees: 'Garanzie',
  parts: { general: 'Prodotto', tariff: 'Tariffa', limits: 'Limiti', who: 'Validità e chi può venderlo' },
  sample: 'Prova il premio',
  net: 'Netto',
  tax: 'Imposta',
  gross: 'Premio',
  total: 'Totale',
  zone: 'Zona {zone}',
  commission: 'Provvigione {amount}',
} as const;
