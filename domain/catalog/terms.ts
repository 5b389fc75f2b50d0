/** Fuels, gearboxes and drives of rules.md §16: the key is stored in the catalogue, the label is Italian. */
export const fuels = {
  petrol: 'Benzina',
  diesel: 'Gasolio',
  lpg: 'Benzina/GPL',
  cng: 'Benzina/Metano',
  mhev: 'Mild Hybrid benzina',
  mhev_diesel: 'Mild Hybrid diesel',
  hev: 'Full Hybrid',
  phev: 'Plug-in Hybrid benzina',
  phev_diesel: 'Plug-in Hybrid diesel',
  bev: 'Elettrica',
  fcev: 'Idrogeno',
} as const;
export type Fuel = keyof typeof fuels;

export const gearboxes = {
  manual: 'Manuale',
  automatic: 'Automatico',
  dct: 'Doppia frizione',
  cvt: 'CVT/e-CVT',
  amt: 'Robotizzato',
} as const;
export const drives = { front: 'Anteriore', rear: 'Posteriore', all: 'Integrale' } as const;

/** Kinds of options: rows 2, 3 and 4 of the quote (rules.md §3). */
export const optionKinds = ['colour', 'interior', 'optional', 'pack'] as const;
export type OptionKind = (typeof optionKinds)[number];

/** requires: the other option is needed; excludes: not together; includes: adds the other at no price. */
export const ruleKinds = ['requires', 'excludes', 'includes'] as const;
