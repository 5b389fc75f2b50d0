/** Words of changes of many records at once that are taken back. */
export const undoing = {
  undo: 'Annulla',
  repriced: 'Prezzi cambiati: {n}',
  restored: 'Ripristinati: {n}',
  removed: 'Tolti, perché li aveva creati l’importazione: {n}',
  kept: 'Modificati nel frattempo e lasciati così: {n}',
  nothing: 'Nulla da ripristinare.',
  title: 'Ultime importazioni e variazioni di prezzo',
  import: 'Importazione: {n}',
  reprice: 'Variazione di prezzo: {n}',
  undone: 'annullata {at}',
  open: 'Apri',
  openOf: 'Apri: {name}, {at}',
  undoOf: 'Annulla: {what}, {at}',
} as const;
