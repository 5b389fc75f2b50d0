import { z } from 'zod';
import { endpoint, id } from '../endpoint.ts';
import { companyStates, type CompanyState } from '../network/terms.ts';
import { privileges as p } from '../privileges.ts';
import { keysOf } from '../record/machine.ts';
import { line, lines } from '../text.ts';
import { chatMessage } from './chat.ts';
import {
  CAUSE_LENGTH,
  MESSAGE_LENGTH,
  MOST_FILES,
  SUBJECT_LENGTH,
  ticketStates,
  TITLE_LENGTH,
  type TicketState,
} from './terms.ts';

const instant = z.iso.datetime({ offset: true });
const state = z.enum(keysOf(ticketStates) as [TicketState, ...TicketState[]]);
const text = lines
  .min(1, 'Scrivere il messaggio')
  .max(MESSAGE_LENGTH, `Al massimo ${MESSAGE_LENGTH} caratteri`)
  .describe('What says who somebody is by its form, such as a telephone number, is covered before it is kept');
const fileIds = z.array(id).max(MOST_FILES, `Al massimo ${MOST_FILES} file`).default([]);
/** What a person of the company writes; with `persons` the manufacturer reads it as it was typed, and files. */
const said = {
  text,
  persons: z.boolean().default(false).describe('It may say who somebody is: the caller wants it to be shown'),
  fileIds,
};
const asksForFiles = ({ persons, fileIds }: { persons: boolean; fileIds: number[] }) => persons || fileIds.length === 0;
const unasked = { path: ['persons'], message: 'Un file può dire chi è una persona: per mandarlo spuntare la casella' };

const head = z.object({
  id: z.int(),
  subject: z.string(),
  state,
  asker: z.string(),
  askedAt: instant,
  answeredAt: instant.nullable().describe('First answer of the manufacturer'),
  changedAt: instant,
});
const message = z.object({
  id: z.int(),
  side: z.enum(['dealer', 'network', 'note']),
  author: z.string(),
  text: z.string(),
  at: instant,
  persons: z.boolean().describe('As it was typed: whoever wrote it wanted it to be shown'),
  files: z.array(z.object({ id: z.int(), name: z.string(), bytes: z.int() })),
});
const ticket = head.extend({
  page: z.string(),
  askerRole: z.string().describe('Of whoever asked, as it is now'),
  handler: z
    .string()
    .nullable()
    .describe('Who of the manufacturer follows it: who answered last, or to whom it was handed'),
  handlerId: z.int().nullable(),
  messages: z.array(message),
});
export type Ticket = z.output<typeof ticket>;
const networkTicket = ticket.extend({
  cause: z.string().describe('What it comes from, as several do; empty: not found, or its own'),
  company: z.object({
    name: z.string(),
    state: z.enum(keysOf(companyStates) as [CompanyState, ...CompanyState[]]),
    going: z.int().describe('Tickets of the company that are not closed'),
    closed: z.int(),
  }),
});
export type NetworkTicket = z.output<typeof networkTicket>;
const cause = line.max(CAUSE_LENGTH, `Al massimo ${CAUSE_LENGTH} caratteri`);
const ready = z.object({ id: z.int(), title: z.string(), text: z.string() });
export type TicketHead = z.output<typeof head>;

const people = { peopleOnly: true } as const;
const network = { audience: 'fms', privileges: [p.managePreferences], peopleOnly: true } as const;

