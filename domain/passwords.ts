/** Which passwords are refused before anybody looks at the lists of known ones. */

/** The published password of every demo account, which nobody else may choose. */
export const DEMO_PASSWORD = 'Prova-2026-demo';

/** Words that a password may not be based on, beside the person's own name, e-mail and company. */
const contextWords = [
  'volante',
  'password',
  'concessionaria',
  'dealer',
  'benvenuto',
  'qwerty',
  '123456',
  'lumera',
  'ventor',
  'ostro',
  DEMO_PASSWORD.toLowerCase(),
];

/**
 * Why a new password is refused, in Italian; null if it is not. `own`: the person's name, e-mail and company. The
 * schema checks the length (rules.md §26, 2).
 */
export function passwordIssue(password: string, own: readonly string[] = []): string | null {
  const lower = password.toLowerCase();
  if (new Set(lower).size < 5) return 'Usare più caratteri diversi';
  const words = own.flatMap((text) => text.toLowerCase().split(/[^a-zà-ü0-9]+/)).filter((word) => word.length >= 4);
  const found = [...contextWords, ...words].find((word) => lower.includes(word));
  return found ? `Non usare «${found}» nella password` : null;
}

/**
 * Length 0–4 for the meter: whether a password is good only the server knows, which has the lists of words. One that is
 * too short, or refused for what is known here, has at most 1.
 */
export function passwordLength(password: string, own: readonly string[] = []): 0 | 1 | 2 | 3 | 4 {
  if (password.length === 0) return 0;
  if (password.length < 12 || passwordIssue(password, own)) return 1;
  return password.length >= 20 ? 4 : password.length >= 16 ? 3 : 2;
}
