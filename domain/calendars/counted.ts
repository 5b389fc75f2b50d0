import type { Counted } from '../record/figures.ts';

/** What figures count of calendars: test drives that were driven. They stand in no list, so that their rows open alone. */
export const countedDrives = {
  label: 'Prove su strada',
  measures: { count: { label: 'Prove', unit: 'count' } },
  bases: { driven: { label: 'prova', from: 'from', to: 'to' } },
  list: { path: '/dealer/calendars', place: 'locationId', person: 'userId', see: { own: [], all: [] } },
} as const satisfies Counted;
