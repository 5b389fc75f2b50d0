import sanitize from 'sanitize-html';

const options: sanitize.IOptions = {
  allowedTags: ['p', 'br', 'b', 'strong', 'i', 'em', 'u', 'ul', 'ol', 'li', 'a', 'h3', 'h4'],
  allowedAttributes: { a: ['href', 'rel'] },
  allowedSchemes: ['https', 'mailto'],
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  transformTags: {
    a: (_tag, { href }) => ({
      tagName: 'a',
      attribs: { ...(/^(https:|mailto:)/i.test(href ?? '') && { href: href! }), rel: 'noopener noreferrer nofollow' },
    }),
  },
};

/**
 * Reduces HTML that people of the manufacturer wrote (notices, releases) to text formatting and safe links, without
 * style, class or id. It runs both when the HTML is written and when it is read.
 */
export const cleanHtml = (html: string): string => sanitize(html, options);
