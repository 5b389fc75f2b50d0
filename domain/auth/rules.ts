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

/**
 * The address after login if it is a relative path of this site, else `fallback` (specification §2, rules.md §26, 3).
 * A simple check of the prefix would let `/\evil.com`, `/\t/evil.com` and `/.//evil.com` lead to another site.
 */
export function safeTarget(raw: unknown, fallback: string): string {
  if (typeof raw !== 'string' || raw.length === 0 || raw.length > 2048) return fallback;
  if (!/^\/(?![/\\])/.test(raw)) return fallback;
  // oxlint-disable-next-line no-control-regex -- control characters are what is refused
  if (/[\u0000-\u0020\u007f-\u009f\\\u2028\u2029\ufeff]/.test(raw)) return fallback;
  const base = 'https://own.invalid';
  let url: URL;
  try {
    url = new URL(raw, base);
  } catch {
    return fallback;
  }
  if (url.origin !== base || url.username || url.password) return fallback;
  const target = url.pathname + url.search + url.hash;
  return /^\/[/\\]|^\/api([/?#]|$)/.test(target) ? fallback : target;
}

/**
 * The network whose tries are counted together: an IPv4 address, or the /64 of an IPv6 one, because one customer of
 * a provider owns all its 2^64 addresses. IPv4 written as IPv6 counts as IPv4.
 */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped || !address.includes(':')) return mapped ?? address;
  const [head = '', tail] = address.toLowerCase().split('%')[0]!.split('::');
  const groups = head ? head.split(':') : [];
  const after = tail ? tail.split(':') : [];
  const whole =
    tail === undefined ? groups : [...groups, ...Array<string>(8 - groups.length - after.length).fill('0'), ...after];
  return `${whole
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`;
}

/** The network of an address and those beside it, which one sender may own: the /24 of an IPv4 address, else its /64. */
export const neighboursOf = (address: string): string => networkOf(address).replace(/\.\d+$/, '.0/24');
