import { addDays, addMonths } from '../dates.ts';
import { monthsOf, type PrivacySettings } from './setting-fields.ts';
import { RENEW_DAYS, type ConsentPurpose, type ConsentState } from './terms.ts';

/** The last answer of a person about a purpose; null: none. */
export interface LastWord {
  given: boolean;
  /** Calendar day in Rome. */
  on: string;
}

/** The last day on which a consent is valid. */
export const lastDayOf = (purpose: ConsentPurpose, on: string, settings: PrivacySettings): string =>
  addMonths(on, settings[monthsOf[purpose]]);

/** The status of a purpose on a day: only `given` allows its use. */
export function consentStateOf(
  purpose: ConsentPurpose,
  word: LastWord | null,
  settings: PrivacySettings,
  today: string,
): ConsentState {
  if (!word) return 'never';
  if (!word.given) return 'withdrawn';
  return today <= lastDayOf(purpose, word.on, settings) ? 'given' : 'expired';
}

/** Whether the consent should be renewed now. */
export const isEnding = (until: string, today: string): boolean =>
  today <= until && until <= addDays(today, RENEW_DAYS);
