import { afterAll, beforeAll, expect, test } from 'vitest';
import { calendarFields } from '#domain/calendars/fields.ts';
import type { NewEvent } from '#domain/calendars/schema.ts';
import { blankOf } from '#domain/record/fields.ts';
import { eventOf } from '#tests/support/areas/calendars.ts';
import type { TestUser } from '#tests/support/area.ts';
import { testDatabase } from '#tests/support/database.ts';
import { makeWorld } from '#tests/support/world.ts';

const world = await makeWorld(await testDatabase(), { RATE_LIMIT: '0' });
const { call, clock } = world;
afterAll(() => world.close());
const manager = await world.userWith('manageCalendars', 'createQuotes');

let [car, bay, own, his] = [0, 0, 0, 0];
beforeAll(async () => {
  clock.now = new Date('2026-11-24T10:00:00+01:00');
  const calendarOf = async (changes: object) => {
    const body = { ...blankOf(calendarFields), kind: 'car', ...changes };
    return (await call(manager, 'POST /calendars', { body })).body.id as number;
  };
  car = await calendarOf({ name: 'Auto contesa', buffer: 15 });
  bay = await calendarOf({ name: 'Baia contesa', kind: 'bay', capacity: 3 });
  own = await calendarOf({ name: 'Una sala', kind: 'location' });
  his = await calendarOf({ name: 'Altra sala', kind: 'location' });
});

const drive = (changes: Partial<NewEvent>) =>
  eventOf({ kind: 'test_drive', title: 'Prova', day: '2026-11-26', time: '10:00', minutes: 45, ...changes });
const ask = (by: TestUser, body: NewEvent) => call(by, 'POST /calendars/events', { body });

test('fifty people want the same car at once and one gets it; a bay of three takes three', async () => {
  const race = async (calendarId: number) => {
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => ask(manager, drive({ kind: 'internal', calendarIds: [calendarId] }))),
    );
    return answers.filter(({ status }) => status === 201).length;
  };
  expect(await race(car)).toBe(1);
  expect(await race(bay)).toBe(3);
});

test('two who exchange calendars crosswise both get an answer', async () => {
  const day = '2026-11-27';
  const { body: one } = await ask(manager, drive({ calendarIds: [own, car], day }));
  const { body: two } = await ask(manager, drive({ calendarIds: [his, bay], day }));
  const move = ({ id, version }: { id: number; version: number }, calendarIds: number[]) =>
    call(manager, 'POST /calendars/events/:id/reschedule', {
      params: { id },
      version,
      body: { minutes: 45, scope: 'one', day, time: '11:00', calendarIds },
    });
  const answers = await Promise.all([move(one, [bay, car]), move(two, [car, bay])]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
});
