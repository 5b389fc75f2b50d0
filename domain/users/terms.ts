export const userStates = {
  active: { label: 'Attivo', tone: 'ok' },
  uninvited: { label: 'Da invitare', tone: 'warn' },
  invited: { label: 'Invito inviato', tone: 'info' },
  blocked: { label: 'Bloccato', tone: 'bad' },
} as const;

export type UserState = keyof typeof userStates;
export const userStateNames = Object.keys(userStates) as UserState[];

/** Choices for the validity of a token of another system, in days. */
export const TOKEN_DAYS = [30, 90, 180, 365] as const;
/** The most active tokens of one company. */
export const MOST_TOKENS = 50;
