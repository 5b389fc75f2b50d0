/** Texts of registration agencies; domain/agencies/fields.ts holds the labels of fields. */
export const agencies = {
  title: 'Agenzie pratiche',
  noun: ['agenzia', 'agenzie'],
  create: 'Nuova agenzia',
  search: 'Nome o referente',
  empty: 'Nessuna agenzia: crearne una con i suoi costi, così il margine di ogni preventivo li conta.',
  views: { open: 'In uso', archived: 'Archiviate' },
} as const;
