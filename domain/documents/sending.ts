import { z } from 'zod';
import { email } from '../auth/schema.ts';
import { line, lines } from '../text.ts';
import { timelineEvent } from '../timeline.ts';

const instant = z.iso.datetime({ offset: true });

/** A text of several lines. */
export const written = (most: number, missing: string) =>
  lines.min(1, missing).max(most, `Al massimo ${most} caratteri`);

export const messageInput = z.object({
  to: email,
  subject: line.min(1, 'Scrivere l’oggetto').max(150, 'Al massimo 150 caratteri'),
  text: written(4000, 'Scrivere il testo'),
  link: z.boolean(),
  answers: z.int().optional().describe('The question of the customer that it answers'),
});

/** How something was written: a mail, a text prepared for WhatsApp, the page that a private link opens. */
export const messageChannels = ['mail', 'whatsapp', 'page'] as const;

export const message = z.object({
  id: z.int(),
  direction: z.enum(['in', 'out']),
  channel: z.enum(messageChannels),
  /** The question of the customer that it answers. */
  answers: z.int().nullable(),
  address: z.string(),
  subject: z.string(),
  text: z.string(),
  who: z.string().nullable(),
  at: instant,
  sentAt: instant.nullable(),
  failedAt: instant.nullable(),
});
export type Message = z.output<typeof message>;

/** What happened to a record, with what was written to the customer and back; newest first. */
export const storyEvents = z.array(
  timelineEvent.extend({
    /** What was written to the customer or by the customer, in full. */
    text: z.string().optional(),
    /** A question of the customer that nobody has answered: its message. */
    question: z.int().optional(),
  }),
);
export type StoryEvents = z.output<typeof storyEvents>;

/** Everything around the sending of an issued quote. */
export const sending = z.object({
  /** What a mail starts from; the person changes it before it goes out. */
  draft: z.object({ to: z.string(), phone: z.string(), subject: z.string(), text: z.string() }),
  messages: z.array(message).describe('To the customer and from the customer, of this revision, oldest first'),
  links: z.array(
    z.object({
      id: z.int(),
      at: instant,
      expiresAt: instant,
      revoked: z.boolean(),
      opened: z.int(),
      openedAt: instant.nullable(),
      lastOpenedAt: instant.nullable(),
    }),
  ),
});
export type Sending = z.output<typeof sending>;

/** The body of a new private link. */
export const linkInput = z
  .object({ text: written(4000, 'Scrivere il testo').optional() })
  .default({})
  .describe('The text that goes with it stays in the history');
export const newLink = z.object({ url: z.string(), expiresAt: instant });
