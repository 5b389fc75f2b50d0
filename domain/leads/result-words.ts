/** How contacts go, in the words that a company begins with: each stands on an action and one of its results, and each result has one. */
export const firstResults = [
  { label: 'Interesse', type: 'in_progress', result: 'success', colour: '#15803d' },
  { label: 'Richiamare', type: 'follow_up', result: 'success', colour: '#1d4ed8' },
  { label: 'Assente', type: 'in_progress', result: 'failed', colour: '#b45309' },
  { label: 'Appuntamento', type: 'in_progress', result: 'scheduled', colour: '#1d4ed8' },
  { label: 'Trattativa', type: 'negotiation', result: 'success', colour: '#15803d' },
  { label: 'Rinviato', type: 'in_progress', result: 'rescheduled', colour: '#b45309' },
  { label: 'Non presentato', type: 'in_progress', result: 'no_show', colour: '#b91c1c' },
  { label: 'Annullato', type: 'in_progress', result: 'canceled', colour: '#64748b' },
  { label: 'Non va avanti', type: 'closed', result: 'failed', colour: '#b91c1c' },
  { label: 'Non valido', type: 'closed', result: 'not_needed', colour: '#64748b' },
] as const;

/** The colours of statuses for which a company has no word. */
export const toneColours = {
  ok: '#15803d',
  info: '#1d4ed8',
  warn: '#b45309',
  bad: '#b91c1c',
  mute: '#64748b',
} as const;
