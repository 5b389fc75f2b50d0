import { compile, type Rendered } from '../documents/press.ts';
import { logoPath } from './document-look.ts';
import { documentView, type QuoteDocument } from './document-view.ts';

export type { QuoteDocument } from './document-view.ts';

/** Compile the printed quote. Throws as `compile`. */
export function renderQuote(data: QuoteDocument): Rendered {
  const { look } = data;
  return compile('quotes/quote.typ', documentView(data), look?.logo ? { [logoPath(look)]: look.logo } : {});
}

export interface Wanted {
  data: QuoteDocument;
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
