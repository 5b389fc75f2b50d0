/** Texts of what a company sets for its contracts. */
export const contractSettings = {
  intro:
    'Che cosa un contratto deve avere prima di ogni passaggio, chi lo valida, le condizioni stampate e i motivi tra cui si sceglie.',
  noFloor: 'qualunque margine',
  moneyExample: 'Passa senza motivo: {floor} in su. La consegna si chiude con al più {tolerance} di differenza.',
  validationExample:
    'Un contratto inviato passa al back office {skip}. Il cliente firma {signature}. Le due validazioni sono {persons}.',
  skips: {
    never: 'dopo la validazione commerciale',
    within_cap: 'subito se lo sconto rientra nel limite, altrimenti dopo la validazione commerciale',
    always: 'subito',
  },
  onePerson: 'anche di una persona sola',
  twoPersons: 'di due persone',
  clausesExample: 'Il contratto stampa {n} condizioni numerate; a parte si firmano: {onerous}.',
  noOnerous: 'nessuna',
  reasons: 'Motivi dei passaggi',
  reasonsHelp: 'Chi rimanda, respinge, riapre o annulla un contratto ne sceglie uno.',
  reasonsSaved: 'Motivi salvati: {move}.',
  retired: 'Un motivo tolto non si propone più; dove è stato scelto resta leggibile.',
} as const;
