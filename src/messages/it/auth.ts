export const auth = {
  title: 'Accedi',
  fmsTitle: 'Fms Manager',
  email: 'E-mail',
  password: 'Password',
  show: 'Mostra password',
  enter: 'Accedi',
  forgot: 'Password dimenticata?',
  claim: 'Stock, preventivi, contratti e clienti della concessionaria, in un solo posto.',
  insecure:
    'Questo indirizzo non è protetto (https): i browser rifiutano il cookie di accesso. Aprire il sito con https o da localhost.',
  reset: {
    title: 'Password dimenticata',
    intro:
      'Indicare l’e-mail con cui si accede: arriva un collegamento per scegliere una nuova password, valido 30 minuti.',
    send: 'Invia il collegamento',
    sent: 'Se l’indirizzo è registrato, il messaggio arriva tra poco. Controllare anche la posta indesiderata.',
    choose: 'Nuova password',
    repeat: 'Ripeti la password',
    save: 'Imposta la password',
    done: 'Password impostata. Tutte le altre sessioni sono state chiuse.',
    again: 'Richiedi un altro collegamento',
    toLogin: 'Torna all’accesso',
    hint: 'Almeno 12 caratteri; una frase va benissimo.',
  },
  code: {
    title: 'Codice di accesso',
    label: 'Codice',
    help: 'Le 6 cifre dell’app di autenticazione. Senza telefono: un codice di recupero.',
    remember: 'Non chiedere il codice su questo dispositivo per {days} giorni',
  },
  activate: {
    title: 'Secondo fattore',
    intro:
      'La tua azienda chiede un codice oltre alla password. Inquadra il quadrato con un’app di autenticazione, poi scrivi il codice che mostra.',
    qr: 'Codice QR da inquadrare con l’app di autenticazione',
    typed: 'Se la fotocamera non lo legge, scrivi questa chiave nell’app:',
    label: 'Codice di 6 cifre',
    confirm: 'Attiva e accedi',
  },
  link: {
    sentTitle: 'Controlla la posta',
    sent: 'Ti abbiamo mandato un collegamento per attivare il secondo fattore. Vale {minutes} minuti.',
    why: 'La tua azienda chiede un codice oltre alla password: si attiva aprendo quel collegamento, con il telefono a portata di mano.',
    missing:
      'Non arriva? Guarda tra la posta indesiderata, poi accedi di nuovo: ne parte un altro, al massimo tre di seguito.',
    intro: 'Per attivare il codice che la tua azienda chiede, scrivi di nuovo la password.',
    go: 'Continua',
    over: 'Il collegamento non vale più: accedi di nuovo per riceverne un altro.',
  },
  recovery: {
    title: 'Codici di recupero',
    intro:
      'Ognuno apre una volta sola al posto dell’app, se il telefono manca. Stampali o salvali ora: non si vedono più. Se ne possono chiedere altri dalle impostazioni.',
    kept: 'Li ho salvati, continua',
  },
  strengthLabel: 'Lunghezza',
} as const;

/** Texts of login and passwords that scripts show. */
export const authLive = {
  locked: 'Troppi tentativi: riprovare tra {wait}.',
  lockedOver: 'Ora si può riprovare.',
  unreachable: 'Il servizio non risponde: riprovare tra qualche minuto.',
  differs: 'Le due password non sono uguali',
  expired: 'Il collegamento non è più valido: richiederne un altro.',
  strength: ['', 'Troppo corta', 'Basta la lunghezza', 'Lunga', 'Molto lunga'],
  entering: 'Password salvata: accesso in corso…',
} as const;

/** Texts of the company's login requirements. */
export const policy = {
  title: 'Accesso',
  ask: 'Chiedi a tutti il secondo fattore',
  help: 'Chi non lo ha lo attiva al prossimo accesso; le sessioni aperte continuano.',
  without: 'Utenti che non lo hanno ancora: {n}.',
  required: 'Dal prossimo accesso il secondo fattore è chiesto a tutti.',
  notRequired: 'Il secondo fattore è a scelta di ciascuno.',
} as const;
