/** Texts of a withdrawal: on the private page of its customer, and on the page of the contract. */
export const withdrawal = {
  title: 'Recesso',
  right:
    'Il contratto è concluso a distanza o fuori dai locali: si può recedere senza motivo fino a 14 giorni dopo la consegna.',
  until: 'Ultimo giorno: {day}.',
  verb: 'Recedi dal contratto',
  confirmTitle: 'Confermare il recesso dal contratto {number}',
  confirmText: 'Il recesso ha effetto subito. La ricevuta con giorno e ora arriva per e-mail.',
  name: 'Nome e cognome',
  email: 'E-mail per la ricevuta',
  confirm: 'Conferma recesso',
  done: 'Recesso comunicato il {at}.',
  doneText: 'La ricevuta è inviata a {email}. Quanto pagato è restituito entro il {day}.',
  record: 'Registra il recesso del cliente',
  recordNote: 'Arrivato per lettera o e-mail: conta il giorno in cui è stato spedito.',
  sentOn: 'Spedito il',
  close: 'Chiudi il recesso',
  closeNote: 'Un solo passo: {steps}. Poi si rimborsa quanto pagato, entro il {day}.',
  steps: {
    resume: 'si riapre la consegna e l’auto torna',
    unbill: 'si storna la fattura con la nota di credito',
    cancelApproved: 'si annulla il contratto',
    cancel: 'si annulla il contratto',
  },
  creditNote: 'Numero della nota di credito',
  creditDay: 'Data della nota di credito',
  banner: '{name} ha comunicato il recesso il {at}: nulla va avanti. Rimborso entro il {day}.',
} as const;