/** Questions to the manufacturer and its answers. */
export const support = {
  'GET /support/tickets': endpoint({
    summary: 'The caller’s own questions to the manufacturer, the last changed first',
    ...people,
    answer: z.array(head),
  }),
  'POST /support/tickets': endpoint({
    summary: 'Ask the manufacturer',
    ...people,
    body: z
      .object({
        subject: line.min(1, 'Scrivere l’oggetto').max(SUBJECT_LENGTH, `Al massimo ${SUBJECT_LENGTH} caratteri`),
        ...said,
        page: z
          .string()
          .regex(/^(\/[\w./-]*)?$/, 'Indirizzo non valido')
          .max(200)
          .default(''),
      })
      .refine(asksForFiles, unasked),
    answer: ticket,
    creates: true,
  }),
  'GET /support/tickets/:id': endpoint({
    summary: 'One of the caller’s own questions with its answers',
    ...people,
    answer: ticket,
  }),
  'POST /support/tickets/:id/messages': endpoint({
    summary: 'Write more in an own question; one that is closed opens again',
    ...people,
    body: z.object(said).refine(asksForFiles, unasked),
    answer: ticket,
    keyed: true,
  }),
  'GET /support/tickets/:id/files/:fileId': endpoint({
    summary: 'A file of an own question, or of an answer to it',
    ...people,
    answer: 'file',
  }),
  'POST /support/chat': endpoint({
    summary:
      'A question from the support chat, as its vendor’s webhook brings it: signed, once, for whoever has this address; whether somebody has it is not said',
    audience: 'public',
    body: chatMessage,
  }),
  'POST /support/tickets/:id/close': endpoint({ summary: 'Close an own question', ...people, answer: ticket }),
  'GET /network/tickets': endpoint({
    summary: 'Questions of the whole network: those that are not closed by how long they wait, then the closed ones',
    ...network,
    query: z.object({
      q: z
        .string()
        .trim()
        .max(100)
        .default('')
        .describe('Part of the subject, of the asker or of the company; or the number'),
      cause: cause.optional().describe('Only those that come from it'),
    }),
    answer: z.object({
      tickets: z.array(
        head.extend({
          companyId: z.int(),
          companyName: z.string(),
          handler: z.string().nullable(),
          handlerId: z.int().nullable().describe('Two colleagues may have one name'),
          fromChat: z.boolean(),
          cause: z.string(),
        }),
      ),
      colleagues: z
        .array(z.object({ id: z.int(), name: z.string(), email: z.string() }))
        .describe('Who of the manufacturer answers tickets'),
      open: z.int(),
      waiting: z.int(),
      closed: z.int().describe('Of the whole network, here as above, whatever was looked for'),
      medianMinutes: z.int().nullable().describe('Of the first answers of thirty days'),
      withinHour: z.int().nullable().describe('Percent of them that came within an hour'),
    }),
  }),
  'GET /network/:company_id/tickets/:id': endpoint({
    summary: 'A question of a company, with the notes of the manufacturer',
    ...network,
    door: true,
    answer: networkTicket,
  }),
  'GET /network/:company_id/tickets/:id/files/:fileId': endpoint({
    summary:
      'A file of a question: of one that somebody of the company has shown, each opening is audited there; or one that the manufacturer sent with an answer or keeps with a note',
    ...network,
    door: true,
    answer: 'file',
  }),
  'POST /network/:company_id/tickets/:id/messages': endpoint({
    summary: 'Answer a question, or note something that the company does not read; the asker is told by bell and mail',
    ...network,
    door: true,
    keyed: true,
    body: z.object({
      text,
      after: id
        .optional()
        .describe('The last message that the caller has read: where there is a newer one nothing is written, 409'),
      fileIds: fileIds.describe('Uploads of the caller, for the purpose `ticket_answer`'),
      as: z.enum(['note', 'wait', 'close']).describe('A note leaves the state; the others answer'),
    }),
    answer: networkTicket,
  }),
  'POST /network/:company_id/tickets/:id/handler': endpoint({
    summary: 'Hand a question over to a colleague, who is told, or take it; the asker goes on waiting',
    ...network,
    door: true,
    body: z.object({
      toId: id.describe('One of the colleagues of `GET /network/tickets`'),
      from: id.nullable().describe('Who follows it as the caller saw it: 409 where it is another one'),
    }),
    answer: networkTicket,
  }),
  'POST /network/:company_id/tickets/:id/cause': endpoint({
    summary: 'Say what a question comes from, as others do; empty: its own',
    ...network,
    door: true,
    body: z.object({
      cause,
      from: z.string().max(CAUSE_LENGTH).describe('As the caller saw it: 409 where it is another'),
    }),
    answer: networkTicket,
  }),
  'GET /network/answers': endpoint({
    summary: 'The answers that the manufacturer keeps ready, by name',
    ...network,
    answer: z.array(ready),
  }),
  'POST /network/answers': endpoint({
    summary: 'Keep an answer ready',
    ...network,
    body: z.object({
      title: line.min(1, 'Dare un nome alla risposta').max(TITLE_LENGTH, `Al massimo ${TITLE_LENGTH} caratteri`),
      text,
    }),
    answer: ready,
    creates: true,
  }),
  'DELETE /network/answers/:id': endpoint({ summary: 'Keep an answer ready no longer', ...network }),
};
