/** Texts of what a company sets for its contracts. */
export const contractSettings = {
  intro:
    'Che cosa un contratto deve avere prima di ogni passaggio, chi lo valida, le condizioni stampate e i motivi tra cui si sceglie.',
  noFloor: 'qualunque margine',
  moneyExample: 'Passa senza motivo: {floor} in su. La consegna si chiude con al più {tolerance} di differenza.',
  blockedExample: 'Una riga nuova dice subito quanti contratti aperti fermerebbe.',
  validationExample: 'Il cliente firma {signature}. Subito al back office: {skip}.',
  advancedOn: 'Chi ha aderito firma con il codice.',
  advancedOff: 'Tutti firmano con firma semplice.',
  clausesExample: 'Condizioni stampate: {n}. Firmate a parte: {onerous}.',
} as const;
