/** Words of the papers of a car. */
export const papers = {
  open: 'Apri',
  add: 'Aggiungi un documento',
  fresh: 'Nuovo documento',
  change: 'Documento',
  saved: 'Documento salvato.',
  remove: 'Elimina',
  removed: 'Documento eliminato.',
} as const;
