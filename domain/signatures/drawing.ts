import { MOST_DRAWING } from './terms.ts';

/** The size of the field in which somebody draws, in units of the drawing. */
export const DRAWING = { width: 600, height: 200 } as const;
/** What is said where nobody has drawn, or too little. */
export const DRAW = 'Firmare nel riquadro';
/** Lines of at least two points: nothing but numbers, so that a drawing can never be anything else. */
const LINES = /^(?:M\d{1,3} \d{1,3}(?:L\d{1,3} \d{1,3})+)+$/;
/** A dot or a single stroke is no signature. */
const LEAST_POINTS = 12;

/** Whether the text is a signature that was drawn: the data of an SVG path with enough points. */
export const isDrawing = (path: string): boolean =>
  path.length <= MOST_DRAWING && LINES.test(path) && path.split(/[ML]/).length > LEAST_POINTS;

/** The drawing as a picture. */
export const drawingSvg = (path: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${DRAWING.width} ${DRAWING.height}"><path d="${path}" fill="none" stroke="#12275c" stroke-width="3" stroke-linecap="round" stroke-linejoin="round"/></svg>`;
