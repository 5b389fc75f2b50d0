/** Runs in a thread: draws documents by their templates. */
import { compile, type Rendered } from './press.ts';

export interface Drawing {
  /** Path in the backend, such as `stock/window-sheet.typ`. */
  template: string;
  /** Everything that the document says, as Italian text. */
  view: object;
  /** Pictures by the names under which the template places them. */
  pictures: Record<string, Uint8Array>;
}

/** Compiles the drawing. Throws as `compile`. */
export const render = ({ template, view, pictures }: Drawing): Rendered => compile(template, view, pictures);

/** As PDF/A. */
export const drawPdf = (drawing: Drawing): Uint8Array => render(drawing).pdf();

export const countPages = (drawing: Drawing): number => render(drawing).pages;

/** One page as SVG; null when the document has fewer pages. */
export function drawPage({ page, ...drawing }: Drawing & { page: number }): string | null {
  const rendered = render(drawing);
  return page <= rendered.pages ? rendered.svg(page) : null;
}

/** The PDF together with every page as SVG. */
export function drawWhole(drawing: Drawing): { pdf: Uint8Array; pages: string[] } {
  const rendered = render(drawing);
  return { pdf: rendered.pdf(), pages: Array.from({ length: rendered.pages }, (_, at) => rendered.svg(at + 1)) };
}

/** A document that holds another file, as PDF/A-3. */
export const drawSigned = (drawing: Drawing): Uint8Array => render(drawing).pdf('a-3b');
