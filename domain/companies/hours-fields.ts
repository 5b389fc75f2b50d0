import type { Fields } from '../record/fields.ts';

/** The days of the week, as hours and shifts name them. */
export const weekdays = {
  mon: 'Lunedì',
  tue: 'Martedì',
  wed: 'Mercoledì',
  thu: 'Giovedì',
  fri: 'Venerdì',
  sat: 'Sabato',
  sun: 'Domenica',
} as const;

/** When a place or a calendar is open, and the days on which it is not. Hours are in Rome. */
export const hoursFields = {
  hours: {
    label: 'Orari',
    kind: 'rows',
    most: 28,
    fields: {
      day: { label: 'Giorno', kind: 'choice', words: weekdays },
      from: { label: 'Dalle', kind: 'time', default: '09:00' },
      to: { label: 'Alle', kind: 'time', default: '12:30' },
    },
  },
  closures: {
    label: 'Chiusure',
    kind: 'rows',
    most: 60,
    fields: {
      from: { label: 'Dal', kind: 'day', span: 'planned', required: 'Inserire il primo giorno' },
      to: { label: 'Al', kind: 'day', span: 'planned', required: 'Inserire l’ultimo giorno' },
      reason: { label: 'Motivo', kind: 'text', maxLength: 80 },
    },
  },
} as const satisfies Fields;
