import { addDays } from '../dates.ts';
import { KEPT_DAYS, WARN_DAYS } from './limits.ts';

/** What the day means for a file: it holds, ends soon, or has ended and is hidden. */
export function endOf(expiresOn: string | null, today: string): 'open' | 'soon' | 'over' {
  if (expiresOn === null || expiresOn > addDays(today, WARN_DAYS)) return 'open';
  return expiresOn < today ? 'over' : 'soon';
}

/** The last day on which something deleted or expired on a day can be brought back. */
export const backUntil = (day: string): string => addDays(day, KEPT_DAYS);
