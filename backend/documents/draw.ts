/** For a thread: documents as their templates draw them. */
import { compile, type Rendered } from './press.ts';

export interface Drawing {
  /** Of the backend, such as `stock/sheet.typ`. */
  template: string;
  /** Everything that it says, as Italian text. */
  view: object;
  /** That the template places by their names. */
  pictures: Record<string, Uint8Array>;
}

/** The drawing compiled. Throws as `compile`. */
export const render = ({ template, view, pictures }: Drawing): Rendered => compile(template, view, pictures);

/** As PDF/A. */
export const drawPdf = (drawing: Drawing): Uint8Array => render(drawing).pdf();

export const countPages = (drawing: Drawing): number => render(drawing).pages;

/** One page as SVG; null for a page that is not there. */
export function drawPage({ page, ...drawing }: Drawing & { page: number }): string | null {
  const rendered = render(drawing);
  return page <= rendered.pages ? rendered.svg(page) : null;
}
