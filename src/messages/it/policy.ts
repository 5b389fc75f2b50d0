/** Words of what a company asks of who logs in. */
export const policy = {
  title: 'Accesso',
  ask: 'Chiedi a tutti il secondo fattore',
  help: 'Chi non lo ha lo attiva al prossimo accesso; le sessioni aperte continuano.',
  without: 'Utenti che non lo hanno ancora: {n}.',
  required: 'Dal prossimo accesso il secondo fattore è chiesto a tutti.',
  notRequired: 'Il secondo fattore è a scelta di ciascuno.',
} as const;
