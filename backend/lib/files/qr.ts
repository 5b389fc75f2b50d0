import { encode } from 'uqr';

/**
 * The QR code of a text as a square of `size` modules, and the SVG path of the dark ones: bytes, error correction M.
 * Throws RangeError for more than 412 bytes: a denser code is hard to read from a screen or from a distance.
 */
export function qrCode(text: string): { size: number; path: string } {
  const bytes = [...new TextEncoder().encode(text)];
  const { size, data } = encode(bytes, { ecc: 'M', boostEcc: false, maxVersion: 15, border: 0 });
  const runs = (row: boolean[]) => row.map(Number).join('').matchAll(/1+/g);
  const bar = (x: number, y: number, { length }: string) => `M${x} ${y}h${length}v1h-${length}z`;
  return {
    size,
    path: data.flatMap((row, y) => [...runs(row)].map(({ index, 0: run }) => bar(index, y, run))).join(''),
  };
}
