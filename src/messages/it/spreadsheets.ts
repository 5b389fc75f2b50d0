/** Texts of spreadsheets that a job makes. */
export const spreadsheets = {
  title: 'File di molte righe',
  help: 'Le esportazioni oltre {most} righe si preparano da sole; ogni file resta {days} giorni.',
  none: 'Nessun file chiesto.',
  file: 'File',
  rows: 'Righe',
  size: 'Dimensione',
  asked: 'Chiesto',
  until: 'Fino a',
  waiting: 'Si prepara',
} as const;
