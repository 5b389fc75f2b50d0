/** Texts of the field that finds a customer. */
export const customerPicker = {
  create: 'Nuovo cliente',
  edit: 'Modifica',
  last: 'Usa {name}',
  enter: 'Registra {name}',
} as const;
