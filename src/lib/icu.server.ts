import { createIntl } from '@formatjs/intl';
import { ZONE } from '#domain/dates.ts';

const intl = createIntl({
  locale: 'it',
  timeZone: ZONE,
  // The message itself is passed as its id, so "no message with this id" is expected and not logged.
  onError(error) {
    if (error.code !== 'MISSING_TRANSLATION') throw error;
  },
});

/**
 * An ICU message with its plurals: `plural('{n, plural, one {# rata} other {# rate}}', { n: 36 })` → `36 rate`.
 * On the server, or in an island that needs it; the shell does without.
 */
export const plural = (message: string, values: Record<string, string | number>): string =>
  intl.formatMessage({ id: message, defaultMessage: message }, values);
