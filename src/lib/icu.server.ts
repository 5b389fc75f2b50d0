import { createIntl } from '@formatjs/intl';
import { ZONE } from '#domain/dates.ts';

const intl = createIntl({
  locale: 'it',
  // Of a message that is its own id: its numbers would be written in English.
  defaultLocale: 'it',
  timeZone: ZONE,
  // The message itself is passed as its id, so "no message with this id" is expected and not logged.
  onError(error) {
    if (error.code !== 'MISSING_TRANSLATION') throw error;
  },
});

/**
 * An ICU message with plurals: `plural('{n, plural, one {# rata} other {# rate}}', { n: 36 })` gives `36 rate`. For the server and for
 * islands that need it; the shell does not load it.
 */
export const plural = (message: string, values: Record<string, string | number>): string =>
  intl.formatMessage({ id: message, defaultMessage: message }, values);
