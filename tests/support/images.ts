import { crc32, deflateSync } from 'node:zlib';

interface Wanted {
  width?: number;
  height?: number;
}

const u16 = (value: number) => [value >> 8, value & 0xff];
const u16le = (value: number) => [value & 0xff, value >> 8];
const u32le = (value: number) => [...u16le(value & 0xffff), ...u16le(value >>> 16)];

function chunk(name: string, data: Uint8Array) {
  const named = Buffer.concat([Buffer.from(name), data]);
  const bytes = Buffer.alloc(named.length + 8);
  bytes.writeUInt32BE(data.length);
  named.copy(bytes, 4);
  bytes.writeUInt32BE(crc32(named), named.length + 4);
  return bytes;
}

/** A grey PNG that says to be of this size, with a text in it and perhaps one more part. */
export function aPng({ width = 8, height = 8, text = '', chunk: more }: Wanted & { text?: string; chunk?: string }) {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width);
  head.writeUInt32BE(height, 4);
  head[8] = 8;
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', head),
    chunk('tEXt', Buffer.from(`Comment\0${text}`)),
    ...(more ? [chunk(more, Buffer.alloc(8))] : []),
    chunk('IDAT', deflateSync(Buffer.alloc(Math.min((width + 1) * height, 2000)))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** The parts of a JPEG of this size; what its scans hold is no picture. */
export function aJpeg({ width = 8, height = 8, scans = 1 }: Wanted & { scans?: number }) {
  const frame = [0xff, 0xc2, ...u16(11), 8, ...u16(height), ...u16(width), 1, 1, 0x11, 0];
  const scan = [0xff, 0xda, ...u16(8), 1, 1, 0, 0, 63, 0, 0x12, 0xff, 0, 0x34, 0xff, 0xd0, 0x56];
  const table = [0xff, 0xc4, ...u16(4), 0, 0];
  return Buffer.from([0xff, 0xd8, ...table, ...frame, ...Array.from({ length: scans }, () => scan).flat(), 0xff, 0xd9]);
}

const riff = (...parts: [name: string, data: number[]][]) => {
  const body = parts.flatMap(([name, data]) => [
    ...[...Buffer.from(name), ...u32le(data.length), ...data],
    ...(data.length % 2 ? [0] : []),
  ]);
  return Buffer.from([...Buffer.from('RIFF'), ...u32le(body.length + 4), ...Buffer.from('WEBP'), ...body]);
};
const lossy = (width: number, height: number) => [0, 0, 0, 0x9d, 0x01, 0x2a, ...u16le(width), ...u16le(height), 0];

/** The parts of a WebP of this size; what they hold is no picture. */
export const aWebp = ({ width = 8, height = 8 }: Wanted) => riff(['VP8 ', lossy(width, height)]);
aWebp.lossless = ({ width = 8, height = 8 }: Wanted) =>
  riff(['VP8L', [0x2f, ...u32le((width - 1) | ((height - 1) << 14))]]);
aWebp.extended = ({ width = 8, height = 8 }: Wanted) => {
  const canvas = [width, height].flatMap((side) => u32le(side - 1).slice(0, 3));
  return riff(['VP8X', [0, 0, 0, 0, ...canvas]], ['VP8 ', lossy(width, height)]);
};
