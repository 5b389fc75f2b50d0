/** An enclosure until it is accepted and so an attachment of the contract. */
export const enclosureStates = {
  asked: { label: 'chiesto', tone: 'warn' },
  proposed: { label: 'proposto', tone: 'info' },
  refused: { label: 'rifiutato', tone: 'bad' },
} as const;
