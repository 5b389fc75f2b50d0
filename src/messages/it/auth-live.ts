/** Words of logging in and of passwords that scripts say. */
export const authLive = {
  locked: 'Troppi tentativi: riprovare tra {wait}.',
  lockedOver: 'Ora si può riprovare.',
  unreachable: 'Il servizio non risponde: riprovare tra qualche minuto.',
  differs: 'Le due password non sono uguali',
  expired: 'Il collegamento non è più valido: richiederne un altro.',
  activate: 'L’azienda chiede ora un secondo fattore: attivarlo dalla pagina di accesso, in un’altra scheda.',
  without: 'Utenti che non lo hanno ancora: {n}.',
  required: 'Dal prossimo accesso il secondo fattore è chiesto a tutti.',
  notRequired: 'Il secondo fattore è a scelta di ciascuno.',
  strength: ['', 'Debole', 'Sufficiente', 'Buona', 'Ottima'],
} as const;
