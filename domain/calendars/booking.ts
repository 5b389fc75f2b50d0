/** Pages by which customers take an appointment themselves. */
import { z } from 'zod';
import { whereabouts } from '../companies/places.ts';
import { CLOCK } from '../dates.ts';
import { endpoint } from '../endpoint.ts';
import { keysOf } from '../record/machine.ts';
import { privileges as p } from '../privileges.ts';
import {
  byPage,
  codeShape,
  heldForm,
  house,
  pageToken,
  publicPage,
  visitorFields,
  visitorShape,
  waitingForm,
  worded,
} from '../public-pages.ts';
import { anyOf } from '../record/rights.ts';
import { keepingAll, schemaOf } from '../record/schema.ts';
import { calendarDay, dayIn } from '../text.ts';
import { booked, bookingPageFields } from './page-fields.ts';
import { eventRights } from './rights.ts';
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

const time = z.string().max(5).regex(CLOCK, 'Scegliere un orario');
/** An appointment as a customer asks for it: it counts once the code that is sent to their address is typed. */
const bookInput = z
  .object({
    ...visitorShape,
    /** The version of the notice that was shown. */
    shown: z.int().positive().max(Number.MAX_SAFE_INTEGER),
    day: dayIn('planned'),
    time,
  })
  .superRefine(({ email }, ctx) => {
    if (email === null)
      ctx.addIssue({ code: 'custom', path: ['email'], message: 'Inserire l’e-mail: lì arriva la conferma' });
  });
export type BookInput = z.output<typeof bookInput>;

const confirmInput = z
  .object({
    ...codeShape,
    /** Another time, where the first one is not free any more. */
    day: dayIn('planned').optional(),
    time: time.optional(),
  })
  .refine(({ day, time: at }) => (day === undefined) === (at === undefined), {
    path: ['time'],
    message: 'Scegliere un orario',
  });

const manages = [p.manageCalendars] as const;
const view = anyOf(eventRights.see);

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
    summary:
      'Hold a time that is free for ten minutes; a code goes to the e-mail, and whoever types it has the appointment',
    body: keepingAll(visitorFields, 'message', bookInput),
    answer: slot.extend(heldForm.shape),
  }),
  'POST /links/booking/confirm': endpoint({
    ...byPage,
    summary:
      'Book the time that was held, with the code; 422 at `time` when it is not free any more: the same code takes another one',
    body: confirmInput,
    answer: slot,
  }),
  'GET /calendars/unconfirmed': endpoint({
    summary:
      'Bookings that nobody has confirmed, of times to come: at the reception all, else those of one’s own calendar',
    privileges: view,
    answer: z.array(waitingForm),
  }),
  'POST /calendars/unconfirmed/:formId/take': endpoint({
    summary: 'Book what a customer has not confirmed themselves; 409 when the time is not free any more',
    privileges: view,
    answer: slot,
  }),
  'POST /calendars/unconfirmed/:formId/drop': endpoint({
    summary: 'Put an unconfirmed booking aside: its time is free, its code is void',
    privileges: view,
  }),
};
