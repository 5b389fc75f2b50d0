/** Texts of giving somebody's work to others. */
export const work = {
  all: 'Tutto quello che può avere',
  stays: 'Resta: nessuno può averlo',
  nobody: 'A nessuno: resta da assegnare',
  to: 'A {name}',
  toAbsent: 'A {name} (assente)',
  absent: '{name} (assente)',
} as const;
