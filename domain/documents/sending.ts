import { z } from 'zod';
import { email } from '../auth/schema.ts';
import { line, lines } from '../text.ts';
import { timelineEvent } from '../record/timeline.ts';

const instant = z.iso.datetime({ offset: true });

/** A required text of several lines. */
export const written = (most: number, missing: string) =>
  lines.min(1, missing).max(most, `Al massimo ${most} caratteri`);

export const messageInput = z.object({
  to: email,
  subject: line.min(1, 'Scrivere l’oggetto').max(150, 'Al massimo 150 caratteri'),
  text: written(4000, 'Scrivere il testo'),
  link: z.boolean(),
  answers: z.int().optional().describe('The question of the customer that it answers'),
});

/** Channels of a message: a mail, an SMS, a text prepared for WhatsApp, the page that a private link opens. */
export const messageChannels = ['mail', 'sms', 'whatsapp', 'page'] as const;

export const message = z.object({
  id: z.int(),
  direction: z.enum(['in', 'out']),
  channel: z.enum(messageChannels),
  /** The customer's question that it answers; null: none. */
  answers: z.int().nullable(),
  address: z.string(),
  subject: z.string(),
  text: z.string(),
  who: z.string().nullable(),
  at: instant,
  sentAt: instant.nullable(),
  failedAt: instant.nullable(),
  /** It failed, and may have arrived all the same. */
  doubtful: z.boolean(),
});
export type Message = z.output<typeof message>;

/** The history of a record with the messages to and from the customer, newest first. */
export const storyEvents = z.array(
  timelineEvent.extend({
    /** The full text of a message to or from the customer. */
    text: z.string().optional(),
    /** The message with a question that nobody has answered. */
    question: z.int().optional(),
  }),
);
export type StoryEvents = z.output<typeof storyEvents>;

/** Everything needed to send an issued quote. */
export const sending = z.object({
  /** The suggested mail, which the person may change. */
  draft: z
    .object({ to: z.string(), phone: z.string(), subject: z.string(), text: z.string(), sms: z.string() })
    .describe('`sms` is the text of an SMS'),
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
