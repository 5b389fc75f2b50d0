/** Words of the dialogs of a list of records. */
export const recordDialog = {
  margin: 'Margine',
  marginOf: '{amount} ({percent} dell’imponibile)',
  repriceTitle: 'Cambia il prezzo: {n} selezionati',
  repricePercent: 'Variazione',
  repriceHelp: 'Negativa per abbassare. Ogni prezzo si arrotonda al centesimo.',
  andMore: 'e altri {n}',
  repriceWait: 'Qui compaiono i prezzi prima e dopo.',
  repriceNothing: 'Nessun prezzo cambia.',
  repriceBefore: 'Prima',
  repriceAfter: 'Dopo',
  repriceCode: 'Codice',
  repriceShown: 'Cambiano {n} elementi',
} as const;
