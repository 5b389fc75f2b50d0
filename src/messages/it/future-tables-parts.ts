/** Texts of parts of a table of future values that are loaded after it. */
export const endings = {
  endOn: 'Ultimo giorno',
  endMissing: 'Inserire l’ultimo giorno',
  end: 'Termina la tabella',
} as const;
export const examples = {
  share: '{source}: {of} ⁄ {in} della fascia',
  cellOf: '{percent} di {price}, nella tabella',
  notBetween: 'tra {from} e {to} mesi, non attivato per questa tabella',
} as const;
export const around = {
  editions: 'Versioni',
  edition: 'Versione {edition}',
  endless: 'senza fine',
  uses: 'Chi la usa',
  plans: 'Piani collegati',
  inCompanies: '· concessionarie: {n}',
  quotes: 'Preventivi aperti con questi piani',
  byCompany: 'Per concessionaria',
  usesOf: 'piani {plans} · preventivi aperti {quotes}',
  ownRows: 'I piani con righe proprie non cambiano.',
  kept: 'I preventivi emessi tengono il valore del loro giorno fino alla scadenza.',
} as const;
export const more = {
  add: 'Aggiungi',
  missing: 'Inserire un numero da {min} a {max}',
} as const;
