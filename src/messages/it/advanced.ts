/** Texts of the advanced signature: on the page of a customer and on the signer's own page. */
export const advanced = {
  title: 'Firma elettronica avanzata',
  intro: 'Chi aderisce firma i contratti con un codice per SMS, con il valore di una firma su carta.',
  off: 'La concessionaria non la offre (Preferenze › Contratti).',
  paperFirst:
    'Per aderire serve un documento d’identità valido, con la scansione: aggiungerlo in «Documenti d’identità».',
  accept: 'Raccogli l’adesione',
  again: 'Raccogli una nuova adesione',
  print: 'Dichiarazione da firmare su carta',
  declaration: 'Dichiarazione firmata',
  paper: 'Documento d’identità',
  revoke: 'Revoca',
  revoked: 'Firma avanzata revocata: da ora si firma con firma semplice.',
  accepted: 'Adesione registrata.',
  line: 'Condizioni versione {version}, accettate {at} davanti a {witness}',
  with: '{paper} {number} · cellulare {phone} · si conserva fino al {until}',
  revokedBy: 'Revocata {at} da {by}',
  themselves: 'chi firma, dalla pagina privata',
  form: {
    title: 'Adesione alla firma elettronica avanzata',
    verb: 'Registra l’adesione',
    conditions: 'Condizioni, versione {version}',
    until: '{paper} {number}, valido fino al {until}',
    note: 'Si legge insieme e si firma nel riquadro di questo schermo, che resta aperto con il vostro accesso; oppure si firma la dichiarazione stampata, di cui si carica la scansione.',
  },
} as const;

/** On the signer's own page. */
export const ownAdvanced = {
  title: 'La sua firma elettronica avanzata',
  since: 'Condizioni versione {version}, accettate il {day} davanti a {witness}.',
  revokedOn: 'Revocata il {day}. I documenti già firmati restano firmati.',
  declaration: 'La dichiarazione',
  revoke: 'Revoca la firma avanzata',
  revokeText:
    'I documenti già firmati restano firmati; i prossimi si firmano con firma semplice o su carta. Per aderire di nuovo si torna in concessionaria.',
  revokeDo: 'Revoca ora',
} as const;
