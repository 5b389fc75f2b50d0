/**
 * What an import sets right and assumes by itself; each can be switched off. The check says how many rows each is of,
 * before anything is written.
 */
export const fixes = {
  names: 'Nomi scritti in maiuscolo',
  caps: 'Zero in testa al CAP',
  phones: 'Telefoni in formato +39',
  first: 'Il primo di più telefoni, dove ne va uno',
  quotes: 'Virgolette aperte e non chiuse tolte',
  zeros: 'Zero in testa alla partita IVA',
  power: 'Potenze in CV lette in kW',
  distance: 'Chilometri in migliaia o in miglia',
  spans: 'Durate in anni lette in mesi',
  net: 'Prezzi senza IVA portati con IVA',
  days: 'Istanti di altri fusi letti come giorni di Roma',
  dates: 'Date incomplete o in numeri di Excel completate',
  order: 'Date con il mese prima del giorno',
  births: 'Anni di due cifre letti nel passato',
  doubles: 'Doppi nel file uniti',
  blanks: 'Valori che non si leggono lasciati vuoti',
} as const;
export type Fix = keyof typeof fixes;
export const fixNames = Object.keys(fixes) as Fix[];
