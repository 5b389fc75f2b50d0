import { addDays, weekdayOf } from './dates.ts';

/** Easter Sunday of a year, `YYYY-MM-DD` (Gregorian computus, Meeus/Jones/Butcher). */
export function easter(year: number): string {
  const a = year % 19;
  const b = Math.floor(year / 100);
  const c = year % 100;
  const d = (19 * a + b - Math.floor(b / 4) - Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3) + 15) % 30;
  const e = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - d - (c % 4)) % 7;
  const f = d + e - 7 * Math.floor((a + 11 * d + 22 * e) / 451) + 114;
  return `${year}-${String(Math.floor(f / 31)).padStart(2, '0')}-${String((f % 31) + 1).padStart(2, '0')}`;
}

/** Holidays on the same day every year (L. 260/1949, L. 54/1977, DPR 792/1985, L. 336/2000). */
const fixed = {
  '01-01': 'Capodanno',
  '01-06': 'Epifania',
  '04-25': 'Liberazione',
  '05-01': 'Festa del lavoro',
  '06-02': 'Festa della Repubblica',
  '08-15': 'Ferragosto',
  '11-01': 'Ognissanti',
  '12-08': 'Immacolata',
  '12-25': 'Natale',
  '12-26': 'Santo Stefano',
};

/** Whether a day is a national holiday. */
export const isHoliday = (day: string): boolean =>
  holidays(Number(day.slice(0, 4))).some((holiday) => holiday.day === day);

/** The days of a week and a half from this one on on which people work: no Sundays, no holidays. */
export const workdaysFrom = (day: string): string[] =>
  Array.from({ length: 10 }, (_, days) => addDays(day, days)).filter(
    (one) => weekdayOf(one) !== 'sun' && !isHoliday(one),
  );

/**
 * National holidays of Italy in a year, in order; 4 October is one since 2026 (L. 151/2025). The patron saint's day is
 * local and not included.
 */
export function holidays(year: number): { day: string; name: string }[] {
  const sunday = easter(year);
  return [
    ...Object.entries(fixed).map(([day, name]) => ({ day: `${year}-${day}`, name })),
    ...(year >= 2026 ? [{ day: `${year}-10-04`, name: 'San Francesco' }] : []),
    { day: sunday, name: 'Pasqua' },
    { day: addDays(sunday, 1), name: 'Lunedì dell’Angelo' },
  ].toSorted((a, b) => a.day.localeCompare(b.day));
}
