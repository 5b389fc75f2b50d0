import { expect, test } from 'vitest';
import { easter, holidays, workdaysFrom } from '#domain/holidays.ts';

test.each([
  [2000, '2000-04-23'],
  [2019, '2019-04-21'],
  [2024, '2024-03-31'],
  [2025, '2025-04-20'],
  [2026, '2026-04-05'],
  [2038, '2038-04-25'],
  [2285, '2285-03-22'],
])('Easter of %i is %s', (year, day) => {
  expect(easter(year)).toBe(day);
});

test('a year has its twelve holidays in order, thirteen since 2026', () => {
  expect(holidays(2025).map(({ day }) => day)).toEqual(
    ['01-01', '01-06', '04-20', '04-21', '04-25', '05-01', '06-02', '08-15', '11-01', '12-08', '12-25', '12-26'].map(
      (day) => `2025-${day}`,
    ),
  );
  expect(holidays(2026)).toHaveLength(13);
  expect(holidays(2026)).toContainEqual({ day: '2026-10-04', name: 'San Francesco' });
});

test('working days leave out Sundays and holidays, the first one included', () => {
  const days = workdaysFrom('2026-12-05');
  expect(days).toEqual(['2026-12-05', '2026-12-07', ...['09', '10', '11', '12', '14'].map((day) => `2026-12-${day}`)]);
  expect(workdaysFrom('2026-12-06')[0]).toBe('2026-12-07');
});
