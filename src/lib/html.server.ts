import sanitizeHtml from 'sanitize-html';

const allowed = ['p', 'br', 'b', 'strong', 'i', 'em', 'u', 'ul', 'ol', 'li', 'a', 'h3', 'h4'];

/** The same few texts are on page after page, and cleaning them is dear. */
const MOST_KEPT = 200;
const kept = new Map<string, string>();

const clean = (html: string): string =>
  sanitizeHtml(html, {
    allowedTags: allowed,
    allowedAttributes: { a: ['href', 'rel'] },
    allowedSchemes: ['https', 'mailto'],
    allowProtocolRelative: false,
    transformTags: { a: sanitizeHtml.simpleTransform('a', { rel: 'noopener noreferrer nofollow' }) },
  });

/** HTML written by others, clean for showing: it was cleaned when it was written, and is again here. */
export function cleanHtml(html: string): string {
  const known = kept.get(html);
  if (known !== undefined) return known;
  if (kept.size >= MOST_KEPT) kept.clear();
  const made = clean(html);
  kept.set(html, made);
  return made;
}
