/** What a contract may ask of its customer's record, with the field of the record where it is entered. */
export const recordLacks = {
  'Manca il nome del cliente in caratteri latini, come sul documento.': 'latinName',
  'Manca il codice fiscale del cliente.': 'taxCode',
  'Manca la partita IVA del cliente.': 'vatNumber',
  'Manca un documento d’identità del cliente.': 'documents',
  'Il documento d’identità del cliente è scaduto.': 'documents',
} as const;

export type RecordLack = keyof typeof recordLacks;
