import { compile, type Rendered } from '../documents/press.ts';
import { logoPath } from './document-look.ts';
import { b2bView, type B2bDocument } from './b2b/document.ts';
import { documentView, type QuoteDocument } from './document-view.ts';

export type { QuoteDocument } from './document-view.ts';

/** What the press can draw: a quote, or a wholesale offer. */
export type Drawable = QuoteDocument | B2bDocument;

/** Compile the printed quote. Throws as `compile`. */
export function renderQuote(data: Drawable): Rendered {
  const { look } = data;
  const pictures = look?.logo ? { [logoPath(look)]: look.logo } : {};
  return 'template' in data
    ? compile('quotes/b2b/offer.typ', b2bView(data), pictures)
    : compile('quotes/quote.typ', documentView(data), pictures);
}

export interface Wanted {
  data: Drawable;
  /** How many pages; the PDF; one page as SVG. */
  as: 'pages' | 'pdf' | 'svg';
  page?: number;
}

/** `renderQuote` for a thread, which cannot hand over a compiled quote: number, bytes or text; null for a page that is not there. */
export function drawQuote({ data, as, page = 1 }: Wanted): number | Uint8Array | string | null {
  const quote = renderQuote(data);
  if (as === 'pages') return quote.pages;
  if (as === 'pdf') return quote.pdf();
  return page <= quote.pages ? quote.svg(page) : null;
}
