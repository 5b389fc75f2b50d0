/** Contracts on the page of their customer. */
export const contractsOf = {
  title: 'Contratti',
  none: 'Nessun contratto.',
  due: 'saldo {amount}',
  make: 'Nuovo, da un preventivo',
} as const;
