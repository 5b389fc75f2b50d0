/** The calls about the document of a record and its way to the customer, the same for every kind that has them. */
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { under } from '../record/under.ts';
import { linkInput, message, messageInput, newLink, sending } from './sending.ts';
import { smsInput } from './sms.ts';

/** Its document as it is printed, and page by page before; `what`: the record in the words of the reference page. */
export const documentCalls = <const Area extends string>(area: Area, what: string, see: readonly number[]) =>
  under(area, {
    'GET /:id/document': endpoint({ summary: `The ${what} as PDF/A`, privileges: see, answer: 'file', heavy: 'short' }),
    'GET /:id/preview': endpoint({
      summary: 'How many pages the document has',
      privileges: see,
      answer: z.object({ pages: z.int() }),
      heavy: 'short',
    }),
    'GET /:id/preview/:page': endpoint({
      summary: 'One page of the document as SVG',
      privileges: see,
      answer: 'file',
      heavy: 'short',
    }),
  });

/** What is sent of it to the customer: mails, and private links to its page. */
export const sendingCalls = <const Area extends string>(
  area: Area,
  what: string,
  { see, send }: Record<'see' | 'send', readonly number[]>,
) =>
  under(area, {
    'GET /:id/sending': endpoint({
      summary: `What was sent of the ${what} and what came back: mails, private links and their readings, questions`,
      privileges: see,
      answer: sending,
    }),
    'POST /:id/messages': endpoint({
      summary: `Send the issued ${what} by mail with its PDF; \`{collegamento}\` in the text becomes a private link`,
      privileges: send,
      body: messageInput,
      answer: message,
      creates: true,
    }),
    'POST /:id/sms': endpoint({
      summary: `Send the issued ${what} by SMS; \`{collegamento}\` in the text becomes a private link`,
      privileges: send,
      body: smsInput,
      answer: message,
      creates: true,
    }),
    'POST /:id/messages/:messageId/resend': endpoint({
      summary: 'Send a mail or SMS again: one that failed at once, one that was sent as a new message',
      privileges: send,
      answer: message,
      keyed: true,
    }),
    'POST /:id/link': endpoint({
      summary: `A private link to the issued ${what}; its address is said this once`,
      privileges: send,
      body: linkInput,
      answer: newLink,
    }),
    'DELETE /:id/link': endpoint({ summary: `Revoke every private link of the ${what}`, privileges: send }),
  });
