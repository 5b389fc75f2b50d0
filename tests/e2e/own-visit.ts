import type { BrowserContext } from 'playwright';
import { accessFields } from '#domain/accesses/fields.ts';
import { dayInRome } from '#domain/dates.ts';
import { blankOf } from '#domain/record/fields.ts';
import { read } from './quote-page.ts';
import { digits, post } from './sale-page.ts';

/** Books a visit of today at one's own place, for a test that checks it in: other files of the server check in those of the demo world. Answers its name. */
export async function ownVisit(context: BrowserContext): Promise<string> {
  const { location } = await read<{ location: { id: number } }>(context, '/accesses/reception');
  const name = `Atteso ${digits(6)}`;
  const when = { day: dayInRome(new Date()), time: '23:30' };
  await post(context, '/accesses/bookings', { ...blankOf(accessFields), locationId: location.id, name, ...when });
  return name;
}
