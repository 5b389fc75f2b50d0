import { z } from 'zod';
import { MESSAGE_LENGTH, SUBJECT_LENGTH } from './terms.ts';

/** Minutes around its instant within which a message of the chat is taken. */
export const CHAT_MINUTES = 5;

/** A message of the support chat as a webhook brings it; its texts stay as they came until the signature was checked. */
export const chatMessage = z.object({
  email: z.string().min(3).max(254),
  subject: z.string().min(1).max(SUBJECT_LENGTH),
  text: z.string().min(1).max(MESSAGE_LENGTH),
  at: z.iso.datetime({ offset: true }).max(40),
  signature: z
    .string()
    .length(64)
    .regex(/^[0-9a-f]+$/)
    .describe(
      'HMAC-SHA256, hexadecimal, by CHAT_HOOK_SECRET, of at, email, subject and text with a line break between',
    ),
});
export type ChatMessage = z.output<typeof chatMessage>;

/** What the signature of a message is of. */
export const signedText = ({ at, email, subject, text }: Omit<ChatMessage, 'signature'>): string =>
  [at, email, subject, text].join('\n');
