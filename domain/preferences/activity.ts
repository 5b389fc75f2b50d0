import { z } from 'zod';
import { exportQuery } from '../record/records.ts';
import { calendarDay } from '../text.ts';

/** What people do, as the register of a company's activity tells it apart. */
export const activityKinds = {
  create: 'Creazioni',
  change: 'Modifiche',
  remove: 'Archiviazioni ed eliminazioni',
  export: 'Esportazioni',
  access: 'Accessi e credenziali',
  open: 'Aperture di schede',
} as const;
export type ActivityKind = keyof typeof activityKinds;

/** The actions of the audit by kind; every other one is a change. */
export const actionsOf: Readonly<Record<Exclude<ActivityKind, 'change' | 'open'>, readonly string[]>> = {
  create: ['create', 'import', 'upload'],
  remove: ['delete', 'archive', 'merge', 'merged', 'revoke', 'unimport', 'facts_erased', 'erase'],
  export: ['export', 'person_export'],
  access: [
    ...['login', 'logout', 'session_ended', 'end_sessions', 'password_changed', 'password_reset', 'access_activated'],
    ...['invitation_sent', 'password_link_sent', 'password_link_asked', 'invited_again', 'device_forgotten'],
    ...['invitation_asked', 'invitation_withdrawn', 'invitation_confirmed', 'invitation_refused', 'invitation_let_in'],
    ...['second_factor_asked', 'second_factor_link', 'second_factor_begun', 'second_factor_on', 'second_factor_off'],
    ...['second_factor_reset', 'recovery_codes_renewed', 'on_behalf', 'door'],
  ],
};

/** Days for which openings of records are kept. */
export const OPENINGS_DAYS = 180;
/** Rows of a page of the register. */
export const ACTIVITY_PAGE = 50;

const filters = {
  userId: z.coerce.number().int().positive().optional(),
  kind: z.enum(Object.keys(activityKinds) as ActivityKind[]).optional(),
  from: calendarDay.optional(),
  to: calendarDay.optional(),
};
export const activityQuery = z.object({
  ...filters,
  offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
});
export const activityExport = exportQuery(filters).omit({ q: true });

export const activityRow = z.object({
  id: z.int(),
  at: z.iso.datetime({ offset: true }),
  who: z.string(),
  kind: z.enum(Object.keys(activityKinds) as ActivityKind[]),
  /** The record's kind, in Italian, and its address where it has a page. */
  what: z.string(),
  href: z.string().nullable(),
  /** Of an export: how many rows. */
  rows: z.int().nullable(),
});
export const activityPage = z.object({
  rows: z.array(activityRow),
  total: z.int(),
  people: z.array(z.object({ id: z.int(), name: z.string() })),
  /** Whether openings of customers' pages are noted today. */
  notesOpenings: z.boolean(),
});
export type ActivityPage = z.output<typeof activityPage>;
