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
  removeFolder: 'Eliminare «{name}»?',
  removeFolderText: 'Vanno nel cestino anche le cartelle e i file che contiene: si ripristinano per 30 giorni.',
} as const;

/** Ways out of the folders, which the server writes. */
export const outside = {
  elsewhere: 'Fuori dalle cartelle',
  network: 'Dalla rete Volante',
  bin: 'Cestino',
} as const;
