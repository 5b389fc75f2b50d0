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
