import { z } from 'zod';
import { email } from '../auth/schema.ts';
import { isMobile } from '../phones.ts';
import { keysOf } from '../record/machine.ts';
import { schemaOf } from '../record/schema.ts';
import { DRAW, isDrawing } from './drawing.ts';
import { askFields, reachFields, reasonFields, scanFields } from './fields.ts';
import {
  MOST_DRAWING,
  MOST_PAGES,
  MOST_SIGNERS,
  blockKinds,
  codeChannels,
  pageForms,
  signatureKinds,
  signatureStates,
  signerRoles,
  signerStates,
  verdicts,
} from './terms.ts';

const instant = z.iso.datetime({ offset: true });
const issue = (path: string, message: string) => ({ code: 'custom' as const, path: [path], message });

/** Where the code goes, by `channel`; the link goes to the address, or by SMS where there is none. */
const reach = schemaOf(reachFields).extend({ email: email.nullable() });
const reachable = ({ channel, email: mail, phone: number }: z.output<typeof reach>) => [
  ...(channel === 'mail' && !mail ? [issue('email', 'Inserire l’indirizzo a cui inviare il codice')] : []),
  ...(channel === 'sms' && !number ? [issue('phone', 'Inserire il cellulare a cui inviare il codice')] : []),
  ...(channel === 'sms' && number && !isMobile(number)
    ? [issue('phone', 'È un numero fisso: il codice arriva solo a un cellulare')]
    : []),
];

const reached = (of: z.output<typeof reach>, ctx: z.RefinementCtx) => reachable(of).forEach((one) => ctx.addIssue(one));
export const reachInput = reach.superRefine(reached);

const record = { entity: z.string().max(40), recordId: z.int().positive() };
const everybody = <T extends z.ZodType>(of: T) =>
  z.array(of).min(1, 'Indicare chi firma').max(MOST_SIGNERS, `Al massimo ${MOST_SIGNERS} firmatari`);

export const askInput = z.object({
  ...record,
  inOrder: z.boolean().default(false).describe('One after the other rather than together'),
  signers: everybody(schemaOf(askFields.signers.fields).extend(reach.shape).superRefine(reached)),
});

/** A document that was signed by hand: the scan, or the print that was signed at the dealer’s. */
export const scanInput = schemaOf(scanFields).extend({
  ...record,
  uploadId: z.int().positive(scanFields.uploadId.required),
});

const stroke = Array.from({ length: 12 }, (_, n) => `${n ? 'L' : 'M'}${40 + 30 * n} ${60 + 50 * (n % 2)}`).join('');

/** A signature by hand; empty: none. */
export const drawing = z
  .string()
  .max(MOST_DRAWING, 'Il disegno è troppo lungo: ripetere la firma')
  .refine((value) => value === '' || isDrawing(value), DRAW)
  .describe('The data of an SVG path, lines only, in a field of 600 × 200; empty: none')
  .meta({ examples: [stroke] });

const code = z
  .string()
  .max(20, 'Inserire le sei cifre del codice')
  .trim()
  .transform((text) => text.replaceAll(' ', ''))
  .pipe(z.string().regex(/^\d{6}$/, 'Inserire le sei cifre del codice'));

export const reasonInput = schemaOf(reasonFields);

/** The parts that a signer has approved, and when. */
const approvedParts = z.array(z.object({ kind: z.enum(keysOf(blockKinds)), at: instant }));

const signer = z.object({
  id: z.int(),
  role: z.enum(keysOf(signerRoles)),
  name: z.string(),
  state: z.enum(keysOf(signerStates)),
  channel: z.enum(keysOf(codeChannels)),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  askedAt: instant.nullable(),
  openedAt: instant.nullable(),
  readAt: instant.nullable(),
  approved: approvedParts,
  signedAt: instant.nullable(),
  advanced: z.boolean().describe('Signed with the advanced signature; false: with a simple one, or not yet'),
  witness: z.string().nullable().describe('Who gave them the tablet on which they signed by hand; null: they did not'),
  refusal: z.string().nullable(),
  failure: z.string().nullable().describe('Why the last message did not leave'),
});

/** One round of signatures of a document of a record. */
export const signature = z.object({
  id: z.int(),
  version: z.int(),
  ...record,
  kind: z.enum(keysOf(signatureKinds)),
  state: z.enum(keysOf(signatureStates)),
  number: z.string(),
  title: z.string(),
  hash: z.string().describe('SHA-256 of what is signed, in hexadecimal'),
  inOrder: z.boolean(),
  blocks: z.array(z.object({ kind: z.enum(keysOf(blockKinds)), title: z.string() })),
  at: instant,
  by: z.string().nullable(),
  signBy: z.string(),
  endedAt: instant.nullable(),
  reason: z.string().nullable(),
  sealed: z.boolean().describe('The signed document with its evidence can be read'),
  checkedBy: z.string().nullable().describe('Who checked the paper; null: nobody has, or it is none'),
  checkable: z.boolean().describe('The caller may check the paper'),
  signers: z.array(signer),
});
export type Signature = z.output<typeof signature>;
export type Signer = z.output<typeof signer>;

