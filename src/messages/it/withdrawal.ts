/** Texts of a withdrawal: on the private page of its customer, and on the page of the contract. */
export const withdrawal = {
  title: 'Recesso',
  until: 'Ultimo giorno: {day}.',
  verb: 'Recedi dal contratto',
  confirmTitle: 'Confermare il recesso dal contratto {number}',
  confirmText: 'Il recesso ha effetto subito. La ricevuta con giorno e ora arriva per e-mail.',
  confirm: 'Conferma recesso',
  done: 'Recesso comunicato: {at}.',
  doneText: 'La ricevuta è inviata a {email}. Quanto pagato è restituito entro il {day}.',
  record: 'Registra il recesso del cliente',
  recordNote:
    'Arrivato per lettera o e-mail: conta il giorno in cui è stato spedito. Il cliente ne riceve la ricevuta e nulla va più avanti: il recesso non si toglie, il contratto si può solo chiudere.',
  close: 'Chiudi il recesso',
  closeNote: 'Un solo passo: {steps}. Poi si rimborsa quanto pagato, entro il {day}.',
  steps: {
    resume: 'si riapre la consegna e l’auto torna',
    unbill: 'si storna la fattura con la nota di credito',
    cancelApproved: 'si annulla il contratto',
    cancel: 'si annulla il contratto',
    comeBack: 'l’auto immatricolata passa all’usato, in arrivo',
  },
  closers: {
    seller: 'Il recesso lo chiude chi segue il contratto.',
    office: 'Il recesso lo chiude il back office.',
  },
  closed: 'Recesso chiuso: il contratto è annullato.',
  owed: 'Recesso chiuso: da restituire al cliente {amount}.',
  recorded: 'Recesso registrato: la ricevuta parte per e-mail.',
  banner: '{name} ha comunicato il recesso, {at}: nulla va avanti. Rimborso entro il {day}.',
} as const;
