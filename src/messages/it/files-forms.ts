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
} as const;

/** Ways out of the folders, which the server writes. */
export const outside = {
  elsewhere: 'Fuori dalle cartelle',
  network: 'Dalla rete Volante',
  bin: 'Cestino',
} as const;
