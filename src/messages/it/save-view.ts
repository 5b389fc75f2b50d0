export const saveView = {
  title: 'Salva la vista',
  name: 'Nome della vista',
  shared: 'Visibile a tutta la concessionaria',
  help: 'Si salvano filtri, ordine e colonne.',
} as const;
