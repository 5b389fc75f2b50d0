/** QR codes (ISO/IEC 18004): bytes, error correction M, versions 1 to 15 (at most 412 bytes). */

/** Of each version: correction bytes of a block, blocks. */
// prettier-ignore
const blocksOf: readonly (readonly [correction: number, blocks: number])[] = [
  [10, 1], [16, 1], [26, 1], [18, 2], [24, 2], [16, 4], [18, 4], [22, 4], [22, 5], [26, 5], [30, 5], [22, 8], [22, 9], [24, 9], [24, 10],
];

/** Products in GF(256) by logarithms. */
const exp = new Uint8Array(512);
const log = new Uint8Array(256);
for (let i = 0, value = 1; i < 255; i += 1) {
  exp[i] = exp[i + 255] = value;
  log[value] = i;
  value = (value << 1) ^ (value & 128 ? 0x11d : 0);
}
const times = (a: number, b: number) => (a && b ? exp[log[a]! + log[b]!]! : 0);

/** Where the small squares stand. */
function alignments(version: number): number[] {
  if (version === 1) return [];
  const count = Math.floor(version / 7) + 2;
  const step = Math.ceil((version * 4 + 4) / (count * 2 - 2)) * 2;
  return [6, ...Array.from({ length: count - 1 }, (_, i) => version * 4 + 10 - step * (count - 2 - i))];
}

/** Modules that hold data, in bytes. */
function capacity(version: number): number {
  const count = alignments(version).length;
  const squares = count ? (25 * count - 10) * count - 55 : 0;
  return Math.floor(((16 * version + 128) * version + 64 - squares - (version >= 7 ? 36 : 0)) / 8);
}

/** Remainder by the generator of `length` correction bytes. */
function correction(data: Uint8Array, length: number): Uint8Array {
  let generator = [1];
  for (let i = 0; i < length; i += 1)
    generator = [...generator, 0].map((value, at) => value ^ times(generator[at - 1] ?? 0, exp[i]!));
  const rest = new Uint8Array(data.length + length);
  rest.set(data);
  for (let i = 0; i < data.length; i += 1) {
    const factor = rest[i]!;
    for (let at = 0; at <= length; at += 1) rest[i + at]! ^= times(generator[at]!, factor);
  }
  return rest.slice(data.length);
}

/** The text with its frame, cut into blocks, corrected, and dealt out block by block. */
function codewords(bytes: Uint8Array, version: number): number[] {
  const [extra, blocks] = blocksOf[version - 1]!;
  const room = capacity(version) - extra * blocks;
  const head = version < 10 ? [4, 8] : [4, 16];
  const bits = [4, bytes.length].map((value, i) => value.toString(2).padStart(head[i]!, '0')).join('');
  const body = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  const filled = `${bits}${body}0000`.slice(0, room * 8);
  const data = Uint8Array.from({ length: room }, (_, i) => {
    const own = filled.slice(i * 8, i * 8 + 8);
    return own ? parseInt(own.padEnd(8, '0'), 2) : (i - Math.ceil(filled.length / 8)) % 2 ? 0x11 : 0xec;
  });
  const short = Math.floor(room / blocks);
  const firstLong = blocks - (room % blocks);
  const parts = Array.from({ length: blocks }, (_, i) => {
    const from = i * short + Math.max(0, i - firstLong);
    return data.slice(from, from + short + (i >= firstLong ? 1 : 0));
  });
  const deal = (all: Uint8Array[]) =>
    Array.from({ length: Math.max(...all.map((part) => part.length)) }, (_, at) =>
      all.flatMap((part) => (at < part.length ? [part[at]!] : [])),
    ).flat();
  return [...deal(parts), ...deal(parts.map((part) => correction(part, extra)))];
}

const masks: readonly ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

/** A number and the remainder that guards it. */
function guarded(value: number, bits: number, generator: number): number {
  let rest = value;
  for (let i = 0; i < bits; i += 1) rest = (rest << 1) ^ ((rest >> (bits - 1)) * generator);
  return (value << bits) | rest;
}

type Grid = (boolean | null)[][];

