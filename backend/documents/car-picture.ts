import { carDrawing } from '#domain/catalog/car-drawing.ts';
import { paintOf } from '#domain/catalog/paints.ts';
import { CAR_BOX, shapeOf } from '#domain/catalog/shapes.ts';

/** The car on a document. */
export interface Drawn {
  body: string;
  /** The paint as `#rrggbb` or by its name; null: none chosen. */
  paint: string | null;
}

/** The drawing of a car as an SVG file, for the template. */
export function carPicture({ body, paint }: Drawn): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${CAR_BOX}">${carDrawing(shapeOf(body), paintOf(paint), '#8d939c')}</svg>`;
}
