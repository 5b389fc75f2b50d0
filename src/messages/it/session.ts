/** What is asked before a session ends. */
export const session = {
  title: 'Restare collegati?',
  idle: 'Il programma non si usa da quasi un’ora: alle {time} la sessione termina.',
  ends: 'La sessione dura tre ore e termina alle {time}. Con la password si resta su questa pagina.',
  over: 'La sessione è terminata. Con la password si riprende da questa pagina.',
  kept: 'Ciò che è stato scritto rimane.',
  stay: 'Resta collegato',
  later: 'Più tardi',
  activate: 'L’azienda chiede ora un secondo fattore: attivarlo dalla pagina di accesso, in un’altra scheda.',
} as const;
