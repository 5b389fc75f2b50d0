/** The days that an approved contract proposes: of its delivery, and of the ends of plan and policy. Days in Rome. */
import { addDays, addMonths, weekdayOf } from '../dates.ts';
import { isHoliday } from '../holidays.ts';
import type { WorkingHours } from '../time.ts';

/** Days that a car needs to be prepared for its customer. */
const PREPARATION = 3;

/** Days within which an open one is looked for: a place that has closed for good proposes the day itself. */
const AHEAD = 120;

/**
 * The promised day if it can still be kept, else the first after the preparation, on which the place is open; never a Sunday or
 * holiday. `hours`: those of the place that delivers.
 */
export function proposedDelivery(promisedOn: string | null, today: string, hours: WorkingHours): string {
  const ready = addDays(today, PREPARATION);
  const first = promisedOn !== null && promisedOn >= ready ? promisedOn : ready;
  const isOpen = (day: string) => weekdayOf(day) !== 'sun' && !isHoliday(day) && hours(day).length > 0;
  for (let day = first; day <= addDays(first, AHEAD); day = addDays(day, 1)) if (isOpen(day)) return day;
  return first;
}

/** Days of a delivery for which none was promised: the law gives them a consumer (Codice del consumo, art. 61), and a trader can count as well. */
export const DELIVERY_DAYS = 30;

interface Promised {
  promisedOn: string | null;
  signedOn: string | null;
  approvedOn: string | null;
}

/**
 * Until when the car is delivered: the promised day, else thirty days from the conclusion, which is when the contract is both signed
 * and accepted; null: it is not yet. ⚖
 */
export function deliveryUntil({ promisedOn, signedOn, approvedOn }: Promised): string | null {
  if (promisedOn !== null) return promisedOn;
  if (signedOn === null || approvedOn === null) return null;
  return addDays(signedOn > approvedOn ? signedOn : approvedOn, DELIVERY_DAYS);
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
