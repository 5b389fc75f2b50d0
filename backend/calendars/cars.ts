/** Another car for a test drive whose car is taken: free at the same time, the most alike first. */
import type { calendars as table } from '#domain/calendars/endpoints.ts';
import { isFree, isOpen } from '#domain/calendars/slots.ts';
import { instantInRome } from '#domain/dates.ts';
import type { VerbOf } from '../lib/bind.ts';
import { readTaken, resourcesOf } from './book.ts';

/** Cars that are looked at, and named for each that is taken. */
const MOST = 100;
const NAMED = 2;
/** The longest time that stays taken after an event, in milliseconds. */
const LONGEST_BUFFER = 240 * 60_000;
/** Words of the names of test-drive cars that say nothing of make or model. */
const plain = new Set(['auto', 'prova', 'test', 'demo']);

const wordsOf = (name: string) => (name.toLowerCase().match(/\p{L}{3,}/gu) ?? []).filter((word) => !plain.has(word));
const alike = (a: string, b: string) => wordsOf(a).filter((word) => wordsOf(b).includes(word)).length;

export const otherCars: VerbOf<typeof table, 'GET /calendars/others'> = async (ctx, { query }) => {
  const { calendarIds, day, time, minutes, except } = query;
  const rows = await ctx.db
    .selectFrom('calendars')
    .select('id')
    .where('companyId', '=', ctx.user.companyId)
    .where('kind', '=', 'car')
    .where('archivedAt', 'is', null)
    .orderBy('id')
    .limit(MOST)
    .execute();
  const ids = rows.map(({ id }) => id);
  if (!ids.some((id) => calendarIds.includes(id))) return [];
  const from = instantInRome(day, time);
  const taken = await readTaken(ctx, ids, { lock: false });
  const to = new Date(from.getTime() + minutes * 60_000 + LONGEST_BUFFER);
  const resources = await resourcesOf(ctx, taken, { from, to, ...(except !== undefined && { except: [except] }) });
  const cars = resources.map((one, at) => ({
    id: taken[at]!.id,
    name: one.name,
    isFree: isOpen(one, from, minutes) && isFree(one, from, minutes),
  }));
  const free = cars.filter((one) => one.isFree && !calendarIds.includes(one.id));
  return cars
    .filter((one) => !one.isFree && calendarIds.includes(one.id))
    .flatMap(({ id: insteadOf, name: busy }) =>
      free
        .filter(({ name }) => alike(name, busy) > 0)
        .toSorted((a, b) => alike(b.name, busy) - alike(a.name, busy))
        .slice(0, NAMED)
        .map(({ id, name }) => ({ id, name, insteadOf })),
    );
};
