import { z } from 'zod';

/** An entry of a record's activity, which is read from the audit rows, newest first. */
export const timelineEvent = z.object({
  at: z.iso.datetime({ offset: true }),
  who: z.string(),
  /** Italian verb phrase, e.g. "ha emesso il preventivo". */
  what: z.string(),
  /** `from` is empty for facts of the event itself, such as a reason; a dash means that the field was empty. */
  changes: z.array(z.object({ field: z.string(), from: z.string(), to: z.string() })),
  /** The other record that the entry is about, such as a quote of the customer. */
  about: z.object({ label: z.string(), href: z.string() }).optional(),
});
export type TimelineEvent = z.output<typeof timelineEvent>;
export const timeline = z.array(timelineEvent);
export type Timeline = z.output<typeof timeline>;
