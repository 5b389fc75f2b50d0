export const raise = {
  title: 'Motivo e codice',
  reason: 'Motivo',
  code: 'Codice dell’app',
  told: 'Lo sa chi approva i contratti, e resta nel registro.',
  confirm: 'Conferma',
} as const;
