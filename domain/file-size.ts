/** Sizes of files; not in italian.ts, which every page loads. */
import { integer, tenths } from './italian.ts';

/** Bytes in a readable unit: `812 kB`, `3,4 MB`, `1,2 GB`. */
export function fileSize(bytes: number): string {
  if (bytes < 1e6) return `${integer(Math.ceil(bytes / 1e3))}\u00a0kB`;
  return bytes < 1e9 ? `${tenths(bytes / 1e6)}\u00a0MB` : `${tenths(bytes / 1e9)}\u00a0GB`;
}
