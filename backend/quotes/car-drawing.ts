import { shapes } from '#domain/catalog/shapes.ts';
import type { Body } from '#domain/catalog/terms.ts';

/** The car on a document. */
export interface Drawn {
  body: Body;
  /** Colour of the paint, `#rrggbb`; null: none chosen. */
  paint: string | null;
}

/** Number of arguments of each path command in the drawings; lower-case commands are relative to the current point. */
const takes: Record<string, number> = { M: 2, l: 2, h: 1, H: 1, v: 1, c: 6, C: 6, s: 4 };

/**
 * The path of a drawing in absolute steps: `[x, y]` for a line, six numbers for a curve; the first step is the starting
 * point.
 */
function stepsOf(path: string): number[][][] {
  const tokens = path.match(/[a-zA-Z]|-?\d*\.?\d+/g) ?? [];
  const parts: number[][][] = [];
  let [x, y, command] = [0, 0, ''];
  for (let at = 0; at < tokens.length;) {
    if (/[a-zA-Z]/.test(tokens[at]!)) command = tokens[at++]!;
    if (command === 'z') continue;
    const own = tokens.slice(at, (at += takes[command]!)).map(Number);
    const from = command === command.toUpperCase() ? [0, 0] : [x, y];
    const pairs = command === 'h' ? [...own, 0] : command === 'H' ? [...own, y] : command === 'v' ? [0, ...own] : own;
    const step = pairs.map((value, i) => value + from[i % 2]!);
    // A smooth curve starts in the direction in which the previous one ended.
    const before = parts.at(-1)?.at(-1) ?? [];
    if (command === 's') step.unshift(2 * x - (before[2] ?? x), 2 * y - (before[3] ?? y));
    [x, y] = step.slice(-2) as [number, number];
    if (command === 'M') parts.push([]);
    parts.at(-1)!.push(step);
  }
  return parts;
}

/** The drawing of a car by body and paint, front to the left, in a box of 240 × 84, for the template. */
export function carDrawing({ body, paint }: Drawn) {
  const { body: hull, glass, wheels } = shapes[body] ?? shapes.hatchback;
  return { hull: stepsOf(hull), glass: stepsOf(glass), wheels, paint: paint ?? '#8a93a3' };
}
