/** The most leads to which one mail goes at once. */
export const MOST_LETTERS = 200;

/** Why a lead does not get the mail that goes to several, in the order in which it is looked at. */
export const letterRefusals = {
  closed: { one: 'è chiuso o di un collega', other: 'sono chiusi o di un collega' },
  stale: { one: 'è cambiato nel frattempo', other: 'sono cambiati nel frattempo' },
  quiet: { one: 'ha chiesto di non essere contattato', other: 'hanno chiesto di non essere contattati' },
  consent: { one: 'non ha dato il consenso all’e-mail', other: 'non hanno dato il consenso all’e-mail' },
  address: { one: 'senza indirizzo', other: 'senza indirizzo' },
  twice: { one: 'ha l’indirizzo di un altro', other: 'hanno l’indirizzo di un altro' },
  missing: { one: 'senza un dato del testo', other: 'senza un dato del testo' },
} as const;
export type LetterRefusal = keyof typeof letterRefusals;
