/** What a person may have in common with another lead or a customer. */
export const sharedWords = {
  phone: 'Stesso telefono',
  email: 'Stessa e-mail',
  taxCode: 'Stesso codice fiscale',
  plate: 'Stessa targa',
} as const;
/** Days for which a join is taken back. */
export const UNDO_DAYS = 7;

const wordsIn = (name: string) =>
  name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(Boolean)
    .toSorted()
    .join(' ');

/** Whether two names may be the same person's without asking: the same words in any order, or one is not known. */
export const sameName = (one: string, other: string): boolean => {
  const [a, b] = [wordsIn(one), wordsIn(other)];
  return a === '' || b === '' || a === b;
};