/** Squares, lines and the version; null: room for data. The format is written by `drawFormat`. */
function frame(version: number): Grid {
  const size = version * 4 + 17;
  const grid: Grid = Array.from({ length: size }, () => Array<boolean | null>(size).fill(null));
  const set = (x: number, y: number, dark: boolean) => {
    if (grid[y]?.[x] !== undefined) grid[y]![x] = dark;
  };
  for (let i = 0; i < size; i += 1) {
    set(6, i, i % 2 === 0);
    set(i, 6, i % 2 === 0);
  }
  const square = (cx: number, cy: number, reach: number) => {
    for (let dy = -reach; dy <= reach; dy += 1)
      for (let dx = -reach; dx <= reach; dx += 1) {
        const ring = Math.max(Math.abs(dx), Math.abs(dy));
        set(cx + dx, cy + dy, reach === 4 ? ring !== 2 && ring !== 4 : ring !== 1);
      }
  };
  for (const [x, y] of [
    [3, 3],
    [size - 4, 3],
    [3, size - 4],
  ] as const)
    square(x, y, 4);
  const places = alignments(version);
  const last = places.length - 1;
  places.forEach((x, i) =>
    places.forEach((y, j) => {
      if (!((i === 0 && j === 0) || (i === 0 && j === last) || (i === last && j === 0))) square(x, y, 2);
    }),
  );
  drawFormat(grid, 0);
  if (version >= 7) {
    const bits = guarded(version, 12, 0x1f25);
    for (let i = 0; i < 18; i += 1) {
      const [a, b] = [size - 11 + (i % 3), Math.floor(i / 3)];
      set(a, b, ((bits >> i) & 1) === 1);
      set(b, a, ((bits >> i) & 1) === 1);
    }
  }
  return grid;
}

/** Correction M is 0 in the format. */
function drawFormat(grid: Grid, mask: number): void {
  const size = grid.length;
  const bits = guarded(mask, 10, 0x537) ^ 0x5412;
  for (let i = 0; i < 15; i += 1) {
    const dark = ((bits >> i) & 1) === 1;
    const along = i < 6 ? i : i < 8 ? i + 1 : 14 - i;
    if (i < 8) grid[along]![8] = grid[8]![size - 1 - i] = dark;
    else grid[8]![i === 8 ? 7 : along] = grid[size - 15 + i]![8] = dark;
  }
  grid[size - 8]![8] = true;
}

/** How hard it is to read: runs, blocks, lookalikes of the squares, imbalance. */
function penalty(grid: Grid): number {
  const size = grid.length;
  let [points, dark] = [0, 0];
  const rows = grid.map((row) => row.map(Number).join(''));
  const columns = grid.map((_, x) => grid.map((row) => Number(row[x])).join(''));
  for (const line of [...rows, ...columns]) {
    for (const [run] of line.matchAll(/0{5,}|1{5,}/g)) points += run.length - 2;
    points += 40 * [...line.matchAll(/(?=00001011101|10111010000)/g)].length;
  }
  for (let y = 0; y < size; y += 1)
    for (let x = 0; x < size; x += 1) {
      if (grid[y]![x]) dark += 1;
      const same = [grid[y]![x + 1], grid[y + 1]?.[x], grid[y + 1]?.[x + 1]];
      if (same.every((one) => one === grid[y]![x])) points += 3;
    }
  return points + 10 * Math.floor(Math.abs((dark * 20) / (size * size) - 10));
}

/** The code of a text as a square of `size` modules and the SVG path of the dark ones. Throws when the text is too long. */
export function qrCode(text: string): { size: number; path: string } {
  const bytes = new TextEncoder().encode(text);
  const version =
    1 + blocksOf.findIndex(([extra, blocks], i) => capacity(i + 1) - extra * blocks >= bytes.length + (i < 9 ? 2 : 3));
  if (version === 0) throw new RangeError(`A QR code of ${bytes.length} bytes`);
  const bits = codewords(bytes, version).flatMap((byte) => Array.from({ length: 8 }, (_, i) => (byte >> (7 - i)) & 1));
  const plain = frame(version);
  const size = plain.length;
  const drawn = masks.map((isMasked, mask) => {
    const grid = plain.map((row) => [...row]);
    let next = 0;
    for (let right = size - 1; right >= 1; right -= 2) {
      if (right === 6) right = 5;
      const up = ((right + 1) & 2) === 0;
      for (let i = 0; i < size; i += 1)
        for (const x of [right, right - 1]) {
          const y = up ? size - 1 - i : i;
          if (plain[y]![x] === null) grid[y]![x] = (bits[next++] === 1) !== isMasked(x, y);
        }
    }
    drawFormat(grid, mask);
    return grid;
  });
  const best = drawn.toSorted((a, b) => penalty(a) - penalty(b))[0]!;
  const runs = (row: (boolean | null)[]) => row.map(Number).join('').matchAll(/1+/g);
  const bar = (x: number, y: number, { length }: string) => `M${x} ${y}h${length}v1h-${length}z`;
  const path = best.flatMap((row, y) => [...runs(row)].map(({ index, 0: run }) => bar(index, y, run))).join('');
  return { size, path };
}
