/** Texts for files that come from a phone: the phone's page, and the QR code beside the field. */
export const phone = {
  title: 'Invia dal telefono',
  gone: 'Collegamento scaduto',
  goneText: 'Chiedere al banco un nuovo codice QR.',
  for: '{label}, per {by}',
  choose: 'Fotografa o scegli i file',
  left: 'Ancora {n} file.',
  done: 'Non servono altri file: si può chiudere la pagina.',
  sending: 'in arrivo…',
  sent: 'arrivato',
  tooLarge: 'troppo grande',
  open: 'Dal telefono',
  scan: 'Inquadrare con il telefono: vale {n} minuti.',
  ended: 'Il codice non vale più.',
  renew: 'Rinnova',
  close: 'Chiudi',
  code: 'Codice QR da inquadrare con il telefono',
} as const;
