export const raise = {
  title: 'Alzare i propri poteri',
  reason: 'Motivo',
  code: 'Codice dell’app',
  told: 'Lo sa chi approva i contratti, e resta nel registro.',
} as const;
