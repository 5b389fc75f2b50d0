import type { Fields } from '../record/fields.ts';
import { eventKinds } from './event-terms.ts';

const { appointment, test_drive, delivery, signing } = eventKinds;
/** What customers book: a mail confirms it. */
export const booked = { appointment, test_drive, delivery, signing } as const;

/** A page by which customers book. */
export const bookingPageFields = {
  name: { label: 'Titolo', kind: 'text', maxLength: 60, required: 'Inserire il titolo', help: 'Lo legge il cliente' },
  kind: { label: 'Che cosa', kind: 'choice', words: booked },
  minutes: { label: 'Durata', kind: 'number', min: 15, max: 240, suffix: 'min', default: 45 },
  notice: {
    label: 'Almeno prima',
    kind: 'number',
    min: 0,
    max: 240,
    suffix: 'ore',
    default: 4,
    help: 'Quanto prima si prenota',
  },
  calendarIds: {
    label: 'Calendari',
    kind: 'lookups',
    most: 8,
    help: 'Si prenota quando sono liberi tutti: per una prova la persona e l’auto',
  },
} as const satisfies Fields;
