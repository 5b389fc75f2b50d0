/** The day that an approved contract proposes for its delivery. Days in Rome. */
import { addDays, weekdayOf } from '../dates.ts';
import { isHoliday } from '../holidays.ts';

/** Days that a car needs to be prepared for its customer. */
const PREPARATION = 3;

const isWorking = (day: string): boolean => weekdayOf(day) !== 'sun' && !isHoliday(day);

/** The promised day if it can still be kept, else the first working day after the preparation; never a Sunday or holiday. */
export function proposedDelivery(promisedOn: string | null, today: string): string {
  const ready = addDays(today, PREPARATION);
  let day = promisedOn !== null && promisedOn >= ready ? promisedOn : ready;
  while (!isWorking(day)) day = addDays(day, 1);
  return day;
}
