/** Words of what is done with a quote of the list. */
export const quoteActions = {
  open: 'Apri',
  pdf: 'PDF',
  deleted: 'Bozza eliminata',
} as const;
