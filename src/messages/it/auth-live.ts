/** Words of logging in and of passwords that scripts say. */
export const authLive = {
  locked: 'Troppi tentativi: riprovare tra {wait}.',
  lockedOver: 'Ora si può riprovare.',
  unreachable: 'Il servizio non risponde: riprovare tra qualche minuto.',
  differs: 'Le due password non sono uguali',
  expired: 'Il collegamento non è più valido: richiederne un altro.',
  strength: ['', 'Debole', 'Sufficiente', 'Buona', 'Ottima'],
} as const;
