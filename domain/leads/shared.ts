/** What a person may have in common with another lead or a customer. */
export const sharedWords = {
  phone: 'Stesso telefono',
  email: 'Stessa e-mail',
  taxCode: 'Stesso codice fiscale',
  plate: 'Stessa targa',
} as const;
/** Days for which a join is taken back. */
export const UNDO_DAYS = 7;
