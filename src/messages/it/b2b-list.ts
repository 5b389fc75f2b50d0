/** Words of the list of wholesale offers; those that it shares with quotes are theirs. */
export const b2bList = {
  title: 'Preventivi B2B',
  noun: ['offerta', 'offerte'],
  create: 'Nuova offerta',
  search: 'Operatore, numero o targa',
  empty: 'Nessuna offerta: la prima si crea dalle auto usate in stock.',
  noTrader: 'Senza operatore',
  trader: 'Operatore',
  carCount: 'Auto',
  vehicle: 'Vetture',
  total: 'Totale',
  regime: 'Regime IVA',
  margin: 'Margine',
} as const;
