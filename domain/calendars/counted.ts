import type { Counted } from '../record/figures.ts';

/** Events of calendars stand in no list, so that their rows open alone. */
const list = { path: '/dealer/calendars', place: 'locationId', person: 'userId', see: { own: [], all: [] } } as const;

/** What figures count of calendars: test drives that were driven. */
export const countedDrives = {
  label: 'Prove su strada',
  measures: { count: { label: 'Prove', unit: 'count' } },
  bases: { driven: { label: 'prova', from: 'from', to: 'to' } },
  list,
} as const satisfies Counted;

/** Appointments of customers whose time has come and that nobody called off. */
export const countedAppointments = {
  label: 'Appuntamenti',
  measures: { count: { label: 'Appuntamenti', unit: 'count' } },
  bases: { day: { label: 'appuntamento', from: 'from', to: 'to' } },
  list,
} as const satisfies Counted;

/** The source of an appointment that comes from no lead. */
export const NO_LEAD = 'none';
