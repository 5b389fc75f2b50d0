/** Pages that a company opens to everybody by a link, and what people type there. */
import { z } from 'zod';
import type { Endpoint } from './endpoint.ts';
import type { Fields } from './record/fields.ts';
import { schemaOf } from './record/schema.ts';
import { line } from './text.ts';

const text = { kind: 'text', maxLength: 120 } as const;

/** Who writes, as they type it. */
export const visitorFields = {
  name: { ...text, label: 'Nome e cognome', required: 'Inserire nome e cognome' },
  phone: { ...text, label: 'Telefono', phone: true, maxLength: 40, nullable: true },
  email: {
    ...text,
    label: 'E-mail',
    maxLength: 254,
    nullable: true,
    email: true,
  },
  message: { label: 'Messaggio', kind: 'area', maxLength: 1000 },
} as const satisfies Fields;

/** Minutes for which a time is held for who has not confirmed an address yet. */
export const HOLD_MINUTES = 10;
/** Minutes for which any other form counts among those that wait. */
export const WAIT_MINUTES = 60;
/** The most forms of one address or number, and of one network, that wait at once. */
export const MOST_WAITING = 2;
/** The most forms of one address or number in a day that nobody confirmed. */
export const MOST_A_DAY = 6;
/** Hours for which a code is good: who comes after the time is gone is offered the next free ones. */
export const CODE_HOURS = 24;
/** Codes that are sent for one form, and tries of each. */
export const MOST_CODES = 3;
export const MOST_TRIES = 5;

/** The most times of a day that people hold who have confirmed nothing: a third of those that are free, at least one. */
export const mostHeld = (free: number): number => Math.max(1, Math.floor(free / 3));

/** Opening the page with its token. */
export const pageToken = z.object({ token: z.string().max(60) });

/** Identifies the form as it was shown: a form that is sent twice counts once. */
const key = z
  .string()
  .max(64)
  .regex(/^[\w-]{16,64}$/, 'Ricaricare la pagina');

/** What every form of such a page sends. */
export const visitorShape = {
  token: line.max(60),
  key,
  ...schemaOf(visitorFields).shape,
  /** A field that people do not see: a program that fills in every field gives itself away. */
  website: z.string().max(300).default(''),
};

/** How a form that waits is named to who sent it. */
const waiting = z
  .string()
  .max(40)
  .regex(/^[0-9a-z]{1,12}\.[\w-]{22}$/, 'Aprire il collegamento ricevuto');
/** What a page answers of a form that waits; `by`: how its code was sent, null: there is none. */
export const heldForm = z.object({ form: waiting, by: z.enum(['mail', 'sms']).nullable() });
export type HeldForm = z.output<typeof heldForm>;

/** The code that was sent to the address or number of a form. */
export const codeShape = {
  token: line.max(60),
  form: waiting,
  code: z
    .string()
    .max(40)
    .transform((text) => text.replace(/\s/g, ''))
    .pipe(z.string().regex(/^\d{6}$/, 'Inserire le sei cifre del codice')),
};

/** A form that nobody has confirmed, as colleagues see it. */
export const waitingForm = z.object({
  id: z.int(),
  /** Title of the page by which it came. */
  page: z.string(),
  name: z.string(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  /** What was written, and of a request the car. */
  text: z.string(),
  createdAt: z.iso.datetime({ offset: true }),
  /** Of a booking: the time that was chosen. */
  startsAt: z.iso.datetime({ offset: true }).nullable(),
  /** The time is held for them still. */
  isHeld: z.boolean(),
});
export type WaitingForm = z.output<typeof waitingForm>;

/** Name and contacts of the company, as its public pages show them. */
export const house = z.object({ name: z.string(), contacts: z.string() });

/** A text that is shown, with its version: what was shown comes back with the form. */
export const worded = z.object({ id: z.int(), text: z.string() });

/** A page as who manages it sees it. */
export const publicPage = z.object({
  id: z.int(),
  name: z.string(),
  url: z.string(),
  /** What it does, in Italian. */
  what: z.string(),
  opened: z.int(),
  sent: z.int(),
  createdAt: z.iso.datetime({ offset: true }),
});
export type PublicPage = z.output<typeof publicPage>;

/** Calls without a session, by the link of a page; `link: true` counts guesses. */
export const byPage = { audience: 'public', link: true } as const satisfies Partial<Endpoint>;
