/** Texts of files on their way. */
export const sending = {
  progress: '{done} di {all}, riprende se cade la linea',
  waiting: 'In attesa',
  checking: 'Controllo del contenuto…',
  cancel: 'Annulla',
  again: 'Riprova',
  newVersion: 'Carica come nuova versione',
  close: 'Togli',
  lost: 'La linea è caduta: riprende da solo',
  tooLarge: 'Il file è troppo grande: al massimo {most} MB',
} as const;
