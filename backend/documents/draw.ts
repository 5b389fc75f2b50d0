import { compile } from './press.ts';

export interface Drawing {
  /** Of the backend, such as `stock/sheet.typ`. */
  template: string;
  view: object;
  /** That the template places by their names. */
  pictures: Record<string, Uint8Array>;
}

/** A document as PDF/A, for a thread. Throws as `compile`. */
export const drawPdf = ({ template, view, pictures }: Drawing): Buffer => compile(template, view, pictures).pdf();
