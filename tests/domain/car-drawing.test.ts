import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { carDrawing, shapeNames } from '#domain/catalog/car-drawing.ts';
import { paintOf } from '#domain/catalog/paints.ts';
import { shapeOf } from '#domain/catalog/shapes.ts';
import { bodies } from '#domain/catalog/bodies.ts';
import { writeCars } from '#scripts/icons.ts';

/** Hue in degrees and lightness from 0 to 1. */
function seen(hex: string) {
  const [r, g, b] = [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16) / 255) as [number, number, number];
  const [most, least] = [Math.max(r, g, b), Math.min(r, g, b)];
  const by = most - least || 1;
  const turn = most === r ? (g - b) / by : most === g ? 2 + (b - r) / by : 4 + (r - g) / by;
  return { hue: (turn * 60 + 360) % 360, light: (most + least) / 2, grey: most - least < 0.15 };
}

describe('the paint that a name of a colour means', () => {
  test.each([
    ['Blu Genziana met.', 200, 250],
    ['BLU', 200, 250],
    ['Azzurro Cielo', 190, 230],
    ['Rosso Corallo', 0, 20],
    ['Arancione', 15, 35],
    ['Giallo Modena', 40, 60],
    ['verde salvia', 75, 150],
    ['Viola', 250, 290],
  ])('%s', (name, from, to) => {
    const { hue, grey } = seen(paintOf(name));
    expect(grey && name !== 'verde salvia').toBe(false);
    expect(hue).toBeGreaterThanOrEqual(from);
    expect(hue).toBeLessThanOrEqual(to);
  });

  test('tones: white, silver, grey, night grey and black grow darker', () => {
    const lights = ['Bianco Neve', 'Argento', 'Grigio', 'Grigio Notte', 'Nero Ossidiana'].map(
      (name) => seen(paintOf(name)).light,
    );
    expect(lights).toEqual(lights.toSorted((a, b) => b - a));
    expect(new Set(lights).size).toBe(lights.length);
  });

  test('a paint of the catalogue stays; of two colours the first is drawn; unknown words are a middle grey', () => {
    expect(paintOf('#1d4e89')).toBe('#1d4e89');
    expect(paintOf('Rosso / tetto nero')).toBe(paintOf('Rosso'));
    expect(paintOf('Tinta unica n. 7')).toBe(paintOf(null));
    expect(seen(paintOf(null)).grey).toBe(true);
  });
});

test('six drawings serve all bodies, each in two tones of its paint', () => {
  expect(new Set(Object.keys(bodies).map(shapeOf))).toEqual(new Set(shapeNames));
  expect(['chassis', 'camper', 'offroad'].map(shapeOf)).toEqual(['van', 'van', 'suv']);
  expect(shapeNames).toHaveLength(6);
  const drawn = shapeNames.map((name) => carDrawing(name, '#1d4e89', '#000'));
  expect(new Set(drawn.map((text) => /<path d="([^"]+)"/.exec(text)![1])).size).toBe(6);
  for (const text of drawn) expect(text.match(/#1d4e89/g)).toHaveLength(2);
});

test('the file that pages refer to holds these drawings: `npm run icons` writes it', () => {
  expect(readFileSync('src/parts/vehicles/cars.svg', 'utf8')).toBe(writeCars());
});
