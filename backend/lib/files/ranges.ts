/** Parts of files that a caller asks for (RFC 9110, 14). */
import { createHash } from 'node:crypto';
import type { Part } from './store.ts';

/** Headers of a request that ask for a part. */
export interface Wanted {
  range?: string | undefined;
  ifRange?: string | undefined;
}

/** What the bytes under a key are called: a key is written once, so it names them for ever, and is told to nobody. */
export const tagOf = (key: string): string => `"${createHash('sha256').update(key).digest('base64url').slice(0, 22)}"`;

/**
 * The part of a file of `size` bytes that a caller asks for; null: all of it, as for several parts at once, another unit,
 * or another state of the file; `outside`: it has none of that part.
 */
export function partOf({ range = '', ifRange }: Wanted, size: number, tag: string): Part | null | 'outside' {
  const [, from = '', to = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(range) ?? [];
  if ((from === '' && to === '') || (ifRange !== undefined && ifRange !== tag)) return null;
  if (size === 0) return 'outside';
  // Without a beginning it is the last bytes.
  if (from === '') return Number(to) === 0 ? 'outside' : { first: Math.max(0, size - Number(to)), last: size - 1 };
  const [first, last] = [Number(from), to === '' ? size - 1 : Math.min(Number(to), size - 1)];
  if (to !== '' && Number(to) < first) return null;
  return first < size ? { first, last } : 'outside';
}
