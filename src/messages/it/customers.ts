/** What the form of a customer says; the labels of its fields stand in the domain. */
export const customers = {
  title: 'Nuovo cliente',
  editTitle: 'Modifica cliente',
  save: 'Salva cliente',
  duplicates: 'Esiste già un cliente simile:',
  by: {
    taxCode: 'stesso codice fiscale',
    vatNumber: 'stessa partita IVA',
    phone: 'stesso telefono',
    email: 'stessa e-mail',
    name: 'nome simile',
  },
  useThis: 'Usa questo',
  openThis: 'Apri scheda',
  more: 'Altri dati',
  capElsewhere: 'Il CAP {cap} è di {town}: controllare la città',
  readOnly: 'Lo può modificare chi lo segue o chi gestisce i clienti.',
  call: 'Chiama',
  whatsapp: 'WhatsApp',
  noPhone: 'Nessun telefono',
} as const;
