export const userStates = {
  active: { label: 'Attivo', tone: 'ok' },
  invited: { label: 'Invito inviato', tone: 'info' },
  blocked: { label: 'Bloccato', tone: 'bad' },
} as const;

/** Choices for the validity of a token of another system, in days. */
export const TOKEN_DAYS = [30, 90, 180, 365] as const;
/** The most active tokens of one company. */
export const MOST_TOKENS = 50;
