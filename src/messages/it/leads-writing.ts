/** Texts of writing to the customer of a lead. */
export const leadWriting = {
  title: 'Scrivi al cliente',
  send: 'Invia',
  sent: 'Inviato: registra',
  open: 'Apri WhatsApp',
  openHelp: 'Si apre con questo testo; dopo l’invio, premere «Inviato: registra».',
  missing: 'Manca {names}: scriverlo o toglierlo prima di inviare',
} as const;