/** What the record asks to be signed, and what it lacks before that. */
export const signable = z.object({
  title: z.string(),
  blocks: z.array(z.object({ kind: z.enum(keysOf(blockKinds)), title: z.string(), text: z.string() })),
  parties: z.array(
    z.object({
      role: z.enum(keysOf(signerRoles)),
      customerId: z.int().nullable(),
      name: z.string(),
      email: z.string().nullable(),
      phone: z.string().nullable(),
      advanced: z.string().nullable().describe('The mobile to which a code makes the signature an advanced one'),
    }),
  ),
  scanChecked: z.boolean().describe('A colleague checks what is signed on paper'),
  byHand: z.string().nullable().describe('Why it is signed on paper only; null: everybody may sign by code'),
  offersAdvanced: z.boolean().describe('Whether the company offers the advanced signature'),
  missing: z.array(z.object({ sentence: z.string(), section: z.string().optional(), field: z.string().optional() })),
});
export type ToSign = z.output<typeof signable>;

/** A step of a sale in the customer's words: what it is, and when, how much or how far. */
const courseStep = z.object({ done: z.boolean(), title: z.string(), said: z.string() });
export type CourseStep = z.output<typeof courseStep>;

/** What the holder of a signer's link reads. */
export const signingPage = z.object({
  onTablet: z.boolean().describe('Open on a tablet of the dealer: what needs no code is not declared there'),
  title: z.string(),
  about: z.string().describe('The car and the price'),
  car: z
    .object({ body: z.string(), paint: z.string().nullable() })
    .nullable()
    .describe('How the car is drawn; null: none is'),
  number: z.string(),
  hash: z.string().describe('SHA-256 of the document, as it is signed'),
  state: z.enum([...keysOf(signatureStates), 'expired']),
  dealer: z.object({ name: z.string(), address: z.string(), contacts: z.string() }),
  seller: z.object({ name: z.string(), phone: z.string().nullable(), email: z.string() }),
  /** How many pages each form has; of the phone's 0: it has none. */
  pages: z.record(z.enum(keysOf(pageForms)), z.int()),
  blocks: z.array(
    z.object({
      kind: z.enum(keysOf(blockKinds)),
      title: z.string(),
      text: z.string(),
      approvals: z
        .array(z.object({ role: z.string(), own: z.boolean(), at: instant }))
        .describe('Who approved the part and when: the signer, and the others once they have signed'),
    }),
  ),
  signer: z.object({
    name: z.string(),
    role: z.string(),
    state: z.enum(keysOf(signerStates)),
    readAt: instant.nullable(),
    seen: z
      .record(z.enum(keysOf(pageForms)), z.array(z.int()))
      .describe('The pages of each form that were on the screen'),
    signedAt: instant.nullable(),
    from: z
      .object({ network: z.string(), agent: z.string() })
      .nullable()
      .describe('From what network, masked, and by which program it was signed; null: not yet'),
    witness: z
      .string()
      .nullable()
      .describe('Who gave them the tablet on which they signed by hand; null: they did not'),
    advanced: z.boolean().describe('Whether the signature is an advanced one, or becomes one by the code as it goes'),
  }),
  /** The signer's acceptance of the advanced signature; null: there is none. */
  acceptance: z
    .object({ version: z.int(), on: z.string(), witness: z.string(), revokedOn: z.string().nullable() })
    .nullable(),
  others: z.array(z.object({ role: z.string(), state: z.enum(keysOf(signerStates)) })),
  /** The masked number or address, and how the code goes on. */
  code: z.object({
    channel: z.enum(keysOf(codeChannels)),
    to: z.string(),
    sentAt: instant.nullable(),
    wait: z.int().describe('Seconds until another one may be asked for'),
    left: z.int().describe('Tries of the last code; 0: none can be tried'),
    other: z.enum(keysOf(codeChannels)).nullable().describe('The other way the code can go'),
  }),
  signBy: z.string(),
  endedOn: z.string().nullable(),
  sealed: z.boolean(),
  /** The steps of the sale in words, once signed. */
  course: z.array(courseStep),
});
export type SigningPage = z.output<typeof signingPage>;

const token = z.string().max(60);
const blocks = z.array(z.enum(keysOf(blockKinds))).max(keysOf(blockKinds).length);
export const tokenQuery = z.object({ token });
export const openedInput = z.object({ token });
export const pageQuery = tokenQuery.extend({ form: z.enum(keysOf(pageForms)).default('page') });
export const progressInput = z.object({
  token,
  form: z.enum(keysOf(pageForms)).default('page'),
  pages: z
    .array(z.int().min(1).max(MOST_PAGES))
    .max(MOST_PAGES)
    .default([])
    .describe('Pages of the form that were on the screen; those of before stay'),
  blocks: blocks.optional().describe('All the parts that are approved now; without it they stay as they are'),
});
/** How far a signer is. */
export const progress = z.object({
  readAt: instant.nullable().describe('When the last page of a form was on the screen'),
  approved: approvedParts,
});
export const codeInput = z.object({
  token,
  read: z.literal(true, 'Leggere il documento fino in fondo'),
  blocks,
  channel: z.enum(keysOf(codeChannels)).optional(),
});
export const signInput = z.object({
  token,
  code,
  drawing: drawing.default('').describe('On a tablet of the dealer only'),
});
export const refuseInput = z.object({ token, ...reasonInput.shape });

export const verifyInput = z.object({
  number: z.string().trim().max(24),
  hash: z
    .string()
    .length(64)
    .regex(/^[0-9a-f]{64}$/, 'SHA-256 in esadecimale')
    .describe('SHA-256 of the file, computed by who asks'),
});
/** No personal data: what was signed is known to who holds the file. */
export const verified = z.object({
  verdict: z.enum(keysOf(verdicts)),
  signedOn: z.string().nullable(),
  /** Which of the two files it is. */
  file: z.enum(['original', 'signed']).nullable(),
  /** Fingerprint of the installation's key that sealed it. */
  key: z.string().nullable(),
});
export type Verified = z.output<typeof verified>;
