export const MOST_MARKS = 30;
/** Marks are placed in thousandths of a photo's width and height. */
export const MARK_SCALE = 1000;

export const damageKinds = {
  scratch: 'Graffio',
  dent: 'Ammaccatura',
  crack: 'Crepa o rottura',
  rust: 'Ruggine',
  wear: 'Usura',
  paint: 'Vernice',
  other: 'Altro',
} as const;
export type DamageKind = keyof typeof damageKinds;
