/**
 * A reader of QR codes (ISO/IEC 18004), written from the standard and not from our writer: bytes, correction M,
 * versions 1 to 6, undamaged codes only.
 */

/** For each version: correction bytes per block, and number of blocks. All blocks of a version have the same length. */
const blocksOf = [
  [10, 1],
  [16, 1],
  [26, 1],
  [18, 2],
  [24, 2],
  [16, 4],
] as const;

const masks: readonly ((row: number, column: number) => boolean)[] = [
  (i, j) => (i + j) % 2 === 0,
  (i) => i % 2 === 0,
  (_, j) => j % 3 === 0,
  (i, j) => (i + j) % 3 === 0,
  (i, j) => (Math.floor(i / 2) + Math.floor(j / 3)) % 2 === 0,
  (i, j) => ((i * j) % 2) + ((i * j) % 3) === 0,
  (i, j) => (((i * j) % 2) + ((i * j) % 3)) % 2 === 0,
  (i, j) => (((i + j) % 2) + ((i * j) % 3)) % 2 === 0,
];

/** The product of two elements in the field of the correction, by long multiplication. */
function times(a: number, b: number): number {
  let product = 0;
  for (let bit = 7; bit >= 0; bit -= 1) {
    product = (product << 1) ^ (product & 128 ? 0x11d : 0);
    if ((b >> bit) & 1) product ^= a;
  }
  return product;
}

const numberOf = (bits: readonly boolean[]) => bits.reduce((number, bit) => number * 2 + Number(bit), 0);

/** The text of a code, from its modules row by row (true is dark). Throws when a byte contradicts the correction. */
export function readQr(dark: readonly (readonly boolean[])[]): string {
  const size = dark.length;
  const at = (i: number, j: number) => dark[i]![j]!;
  const across = [0, 1, 2, 3, 4, 5, 7, 8].map((j) => at(8, j));
  const format = numberOf([...across, ...[7, 5, 4, 3, 2, 1, 0].map((i) => at(i, 8))]) ^ 0x5412;
  if (format >> 13 !== 0) throw new Error('Not of correction M');
  const isMasked = masks[(format >> 10) & 7]!;
  const isFrame = (i: number, j: number) =>
    (i < 9 && (j < 9 || j >= size - 8)) ||
    (i >= size - 8 && j < 9) ||
    i === 6 ||
    j === 6 ||
    (size > 21 && Math.abs(i - size + 7) <= 2 && Math.abs(j - size + 7) <= 2);

  const bits: boolean[] = [];
  const pairs = [...Array(size - 1).keys()].map((j) => (j < 6 ? j : j + 1)).toReversed();
  for (let pair = 0; pair < pairs.length; pair += 2) {
    const rows = [...Array(size).keys()];
    for (const i of pair % 4 === 0 ? rows.toReversed() : rows)
      for (const j of pairs.slice(pair, pair + 2)) if (!isFrame(i, j)) bits.push(at(i, j) !== isMasked(i, j));
  }
  const words = Array.from({ length: Math.floor(bits.length / 8) }, (_, i) => numberOf(bits.slice(i * 8, i * 8 + 8)));

  const [correction, blocks] = blocksOf[(size - 17) / 4 - 1]!;
  const data = Array.from({ length: blocks }, (_, block) => {
    const own = words.filter((_word, i) => i % blocks === block);
    // A block is a multiple of the generator: it is zero at each root of the generator.
    for (let root = 1, i = 0; i < correction; i += 1, root = times(root, 2))
      if (own.reduce((sum, word) => times(sum, root) ^ word, 0) !== 0) throw new Error(`Block ${block} is damaged`);
    return own.slice(0, -correction);
  }).flat();
  const hex = data.map((byte) => byte.toString(16).padStart(2, '0')).join('');
  if (hex[0] !== '4') throw new Error('Not of bytes');
  return Buffer.from(hex.slice(3, 3 + 2 * parseInt(hex.slice(1, 3), 16)), 'hex').toString();
}
