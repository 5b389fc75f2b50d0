import { describe, expect, test } from 'vitest';
import { closedAhead, weekOf, type Opening } from '#domain/companies/opening.ts';
import { locationInput } from '#domain/companies/places.ts';

const span = (day: 'mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun', from: string, to: string) => ({
  day,
  from,
  to,
});
const weekday = (['mon', 'tue', 'wed', 'thu', 'fri'] as const).flatMap((day) => [
  span(day, '14:30', '19:00'),
  span(day, '09:00', '12:30'),
]);
const place: Opening = {
  hours: [...weekday, span('sat', '10:00', '13:00')],
  closures: [],
  openOnHolidays: false,
  patron: '',
};

describe('the week in words', () => {
  test('puts days of the same hours together, in the order of the day', () => {
    expect(weekOf(place)).toEqual([
      'Lunedì–venerdì: 9:00–12:30 e 14:30–19:00',
      'Sabato: 10:00–13:00',
      'Domenica: chiuso',
    ]);
  });
  test('says nothing where nobody said anything', () => expect(weekOf({ ...place, hours: [] })).toEqual([]));
});

describe('closed though the hours say otherwise', () => {
  test('on holidays of the next three weeks when it would be open, Easter Monday and the turn of the year too', () => {
    expect(closedAhead(place, '2026-11-22')).toEqual(['martedì 8 dicembre (Immacolata)']);
    expect(closedAhead(place, '2026-03-28')).toEqual(['lunedì 6 aprile (Lunedì dell’Angelo)']);
    expect(closedAhead(place, '2026-12-20')).toEqual([
      'venerdì 25 dicembre (Natale)',
      'sabato 26 dicembre (Santo Stefano)',
      'venerdì 1 gennaio (Capodanno)',
      'mercoledì 6 gennaio (Epifania)',
    ]);
  });
  test('on the patron’s day, every year', () => {
    const milan = { ...place, patron: '07/12' };
    expect(closedAhead(milan, '2026-12-01')).toEqual([
      'lunedì 7 dicembre (Santo patrono)',
      'martedì 8 dicembre (Immacolata)',
    ]);
  });
  test('not where it is open on holidays, nor on a day within a closure of its own', () => {
    expect(closedAhead({ ...place, openOnHolidays: true, patron: '07/12' }, '2026-12-01')).toEqual([]);
    const closures = [{ from: '2026-12-24', to: '2027-01-06', reason: 'Ferie' }];
    expect(closedAhead({ ...place, closures }, '2026-12-20')).toEqual([
      'da giovedì 24 dicembre a mercoledì 6 gennaio (Ferie)',
    ]);
    expect(closedAhead({ ...place, closures }, '2027-01-06')).toHaveLength(1);
    expect(closedAhead({ ...place, closures }, '2027-01-07')).toEqual([]);
  });
});

test('the patron’s day is a day of a month', () => {
  const of = (patron: string) => locationInput.shape.patron.safeParse(patron).success;
  expect(['', '07/12', '29/02', '31/10'].map(of)).toEqual([true, true, true, true]);
  expect(['7/12', '32/01', '10/13', '2026-12-07'].map(of)).toEqual([false, false, false, false]);
});
