/** What the form of a customer says; the labels of its fields stand in the domain. */
export const customers = {
  title: 'Nuovo cliente',
  editTitle: 'Modifica cliente',
  save: 'Salva cliente',
  duplicates: 'Esiste già un cliente simile:',
  useThis: 'Usa questo',
  create: 'Nuovo cliente',
  edit: 'Modifica',
  last: 'Usa {name}',
} as const;
