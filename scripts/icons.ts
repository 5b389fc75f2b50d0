/**
 * `npm run icons`: writes src/ui/icon-paths.ts, the drawings of the icons of src/ui/icon.ts, and
 * src/parts/vehicles/cars.svg, the drawings of domain/catalog/car-drawing.ts.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { carDrawing, shapeNames } from '../domain/catalog/car-drawing.ts';
import { islandIcons, pageIcons } from '../src/ui/icon.ts';

const root = join(import.meta.dirname, '..');
const NUMBER = String.raw`(-?(?:\d+\.?\d*|\.\d+))[\s,]*`;

type Attributes = Record<string, string>;
const of = (attributes: Attributes, name: string) => Number(attributes[name] ?? 0);

function circle(shape: Attributes): string {
  const r = of(shape, 'r');
  return `M${of(shape, 'cx') - r} ${of(shape, 'cy')}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0`;
}

function rectangle(shape: Attributes): string {
  const [x, y, width, height] = [of(shape, 'x'), of(shape, 'y'), of(shape, 'width'), of(shape, 'height')];
  const r = of(shape, 'rx');
  const [across, down] = [width - 2 * r, height - 2 * r];
  const corner = (dx: number, dy: number) => (r ? `a${r} ${r} 0 0 1 ${dx} ${dy}` : '');
  const [top, right] = [`M${x + r} ${y}h${across}${corner(r, r)}`, `v${down}${corner(-r, r)}`];
  return `${top}${right}h${-across}${corner(-r, -r)}v${-down}${corner(r, -r)}z`;
}

/** The path with an absolute start: joined to other paths, a relative one would start where they end. */
function path({ d = '' }: Attributes): string {
  const [start, x, y] = new RegExp(`^m\\s*${NUMBER}${NUMBER}`).exec(d) ?? [];
  if (start === undefined) return d;
  const rest = d.slice(start.length);
  return `M${x} ${y}${/^[a-z]/i.test(rest) || !rest ? '' : 'l'}${rest}`;
}

const draw: Record<string, (shape: Attributes) => string> = {
  path,
  rect: rectangle,
  circle,
  polyline: ({ points }) => `M${points}`,
  line: (shape) => `M${of(shape, 'x1')} ${of(shape, 'y1')}L${of(shape, 'x2')} ${of(shape, 'y2')}`,
};

/** The drawing of a lucide icon (24 × 24) as a single path, because fewer elements make a page cheaper. */
function pathOf(name: string): string {
  const icon = readFileSync(join(root, `node_modules/lucide-static/icons/${name}.svg`), 'utf8');
  const shapes = icon.replace(/^[^]*?<svg[^>]*>/, '').matchAll(/<(\w+)([^>]*?)\/?>/g);
  return [...shapes]
    .map(([, tag = '', text = '']) => {
      const attributes = Object.fromEntries(
        [...text.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, key, value]) => [key, value]),
      );
      const shape = draw[tag];
      if (!shape) throw new Error(`${name}: cannot draw <${tag}>`);
      return shape(attributes);
    })
    .join('');
}

const listOf = (names: readonly string[]) =>
  names.map((name) => `  ${/\W/.test(name) ? `'${name}'` : name}: '${pathOf(name)}',\n`).join('');

/** The content of the file. */
export const writeIcons = (): string =>
  `/** lucide.dev, ISC licence. Made by scripts/icons.ts. */
// prettier-ignore
export const islandPaths = {
${listOf(islandIcons)}};
// prettier-ignore
export const pagePaths = {
${listOf(pageIcons)}};
`;

/** The cars as symbols: who uses one says its paint by `color` and the line around it by `--car-edge`. */
export const writeCars = (): string =>
  `<svg xmlns="http://www.w3.org/2000/svg">\n${shapeNames
    .map((name) => `<g id="${name}">${carDrawing(name, 'currentColor', 'var(--car-edge)')}</g>\n`)
    .join('')}</svg>\n`;

if (import.meta.main) {
  writeFileSync(join(root, 'src/ui/icon-paths.ts'), writeIcons());
  writeFileSync(join(root, 'src/parts/vehicles/cars.svg'), writeCars());
}
