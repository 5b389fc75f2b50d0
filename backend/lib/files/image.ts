/**
 * Reads a picture's header and parts without decoding it, because decoding a hostile picture can take any time and
 * memory.
 */

export type ImageType = 'image/png' | 'image/jpeg' | 'image/webp';

export interface Image {
  type: ImageType;
  /** In pixels. */
  width: number;
  height: number;
}

/**
 * The most refinement scans of a progressive JPEG: programs write about ten, and each makes a viewer draw the whole
 * picture again.
 */
const MOST_SCANS = 20;

/** Content type of a picture by its first bytes: PNG, JPEG or WebP; null for anything else. */
export function imageType(bytes: Uint8Array): ImageType | null {
  const starts = (signature: number[], at = 0) => signature.every((byte, index) => bytes[at + index] === byte);
  if (starts([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return 'image/png';
  if (starts([0xff, 0xd8, 0xff])) return 'image/jpeg';
  if (starts([0x52, 0x49, 0x46, 0x46]) && starts([0x57, 0x45, 0x42, 0x50], 8)) return 'image/webp';
  return null;
}

/** Whether the file is HEIC, the format of iPhone photos, which no browser but Safari shows. */
export function isHeic(bytes: Uint8Array): boolean {
  const brand = Buffer.from(bytes.subarray(4, 12)).toString('latin1');
  return /^ftyp(hei[cxms]|hev[cxms]|mif1|msf1)$/.test(brand);
}

/**
 * Type and size of a still picture that is whole. Every part is walked to its end and nothing may follow it, so the
 * file cannot be an archive, page or document at the same time. Null for anything else, animations included.
 */
export function readImage(bytes: Uint8Array): Image | null {
  const type = imageType(bytes);
  if (!type) return null;
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    const [size, ...more] = { 'image/png': png, 'image/jpeg': jpeg, 'image/webp': webp }[type](view);
    // Two different sizes in one picture: a viewer might use the other one.
    if (!size || more.some(([width, height]) => width !== size[0] || height !== size[1])) return null;
    return { type, width: size[0], height: size[1] };
  } catch (error) {
    // The file ends too early: it was cut.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

type Size = [width: number, height: number];
const NONE: Size[] = [];

function png(bytes: Buffer): Size[] {
  const sizes: Size[] = [];
  for (let at = 8; ;) {
    const [length, name, data] = [bytes.readUInt32BE(at), bytes.toString('latin1', at + 4, at + 8), at + 8];
    if (name === 'acTL') return NONE;
    if (at === 8 && name !== 'IHDR') return NONE;
    if (name === 'IHDR') sizes.push([bytes.readUInt32BE(data), bytes.readUInt32BE(data + 4)]);
    at = data + length + 4;
    if (name === 'IEND') return at === bytes.length ? sizes : NONE;
  }
}

function jpeg(bytes: Buffer): Size[] {
  const sizes: Size[] = [];
  for (let at = 2, scans = 0; ;) {
    if (bytes.readUInt8(at) !== 0xff) return NONE;
    const marker = bytes.readUInt8(at + 1);
    if (marker === 0xd9) return at + 2 === bytes.length ? sizes : NONE;
    const length = bytes.readUInt16BE(at + 2);
    // Start of a frame in any coding; C4, C8 and CC are tables, not frames.
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker))
      sizes.push([bytes.readUInt16BE(at + 7), bytes.readUInt16BE(at + 5)]);
    at += 2 + length;
    if (marker !== 0xda) continue;
    if ((scans += 1) > MOST_SCANS) return NONE;
    while (bytes.readUInt8(at) !== 0xff || isOfScan(bytes.readUInt8(at + 1))) at += 1;
  }
}

/** Whether a byte after FF belongs to the data of a scan: a stuffed FF, or a restart marker. */
const isOfScan = (next: number) => next === 0 || (next >= 0xd0 && next <= 0xd7);

function webp(bytes: Buffer): Size[] {
  const sizes: Size[] = [];
  if (bytes.readUInt32LE(4) + 8 !== bytes.length) return NONE;
  for (let at = 12; at < bytes.length;) {
    const [name, length, data] = [bytes.toString('latin1', at, at + 4), bytes.readUInt32LE(at + 4), at + 8];
    if (name === 'ANIM' || name === 'ANMF') return NONE;
    if (name === 'VP8X') sizes.push([1 + bytes.readUIntLE(data + 4, 3), 1 + bytes.readUIntLE(data + 7, 3)]);
    if (name === 'VP8 ') sizes.push([bytes.readUInt16LE(data + 6) & 0x3fff, bytes.readUInt16LE(data + 8) & 0x3fff]);
    if (name === 'VP8L') {
      const packed = bytes.readUInt32LE(data + 1);
      sizes.push([1 + (packed & 0x3fff), 1 + ((packed >>> 14) & 0x3fff)]);
    }
    at = data + length + (length % 2);
    if (at > bytes.length) return NONE;
  }
  return sizes;
}
