/** What is said of the session's quotes, on their pages and where one is made. */
export const keptQuotes = {
  compare: 'Confronta',
  dropped: '«{name}» è uscito dal confronto: al massimo 3 preventivi.',
  undo: 'Annulla',
} as const;
