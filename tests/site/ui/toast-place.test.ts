import { describe, expect, test } from 'vitest';
import { freeTop } from '#site/ui/toast-place.ts';

const toast = { left: 400, right: 900, height: 50 };
const room = { least: 60, room: 700 };
const action = (top: number, bottom: number, left = 500, right = 700) => ({ top, bottom, left, right });

describe('a toast', () => {
  test('stands below the bar where nothing is pressed', () => {
    expect(freeTop(toast, [], room)).toBe(60);
    expect(freeTop(toast, [action(70, 100, 10, 300), action(70, 100, 950, 1200)], room)).toBe(60);
  });

  test('goes below the actions that it would cover, as little as needed', () => {
    expect(freeTop(toast, [action(70, 100)], room)).toBe(108);
    // Between two rows of buttons there is no room for it.
    expect(freeTop(toast, [action(70, 100), action(130, 160)], room)).toBe(168);
  });

  test('covers least where all is full, and never leaves the window', () => {
    const rows = Array.from({ length: 30 }, (_, n) => action(60 + n * 22, 80 + n * 22, n === 7 ? 890 : 400, 900));
    expect(freeTop(toast, rows, room)).toBeGreaterThan(60);
    expect(freeTop(toast, rows, room) + toast.height).toBeLessThanOrEqual(700);
  });
});
