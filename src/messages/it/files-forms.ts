/** Texts of the dialogs of company files, which load with the first one. */
export const forms = {
  folder: 'Cartella',
  newFolder: 'Nuova cartella',
  file: 'File',
  moveTo: 'Sposta in un’altra cartella',
  toNeeded: 'Scegliere una cartella',
  restoreTo: 'Ripristina in',
  restoreBack: 'Dove era',
} as const;
