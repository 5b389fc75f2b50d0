/** Words of the parts that every area uses. */
export const kit = {
  cancel: 'Annulla',
  close: 'Chiudi',
  save: 'Salva',
  retry: 'Riprova',
  broken: '{what} non è al momento disponibile.',
  brokenPart: 'Questa parte della pagina',
  noActivity: 'Ancora nessuna attività.',
  isSet: 'impostato: {value}',
  isCleared: 'tolto: {value}',
  reason: 'Motivo',
  note: 'Spiegazione',
  chooseReason: 'Scegliere il motivo',
  writeNote: 'Scrivere il motivo',
  requestId: 'Codice richiesta: {id}',
} as const;
