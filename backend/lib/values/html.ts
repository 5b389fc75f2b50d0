/** Texts that programs wrote as HTML: whole pages, and words with signs or tags of it. */
import { compile, type DomNode } from 'html-to-text';

const wordsOf = (node: DomNode): string => (node.data ?? '') + (node.children ?? []).map(wordsOf).join('');

/** Labels and values stand in cells of a row, or in lines. */
const plain = compile({
  wordwrap: false,
  limits: { maxInputLength: 1_000_000, maxDepth: 200, maxChildNodes: 20_000 },
  formatters: {
    cell(element, walk, builder) {
      walk(element.children, builder);
      builder.addLiteral('\t');
    },
    // A number or an address that is only behind the words: `<a href="tel:+39333…">Chiama</a>`.
    contact(element, walk, builder) {
      walk(element.children, builder);
      const href = String(element.attribs?.['href'] ?? '').replace(/^(tel|mailto):|\?.*$/gi, '');
      if (!/[@\d]/.test(wordsOf(element))) builder.addInline(` ${href}`);
    },
  },
  selectors: [
    ...['img', 'title', 'style', 'script'].map((selector) => ({ selector, format: 'skip' })),
    { selector: 'hr', format: 'lineBreak' },
    { selector: 'a', options: { linkBrackets: ['<', '>'], hideLinkHrefIfSameAsText: true, noAnchorUrl: true } },
    ...['tel:', 'mailto:'].map((kind) => ({
      selector: `a[href^="${kind}"]`,
      format: 'contact',
    })),
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({
      selector,
      format: 'heading',
      options: { uppercase: false },
    })),
    ...['table', 'dl'].map((selector) => ({ selector, format: 'block' })),
    ...['tr', 'p', 'dd'].map((selector) => ({
      selector,
      format: 'block',
      options: { leadingLineBreaks: 1, trailingLineBreaks: 1 },
    })),
    ...['td', 'th', 'dt'].map((selector) => ({ selector, format: 'cell' })),
  ],
});

/** A page as text; '' for one that nobody can read. */
export function textOf(html: string): string {
  try {
    return plain(html);
  } catch {
    return '';
  }
}

const ENTITY = /&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z]{2,8}\d?);/gi;
const TAG = /<\/?(?:p|br|div|b|i|strong|em|span|a|ul|ol|li|table|tr|td|h\d)(?:\s[^<>]*)?\/?>/i;

/** A value that may hold tags or `&egrave;`, as a person reads it; links stay as they are. */
export function readable(value: string): string {
  if (!/[&<]/.test(value) || /^https?:\S*$/i.test(value)) return value;
  if (TAG.test(value)) return textOf(value.replace(/\r?\n/g, '<br>')).trim();
  return value.replace(ENTITY, (sign) => textOf(sign) || sign);
}
