/** Texts of type approvals; domain/homologations/fields.ts holds the labels of their fields. */
export const homologations = {
  title: 'Omologazioni',
  noun: ['omologazione', 'omologazioni'],
  search: 'Numero, codice o nome della versione',
  empty: 'Nessuna omologazione: i preventivi usano la CO₂ del catalogo.',
  create: 'Nuova omologazione',
  views: { all: 'Tutte', archived: 'Archiviate' },
  note: 'La CO₂ di un’auto configurata va dalla minima alla massima secondo i suoi optional; consumo e massa la seguono in linea retta. Vale in bozze e nuovi preventivi.',
} as const;
