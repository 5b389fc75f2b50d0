/** How a rule finds who takes a lead. */
export const assignments = {
  turn: 'A rotazione',
  load: 'A chi ne ha meno aperti',
  person: 'A una persona',
  nobody: 'Ai responsabili, da assegnare',
} as const;
