/** What is said while a file is imported; apart from the kit, which every list loads. */
export const importing = {
  title: 'Importa da CSV',
  help: 'Le colonne sono quelle dell’esportazione CSV. Il codice decide se la riga crea o aggiorna.',
  file: 'File CSV',
  importRow: 'Importa 1 riga',
  importRows: 'Importa {n} righe',
  importReport: '{created} da creare, {updated} da aggiornare, {errors} da correggere',
  importNothing: 'Nessuna riga da importare: correggere il file e riprovare.',
  importIgnored: 'Colonne non riconosciute, non lette: {columns}',
  fileNoCsv: 'Non è un file CSV: in Excel salvarlo con nome, tipo CSV',
  fileTooLarge: 'Il file è troppo grande (al massimo 1 MB): dividerlo in più file',
  fileUnreadable: 'Il file non si può leggere: chiuderlo negli altri programmi e sceglierlo di nuovo',
  imported: '{created} creati, {updated} aggiornati',
  row: 'Riga',
  problem: 'Problema',
} as const;
