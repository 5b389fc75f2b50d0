import { daysBetween } from '../dates.ts';

/** Whether a release shows "new!": its date is at most 5 days ago (specification §4). Days are `YYYY-MM-DD` in Rome. */
export const isNewRelease = (releaseDate: string, today: string): boolean => {
  const age = daysBetween(releaseDate, today);
  return age >= 0 && age <= 5;
};
