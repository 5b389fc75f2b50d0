import { inflateRawSync } from 'node:zlib';

/** Names and texts of a ZIP, read by its local heads. */
export function unzipped(zip: Buffer): Map<string, string> {
  const files = new Map<string, string>();
  for (let at = 0; zip.readUInt32LE(at) === 0x04034b50;) {
    const packed = zip.readUInt32LE(at + 18);
    const named = at + 30 + zip.readUInt16LE(at + 26);
    const from = named + zip.readUInt16LE(at + 28);
    const name = zip.subarray(at + 30, named).toString();
    files.set(name, inflateRawSync(zip.subarray(from, from + packed)).toString());
    at = from + packed;
  }
  return files;
}
