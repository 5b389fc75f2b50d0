/** The characters that a TrueType font can draw: the code points in format 12 of its `cmap` table. */
export function codePointsOf(font: Buffer): Set<number> {
  const tables = Array.from({ length: font.readUInt16BE(4) }, (_, index) => 12 + 16 * index);
  const cmap = font.readUInt32BE(tables.find((at) => font.toString('latin1', at, at + 4) === 'cmap')! + 8);
  const maps = Array.from({ length: font.readUInt16BE(cmap + 2) }, (_, index) => cmap + 4 + 8 * index);
  const map = maps.map((at) => cmap + font.readUInt32BE(at + 4)).find((at) => font.readUInt16BE(at) === 12)!;
  const points = new Set<number>();
  for (let group = 0; group < font.readUInt32BE(map + 12); group += 1) {
    const at = map + 16 + 12 * group;
    for (let point = font.readUInt32BE(at); point <= font.readUInt32BE(at + 4); point += 1) points.add(point);
  }
  return points;
}

/**
 * Reduces a text to what the font can draw, because PDF/A refuses a character without a glyph. Letters and digits of
 * other scripts become a box, so that the preview shows that something is missing; emoji and control characters are
 * dropped.
 */
export const drawable = (text: string, points: ReadonlySet<number>): string =>
  text
    .normalize('NFC')
    .replace(/[^\n]/gu, (one) =>
      points.has(one.codePointAt(0)!) ? one : /\s/.test(one) ? ' ' : /[\p{L}\p{N}]/u.test(one) ? '□' : '',
    );
