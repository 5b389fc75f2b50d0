/** The stage on the page of a quote or a lead, and in their lists. */
export const stage = {
  title: 'Stadio della trattativa',
  none: 'Nessuno',
  since: 'dal {day} · {percent}',
  reason: 'Motivo',
  save: 'Salva lo stadio',
  saved: 'Stadio salvato',
  without: 'Senza stadio',
  retired: '{label} (ritirato)',
} as const;
