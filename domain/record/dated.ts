/** A company's settings that change on a date: those in force, future ones, and who changed what. */
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import type { Fields } from './fields.ts';
import { privileges as p } from '../privileges.ts';
import { answerOf, schemaOf } from './schema.ts';
import { dayIn } from '../text.ts';
import { timeline } from './timeline.ts';
import { under } from './under.ts';

/** Current and future settings: periods with all their values. */
export const datedAnswer = <const F extends Fields>(fields: F) =>
  z.object({
    version: z.int(),
    /** The first period is in force, the others follow in order. `from` is null when nothing was ever set. */
    periods: z.array(z.object({ from: z.string().nullable(), values: answerOf(fields), changed: z.array(z.string()) })),
  });

/** The input: all values, and the day from which they apply. */
export const datedInput = <const F extends Fields>(fields: F) => schemaOf(fields).extend({ from: dayIn('period') });

/** The calls of a group of settings: `/quotes/settings`, `/quotes/settings/unschedule`… */
export function datedCalls<const Area extends string, Input extends z.ZodType, Answer extends z.ZodType>(
  area: Area,
  { what, input, answer }: { what: string; input: Input; answer: Answer },
) {
  const settings = { privileges: [p.managePreferences] } as const;
  return under(area, {
    GET: endpoint({ summary: `What the company sets for ${what}, in force and to come`, ...settings, answer }),
    PUT: endpoint({
      summary: `Set from a day on, today or later, for ${what}; what was made before keeps what it was made with`,
      ...settings,
      body: input,
      answer,
      versioned: true,
    }),
    'POST /unschedule': endpoint({
      summary: `Take back what was set for ${what} from a day to come`,
      ...settings,
      body: z.object({ from: dayIn('period') }),
      answer,
      versioned: true,
    }),
    'GET /timeline': endpoint({
      summary: `Who changed what is set for ${what}, when and what`,
      ...settings,
      answer: timeline,
    }),
  });
}
