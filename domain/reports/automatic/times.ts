/** When a report is sent by itself; apart from its fields, which bring all reports. */
import { week, type Weekday } from '#domain/dates.ts';
import type { Recurrence } from '#domain/due-times.ts';
import type { AutomaticInput } from './fields.ts';

/** When it is sent, as schedules take it. */
export function recurrenceOf({
  every,
  weekday,
  monthday,
  time,
}: Pick<AutomaticInput, 'every' | 'weekday' | 'monthday' | 'time'>): Recurrence {
  return {
    at: [time],
    ...(every === 'week' && { weekday: (weekday ?? week[0]) as Weekday }),
    ...(every === 'month' && { monthday: monthday ?? 1 }),
  };
}
