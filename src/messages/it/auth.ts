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
      "Indicare l'e-mail con cui si accede: arriva un collegamento per scegliere una nuova password, valido 30 minuti.",
    send: 'Invia il collegamento',
    sent: "Se l'indirizzo è registrato, il messaggio arriva tra poco. Controllare anche la posta indesiderata.",
    choose: 'Nuova password',
    repeat: 'Ripeti la password',
    save: 'Imposta la password',
    done: 'Password impostata. Tutte le altre sessioni sono state chiuse.',
    again: 'Richiedi un altro collegamento',
    toLogin: "Torna all'accesso",
    hint: 'Almeno 12 caratteri; una frase va benissimo.',
  },
  strengthLabel: 'Robustezza',
} as const;
