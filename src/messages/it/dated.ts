/** Words of everything that is set from a day on. */
export const dated = {
  edit: 'Modifica',
  editNow: 'Modifica i parametri',
  editWaiting: 'Modifica dal {day}',
  from: 'Valido dal',
  fromHelp: 'Oggi o un giorno futuro. Ciò che è già fatto non cambia.',
  inForce: 'In vigore dal {day}',
  neverSet: 'Valori iniziali, mai modificati',
  waiting: 'Modifiche programmate',
  unschedule: 'Annulla la modifica',
  unscheduled: 'Modifica del {day} annullata.',
  saved: 'Parametri salvati.',
  scheduled: 'Modifica programmata dal {day}.',
  history: 'Cronologia',
} as const;
