/** What an import sets right by itself; each can be switched off. */
export const fixes = {
  names: 'Nomi scritti in maiuscolo',
  caps: 'Zero in testa al CAP',
  phones: 'Telefoni in formato +39',
  doubles: 'Doppi nel file uniti',
} as const;
export type Fix = keyof typeof fixes;
export const fixNames = Object.keys(fixes) as Fix[];
