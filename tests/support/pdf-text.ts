import { inflateSync } from 'node:zlib';

/** The numbered objects of a PDF as Typst writes it. */
const objectsOf = (file: Buffer) =>
  new Map(
    [...file.toString('latin1').matchAll(/(?<=\n)(\d+) 0 obj\n([\s\S]*?)\nendobj/g)].map((match) => [
      Number(match[1]),
      match[2]!,
    ]),
  );

const streamOf = (body: string) =>
  inflateSync(Buffer.from(body.replace(/^[\s\S]*?stream\n/, ''), 'latin1')).toString('latin1');

/** The modules of the QR code in a PDF, row by row without the white border; true is dark. */
export function pdfQr(file: Buffer): boolean[][] {
  const drawn = [...objectsOf(file).values()].filter((body) => body.includes('/Subtype /Form')).map(streamOf);
  // The code is black on a white area of its own, drawn as bars of one row each.
  const bars = /1 0 0 1 4 4 cm\nq\n\S+ cs\n0 0 0 scn\n([\d.mlh\s]+)f/.exec(drawn.join('\n'))![1]!;
  const corners = [...bars.matchAll(/(\d+) (\d+) m\n(\d+) /g)].map((match) => match.slice(1).map(Number));
  const size = Math.max(...corners.map(([, , end]) => end!));
  const rows = Array.from({ length: size }, () => Array<boolean>(size).fill(false));
  for (const [from, row, end] of corners) rows[row!]!.fill(true, from, end);
  return rows;
}

/** A piece of text of one font, with its size in points. */
export interface Run {
  text: string;
  font: string;
  size: number;
}

/**
 * The text of each page of a PDF as Typst writes it, one line per text run. It suffices for tests and needs no tool.
 */
export const pdfText = (file: Buffer): string[] =>
  pdfRuns(file).map((runs) => runs.map(({ text }) => `${text}\n`).join(''));

/** The runs of each page of a PDF as Typst writes it, in the order in which they are drawn. */
export function pdfRuns(file: Buffer): Run[][] {
  const objects = objectsOf(file);
  const stream = (id: number) => streamOf(objects.get(id)!);
  const reference = (text: string, key: string) => Number(new RegExp(`/${key} (\\d+) 0 R`).exec(text)?.[1]);

  const letters = (font: number) =>
    new Map(
      [...stream(reference(objects.get(font)!, 'ToUnicode')).matchAll(/<([0-9A-F]{4})> <([0-9A-F]+)>/g)].map(
        (match) => [match[1]!, Buffer.from(match[2]!, 'hex').swap16().toString('utf16le')],
      ),
    );
  const fontsOf = (resources: string) =>
    new Map([...resources.matchAll(/\/(F\d+) (\d+) 0 R/g)].map((match) => [match[1]!, letters(Number(match[2]))]));

  const pages = [...objects.values()].filter((body) => /\/Type \/Page\s/.test(body));
  return pages.map((page) => {
    const fonts = fontsOf(objects.get(reference(page, 'Resources'))!);
    let font = new Map<string, string>();
    const runs: Run[] = [];
    let written = '';
    let set = { font: '', size: 0 };
    const content = stream(reference(page, 'Contents'));
    const tokens = /\/(F\d+) ([\d.]+) Tf|<([0-9A-F]+)>|\(|ET/g;
    for (let match = tokens.exec(content); match; match = tokens.exec(content)) {
      const [token, name, size, hex] = match;
      if (name) {
        font = fonts.get(name)!;
        set = { font: name, size: Number(size) };
      } else if (token === 'ET') {
        runs.push({ text: written, ...set });
        written = '';
      } else {
        if (token === '(') tokens.lastIndex = endOf(content, match.index);
        const codes = (hex ?? unescape(content.slice(match.index + 1, tokens.lastIndex - 1))).toUpperCase();
        written += codes.replace(/.{4}/g, (code) => font.get(code) ?? '\ufffd');
      }
    }
    return runs;
  });
}

/** Where a string ends that begins at a parenthesis: pairs of parentheses within it, and within those, need no escape. */
function endOf(content: string, from: number): number {
  let [at, open] = [from, 0];
  do {
    if (content[at] === '(') open += 1;
    else if (content[at] === ')') open -= 1;
    at += content[at] === '\\' ? 2 : 1;
  } while (open > 0 && at < content.length);
  return at;
}

const escapes: Record<string, string> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };

/** The bytes of a literal string, as hexadecimal. */
function unescape(literal: string): string {
  const bytes = literal.replace(/\\(?:([0-7]{1,3})|([\s\S]))/g, (_, octal?: string, letter?: string) =>
    octal ? String.fromCharCode(parseInt(octal, 8)) : (escapes[letter!] ?? letter!),
  );
  return Buffer.from(bytes, 'latin1').toString('hex');
}
