/** Bodies of rules.md §16, apart from the other words of a car: few pages name them. The key is stored in the catalogue, the label is Italian. */
export const bodies = {
  city: 'City car',
  hatchback: 'Berlina 2 volumi',
  saloon: 'Berlina 3 volumi',
  estate: 'Station wagon',
  suv: 'SUV/Crossover',
  offroad: 'Fuoristrada',
  mpv: 'Monovolume',
  multispace: 'Multispazio',
  coupe: 'Coupé',
  cabrio: 'Cabrio/Spider',
  pickup: 'Pick-up',
  van: 'Furgone',
  truck: 'Autocarro',
  chassis: 'Cabinato',
  camper: 'Autocaravan',
} as const;
export type Body = keyof typeof bodies;
