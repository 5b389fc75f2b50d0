/** Words of figures that several areas show. */
export const figures = {
  month: 'Rata n.',
  payment: 'Importo',
  principal: 'Capitale',
  interest: 'Interessi',
  residual: 'Residuo',
} as const;
