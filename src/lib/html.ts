import sanitizeHtml from 'sanitize-html';

const allowed = ['p', 'br', 'b', 'strong', 'i', 'em', 'u', 'ul', 'ol', 'li', 'a', 'h3', 'h4'];

/** HTML written by others, clean for showing: it was cleaned when it was written, and is again here. */
export const cleanHtml = (html: string): string =>
  sanitizeHtml(html, {
    allowedTags: allowed,
    allowedAttributes: { a: ['href', 'rel'] },
    allowedSchemes: ['https', 'mailto'],
    allowProtocolRelative: false,
    transformTags: { a: sanitizeHtml.simpleTransform('a', { rel: 'noopener noreferrer nofollow' }) },
  });
