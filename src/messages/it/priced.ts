/** Words that the lists of priced records share; what fields are called stands in domain/<area>/fields.ts. */
export const priced = {
  net: 'Imponibile',
  inStock: 'Disponibile',
  archived: 'Archiviato',
  yes: 'Sì',
  no: 'No',
  valid: 'Valido oggi',
  views: { all: 'Attivi', stock: 'Disponibili', over: 'Non validi oggi', archived: 'Archiviati' },
  open: 'Apri',
  saved: '{code} salvato',
  archiving: { archive: 'Archivia', restore: 'Ripristina' },
  reprice: 'Cambia prezzo',
  import: 'Importa',
} as const;
