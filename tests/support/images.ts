import { crc32, deflateSync } from 'node:zlib';

interface Wanted {
  width?: number;
  height?: number;
}

const u16 = (value: number) => [value >> 8, value & 0xff];

export function chunk(name: string, data: Uint8Array) {
  const named = Buffer.concat([Buffer.from(name), data]);
  const bytes = Buffer.alloc(named.length + 8);
  bytes.writeUInt32BE(data.length);
  named.copy(bytes, 4);
  bytes.writeUInt32BE(crc32(named), named.length + 4);
  return bytes;
}

/** A black PNG of this size, with a text and perhaps one more part. Above a limit only its header states the size. */
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
    chunk('IDAT', deflateSync(Buffer.alloc(Math.min((width + 1) * height, 5_000_000)))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** The parts of a JPEG of this size; its scans contain no real picture. */
export function aJpeg({ width = 8, height = 8, scans = 1 }: Wanted & { scans?: number }) {
  const frame = [0xff, 0xc2, ...u16(11), 8, ...u16(height), ...u16(width), 1, 1, 0x11, 0];
  const scan = [0xff, 0xda, ...u16(8), 1, 1, 0, 0, 63, 0, 0x12, 0xff, 0, 0x34, 0xff, 0xd0, 0x56];
  const table = [0xff, 0xc4, ...u16(4), 0, 0];
  return Buffer.from([0xff, 0xd8, ...table, ...frame, ...Array.from({ length: scans }, () => scan).flat(), 0xff, 0xd9]);
}
