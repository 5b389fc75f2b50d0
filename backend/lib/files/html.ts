import sanitize from 'sanitize-html';
import { newsTags } from '#domain/html.ts';

const options: sanitize.IOptions = {
  allowedTags: [...newsTags],
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

/** What to show at most of what a text may not have. */
const MOST_NAMED = 6;

/** The names of tags, attributes and addresses that `cleanHtml` would take out: scripts, styles, pictures, foreign links. */
export function refusedIn(html: string): string[] {
  const found = new Set<string>();
  const look: sanitize.Transformer = (tagName, attribs) => {
    if (!newsTags.includes(tagName)) found.add(`<${tagName}>`);
    for (const [name, value] of Object.entries(attribs)) {
      if (tagName !== 'a' || !['href', 'rel', 'target'].includes(name)) found.add(name);
      else if (name === 'href' && !/^(https:|mailto:)/i.test(value)) found.add(value.slice(0, 40));
    }
    return { tagName, attribs };
  };
  sanitize(html, { ...options, transformTags: { '*': look } });
  return [...found].slice(0, MOST_NAMED);
}
