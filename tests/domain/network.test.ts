import { expect, test } from 'vitest';
import { hourOf } from '#domain/network/health.ts';
import { isFarBehind, paceOf, spanOf } from '#domain/network/targets.ts';

test('a company is behind, in line or ahead by what is expected by today', () => {
  const pace = (contracts: number, target: number, expected: number) => paceOf({ contracts, target, expected });
  expect(pace(21, 46, 37.3)).toBe('below');
  expect(pace(45, 58, 47)).toBe('below');
  expect(pace(46, 58, 47)).toBe('even');
  expect(pace(3, 5, 2.6)).toBe('even');
  expect(pace(52, 58, 47)).toBe('above');
  expect(paceOf({ contracts: 3, target: null, expected: null })).toBeNull();
  expect(isFarBehind({ contracts: 21, expected: 37.3 })).toBe(true);
  expect(isFarBehind({ contracts: 45, expected: 47 })).toBe(false);
});

test('a span is the month, quarter or year around a day', () => {
  expect(spanOf('month', '2028-02-29')).toEqual({ from: '2028-02-01', to: '2028-02-29' });
  expect(spanOf('quarter', '2026-11-28')).toEqual({ from: '2026-10-01', to: '2026-12-31' });
  expect(spanOf('year', '2026-11-28')).toEqual({ from: '2026-01-01', to: '2026-12-31' });
});

test('an hour of answers says within what 99 percent of them came, and how many never did', () => {
  const hundred = Array.from({ length: 100 }, (_, at) => at + 1);
  expect(hourOf([...hundred, null]).p99).toBe(99);
  expect(hourOf([null, 7, null])).toEqual({ ms: [null, 7, null], p99: 7, failed: 2 });
  expect(hourOf([null]).p99).toBeNull();
});
