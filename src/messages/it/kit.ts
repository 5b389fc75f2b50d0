/** Texts of the controls that every area uses. */
export const kit = {
  cancel: 'Annulla',
  close: 'Chiudi',
  save: 'Salva',
  editing: 'In modifica',
  retry: 'Riprova',
  broken: '{what} non è al momento disponibile.',
  brokenPart: 'Questa parte della pagina',
  noActivity: 'Ancora nessuna attività.',
  isSet: 'impostato: {value}',
  isCleared: 'tolto: {value}',
  reason: 'Motivo',
  note: 'Spiegazione',
  askFor: 'Chiedi',
  askedFor: 'Un collega lo chiede e aspetta questo sì: poi non serve altro.',
  chooseReason: 'Scegliere il motivo',
  writeNote: 'Scrivere il motivo',
  requestId: 'Codice richiesta: {id}',
} as const;

/** Texts of fields and forms. */
export const controls = {
  required: 'Campo obbligatorio',
  amount: 'Inserire un importo, per esempio 1.234,50',
  amountPercent: 'Inserire un importo in euro, non una percentuale',
  amountNegative: 'L’importo non può essere negativo',
  amountRange: 'Inserire un importo tra {min} e {max}',
  number: 'Inserire un numero',
  whole: 'Inserire un numero intero',
  numberRange: 'Inserire un numero da {min} a {max}',
  day: 'Inserire una data, per esempio 20/11/2026',
  dayRange: 'Inserire una data tra {min} e {max}',
  calendar: '{label}: scegliere nel calendario',
  time: 'Inserire un’ora, per esempio 14:30',
  clock: '{label}: scegliere l’ora',
  chooseFile: 'Scegli il file',
  chooseFiles: 'Scegli i file',
  otherFile: 'Scegli un altro file',
  noFile: 'Nessun file scelto',
  withTax: '{label}: con o senza IVA',
  gross: 'IVA inclusa',
  net: 'Imponibile',
  taxable: '{label} (imponibile)',
  searchFailed: 'Ricerca non riuscita: riprovare',
  searching: 'Ricerca in corso…',
  searchMore: 'Scrivere almeno {n} lettere',
  searchNone: 'Nessun risultato',
  searchCreate: 'Crea «{text}»',
  takeAway: '{label}: togliere',

  leaving: 'Modifiche non salvate',
  leavingText: 'Chiudendo si perdono le modifiche fatte.',
  leave: 'Scarta le modifiche',
  stay: 'Continua a modificare',

  conflict: 'Modificato nel frattempo',
  conflictText: 'Scegliere campo per campo che cosa tenere, oppure ricaricare e perdere le modifiche non salvate.',
  conflictSame: 'I valori salvati sono gli stessi.',
  reload: 'Ricarica',
  saveChoices: 'Salva le scelte',
  field: 'Campo',
  keepMine: 'Mantieni le mie',
  takeTheirs: 'Usa le sue',
  keepMineOf: '{label}: mantieni le mie',
  takeTheirsOf: '{label}: usa le sue',
} as const;

/** Texts of the comments of colleagues at a record. */
export const comments = {
  title: 'Commenti',
  older: 'Mostra i precedenti ({n})',
  erased: 'Testo cancellato con i dati del cliente.',
  write: 'Nuovo commento',
  placeholder: 'Scrivere, @ per citare un collega',
  colleagues: 'Colleghi da citare',
  send: 'Commenta',
  left: 'Restano {n} caratteri',
} as const;

/** Texts of every large record: sections, saving, copies of unsaved changes. */
export const record = {
  history: 'Attività',
  done: 'compilata',
  nothing: 'Niente di indicato.',
  edit: 'Modifica',
  unread: 'Correggere il valore che non si legge',
  undo: 'Annulla',
  undone: 'Com’era prima.',
  takeBack: 'Ritira la richiesta',
  tookBack: 'Richiesta ritirata.',
  unsaved: 'Correggere prima i campi segnati nella pagina.',
  more: 'Altre azioni',
  missing: 'Da completare: {n}',
  overtaken: {
    title: 'Non è più una bozza',
    text: 'Ora lo stato è «{state}» e quello che segue non è salvato.',
    leave: 'Lascia perdere',
    revise: 'Nuova revisione con queste modifiche',
  },
  toMend: 'da correggere',
  save: {
    dirty: 'Da salvare…',
    saving: 'Salvataggio…',
    failed: 'Non salvato: riprova',
    invalid: 'Non salvato: controllare i campi',
    conflict: 'Modificato nel frattempo',
  },
  older: 'Su questo computer ci sono modifiche non salvate, scritte su una versione precedente.',
  restored: 'Ripristinate le modifiche non salvate.',
  discard: 'Scarta',
  fileThere: 'File presente',
  fileOpen: 'Apri il file',
  fileTooLarge: 'Il file è troppo grande: al massimo {most}',
  uploading: 'Caricamento in corso…',
  noMore: 'Al massimo {n}',
  addRow: 'Aggiungi: {label}',
  removeRow: '{label}: togliere',
  moveUp: '{label}: sposta su',
  moveDown: '{label}: sposta giù',
  movedTo: '{label} ora al posto {n}',
  orderHint: 'Trascinare, oppure Alt con le frecce.',
  removed: '{label}: riga tolta',
  paste: 'Incolla una tabella',
  useThem: 'Riprendi le modifiche',
} as const;

/** Texts of settings that apply from a given day. */
export const dated = {
  edit: 'Modifica',
  editPart: 'Modifica: {title}',
  editWaiting: 'Modifica dal {day}',
  from: 'Valido dal',
  fromHelp: 'Oggi o un giorno futuro. Ciò che è già fatto non cambia.',
  inForce: 'In vigore dal {day}',
  neverSet: 'Valori iniziali, mai modificati',
  waiting: 'Modifiche programmate',
  unschedule: 'Annulla la modifica',
  unscheduled: 'Modifica del {day} annullata.',
  saveFrom: 'Salva dal {day}',
  saved: 'Parametri salvati.',
  scheduled: 'Modifica programmata dal {day}.',
  history: 'Cronologia',
} as const;

/** Texts of pasting a copied table into the rows of a form. */
const copied = { label: 'Tabella copiata da un foglio di calcolo', read: 'Leggi la tabella' } as const;
export const paste = {
  done: 'Ora {n} righe',
  back: 'Annulla',
  values: {
    ...copied,
    help: 'Durate in mesi su un lato, chilometri all’anno sull’altro, percentuali nelle celle. Il nome del paniere nella casella in alto a sinistra; una riga vuota tra una tabella e l’altra.',
  },
  premiums: {
    ...copied,
    help: 'Durate in mesi su un lato, valori assicurati sull’altro («fino a 20.000», «oltre»), premi netti nelle celle.',
  },
  addresses: {
    label: 'Indirizzi copiati',
    read: 'Aggiungi',
    help: 'Uno per riga, o separati da virgole; i nomi accanto si lasciano.',
  },
} as const;

/** Texts of figures that several areas show. */
export const figures = {
  closedPlace: '{name} (chiusa)',
  brands: 'Marca',
  allBrands: 'Tutte',
  month: 'Mese',
  instalment: 'Rata',
  principal: 'Capitale',
  interest: 'Interessi',
  charges: 'Spese e imposte',
  total: 'Totale',
  residual: 'Residuo',
  sum: 'Somma',
} as const;

/** Texts of a telephone number that can be called. */
export const reach = { call: 'Chiama', whatsapp: 'WhatsApp', silent: 'Non contattare' } as const;
