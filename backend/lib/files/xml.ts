/**
 * Reads XML that others wrote in a single pass from first byte to last; it uses no regular expression on the whole, so
 * no text makes it slow.
 */

/**
 * The text is not XML that a program would write: a tag, comment or quote never ends, or it declares entities of its
 * own.
 */
export class Malformed extends Error {}

interface Reading {
  /**
   * Called at the start of an element; `attribute` returns a value by its local name, without prefix, decoded. `false`
   * ends the reading.
   */
  begin(name: string, attribute: (name: string) => string | undefined): boolean | void;
  /** Called at the end of an element; `text` is its content if its name is in `texts`. */
  end?(name: string, text: string): void;
  /** Called with each piece of text, wherever it stands. */
  chars?(text: string): void;
}

/** `< > / ! ? : = " ' &` */
const [LT, GT, SLASH, BANG, MARK] = [0x3c, 0x3e, 0x2f, 0x21, 0x3f];
const [COLON, EQUALS, DOUBLE, SINGLE, AMPERSAND] = [0x3a, 0x3d, 0x22, 0x27, 0x26];
const isBlank = (byte: number) => byte === 0x20 || (byte >= 0x09 && byte <= 0x0d);

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const letter = (code: number) => (code > 0x10_ff_ff ? '' : String.fromCodePoint(code));
/** No entity is longer: after a lone `&` no more characters than this are examined. */
const ENTITY = /&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|([a-z]{2,4}));/gi;

/** The bytes as text, with XML's five entities and numeric characters decoded. */
function textOf(xml: Buffer, from: number, to: number): string {
  let [isPlain, hasEntities] = [true, false];
  for (let at = from; at < to; at += 1) {
    if (xml[at]! > 0x7f) isPlain = false;
    else if (xml[at] === AMPERSAND) hasEntities = true;
  }
  const text = xml.toString(isPlain ? 'latin1' : 'utf8', from, to);
  if (!hasEntities) return text;
  return text.replace(ENTITY, (whole, hex?: string, dec?: string, name?: string) =>
    name ? (ENTITIES[name] ?? whole) : letter(hex ? Number.parseInt(hex, 16) : Number(dec)),
  );
}

/**
 * Walks through the elements called `names` (absent: through all), whatever their prefix, and collects the text of those in
 * `texts`. Comments and processing instructions are skipped. Throws `Malformed`.
 */
export function readXml(
  xml: Buffer,
  { names, texts = [] }: { names?: readonly string[]; texts?: readonly string[] },
  { begin, end, chars }: Reading,
): void {
  const wanted = [...(names ?? []), ...texts].map((name) => ({ name, isText: texts.includes(name) }));
  const isAt = (name: string, from: number, to: number) => {
    if (to - from !== name.length) return false;
    for (let at = 0; at < name.length; at += 1) if (xml[from + at] !== name.charCodeAt(at)) return false;
    return true;
  };
  let [depth, at, text, isTextOpen] = [0, 0, '', false];
  let [attributesFrom, tagTo] = [0, 0];

  const behind = (mark: string, from: number) => {
    const found = xml.indexOf(mark, from, 'latin1');
    if (found < 0) throw new Malformed(mark);
    return found + mark.length;
  };

  /** Finds an attribute of the current tag. */
  function attribute(name: string): string | undefined {
    for (let from = attributesFrom; from < tagTo;) {
      while (from < tagTo && isBlank(xml[from]!)) from += 1;
      let [start, to] = [from, from];
      for (; to < tagTo && xml[to] !== EQUALS && !isBlank(xml[to]!); to += 1) if (xml[to] === COLON) start = to + 1;
      let value = to;
      while (value < tagTo && xml[value] !== DOUBLE && xml[value] !== SINGLE) value += 1;
      const last = value < tagTo ? xml.indexOf(xml[value]!, value + 1) : tagTo;
      if (isAt(name, start, to)) return textOf(xml, value + 1, last);
      from = last + 1;
    }
    return undefined;
  }

  /** The end of the current tag. A `<` inside it begins another tag, so the current one never ended: throws. */
  function tagEnd(from: number): number {
    for (let to = from; to < xml.length; to += 1) {
      const byte = xml[to];
      if (byte === GT) return to;
      if (byte === LT) break;
      if (byte !== DOUBLE && byte !== SINGLE) continue;
      to = xml.indexOf(byte, to + 1);
      if (to < 0) break;
    }
    throw new Malformed('>');
  }

  const said = (piece: string) => {
    if (isTextOpen) text += piece;
    chars?.(piece);
  };

  for (;;) {
    let opens = at;
    while (opens < xml.length && xml[opens] !== LT) opens += 1;
    if (opens > at && (isTextOpen || chars)) said(textOf(xml, at, opens));
    if (opens === xml.length) break;
    const sign = xml[opens + 1];
    if (sign === MARK) at = behind('?>', opens + 2);
    else if (sign === BANG && xml.toString('latin1', opens, opens + 4) === '<!--') at = behind('-->', opens + 4);
    else if (sign === BANG) {
      // Any other `<!` declares entities, which no spreadsheet has.
      if (xml.toString('latin1', opens, opens + 9) !== '<![CDATA[') throw new Malformed('<!');
      at = behind(']]>', opens + 9);
      said(xml.toString('utf8', opens + 9, at - 3));
    } else {
      const isEnd = sign === SLASH;
      let start = opens + (isEnd ? 2 : 1);
      const close = tagEnd(start);
      let to = start;
      for (; to < close && xml[to] !== SLASH && !isBlank(xml[to]!); to += 1) if (xml[to] === COLON) start = to + 1;
      const isAlone = !isEnd && xml[close - 1] === SLASH;
      at = close + 1;
      if (!isAlone) depth += isEnd ? -1 : 1;
      if (depth < 0) throw new Malformed('</');
      const element = names
        ? wanted.find(({ name }) => isAt(name, start, to))
        : { name: xml.toString('utf8', start, to), isText: false };
      if (!element) continue;
      if (!isEnd) {
        [attributesFrom, tagTo] = [to, isAlone ? close - 1 : close];
        if (element.isText) [text, isTextOpen] = ['', !isAlone];
        if (begin(element.name, attribute) === false) return;
      }
      if (isEnd || isAlone) {
        end?.(element.name, element.isText ? text : '');
        if (element.isText) isTextOpen = false;
      }
    }
  }
  if (depth > 0) throw new Malformed('the end');
}
