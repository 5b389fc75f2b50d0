/** Days that are said by what they are beside today, so that an address, a kept view or a report by mail moves on with time. */
import { addDays, addMonths, mondayOf } from '../dates.ts';
import { endOfMonth, type Days } from '../record/figures.ts';

export const periods = {
  today: 'oggi',
  yesterday: 'ieri',
  this_week: 'questa settimana',
  last_week: 'settimana scorsa',
  this_month: 'questo mese',
  last_month: 'mese scorso',
  this_quarter: 'questo trimestre',
  last_quarter: 'trimestre scorso',
  this_year: 'quest’anno',
  last_year: 'anno scorso',
  last_30: 'ultimi 30 giorni',
  last_365: 'ultimi 365 giorni',
  next_7: 'prossimi 7 giorni',
  next_30: 'prossimi 30 giorni',
  around: 'da un anno fa a 60 giorni avanti',
} as const;
export type Period = keyof typeof periods;

/** The key of the group of rows that have no day by the basis that is asked for. */
export const UNDATED = '?';

const monthOf = (day: string, months: number): Days => {
  const first = addMonths(`${day.slice(0, 7)}-01`, months);
  return { from: first, to: endOfMonth(first) };
};

/** Three whole months, so many quarters away from that of a day. */
function quarterOf(day: string, quarters: number): Days {
  const first = addMonths(`${day.slice(0, 7)}-01`, -((Number(day.slice(5, 7)) - 1) % 3) + quarters * 3);
  return { from: first, to: endOfMonth(addMonths(first, 2)) };
}

function yearOf(day: string, years: number): Days {
  const year = Number(day.slice(0, 4)) + years;
  return { from: `${year}-01-01`, to: `${year}-12-31` };
}

function weekOf(day: string, weeks: number): Days {
  const from = addDays(mondayOf(day), weeks * 7);
  return { from, to: addDays(from, 6) };
}

const counted: Readonly<Record<Period, (today: string) => Days>> = {
  today: (day) => ({ from: day, to: day }),
  yesterday: (day) => ({ from: addDays(day, -1), to: addDays(day, -1) }),
  this_week: (day) => weekOf(day, 0),
  last_week: (day) => weekOf(day, -1),
  this_month: (day) => monthOf(day, 0),
  last_month: (day) => monthOf(day, -1),
  this_quarter: (day) => quarterOf(day, 0),
  last_quarter: (day) => quarterOf(day, -1),
  this_year: (day) => yearOf(day, 0),
  last_year: (day) => yearOf(day, -1),
  last_30: (day) => ({ from: addDays(day, -29), to: day }),
  last_365: (day) => ({ from: addDays(day, -364), to: day }),
  next_7: (day) => ({ from: day, to: addDays(day, 6) }),
  next_30: (day) => ({ from: day, to: addDays(day, 29) }),
  around: (day) => ({ from: addDays(day, -365), to: addDays(day, 60) }),
};

/** The days of a period, both ends included, as they are on `today` (Rome). */
export const daysOf = (period: Period, today: string): Days => counted[period](today);
