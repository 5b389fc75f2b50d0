import { z } from 'zod';

/** The activity of a record, read from the audit rows: newest first. */
export const timelineEvent = z.object({
  at: z.iso.datetime({ offset: true }),
  who: z.string(),
  /** Italian verb phrase, e.g. "ha emesso il preventivo". */
  what: z.string(),
  /** `from` is empty where the event alone says it, such as a reason; a dash is a field that was empty. */
  changes: z.array(z.object({ field: z.string(), from: z.string(), to: z.string() })),
  /** Of which other record it tells, such as a quote of the customer. */
  about: z.object({ label: z.string(), href: z.string() }).optional(),
});
export type TimelineEvent = z.output<typeof timelineEvent>;
export const timeline = z.array(timelineEvent);
export type Timeline = z.output<typeof timeline>;
