/** When a lead is late (rules.md §21, SLA): minutes of working time, and open days, of its location. */
import type { Tone } from '../record/machine.ts';
import { deadline, openDaysLater, workingMinutes, type WorkingHours } from '../time.ts';
import type { LeadSettings } from './setting-fields.ts';
import type { LeadType } from './lead-types.ts';
import { firstMinutes, type LeadSource, type LeadState } from './terms.ts';

/** What a company sets about deadlines. */
export type Pace = Pick<LeadSettings, 'responses' | 'workDays' | 'negotiationDays' | 'warnPercent' | 'escalatePercent'>;

interface Running {
  state: Exclude<LeadState, 'closed'>;
  source: LeadSource;
  type: LeadType;
}

/** Minutes of working time within which a fresh lead is answered: the most precise row. */
export function minutesFor({ responses }: Pick<Pace, 'responses'>, { source, type }: Omit<Running, 'state'>): number {
  const fitting = responses.filter(
    (row) => (row.source === null || row.source === source) && (row.type === null || row.type === type),
  );
  const precision = (row: (typeof fitting)[number]) => (row.source === null ? 0 : 2) + (row.type === null ? 0 : 1);
  const [first] = fitting.toSorted((a, b) => precision(b) - precision(a));
  return first?.minutes ?? firstMinutes[source];
}

/** By when something has to be done on a lead, if nobody plans it for another time: in minutes at first, then in open days. */
export function dueBy(calendar: WorkingHours, lead: Running, from: Date, pace: Pace): Date {
  if (lead.state !== 'to_handle') {
    const days = lead.state === 'in_progress' ? pace.workDays : pace.negotiationDays;
    return openDaysLater(calendar, from, days) ?? new Date(from.getTime() + days * 86_400_000);
  }
  const minutes = minutesFor(pace, lead);
  return deadline(calendar, from, minutes) ?? new Date(from.getTime() + minutes * 60_000);
}

/** What follows from a deadline: when it is warned of, and when who manages leads is told. */
export function watchOf(
  calendar: WorkingHours,
  from: Date,
  due: Date,
  { warnPercent, escalatePercent }: Pace,
): { warnAt: Date; escalateAt: Date } {
  const whole = workingMinutes(calendar, from, due);
  const after = (percent: number) => (whole > 0 && deadline(calendar, from, (whole * percent) / 100)) || due;
  return { warnAt: after(warnPercent), escalateAt: after(escalatePercent) };
}

export const lateness = {
  late: { label: 'In ritardo', tone: 'bad' },
  soon: { label: 'In scadenza', tone: 'warn' },
  ahead: { label: 'In orario', tone: 'ok' },
} as const satisfies Record<string, { label: string; tone: Tone }>;
export type Lateness = keyof typeof lateness;

/** Whether a lead is late now, about to be, or neither; instants in ISO form. */
export function latenessOf(
  { nextAt, warnAt }: { nextAt: string | null; warnAt: string | null },
  now: number,
): Lateness | null {
  if (nextAt === null || warnAt === null) return null;
  if (Date.parse(nextAt) <= now) return 'late';
  return Date.parse(warnAt) <= now ? 'soon' : 'ahead';
}
