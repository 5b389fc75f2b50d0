/** Words of the parts that every area uses. */
export const kit = {
  cancel: 'Annulla',
  close: 'Chiudi',
  save: 'Salva',
  retry: 'Riprova',
  broken: '{what} non è al momento disponibile.',
  brokenPart: 'Questa parte della pagina',
  noActivity: 'Ancora nessuna attività.',
  requestId: 'Codice richiesta: {id}',
} as const;
