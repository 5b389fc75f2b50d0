/** The days that an approved contract proposes: of its delivery, and of the ends of plan and policy. Days in Rome. */
import { addDays, addMonths, weekdayOf } from '../dates.ts';
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

interface Lasting {
  financing: { months: number } | null;
  insurances: readonly { months: number }[];
}

/** When plan and policies end that begin with the delivery; of several policies the first. */
export const proposedEnds = ({ financing, insurances }: Lasting, deliveryOn: string) => ({
  planEndsOn: financing && addMonths(deliveryOn, financing.months),
  policyEndsOn:
    insurances.length === 0 ? null : addMonths(deliveryOn, Math.min(...insurances.map(({ months }) => months))),
});
