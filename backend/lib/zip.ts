import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';

export interface Entry {
  name: string;
  bytes: Uint8Array | string;
}

/** The entries as one ZIP file, each dated `mtime`; compressed off the event loop. */
export async function zipOf(entries: readonly Entry[], mtime: Date): Promise<Buffer> {
  const zip = new ZipFile();
  for (const { name, bytes } of entries) zip.addBuffer(Buffer.from(bytes), name, { mtime });
  zip.end();
  return buffer(zip.outputStream);
}
