/** Texts of what a new company still lacks. */
export const beginning = {
  title: 'Per cominciare',
  help: 'Quello che manca all’azienda: ogni voce sparisce quando è fatta.',
} as const;

/** Texts of locations and business centers; domain/companies/places.ts holds the labels of fields. */
export const places = {
  locations: {
    title: 'Sedi',
    noun: ['sede', 'sedi'],
    create: 'Nuova sede',
    search: 'Nome, città o CAP',
    empty: 'Nessuna sede: crearne una, così utenti e preventivi hanno un posto.',
    holidays: 'Festivi nazionali del {year}: {days}',
  },
  centers: {
    title: 'Business center',
    noun: ['business center', 'business center'],
    create: 'Nuovo business center',
    search: 'Nome',
    empty: 'Nessun business center: crearne uno per contare vendite e margini.',
  },
  users: 'Persone',
  cars: 'Auto presenti',
  closed: 'Prossime chiusure:',
  views: { open: 'In uso', archived: 'Archiviati' },
} as const;
