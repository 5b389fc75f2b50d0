import { keysOf } from '../record/machine.ts';
import type { ShapeName } from './shapes.ts';

/**
 * Paths of a car seen from the side, nose to the left, on the ground at y = 78. Shade, gleam and cladding keep within
 * the outline: a list draws 50 cars, and clipping them took 5 % of its thread time.
 */
interface Shape {
  outline: string;
  glass: string;
  /** The light upper part of the glass. */
  gleam: string;
  /** The darker tone of the paint, below, and the lighter one along the shoulder. */
  shade: string;
  light: string;
  pillars: string;
  seams: string;
  cladding?: string;
  /** Front and rear. */
  lamps: [string, string];
  /** Places of front and rear wheel, and their radius. */
  wheels: [number, number];
  radius: number;
}

// prettier-ignore
const shapes = {
  city: {
    outline: 'M41 70.5C37 70 35.5 66 36 60C36.2 54 37.5 48.5 42.5 46C50 42.5 59 39.5 67 38C73.5 29 81 22.3 91 20.8C108 18.5 130 18.7 143 20.8C148.5 21.7 152 23.8 154.5 27.5L161 40.5C163.5 45.5 164.6 52 164.6 58C164.6 64 164.3 69.5 160.5 70.5Z',
    glass: 'M75 38.5C81 31 87.5 25.8 94.5 24.9C108 23.2 127 23.4 139.5 25.2C143 25.8 145.4 27.3 147 30L151.5 38.5Z',
    gleam: 'M94.5 24.9C108 23.2 127 23.4 139.5 25.2C143 25.8 145.4 27.3 147 30L148.32 32.5L80.46 32.5C84.89 28.3 89.57 25.53 94.5 24.9Z',
    shade: 'M41 70.5C37 70 35.5 66 36 60C36.03 59 36.1 58.02 36.2 57.07C65.56 53.07 110.62 52.41 164.05 50.69C164.42 53.12 164.6 55.6 164.6 58C164.6 64 164.3 69.5 160.5 70.5L41 70.5Z',
    light: 'M44 48.5C80 41.5 125 41 162.5 43.8L163.5 47.5C125 45 80 46 40 53Z',
    pillars: 'M113 22.5 115.5 40',
    seams: 'M74 40C71 49 72 60 75.5 69M116 40.5C119.5 50 119.5 60 118 69M106 46.5h6.5',
    lamps: ['M38.5 51.5C42 48.8 47 47.5 52 47.2C49.5 51 44 53.3 38 54Z', 'M158.5 42.8L161.8 43C163.6 47 164.2 51 164.4 54L160.5 53Z'],
    wheels: [60, 145],
    radius: 11.8,
  },
  hatch: {
    outline: 'M25 70.5C21 70 19.3 66 19.8 59.5C20.2 53.5 22.5 49.3 28.5 47.2C41 43 55.5 40 68.5 38.6C79 30.2 89 24.4 100 22.8C118 20.3 139 20.6 155 23.7C160 24.7 164 26 166.5 27.8L173 39.5C177 43 179.2 47.5 179.7 54C180.1 60 180.2 69 176.5 70.5Z',
    glass: 'M77 38.9C85.5 31.7 93 27.9 101.5 26.8C117 24.9 137 25.2 151 27.3L165.5 38.9Z',
    gleam: 'M101.5 26.8C117 24.9 137 25.2 151 27.3L158 32.9L85.09 32.9C90.52 29.5 95.78 27.54 101.5 26.8Z',
    shade: 'M25 70.5C21 70 19.3 66 19.8 59.5C19.84 58.9 19.9 58.31 19.98 57.74C56.06 53.6 118.85 52.94 179.36 51.2C179.51 52.09 179.62 53.02 179.7 54C180.1 60 180.2 69 176.5 70.5L25 70.5Z',
    light: 'M28 49.5C75 42.3 130 41.5 176.5 44L178.3 48C130 45.7 75 47 23 54Z',
    pillars: 'M113.5 24 116.5 40M146 25 154 40',
    seams: 'M77 40.5C73 49 74 61 78 69.5M117 40.5C119 50 119 60 118 69.5M153 40.5C157 44 155 52 151 55.5M106 47h7M144.5 46.5h6',
    lamps: ['M22.8 52.5C27 49.3 33.5 47.6 40 47.2C37 51.3 30 54 22 55Z', 'M169 43.5L176.5 44C178.4 47.5 179.2 50.5 179.5 54L172 51.5Z'],
    wheels: [52, 150],
    radius: 12.8,
  },
  wagon: {
    outline: 'M17 70.5C13 70 11.3 66 11.8 59.5C12.2 53.5 14.5 49.3 20.5 47.2C34 43 48.5 40 62.5 38.6C73.5 30.2 84 24.8 96 23.2C118 20.3 150 20.5 168 23.7C171.5 24.4 174.5 25.8 176.5 28.5L184 41.5C187 46 188.7 51 188.7 57C188.7 63 188.4 69.5 185.5 70.5Z',
    glass: 'M71 38.9C80 31.7 88 28.2 97.5 27C118 24.7 147 24.9 165 27.6L174 38.9Z',
    gleam: 'M97.5 27C118 24.7 147 24.9 165 27.6L169.22 32.9L79.73 32.9C85.48 29.63 91.15 27.8 97.5 27Z',
    shade: 'M17 70.5C13 70 11.3 66 11.8 59.5C11.84 58.94 11.89 58.4 11.96 57.87C55.1 53.64 126.67 52.96 188.13 51.23C188.51 53.05 188.7 54.97 188.7 57C188.7 63 188.4 69.5 185.5 70.5L17 70.5Z',
    light: 'M21 49.5C72 42.3 138 41.5 185 44L187 48C138 45.7 72 47 15 54Z',
    pillars: 'M108 24 111 40M141 24 145.5 40',
    seams: 'M71 40.5C67 49 68 61 72 69.5M111.5 40.5C114 50 114 60 113 69.5M145.5 40.5C152 46 150 53 146 56M100 47h7M138.5 46.5h6M88 22.6C115 18.7 150 19 170 22.6',
    lamps: ['M14.8 52.5C19 49.3 25.5 47.6 32 47.2C29 51.3 22 54 14 55Z', 'M180.5 43.5L185.8 44.2C187.5 48 188.3 52 188.6 56L183 54Z'],
    wheels: [46, 147],
    radius: 12.8,
  },
  suv: {
    outline: 'M20 67.5C15.5 67 13.6 63 13.9 56C14.2 48.5 16.5 44 22.5 42C35.5 38 50 35.3 63.5 34.2C72.5 25.2 82 18 94.5 16.3C115 13.8 146 14 164 17C168 17.7 171 19.6 173 23L180.5 37.5C184.5 40.5 186.6 46 186.6 53C186.6 60 186.4 66 182.5 67.5Z',
    glass: 'M72.5 34.6C80 27.2 88 21.7 97 20.5C116 18.2 143 18.4 160 20.8L171 34.6Z',
    gleam: 'M97 20.5C116 18.2 143 18.4 160 20.8L166.22 28.6L79.29 28.6C84.81 24.33 90.66 21.35 97 20.5Z',
    shade: 'M20 67.5C15.5 67 13.6 63 13.9 56C13.95 54.87 14.04 53.82 14.18 52.82C55.6 48.64 126.49 47.98 185.94 46.68C186.38 48.61 186.6 50.72 186.6 53C186.6 60 186.4 66 182.5 67.5L20 67.5Z',
    light: 'M23 44.5C72 37.7 136 37 183 39.5L185 43.7C136 41 72 42.5 16.5 49.5Z',
    pillars: 'M111 17 113.5 36M146 17.5 151.5 36',
    seams: 'M72.5 36.5C68.5 46 69.5 57 73 64M114 36.5C116.5 46 116.5 57 115.5 64M152 36.5C156 42 154 48 150.5 51M103.5 43h7M142 42.5h6.5M92 15.7C116 11.9 146 12.2 166 15.9',
    cladding: 'M20 67.5C16.06 67.06 14.11 63.94 13.89 58.48C51.17 57.5 130.03 57.5 186.55 57C186.38 62.19 185.63 66.3 182.5 67.5L20 67.5Z',
    lamps: ['M16.8 47.5C21.5 44.3 27.5 42.9 34 42.5C31.5 46.3 25 49.3 16 50.3Z', 'M176.5 39L182.8 39.5C185 43 186 47 186.4 51L179.5 49.5Z'],
    wheels: [48, 151],
    radius: 14,
  },
  van: {
    outline: 'M13 70.5C9 70 7.2 65 7.5 58.5C8 51 9.5 46.5 14.5 44C22 40.8 30 38.3 37.5 36.8L55.5 14.5C59 10 63.5 7.6 70 7.1C105 5.3 150 5.3 182 7.1C187.2 7.5 190.2 9.3 190.8 13.5C192.2 26 192.7 48 192.5 60C192.4 66 191.5 69.5 188.5 70.5Z',
    glass: 'M46 37L60.5 18.8C62.5 16.3 64.5 15.3 67.5 15.2L89.5 14.5V37Z',
    gleam: 'M60.5 18.8C62.5 16.3 64.5 15.3 67.5 15.2L89.5 14.5L89.5 31L50.78 31L60.5 18.8Z',
    shade: 'M13 70.5C9.04 70 7.23 65.09 7.49 58.68C54.6 56.04 128.32 55.51 192.54 55.04C192.54 56.83 192.53 58.49 192.5 60C192.4 66 191.5 69.5 188.5 70.5L13 70.5Z',
    light: 'M15 46.5C60 41 130 40.5 192.3 41.5L192.5 45.5C130 44 60 45 10 51.5Z',
    pillars: 'M66.5 14 63.5 38',
    seams: 'M45.5 39C43 48 44 60 47.5 69.5M92 9V69.5M138 10V69.5M94 41.5H138M84 45h5.5M141 45h5.5M186 12V66',
    lamps: ['M9.8 50.5C14 46.6 20 44.8 26.5 44.3C24 48.8 17.5 52.8 9 54Z', 'M189.5 34H192.3V50H189.5Z'],
    wheels: [41, 157],
    radius: 13,
  },
  sports: {
    outline: 'M19 69.5C15.5 69 13.8 65.5 14.3 61.5C15 56.5 19 53 26 51C41 46.8 57 44.5 71.5 44C83 37 95 32.8 106 32.2C122 31.4 140 34.6 154 40.4C164.5 41.7 174 43.6 180 46.6C184.5 49 186.3 54 186.3 59C186.3 64 185.8 68.5 182 69.5Z',
    glass: 'M81 44.3C90 39 98.5 36 107.5 35.6C119 35.1 131 37.5 142 41.6L146 44.3Z',
    gleam: 'M107.5 35.6C115.42 35.26 123.57 36.29 131.48 38.3L93.7 38.3C98.26 36.72 102.81 35.81 107.5 35.6Z',
    shade: 'M19 69.5C15.5 69 13.8 65.5 14.3 61.5C14.42 60.64 14.64 59.83 14.95 59.06C63.3 56.24 118.6 57.21 185.49 53.5C186.05 55.24 186.3 57.12 186.3 59C186.3 64 185.8 68.5 182 69.5L19 69.5Z',
    light: 'M27 53C75 46.8 130 46 182 48.3L184.5 52C130 49.7 75 51 17.5 58.5Z',
    pillars: 'M120 33 124 46',
    seams: 'M82 46C78.5 53 79.5 62 84 68.5M127 46C129.5 53 128.5 62 126 68.5M117 51h7M150 41.5C160 42 170 43 178 46',
    lamps: ['M17.5 56.8C22 53.3 29 51.4 36.5 50.8C33 55 26 58 16.5 59Z', 'M172 46.8L181.5 47.8C183.5 50 184.8 52 185.4 54L174 51.5Z'],
    wheels: [49, 151],
    radius: 13.6,
  },
} satisfies Record<ShapeName, Shape>;
export const shapeNames = keysOf(shapes);

