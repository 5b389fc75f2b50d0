/** What is said when records have been archived or brought back. */
export const archived = {
  didArchive: '{code} archiviato',
  didRestore: '{code} ripristinato',
  didArchiveMany: 'Archiviati: {n}',
  didRestoreMany: 'Ripristinati: {n}',
  unchanged: 'Non cambiati: {names}',
  stale: 'modificato nel frattempo',
  missing: 'non trovato',
  andMore: 'e altri {n}',
  undo: 'Annulla',
} as const;
