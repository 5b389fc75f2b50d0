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
 * HTML that people of the manufacturer wrote (notices, releases), reduced to text marks and safe links: no style, class or id.
 * Used when it is written and again when it is read.
 */
export const cleanHtml = (html: string): string => sanitize(html, options);
