import { z } from 'zod';
import { answerOf, schemaOf } from '../record/schema.ts';
import { centerFields, locationFields } from './place-fields.ts';

interface Hours {
  day: string;
  from: string;
  to: string;
}

/** Indexes of the rows that overlap another one of the same day or end before they begin. */
export const wrongHours = (hours: readonly Hours[]): number[] =>
  hours.flatMap((one, at) => {
    const meets = ({ day, from, to }: Hours, other: number) =>
      other < at && day === one.day && from < one.to && one.from < to;
    return one.to <= one.from || hours.some(meets) ? [at] : [];
  });

const issue = (path: (string | number)[], message: string) => ({ code: 'custom' as const, path, message });

export const locationInput = schemaOf(locationFields).superRefine(({ hours, closures }, ctx) => {
  for (const at of wrongHours(hours))
    ctx.addIssue(issue(['hours', at, 'to'], 'Finisce prima di cominciare o tocca un altro orario del giorno'));
  for (const [at, { from, to }] of closures.entries())
    if (to < from) ctx.addIssue(issue(['closures', at, 'to'], 'La fine non può precedere l’inizio'));
});
export const centerInput = schemaOf(centerFields);

const record = { id: z.int(), version: z.int(), archived: z.boolean() };
/** `users`: number of people who work there; `cars`: number of new and used cars there. */
export const locationRecord = answerOf(locationFields).extend({ ...record, users: z.int(), cars: z.int() });
/** A location for visitors: opening hours, and closures of the coming days in words. */
export const whereabouts = z.object({
  name: z.string(),
  address: z.string(),
  phone: z.string(),
  hours: z.array(z.string()),
  closed: z.array(z.string()),
});
export type Whereabouts = z.output<typeof whereabouts>;
export type LocationRecord = z.output<typeof locationRecord>;
export const centerRecord = answerOf(centerFields).extend({
  ...record,
  location: z.string().nullable(),
  users: z.int(),
});
export type CenterRecord = z.output<typeof centerRecord>;
