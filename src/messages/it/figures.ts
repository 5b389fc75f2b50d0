/** Words of figures that several areas show. */
export const figures = {
  month: 'Mese',
  instalment: 'Rata',
  principal: 'Capitale',
  interest: 'Interessi',
  charges: 'Spese e imposte',
  total: 'Totale',
  residual: 'Residuo',
  sum: 'Somma',
} as const;
