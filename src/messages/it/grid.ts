/** Words of the grid and of changing values in its cells. */
export const grid = {
  loading: 'Caricamento…',
  toggleRow: 'Premere spazio per selezionare la riga',
  deselectRow: 'Premere spazio per deselezionare la riga',
  sortColumn: 'Premere Invio per ordinare',
  selection: 'Selezione',
  changed: '{name}: {field} da {before} a {after}',
  undone: '{name}: {field} come prima',
  undo: 'Annulla',
  stale: '{name} è stato modificato nel frattempo: {field} ora è {now}. Non salvato: {after}.',
  staleCell: 'Modificato nel frattempo: valore attuale',
  now: 'ora',
  refused: '{name}, {field}: {why}',
  invalid: 'valore non valido',
} as const;
