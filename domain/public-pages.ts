/** Pages that a company opens to everybody by a link, and what people type there. */
import { z } from 'zod';
import type { Endpoint } from './endpoint.ts';
import type { Fields } from './fields.ts';
import { schemaOf } from './schema.ts';
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
    pattern: /^[^\s@]+@[^\s@]+\.[^\s@]+$/,
    invalid: 'Inserire un indirizzo e-mail valido',
  },
  message: { label: 'Messaggio', kind: 'area', maxLength: 1000 },
} as const satisfies Fields;

/** Opening the page with its token. */
export const pageToken = z.object({ token: z.string().max(60) });

/** What every form of such a page sends. */
export const visitorShape = {
  token: line.max(60),
  /** Identifies the form as it was shown: a form that is sent twice counts once. */
  key: z
    .string()
    .max(64)
    .regex(/^[\w-]{16,64}$/, 'Ricaricare la pagina'),
  ...schemaOf(visitorFields).shape,
  /** A field that people do not see: a program that fills in every field gives itself away. */
  website: z.string().max(300).default(''),
};

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
