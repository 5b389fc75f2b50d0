import { inflateRawSync } from 'node:zlib';

/** The most unpacked bytes of one file, and of all: more is a ZIP bomb or no list of records. */
const MOST_UNPACKED = { file: 96_000_000, all: 128_000_000 };
const MOST_FILES = 2000;

/** Why a file cannot be read, in Italian, for the person who chose it. */
export class Unfit extends Error {}

export const BROKEN = 'Il file è rovinato: aprirlo in Excel e salvarlo di nuovo';
export const TOO_LARGE = 'Una volta aperto il file è troppo grande: togliere colonne o dividerlo';

/** A ZIP file: the names in it, and how each is read. */
export interface Archive {
  names: ReadonlySet<string>;
  /** Unpacks a file when it is asked for, up to the limit; null: there is none of this name. Throws `Unfit`. */
  read(name: string): Buffer | null;
}

/** Opens a ZIP whose files unpack to at most `most` bytes. Throws `Unfit`; also where two files have one name. */
export function unzip(zip: Buffer, most = MOST_UNPACKED): Archive {
  let left = most.all;
  const end = zip.lastIndexOf('PK\x05\x06');
  if (end < 0 || end + 22 > zip.length) throw new Unfit(BROKEN);
  const count = zip.readUInt16LE(end + 10);
  if (count > MOST_FILES) throw new Unfit(BROKEN);
  const found = new Map<string, { at: number; size: number; method: number }>();
  let at = zip.readUInt32LE(end + 16);
  for (let n = 0; n < count; n += 1) {
    if (at + 46 > zip.length || zip.toString('latin1', at, at + 4) !== 'PK\x01\x02') throw new Unfit(BROKEN);
    const [nameLength, extra, comment] = [28, 30, 32].map((offset) => zip.readUInt16LE(at + offset)) as [
      number,
      number,
      number,
    ];
    const name = zip.toString('utf8', at + 46, at + 46 + nameLength).replaceAll('\\', '/');
    if (found.has(name)) throw new Unfit(BROKEN);
    found.set(name, {
      at: zip.readUInt32LE(at + 42),
      size: zip.readUInt32LE(at + 20),
      method: zip.readUInt16LE(at + 10),
    });
    at += 46 + nameLength + extra + comment;
  }
  const read = (name: string) => {
    const file = found.get(name);
    if (!file) return null;
    if (file.at + 30 > zip.length) throw new Unfit(BROKEN);
    const start = file.at + 30 + zip.readUInt16LE(file.at + 26) + zip.readUInt16LE(file.at + 28);
    const bytes = zip.subarray(start, start + file.size);
    if (file.method === 0) return bytes;
    try {
      const unpacked = inflateRawSync(bytes, { maxOutputLength: Math.min(left, most.file) });
      left -= unpacked.length;
      return unpacked;
    } catch (error) {
      const isLarge = (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE';
      throw new Unfit(isLarge ? TOO_LARGE : BROKEN);
    }
  };
  return { names: new Set(found.keys()), read };
}