/** The number with at most two decimals. */
const short = (value: number) => Number(value.toFixed(2));

const disc = (x: number, y: number, radius: number): string => {
  const r = short(radius);
  return `M${short(x - r)} ${short(y)}a${r} ${r} 0 1 0 ${short(2 * r)} 0a${r} ${r} 0 1 0 ${short(-2 * r)} 0Z`;
};

/** A spoke whose middle points away from the hub at `angle`. */
function spoke(x: number, y: number, r: number, angle: number): string {
  const [sin, cos] = [Math.sin((angle * Math.PI) / 180), Math.cos((angle * Math.PI) / 180)];
  const at = (dx: number, dy: number) => `${short(x + dx * cos - dy * sin)} ${short(y + dx * sin + dy * cos)}`;
  const rim = short(0.63 * r);
  return `M${at(-1.5, -0.2 * r)}L${at(-0.24 * r, -0.58 * r)}A${rim} ${rim} 0 0 1 ${at(0.24 * r, -0.58 * r)}L${at(1.5, -0.2 * r)}Z`;
}

/** Both wheels with five spokes each. A list draws many cars, so that what has one colour is one path. */
function wheels(places: readonly number[], r: number): string {
  const y = 78 - r;
  const both = (draw: (x: number) => string, fill: string) => `<path d="${places.map(draw).join('')}" fill="${fill}"/>`;
  return [
    both((x) => disc(x, y, r + 2.2), '#10141b'),
    both((x) => disc(x, y, r), '#22272e'),
    both((x) => disc(x, y, 0.68 * r), '#c7cbd0'),
    both(
      (x) => [36, 108, 180, 252, 324].map((angle) => spoke(x, y, r, angle)).join('') + disc(x, y, 0.15 * r),
      '#484d55',
    ),
  ].join('');
}

