/** How far a user has come. */
export const userStates = {
  active: { label: 'Attivo', tone: 'ok' },
  invited: { label: 'Invitato', tone: 'info' },
  blocked: { label: 'Bloccato', tone: 'bad' },
} as const;

/** Days that a token of another system may live. */
export const TOKEN_DAYS = [30, 90, 180, 365] as const;
/** Tokens of one company that are in use. */
export const MOST_TOKENS = 50;
