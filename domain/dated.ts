/** Settings of a company that hold from a day on: what is in force, what waits for its day, who changed what. */
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import type { Fields } from './fields.ts';
import { privileges as p } from './privileges.ts';
import { answerOf, schemaOf } from './schema.ts';
import { calendarDay } from './text.ts';
import { timeline } from './timeline.ts';
import { under } from './under.ts';

/** Settings as they stand, and as they will: each from a day on, with everything that is in force then. */
export const datedAnswer = <const F extends Fields>(fields: F) =>
  z.object({
    version: z.int(),
    /** The first is in force; the others begin later, in order. `from` is null where nothing was ever set. */
    periods: z.array(z.object({ from: z.string().nullable(), values: answerOf(fields), changed: z.array(z.string()) })),
  });

/** What a person sends: everything, and from which day. */
export const datedInput = <const F extends Fields>(fields: F) => schemaOf(fields).extend({ from: calendarDay });

/** The calls of one group of settings: `/quotes/settings`, `/quotes/settings/unschedule`… */
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
      body: z.object({ from: calendarDay }),
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
