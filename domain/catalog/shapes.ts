import type { Body } from './bodies.ts';

/** The six drawings of a car (car-drawing.ts). */
export type ShapeName = 'city' | 'hatch' | 'wagon' | 'suv' | 'van' | 'sports';

/** The part of the plane that a drawing fills: left, top, width, height. */
export const CAR_BOX = '4 0 192 84';

const shapes: Record<Body, ShapeName> = {
  city: 'city',
  hatchback: 'hatch',
  saloon: 'hatch',
  estate: 'wagon',
  suv: 'suv',
  offroad: 'suv',
  mpv: 'wagon',
  multispace: 'wagon',
  coupe: 'sports',
  cabrio: 'sports',
  pickup: 'suv',
  van: 'van',
  truck: 'van',
  chassis: 'van',
  camper: 'van',
};

/** The drawing for a body of the catalogue; a hatchback for an unknown one. */
export const shapeOf = (body: string): ShapeName => shapes[body as Body] ?? 'hatch';