/**
 * A car as the content of an SVG with the box `CAR_BOX`. `paint` and `edge` (the line around it) are colours as SVG
 * writes them; the line is what keeps a black car apart from a dark page.
 */
export function carDrawing(name: ShapeName, paint: string, edge: string): string {
  const shape: Shape = shapes[name];
  const [front, rear] = shape.wheels;
  return [
    `<ellipse cx="${(front + rear) / 2}" cy="78.4" rx="${(rear - front) / 2 + 32}" ry="3" fill="#4e5661" fill-opacity=".16"/>`,
    `<path d="${shape.outline}" fill="${paint}"/>`,
    `<path d="${shape.shade}" fill="#080d16" fill-opacity=".26"/><path d="${shape.light}" fill="#fff" fill-opacity=".2"/>`,
    shape.cladding ? `<path d="${shape.cladding}" fill="#20242a"/>` : '',
    `<path d="${shape.glass}" fill="#242f3a"/><path d="${shape.gleam}" fill="#8295a3" fill-opacity=".36"/>`,
    `<path d="${shape.pillars}" fill="none" stroke="${paint}" stroke-width="3.4"/>`,
    `<path d="${shape.seams}" fill="none" stroke="#03060d" stroke-opacity=".42" stroke-width=".8" stroke-linecap="round"/>`,
    `<path d="${shape.lamps[0]}" fill="#e6f0f8" stroke="#282e38" stroke-opacity=".4" stroke-width=".5"/>`,
    `<path d="${shape.lamps[1]}" fill="#b32325"/>`,
    `<path d="${shape.outline}" fill="none" stroke="${edge}" stroke-width=".8"/>`,
    wheels(shape.wheels, shape.radius),
  ].join('');
}
