/** How a report that is sent by itself went. */
export const mailingStates = {
  making: { label: 'si prepara', tone: 'info' },
  sent: { label: 'inviato', tone: 'ok' },
  empty: { label: 'nessuna riga, non inviato', tone: 'mute' },
  failed: { label: 'non riuscito', tone: 'bad' },
} as const;
/** How the last one went, with what became of its mails. */
export const lastStates = {
  ...mailingStates,
  stuck: { label: 'posta ferma, si riprova', tone: 'warn' },
  unsent: { label: 'non arrivato a tutti', tone: 'bad' },
} as const;

/** Days of mailings that are shown of all reports together. */
export const SHOWN_DAYS = 30;

/** Why it was made. */
export const mailingWays = { due: 'alla sua ora', hand: 'a mano', test: 'prova' } as const;

/** The most bytes of a file that comes with the mail; a larger one is fetched by a link. */
export const MOST_ATTACHED = 8_000_000;
/** Days for which a file can be fetched. */
export const FILE_DAYS = 7;
