/** Pages by which customers take an appointment themselves. */
import { z } from 'zod';
import { whereabouts } from '../companies/places.ts';
import { CLOCK } from '../dates.ts';
import { endpoint } from '../endpoint.ts';
import { keysOf } from '../machine.ts';
import { privileges as p } from '../privileges.ts';
import { byPage, house, pageToken, publicPage, visitorShape, worded } from '../public-pages.ts';
import { schemaOf } from '../schema.ts';
import { calendarDay, dayIn } from '../text.ts';
import { booked, bookingPageFields } from './page-fields.ts';
import { slot } from './schema.ts';

export const bookingPageInput = schemaOf(bookingPageFields).refine(({ calendarIds }) => calendarIds.length > 0, {
  path: ['calendarIds'],
  message: 'Scegliere almeno un calendario',
});
export type BookingPageInput = z.output<typeof bookingPageInput>;

/** The page as a customer sees it. */
export const bookingPage = z.object({
  company: house,
  name: z.string(),
  kind: z.enum(keysOf(booked)),
  minutes: z.int(),
  place: whereabouts.nullable(),
  notice: worded,
  /** Free times of some days, in order. */
  slots: z.array(slot),
  /** The day from which there are more; null: these are all. */
  more: z.string().nullable(),
});
export type BookingPage = z.output<typeof bookingPage>;

/** An appointment as a customer asks for it: a mail confirms it. */
const bookInput = z
  .object({
    ...visitorShape,
    /** The version of the notice that was shown. */
    shown: z.int().positive().max(Number.MAX_SAFE_INTEGER),
    day: dayIn('planned'),
    time: z.string().max(5).regex(CLOCK, 'Scegliere un orario'),
  })
  .superRefine(({ email }, ctx) => {
    if (email === null)
      ctx.addIssue({ code: 'custom', path: ['email'], message: 'Inserire l’e-mail: lì arriva la conferma' });
  });
export type BookInput = z.output<typeof bookInput>;

const manages = [p.manageCalendars] as const;

/** Calls about pages by which customers take an appointment. */
export const bookings = {
  'GET /calendars/pages': endpoint({
    summary: 'The open pages by which customers book',
    privileges: manages,
    answer: z.array(publicPage),
  }),
  'POST /calendars/pages': endpoint({
    summary: 'Open a page by which customers book what is free of these calendars together',
    privileges: manages,
    body: bookingPageInput,
    answer: publicPage,
    creates: true,
  }),
  'POST /calendars/pages/:pageId/close': endpoint({
    summary: 'Close a page for good: who has its address is told',
    privileges: manages,
  }),
  'GET /links/booking': endpoint({
    ...byPage,
    summary: 'The page by which customers book: free times of some days',
    query: pageToken.extend({ from: calendarDay.optional() }),
    answer: bookingPage,
  }),
  'POST /links/booking': endpoint({
    ...byPage,
    summary: 'Book a time that is free: all of its calendars, or none; a mail confirms it',
    body: bookInput,
    answer: slot,
  }),
};
