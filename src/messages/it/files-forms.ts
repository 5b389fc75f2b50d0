/** Texts of the dialogs of company files, which load with the first one, and of what the page needs seldom. */
export const forms = {
  binnedFolders: 'Cartelle nel cestino',
  folder: 'Cartella',
  newFolder: 'Nuova cartella',
  file: 'File',
  moveTo: 'Sposta in un’altra cartella',
  toNeeded: 'Scegliere una cartella',
  restoreTo: 'Ripristina in',
  restoreBack: 'Dove era',
  moved: 'Spostati: {n}',
  movedBack: 'Di nuovo dov’erano',
  removed: 'Nel cestino per 30 giorni: {n}',
  restored: 'Ripristinati: {n}',
  undo: 'Annulla',
  cut: 'Tagliati {n}: aprire la cartella e premere Ctrl V',
  notDone: '{name}: {message}',
  others: 'Gli altri',
  notDoneMore: 'Non riusciti, oltre a questi: {n}',
  removeFolder: 'Eliminare «{name}»?',
  removeFolderText: 'Vanno nel cestino anche le cartelle e i file che contiene: si ripristinano per 30 giorni.',
} as const;

/** Instead of what a link led to. */
export const unseen = {
  folder: 'Questa cartella non c’è più, o la vedono altri ruoli o sedi.',
  file: 'Questo file non c’è più, è scaduto, o lo vedono altri ruoli o sedi.',
} as const;

/** Ways out of the folders, which the server writes. */
export const outside = {
  elsewhere: 'Fuori dalle cartelle',
  network: 'Dalla rete Volante',
  bin: 'Cestino',
} as const;
