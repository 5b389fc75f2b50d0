import sanitizeHtml from 'sanitize-html';
import { newsTags } from '#domain/html.ts';

/** The number of sanitised texts to keep: the same few appear on every page, and sanitising is expensive. */
const MOST_KEPT = 200;
const kept = new Map<string, string>();

const clean = (html: string): string =>
  sanitizeHtml(html, {
    allowedTags: [...newsTags],
    allowedAttributes: { a: ['href', 'rel'] },
    allowedSchemes: ['https', 'mailto'],
    allowProtocolRelative: false,
    transformTags: { a: sanitizeHtml.simpleTransform('a', { rel: 'noopener noreferrer nofollow' }) },
  });

/** Sanitises HTML written by others. It was sanitised when saved, and is again when shown. */
export function cleanHtml(html: string): string {
  const known = kept.get(html);
  if (known !== undefined) return known;
  if (kept.size >= MOST_KEPT) kept.clear();
  const made = clean(html);
  kept.set(html, made);
  return made;
}
