import { inflateSync } from 'node:zlib';

/** The text of each page of a PDF as Typst writes it, runs separated by newlines; enough for tests, without any tool. */
export function pdfText(file: Buffer): string[] {
  const raw = file.toString('latin1');
  const objects = new Map(
    [...raw.matchAll(/(?<=\n)(\d+) 0 obj\n([\s\S]*?)\nendobj/g)].map((match) => [Number(match[1]), match[2]!]),
  );
  const stream = (id: number) => {
    const body = Buffer.from(objects.get(id)!.replace(/^[\s\S]*?stream\n/, ''), 'latin1');
    return inflateSync(body).toString('latin1');
  };
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
    let text = '';
    // Parentheses within a string are escaped unless they are a pair.
    const tokens = /\/(F\d+) [\d.]+ Tf|\(((?:\\[\s\S]|[^\\()]|\((?:\\[\s\S]|[^\\()])*\))*)\)|<([0-9A-F]+)>|ET/g;
    for (const [token, name, literal, hex] of stream(reference(page, 'Contents')).matchAll(tokens)) {
      if (name) font = fonts.get(name)!;
      else if (token === 'ET') text += '\n';
      else text += (hex ?? unescape(literal!)).toUpperCase().replace(/.{4}/g, (code) => font.get(code) ?? '\ufffd');
    }
    return text;
  });
}

const escapes: Record<string, string> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };

/** Bytes of a literal string as hexadecimal. */
function unescape(literal: string): string {
  const bytes = literal.replace(/\\(?:([0-7]{1,3})|([\s\S]))/g, (_, octal?: string, letter?: string) =>
    octal ? String.fromCharCode(parseInt(octal, 8)) : (escapes[letter!] ?? letter!),
  );
  return Buffer.from(bytes, 'latin1').toString('hex');
}
