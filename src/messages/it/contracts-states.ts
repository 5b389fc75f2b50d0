/** What a contract’s states are called where room is short: in its course, and in their list. */
export const shortStates = {
  incomplete: 'Incompleto',
  waiting_commercial_approvation: 'Validazione commerciale',
  waiting_approvation: 'Validazione',
  approved: 'Approvato',
  billed: 'Fatturato',
  completed: 'Completato',
} as const;
