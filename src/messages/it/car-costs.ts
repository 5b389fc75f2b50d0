/** Words of what a car costs, for what opens when it is asked for. */
export const carCosts = {
  newCost: 'Nuovo costo',
  costOf: 'Costo',
  costSaved: 'Costo salvato.',
  costRemoved: 'Costo eliminato.',
  removeCost: 'Elimina',
  mostNeedsPrice: 'Inserire il prezzo al pubblico.',
  mostHelp: 'Con i costi, il regime e il prezzo al pubblico della scheda.',
} as const;
