/** Where the parts of a car lie on the map of damages, in thousandths of its width and height. */
import { keysOf } from '../record/machine.ts';
import type { Place } from './terms.ts';

export const MAP_SCALE = 1000;

/** The middle of each part; interior and engine stand beside the car. */
export const middles: Readonly<Record<Place, readonly [x: number, y: number]>> = {
  front: [500, 50],
  bonnet: [500, 200],
  windscreen: [500, 345],
  roof: [500, 560],
  rearWindow: [500, 800],
  boot: [500, 870],
  rear: [500, 950],
  frontLeft: [235, 250],
  doorFrontLeft: [235, 470],
  doorRearLeft: [235, 640],
  rearLeft: [235, 830],
  frontRight: [765, 250],
  doorFrontRight: [765, 470],
  doorRearRight: [765, 640],
  rearRight: [765, 830],
  wheelFrontLeft: [130, 205],
  wheelFrontRight: [870, 205],
  wheelRearLeft: [130, 790],
  wheelRearRight: [870, 790],
  inside: [90, 500],
  engine: [910, 60],
};

/** The part whose middle is nearest to a point of the map. */
export const placeAt = (x: number, y: number): Place => {
  const far = (place: Place) => Math.hypot(middles[place][0] - x, middles[place][1] - y);
  return keysOf(middles).reduce((nearest, place) => (far(place) < far(nearest) ? place : nearest));
};
