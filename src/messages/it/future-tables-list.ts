/** Texts of the list of tables of future values. */
export const futureTablesList = {
  title: 'Valori futuri',
  noun: ['tabella', 'tabelle'],
  search: 'Nome o finanziaria',
  empty: 'Nessuna tabella: le concessionarie usano le righe dei propri piani.',
  state: 'Stato',
  edition: 'Versione',
  until: 'Fino al',
  views: { all: 'Tutte', running: 'In vigore', draft: 'Bozze', over: 'Scadute', archived: 'Archiviate' },
} as const;
