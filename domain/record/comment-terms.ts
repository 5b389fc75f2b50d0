/** The most characters of a comment. */
export const COMMENT_LENGTH = 4000;
/** The most colleagues that one comment mentions. */
export const MOST_MENTIONS = 20;
/** The most comments on one record. */
export const MOST_COMMENTS = 1000;
/** Comments that one call answers; a page shows the newest of them. */
export const COMMENTS_AT_ONCE = 50;

/**
 * The text in its parts: an `@Name` of one of these names, or what stands between. A longer name wins over one with
 * which it begins.
 */
export function mentionsIn(text: string, names: readonly string[]): { text: string; name?: string }[] {
  if (names.length === 0) return [{ text }];
  const longest = [...names]
    .sort((a, b) => b.length - a.length)
    .map((name) => name.replace(/[$()*+./?[\\\]^{|}]/g, '\\$&'));
  const mention = new RegExp(`(@(?:${longest.join('|')})(?![\\p{L}\\p{N}]))`, 'gu');
  return text.split(mention).map((part, at) => (at % 2 ? { text: part, name: part.slice(1) } : { text: part }));
}
