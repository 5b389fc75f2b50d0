/** The visit that a lead's page books; the desk of the reception has other fields, and loads none of these. */
import type { Fields } from '../record/fields.ts';
import { accessFields, bookingFields } from './fields.ts';

const { name, subject, people, wish, phone, locationId, note } = accessFields;
const later = { when: { field: 'when', is: ['later'] } } as const;
/** The visit of somebody whom a lead names: booked, or somebody who is there. */
export const leadVisitFields = {
  when: { label: 'Quando', kind: 'choice', words: { later: 'Verrà', now: 'È qui adesso' } },
  day: { ...bookingFields.day, ...later },
  time: { ...bookingFields.time, ...later },
  name,
  subject,
  people,
  wish,
  phone,
  locationId,
  note,
} as const satisfies Fields;
