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
  readOnly: 'Questi file si leggono soltanto: li carica chi gestisce i file dell’azienda',
  unseen: 'Questa cartella non si vede: aprirne un’altra, e trascinare di nuovo',
  openFirst: 'Aprire prima la cartella in cui metterli: un file sta sempre in una',
  nothing: 'Nelle cartelle non c’è nessun file',
  tooMany: 'Sono più di {most} file: trascinare le cartelle poche alla volta. Nulla è stato caricato.',
  tooDeep:
    'Le cartelle arrivano a {most} livelli: aprirne una più in alto, o trascinare quelle interne. Nulla è stato caricato.',
  longName: 'Il nome di una cartella ha al massimo {most} caratteri: accorciare “{name}”. Nulla è stato caricato.',
  manyFolders: 'Con queste le cartelle sarebbero più di {most}. Nulla è stato caricato.',
} as const;
