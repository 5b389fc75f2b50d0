/** Runs in a process of its own: reads what a file is, whatever it is called. */
import { open, readFile } from 'node:fs/promises';
import { SIDES } from '#domain/upload-purposes.ts';
import { type DownloadReason, type FileKind, fileKinds, type Look } from '#domain/files/kinds.ts';
import { decode } from '../lib/files/decoder.ts';
import { imageType } from '../lib/files/image.ts';
import { readPdf } from '../lib/files/pdf.ts';
import { officeIssue } from './office.ts';

/** How it is kept, or why not, in Italian. */
export type Inspected = { refused: string } | { look: Look; why: DownloadReason | null; preview: Uint8Array | null };

const OTHER_KIND = 'Il nome dice un tipo di file e il contenuto un altro: salvarlo con il tipo giusto';
const only = (why: DownloadReason): Inspected => ({ look: 'none', why, preview: null });

async function beginningOf(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    return (await file.read(Buffer.alloc(16), 0, 16, 0)).buffer;
  } finally {
    await file.close();
  }
}

async function readDocument(path: string): Promise<Inspected> {
  const nature = await readPdf(path);
  switch (nature.is) {
    case 'plain':
      return { look: 'pdf', why: null, preview: null };
    case 'damaged':
      return { refused: 'Il PDF è danneggiato o incompleto: sceglierne un altro' };
    case 'runs':
      if (/Launch|Embedded|Filespec|FileAttachment|RichMedia/.test(nature.by))
        return { refused: 'Il PDF contiene altri file o avvia programmi: stamparlo come PDF semplice e riprovare' };
      return only('scripts');
    default:
      return only(nature.is);
  }
}

async function readPicture(path: string): Promise<Inspected> {
  try {
    const preview = await decode(path)
      .resize({ width: SIDES.large, height: SIDES.large, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .jpeg({ quality: 82 })
      .toBuffer();
    return { look: 'picture', why: null, preview };
  } catch (error) {
    if (/pixel limit/i.test((error as Error).message))
      return { refused: 'La foto ha troppi pixel: al massimo 64 milioni' };
    return { refused: 'La foto è danneggiata o incompleta: sceglierne un’altra' };
  }
}

/** What the file at `path` is, of which its name promises `kind`. */
export async function inspect({ path, kind }: { path: string; kind: FileKind }): Promise<Inspected> {
  const begins = await beginningOf(path);
  const image = imageType(begins);
  if (image) return image === fileKinds[kind].type ? readPicture(path) : { refused: OTHER_KIND };
  const isPdf = begins.toString('latin1', 0, 5) === '%PDF-';
  if (isPdf) return kind === 'pdf' ? readDocument(path) : { refused: OTHER_KIND };
  if (begins.readUInt32BE(0) === 0xd0cf11e0)
    return {
      refused: 'È un vecchio file Office, o ha una password: salvarlo come .docx, .xlsx o .pptx senza password',
    };
  const isArchive = begins.toString('latin1', 0, 4) === 'PK\x03\x04' && ['docx', 'xlsx', 'pptx'].includes(kind);
  if (!isArchive) return { refused: OTHER_KIND };
  const refused = officeIssue(await readFile(path), kind);
  return refused ? { refused } : { look: 'none', why: null, preview: null };
}
