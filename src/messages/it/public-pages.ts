/** Texts of pages that a company opens to everybody, and of where it manages them. */
export const publicPage = {
  gone: 'Collegamento non valido',
  goneText: 'L’indirizzo non è completo o non esiste. Chiederne uno alla concessionaria.',
  ended: 'Pagina non più attiva',
  endedText: 'La concessionaria l’ha chiusa. Per una richiesta la si può chiamare o scriverle.',
  you: 'Chi è',
  notice: 'Informativa sulla privacy',
  reads: 'Usiamo questi dati solo per rispondere. Prima di inviare si può leggere l’informativa.',
  optional: 'facoltativo',
  honeypot: 'Lasciare vuoto',
  footer: '{company}, {contacts}',
  tried: 'Controllare i campi segnalati.',
  code: 'Codice di sei cifre',
  noCode: 'Se non arriva, controllare la posta indesiderata e che il recapito scritto sia giusto.',
  confirm: 'Conferma',
  change: 'Torna al modulo',
} as const;

export const booking = {
  when: 'Quando',
  lasts: '{what}, {minutes} minuti',
  none: 'Al momento non ci sono orari liberi. Chiamare la concessionaria: {contacts}.',
  more: 'Altri giorni',
  first: 'Dai primi liberi',
  verb: 'Prenota',
  confirm: 'Manca solo la conferma',
  held: 'Inserire il codice ricevuto per e-mail.',
  heldAt:
    'Le abbiamo mandato un codice per e-mail: inserirlo qui conferma l’appuntamento di {day} alle {time}. L’orario resta riservato per {n} minuti.',
  done: 'Appuntamento confermato: {day} alle {time}.',
  doneText: 'La conferma arriva per e-mail, con il collegamento per spostarlo o annullarlo.',
  again: 'Prenota un altro orario',
  message: 'Che cosa dobbiamo sapere',
} as const;

export const request = {
  vehicle: 'Auto che interessa',
  message: 'Richiesta',
  consents: 'Consensi facoltativi',
  yes: 'Acconsento',
  by: 'Con quali mezzi',
  verb: 'Invia la richiesta',
  confirm: 'Manca solo la conferma',
  waits: 'Le abbiamo mandato un codice per e-mail: inserirlo qui conferma che il recapito è il suo.',
  waitsSms: 'Le abbiamo mandato un codice per SMS: inserirlo qui conferma che il numero è il suo.',
  done: 'Richiesta inviata.',
  confirmed: 'Richiesta confermata.',
  doneText: 'La richiamiamo o le scriviamo al più presto.',
  again: 'Invia un’altra richiesta',
} as const;

export const managing = {
  bookings: 'Pagine di prenotazione',
  bookingsAbout:
    'Un indirizzo per il sito, i messaggi o un cartello: il cliente prenota da solo ciò che è libero. Nasce un lead con il suo appuntamento.',
  requests: 'Moduli di richiesta',
  requestsAbout: 'Un indirizzo per il sito, gli annunci o un cartello: ogni modulo inviato è un lead.',
  none: 'Nessuna pagina aperta.',
  create: 'Nuova pagina',
  open: 'Apri',
  copy: 'Copia l’indirizzo',
  copied: 'Indirizzo copiato.',
  close: 'Chiudi la pagina',
  closeTitle: 'Chiudere «{name}»?',
  closeText: 'L’indirizzo non funziona più, anche dove è già pubblicato. Non si riapre: se ne crea un’altra.',
  closed: 'Pagina chiusa.',
  used: 'Aperture: {opened} · invii: {sent}',
} as const;
