import { inflateRawSync } from 'node:zlib';

/** The files of a ZIP by name, read by its central directory as archive programs do. */
export function filesIn(zip: Buffer): Map<string, Buffer> {
  const files = new Map<string, Buffer>();
  for (let at = zip.readUInt32LE(zip.length - 6); zip.readUInt32LE(at) === 0x02014b50;) {
    const [method, packed, head] = [zip.readUInt16LE(at + 10), zip.readUInt32LE(at + 20), zip.readUInt32LE(at + 42)];
    const [named, more, said] = [28, 30, 32].map((place) => zip.readUInt16LE(at + place)) as [number, number, number];
    const from = head + 30 + zip.readUInt16LE(head + 26) + zip.readUInt16LE(head + 28);
    const bytes = zip.subarray(from, from + packed);
    files.set(zip.subarray(at + 46, at + 46 + named).toString(), method === 8 ? inflateRawSync(bytes) : bytes);
    at += 46 + named + more + said;
  }
  return files;
}

/** The same as texts. */
export const unzipped = (zip: Buffer): Map<string, string> =>
  new Map([...filesIn(zip)].map(([name, bytes]) => [name, bytes.toString()]));
