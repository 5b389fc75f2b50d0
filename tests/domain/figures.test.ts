import { expect, test } from 'vitest';
import { beside, drillHref, forecast, listFilters, spanFault } from '#domain/record/figures.ts';
import { counted } from '#domain/stats/figures.ts';

test('whole months stand beside whole ones, unfinished ones beside the same days, other spans beside as many days before', () => {
  const spans = [
    ['2026-12-01', '2026-12-16', 'year', '2025-12-01', '2025-12-16'],
    ['2026-12-01', '2026-12-16', 'month', '2026-11-01', '2026-11-16'],
    ['2026-03-01', '2026-03-31', 'month', '2026-02-01', '2026-02-28'],
    ['2026-02-01', '2026-02-28', 'month', '2026-01-01', '2026-01-31'],
    ['2025-02-01', '2025-02-28', 'year', '2024-02-01', '2024-02-29'],
    ['2024-02-01', '2024-02-29', 'year', '2023-02-01', '2023-02-28'],
    ['2026-01-01', '2026-03-31', 'month', '2025-10-01', '2025-12-31'],
    ['2026-01-01', '2026-03-10', 'month', '2025-10-01', '2025-12-10'],
    ['2026-01-05', '2026-01-11', 'month', '2025-12-29', '2026-01-04'],
    ['2026-01-01', '2026-01-01', 'month', '2025-12-01', '2025-12-01'],
  ] as const;
  for (const [from, to, comparison, since, until] of spans)
    expect([from, to, comparison, beside({ from, to }, comparison)]).toEqual([from, to, comparison, { from: since, to: until }]); // prettier-ignore
});

test('a forecast is done ÷ days worked × working days, none before the first working day, and what was done once the month is over', () => {
  expect(forecast(148, { worked: 12, working: 23 })).toBe(284);
  expect(forecast(0, { worked: 0, working: 23 })).toBeNull();
  expect(forecast(7, { worked: 23, working: 23 })).toBe(7);
});

test('a number leads to the filters of its list, with what always counts', () => {
  const within = { basis: 'arrived', from: '2026-11-01', to: '2026-11-20', locationId: 0 };
  expect(listFilters(counted.visits, within)).toEqual({
    arrived: 'true',
    from: '2026-11-01',
    to: '2026-11-20',
    locationId: 0,
  });
  const href = (privileges: number[]) => drillHref('visits', counted.visits, within, { count: 3, privileges });
  expect(href([23])).toBe('/dealer/accesses/list?arrived=true&from=2026-11-01&to=2026-11-20&locationId=0');
  // The desk sees every visit and has no page of the list; who sells sees the own ones.
  for (const one of [[35, 30], [13, 30]]) expect(href(one)).toContain('/dealer/stats/rows?figure=visits&basis=arrived'); // prettier-ignore
});

test('a span has an order and an end', () => {
  expect(spanFault({ from: '2026-11-01', to: '2026-10-31' })).toHaveProperty('to');
  expect(spanFault({ from: '2020-01-01', to: '2026-10-31' })).toHaveProperty('to');
  expect(spanFault({ from: '2024-01-01', to: '2026-12-31' })).toBeNull();
});
