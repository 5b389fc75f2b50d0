/** Texts of commissions: statements by person and month, and their lines. */
export const statements = {
  of: 'Provvigioni di {month}',
  own: 'Le mie provvigioni',
  before: 'Mese prima',
  after: 'Mese dopo',
  xlsx: 'Esporta XLSX',
  csv: 'CSV',
  payList: 'Lista paghe',
  rules: 'Regole',
  trial: 'Prova',
  none: 'Nessuna provvigione in questo mese: la prima arriva con un contratto approvato di chi ha un piano.',
  noneOwn: 'Ancora nessuna provvigione: la prima arriva con un contratto approvato.',
  more: 'Le prime {n} di {total}: il foglio le ha tutte.',
  person: 'Persona',
  month: 'Mese',
  state: 'Stato',
  lines: 'Righe',
  earned: 'Maturato',
  taken: 'Storni',
  carried: 'Debito da prima',
  due: 'Da liquidare',
  disputed: 'contestato',
  paidOn: 'il {day}',
  sum: 'Totale',
  note: 'Un mese finito lo conferma un collega che vede le provvigioni di tutti, mai le proprie. Confermato, non cambia più: ciò che si annulla dopo è uno storno nel mese aperto.',
} as const;

export const addLine = {
  open: 'Aggiungi una riga',
  title: 'Premio o riga manuale',
  note: 'Va nel mese del giorno, o nel primo ancora aperto. Nessuno la assegna a sé.',
} as const;

export const statement = {
  what: 'Il rendiconto',
  list: 'Tutti i rendiconti',
  earned: 'Maturato',
  taken: 'Storni',
  carried: 'Debito da prima',
  due: 'Da liquidare',
  course: 'A che punto è',
  from: 'si conferma dal {day}',
  until: 'entro il {day}',
  late: 'entro il {day}: in ritardo',
  freezes: 'Confermare congela righe e regole; dopo si corregge nel mese aperto.',
  toDeliver: 'L’estratto conto va consegnato entro il {until} (art. 1749 c.c.).',
  hash: 'Impronta SHA-256 di righe e regole: {hash}',
  disputed: 'Chi guadagna ha scritto l’ultimo commento: aspetta una risposta.',
  heads: {
    contract: 'Contratto',
    rule: 'Regola',
    base: 'Base',
    fixed: 'Fisso',
    variable: 'Percentuale',
    products: 'Prodotti',
    share: 'Quota',
    amount: 'Provvigione',
  },
  byHand: 'di {name}',
  reversal: 'Storno, {month}',
  restated: 'Ricalcolo: {rule}',
  difference: 'la differenza da ciò che era già maturato',
  former: 'Maturata prima delle regole',
  formerRule: 'regola di allora',
  open: 'margine non ancora noto',
  bands: 'a fasce',
  capped: 'al massimo',
  sum: '{n} righe',
  sumOne: '1 riga',
  pages: 'Pagine delle righe',
  shown: 'Righe {from}–{to} di {n}',
  linesBefore: 'Righe precedenti',
  linesAfter: 'Righe seguenti',
  none: 'Nessuna riga: un mese senza vendite.',
  history: 'Cronologia',
  why: 'Perché questo importo',
  dispute: 'Contesta',
  answer: 'Rispondi',
  bring: 'Porta al {share}',
  brought: '{number}: la quota ora è {share}.',
  effect: 'al {share}: {more}',
  sharedWith: 'con {names}',
  stands: '{done} di {target}',
  reached: '{rule}: raggiunto',
  missing: '{rule}: mancano {n}',
} as const;

export const commissionRules = {
  title: 'Regole delle provvigioni',
  noun: ['regola', 'regole'],
  create: 'Nuova regola',
  search: 'Nome',
  empty: 'Nessuna regola: valgono i piani delle singole persone.',
  percent: 'Percentuale',
  views: { open: 'In uso', archived: 'Archiviate' },
} as const;

export const simulation = {
  title: 'Simulazione',
  note: 'Ricalcola i contratti approvati nel trimestre passato con la regola come è scritta qui. Non scrive niente.',
  run: 'Simula sul trimestre passato',
  span: 'Dal {from} al {to}, {n} contratti',
  today: 'oggi',
  tried: 'con la regola',
  same: 'Nessuna differenza',
  nothing: 'nulla è scritto',
  people: 'Per venditore',
} as const;

export const simulate = {
  title: 'Se {rate} fosse',
  rate: '{name}, percentuale di prova',
  run: 'Prova',
  tried: 'con {rate}',
  unread: 'Scrivere una percentuale, per esempio 9',
} as const;

export const trial = {
  tester: 'Prova delle regole',
  title: 'Perché {amount}',
  contract: 'Numero del contratto',
  person: 'Persona',
  first: 'Chi ha venduto',
  day: 'Regole del',
  approval: 'approvazione',
  dayUnread: 'Scrivere un giorno, per esempio 12/10/2026',
  unknown: 'Nessun contratto con questo numero, o non fa guadagnare niente a questa persona',
  run: 'Prova',
  on: 'al {day}',
  note: 'Valgono le regole del giorno di approvazione. Tra più regole dello stesso tipo vince la più stretta: persona, ruolo, modello, paniere, marca, sede, canale.',
  stands: '{label}: {done} di {target}',
  noTarget: '{label}: nessun obiettivo in vigore',
  elsewhere: 'un’altra riga: matura con il contratto {trigger}',
  none: 'Nessuna regola e nessun piano.',
  facts: 'Che cosa vedono le regole',
  closePanel: 'Chiudi la prova',
  share: '{rate} di {basis}',
  bands: 'a fasce',
  capped: 'meno {amount} oltre il massimo',
  quota: 'quota {share}',
} as const;

export const split = {
  title: 'Dividere {number}',
  note: 'Fino a quattro persone, in tutto 100 %; i centesimi che avanzano vanno alla prima. Ciò che è già maturato si corregge nei mesi aperti. Nessuno alza la propria quota.',
  open: 'Dividi la vendita',
  asWanted: 'Contestazione di {name}',
} as const;

export const confirmAll = {
  open: 'Conferma {n} bozze',
  openOne: 'Conferma la bozza',
  title: 'Confermare {n} rendiconti?',
  titleOne: 'Confermare il rendiconto?',
  note: 'Righe e regole non cambiano più: ciò che si annulla dopo è uno storno nel mese aperto. Restano fuori i propri e quelli contestati.',
  confirm: 'Conferma',
  cancel: 'Annulla',
} as const;

export const payAll = {
  open: 'Segna pagati {n}',
  openOne: 'Segna pagato',
  title: 'Segnare pagati {n} rendiconti, {sum}?',
  titleOne: 'Segnare pagato il rendiconto, {sum}?',
  note: 'Sono i confermati con qualcosa da liquidare. Restano fuori i propri e i debiti, che passano al mese seguente.',
  verb: 'Segna pagati',
} as const;

export const manyLeft = {
  title: 'Non tutti',
  left: 'Gli altri sono fatti. Questi no:',
  close: 'Chiudi',
} as const;
