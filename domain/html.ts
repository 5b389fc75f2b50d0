/** What a text of the manufacturer may have besides words; everything else is taken out where it is kept and where it is shown. */
export const newsTags: readonly string[] = [
  'p',
  'br',
  'b',
  'strong',
  'i',
  'em',
  'u',
  'ul',
  'ol',
  'li',
  'a',
  'h3',
  'h4',
];

export const HTML_HELP = 'HTML semplice: p, br, b, i, u, ul, ol, li, h3, h4 e collegamenti https o mailto';
