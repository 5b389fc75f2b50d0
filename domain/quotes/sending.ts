import { z } from 'zod';
import { email } from '../auth/schema.ts';
import { endpoint } from '../endpoint.ts';
import { anyOf } from '../rights.ts';
import { line, lines } from '../text.ts';
import { timelineEvent } from '../timeline.ts';
import { offer } from './offer.ts';
import { quoteRights } from './rights.ts';
import { quoteMachine } from './rules.ts';

const { acts } = quoteMachine;
const instant = z.iso.datetime({ offset: true });

/** A text of several lines. */
const written = (most: number, missing: string) => lines.min(1, missing).max(most, `Al massimo ${most} caratteri`);

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

const token = z.string().min(40).max(60);
const withToken = z.object({ token });

/** The body of a new private link. */
export const linkInput = z
  .object({ text: written(4000, 'Scrivere il testo').optional() })
  .default({})
  .describe('The text that goes with it stays in the history');
export const newLink = z.object({ url: z.string(), expiresAt: instant });

export const sendingCalls = {
  'GET /quotes/:id/sending': endpoint({
    summary: 'What was sent of a quote and what came back: mails, private links and their readings, questions',
    privileges: anyOf(quoteRights.see),
    answer: sending,
  }),
  'POST /quotes/:id/messages': endpoint({
    summary: 'Send an issued quote by mail with its PDF; `{collegamento}` in the text becomes a private link',
    privileges: anyOf(acts.send.may),
    body: messageInput,
    answer: message,
    creates: true,
  }),
  'POST /quotes/:id/link': endpoint({
    summary: 'A private link to an issued quote; its address is said this once',
    privileges: anyOf(acts.send.may),
    body: linkInput,
    answer: newLink,
  }),
  'DELETE /quotes/:id/link': endpoint({
    summary: 'Revoke every private link of a quote',
    privileges: anyOf(acts.send.may),
  }),
  'GET /offers': endpoint({
    summary: 'The quote or wholesale offer that a private link opens',
    audience: 'public',
    link: true,
    query: withToken,
    answer: offer,
  }),
  'GET /offers/document': endpoint({
    summary: 'Its document as PDF/A',
    audience: 'public',
    link: true,
    query: withToken,
    answer: 'file',
    heavy: 'short',
  }),
  'POST /offers/opened': endpoint({
    summary: 'It is on the screen of who holds the link; the seller is told the first time',
    audience: 'public',
    link: true,
    body: withToken,
  }),
  'POST /offers/question': endpoint({
    summary: 'Ask the seller something; ten questions a link',
    audience: 'public',
    link: true,
    body: withToken.extend({ text: written(1000, 'Scrivere la domanda') }),
  }),
  'POST /offers/accept': endpoint({
    summary: 'Accept it as long as it is good; the cars of a wholesale offer are sold',
    audience: 'public',
    link: true,
    body: withToken.extend({ name: line.min(2, 'Inserire nome e cognome').max(100, 'Al massimo 100 caratteri') }),
  }),
};
