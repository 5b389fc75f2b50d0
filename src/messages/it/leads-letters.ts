/** Texts of one mail to several leads. */
export const letters = {
  title: 'Scrivi a {n} lead',
  send: 'Invia {n} e-mail',
  help: 'Un’e-mail ciascuno, con i suoi dati al posto delle variabili, come il nome tra parentesi graffe. Resta scritta in ogni lead.',
  may: '{n} di {of} possono ricevere',
  mayOne: '1 di {of} può ricevere',
  nobody: 'Nessuno dei lead scelti può ricevere questa e-mail.',
  missing: 'Su qualche lead manca {names}: chi non ce l’ha non la riceve.',
  inParts: 'Partono a {n} per volta: se una parte non riesce, le altre sono già partite e si riprova da lì.',
  sent: 'E-mail in partenza: {n}.',
} as const;
