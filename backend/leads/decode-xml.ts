/** Bytes of an XML document as text: what it declares holds (XML 1.0 §4.3.3). */

const MARKS: readonly (readonly [string, string])[] = [
  ['efbbbf', 'utf-8'],
  ['fffe', 'utf-16le'],
  ['feff', 'utf-16be'],
];

const decoderOf = (label: string, fatal: boolean): TextDecoder | null => {
  try {
    return new TextDecoder(label, { fatal });
  } catch {
    return null;
  }
};

/**
 * The text, by its byte order mark, else by its declaration, else as UTF-8; bytes that are none of what was declared are read
 * as Windows does.
 */
export function decodeXml(bytes: Buffer): string {
  const mark = MARKS.find(([start]) => bytes.toString('hex', 0, start.length / 2) === start)?.[1];
  const declared = /^\s*<\?xml[^>]{0,200}?encoding\s*=\s*["']([\w.:-]{1,40})["']/i.exec(
    bytes.toString('latin1', 0, 300),
  )?.[1];
  // Without its mark no text is UTF-16: it would have a NUL beside each letter of its declaration.
  const label = mark ?? (/^utf-?16/i.test(declared ?? '') ? 'utf-8' : (declared ?? 'utf-8'));
  const decoder = decoderOf(label, true) ?? decoderOf('utf-8', true)!;
  try {
    return decoder.decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
