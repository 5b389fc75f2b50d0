export const MOST_QUESTIONS = 10;
/** Days before its end from which a quote or offer counts as expiring (rules.md §20), and the same in words. */
export const SOON_DAYS = 2;
export const SOON_WORDS = 'entro due giorni';
/** The most quotes of which one answer tells what today's list makes of them. */
export const MOST_RELISTED = 25;
