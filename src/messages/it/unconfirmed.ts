/** Forms whose address or number nobody has confirmed. */
export const unconfirmed = {
  calendars: 'Prenotazioni non confermate',
  leads: 'Richieste non confermate',
  calendarsAbout:
    'Il cliente non ha ancora inserito il codice. L’orario è riservato per dieci minuti, e non impedisce nulla a chi lavora qui.',
  leadsAbout:
    'Chi ha scritto non ha confermato il recapito: può essere una persona che ha perso il codice, o un programma.',
  held: 'orario riservato',
  take: { calendars: 'Prenota', leads: 'Crea il lead' },
  drop: 'Metti da parte',
  taken: { calendars: 'Appuntamento preso.', leads: 'Il lead arriva tra pochi secondi.' },
  dropped: 'Messa da parte.',
} as const;
