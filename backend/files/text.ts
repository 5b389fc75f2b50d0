/** Runs in a process of its own: takes the text out of a file that somebody sends. */
import { readFile } from 'node:fs/promises';
import type { FileKind } from '#domain/files/kinds.ts';
import { unzip } from '../lib/files/unzip.ts';
import { readXml } from '../lib/files/xml.ts';

/** Characters of a file that are read: a book of 80 pages. What stands behind them is not found. */
const MOST_TEXT = 200_000;
/** A PDF is read page by page until so many milliseconds are over. */
const PATIENCE = 8_000;
/** An archive that unpacks to more is not read: the text of a document is small. */
const MOST_UNPACKED = { file: 40_000_000, all: 80_000_000 };

/** The parts of an Office file in which its text stands. */
const PARTS: Partial<Record<FileKind, RegExp>> = {
  docx: /^word\/(document|header\d*|footer\d*|footnotes|endnotes)\.xml$/,
  xlsx: /^xl\/(sharedStrings|worksheets\/sheet\d+)\.xml$/,
  pptx: /^ppt\/(slides\/slide|notesSlides\/notesSlide)\d+\.xml$/,
};
/** Where one of these ends, a word ends; within them a word may be cut into pieces of different looks. */
const BREAKS = ['p', 'si', 'is', 'tab', 'br', 'cr'];

async function pdfText(path: string): Promise<string> {
  const { getDocument } = await import('unpdf/pdfjs');
  const task = getDocument({ data: new Uint8Array(await readFile(path)), verbosity: 0 });
  let text = '';
  try {
    const document = await task.promise;
    const end = performance.now() + PATIENCE;
    for (let n = 1; n <= document.numPages && text.length < MOST_TEXT && performance.now() < end; n += 1) {
      const page = await document.getPage(n);
      for (const item of (await page.getTextContent()).items)
        if ('str' in item) text += item.str + (item.hasEOL ? '\n' : '');
      text += '\n';
      page.cleanup();
    }
  } finally {
    await task.destroy();
  }
  return text;
}

function officeText(bytes: Buffer, parts: RegExp): string {
  const archive = unzip(bytes, MOST_UNPACKED);
  const names = [...archive.names].filter((name) => parts.test(name));
  let text = '';
  // Slide 2 comes before slide 10.
  for (const name of names.toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true }))) {
    readXml(
      archive.read(name)!,
      { names: BREAKS, texts: ['t'] },
      {
        begin: () => text.length < MOST_TEXT,
        end: (element, piece) => void (text += element === 't' ? piece : ' '),
      },
    );
    text += ' ';
  }
  return text;
}

/** The beginning of the text of the file at `path`; empty for pictures, and for what cannot be read. */
export async function textOf({ path, kind }: { path: string; kind: FileKind }): Promise<string> {
  const parts = PARTS[kind];
  if (!parts && kind !== 'pdf') return '';
  try {
    return (parts ? officeText(await readFile(path), parts) : await pdfText(path)).slice(0, MOST_TEXT);
  } catch {
    // It is kept all the same: a file without text is found by its name.
    return '';
  }
}
