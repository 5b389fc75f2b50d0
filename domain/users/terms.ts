/** How far a user has come. */
export const userStates = {
  active: { label: 'Attivo', tone: 'ok' },
  invited: { label: 'Invitato', tone: 'info' },
  blocked: { label: 'Bloccato', tone: 'bad' },
} as const;
