/** What crosses the wire about leads; instants with zone, days in Rome. */
import { z } from 'zod';
import { keysOf } from '../record/machine.ts';
import { rowAnswer } from '../record/row-schema.ts';
import { answerOf, schemaOf } from '../record/schema.ts';
import { actionFields, followUpFields, leadFields, newLeadFields, writingFields } from './fields.ts';
import { leadRowFields } from './row.ts';
import { messageChannels, written } from '../documents/sending.ts';
import { filledIn, messageVariables } from './variables.ts';
import { sharedWords } from './shared.ts';
import {
  actionResults,
  actionTypes,
  leadOutcomes,
  leadStates,
  mailChecks,
  subtypesOf,
  templateChannels,
} from './terms.ts';

const instant = z.iso.datetime({ offset: true });
const person = z.object({ id: z.int(), name: z.string() });
/** Nobody can call or write to such a lead. */
export const NOBODY = 'Inserire un telefono o un’e-mail';

type Typed = { name: string; phone: string | null; email: string | null; type: string; subtype: string | null };
const check = ({ phone, email, type, subtype }: Typed, ctx: z.RefinementCtx) => {
  if (phone === null && email === null) ctx.addIssue({ code: 'custom', path: ['phone'], message: NOBODY });
  if (subtype !== null && !(subtypesOf[type as keyof typeof subtypesOf] as readonly string[]).includes(subtype))
    ctx.addIssue({ code: 'custom', path: ['subtype'], message: 'Il sottotipo non è di questo tipo' });
};

/** A lead as a person types it. */
export const leadInput = schemaOf(leadFields).superRefine(check);
export type LeadInput = z.output<typeof leadInput>;
export const newLead = schemaOf(newLeadFields).superRefine(check);

/** The next action is checked where it is known whether the lead stays open. */
export const actionInput = schemaOf(actionFields).extend({
  /** Of one that loses the lead: when it is taken up again. */
  followUpOn: schemaOf(followUpFields).shape.followUpOn.default(null),
});
export type ActionInput = z.output<typeof actionInput>;

export const leadAction = z.object({
  id: z.int(),
  type: z.enum(keysOf(actionTypes)),
  result: z.enum(keysOf(actionResults)),
  at: instant,
  by: z.string().nullable(),
  note: z.string(),
  /** The company's reason, in its words. */
  reason: z.string().nullable(),
  /** When it was planned for; null: it was not. */
  plannedFor: instant.nullable(),
});

/** Another lead or a customer that may be the same person. */
const same = z.object({
  kind: z.enum(['lead', 'customer']),
  id: z.int(),
  name: z.string(),
  by: z.enum(keysOf(sharedWords)),
  /** Of a lead. */
  number: z.string().nullable(),
  state: z.enum(keysOf(leadStates)).nullable(),
});

/** Null: it came by no mail, or its sender is verified. */
const mailCheck = z.enum(keysOf(mailChecks)).nullable();

const leadMessage = z.object({
  id: z.int(),
  direction: z.enum(['in', 'out']),
  channel: z.enum(messageChannels),
  address: z.string(),
  subject: z.string(),
  text: z.string(),
  who: z.string().nullable(),
  at: instant,
  sentAt: instant.nullable(),
  failedAt: instant.nullable(),
  /** It failed, and may have arrived all the same. */
  doubtful: z.boolean(),
  mail: mailCheck,
});

/** A message to the customer; the text stands as it is read, with no variable left in it. */
export const leadMessageInput = schemaOf(writingFields)
  .omit({ template: true })
  .extend({ text: written(writingFields.text.maxLength, writingFields.text.required) })
  .superRefine(({ channel, subject, text }, ctx) => {
    if (channel === 'mail' && subject === '')
      ctx.addIssue({ code: 'custom', path: ['subject'], message: 'Scrivere l’oggetto' });
    for (const [path, value] of Object.entries({ subject, text })) {
      const { missing } = filledIn(value, {});
      if (missing.length > 0)
        ctx.addIssue({ code: 'custom', path: [path], message: `Manca: ${missing.join(', ')}. Scriverlo o toglierlo` });
    }
  });

/** What is needed to write about a lead. */
export const writing = z.object({
  /** The value of each variable; absent: this lead has none. */
  values: z.partialRecord(z.enum(keysOf(messageVariables)), z.string()),
  /** Why nobody writes; null: one may. */
  refused: z.string().nullable(),
  /** By which channels one may; of an expiry only by those to which the customer consents. */
  channels: z.array(z.enum(keysOf(templateChannels))),
  /** What the first message has to say of where the data came from; empty: nothing. */
  origin: z.string(),
});
export type Writing = z.output<typeof writing>;

export const lead = answerOf(leadFields).extend({
  id: z.int(),
  version: z.int(),
  /** `L-AAAA-NNNNN`. */
  number: z.string(),
  state: z.enum(keysOf(leadStates)),
  outcome: z.enum(keysOf(leadOutcomes)).nullable(),
  receivedAt: instant,
  nextType: z.enum(keysOf(actionTypes)).nullable(),
  nextAt: instant.nullable(),
  warnAt: instant.nullable(),
  /** Put off until this day by a person. */
  parkedUntil: z.string().nullable(),
  /** Lost, and taken up again on this day. */
  followUpOn: z.string().nullable(),
  /** Of the last mail that came about it. */
  mail: mailCheck,
  location: z.string().nullable(),
  customer: z.string().nullable(),
  contract: z.string().nullable(),
  assignee: person.nullable(),
  closedOn: z.string().nullable(),
  /** When the person asked, where the source says it. */
  askedAt: instant.nullable(),
  /** The first action that was more than a note. */
  firstAt: instant.nullable(),
  unanswered: z.int(),
  missed: z.int(),
  /** The person has asked not to be contacted, on this lead or on another one of theirs. */
  silent: z.boolean(),
  actions: z.array(leadAction),
  same: z.array(same),
  /** Leads that became this one. */
  joined: z.array(
    z.object({
      id: z.int(),
      number: z.string(),
      name: z.string(),
      sourceName: z.string(),
      /** How they could be reached there. */
      phone: z.string().nullable(),
      phone2: z.string().nullable(),
      email: z.string().nullable(),
      /** The car that was asked for there. */
      vehicle: z.string(),
      plate: z.string(),
      vin: z.string(),
      advert: z.string(),
      /** What would be given in exchange. */
      tradeIn: z.string(),
      taxCode: z.string(),
      message: z.string(),
      details: z.string(),
      receivedAt: instant,
      /** Until when it is taken back; null: no more. */
      undoUntil: instant.nullable(),
    }),
  ),
  /** The lead that goes on in place of this one. */
  mergedInto: z.int().nullable(),
  messages: z.array(leadMessage),
  /** Mails and documents that hold more than it says, such as photos, and that nobody has seen to. */
  originals: z.array(z.object({ id: z.int(), source: z.string(), receivedAt: instant, isMail: z.boolean() })),
  /** Appointments, visits and quotes that were made from it, the newest first. */
  around: z.array(
    z.object({
      kind: z.enum(['event', 'access', 'quote']),
      id: z.int(),
      /** What it is, in Italian: the kind of an appointment, the number and car of a quote. */
      what: z.string(),
      /** When it was made. */
      at: instant,
      /** When it is or was; null: it has no time. */
      on: instant.nullable(),
      /** Its page. */
      href: z.string(),
      /** It was called off, closed or missed. */
      over: z.boolean(),
    }),
  ),
  offered: z.array(z.string()),
});
export type Lead = z.output<typeof lead>;

export const leadRow = rowAnswer(leadRowFields);
export type LeadRow = z.output<typeof leadRow>;

/** Leads of one state, of one person, or all open ones, with how they stand. */
const liveGroup = z.object({
  state: z.enum(keysOf(leadStates)).nullable(),
  /** Grouped by persons: whose they are; null: nobody's. */
  assignee: person.nullable(),
  rows: z.array(leadRow),
  total: z.int(),
  late: z.int(),
  soon: z.int(),
  /** Of closed ones. */
  won: z.int(),
  /** For leads in negotiation, the sum of their quotes in cents; null for all others. */
  worth: z.int().nullable(),
});
export type LiveGroup = z.output<typeof liveGroup>;
export const liveLeads = z.object({
  hash: z.string(),
  groups: z.array(liveGroup),
  /** Leads on which the caller has done something today. */
  handled: z.int(),
});

/** The most leads of a call, keys of a lead, and signs of a value. */
export const MOST_INBOUND = 100;
const MOST_KEYS = 40;
/** Of a lead as it comes, in bytes of JSON. */
const MOST_BYTES = 10_000;

const plain = z.union([z.string().max(8000), z.number().min(-1e12).max(1e12), z.boolean(), z.null()]);
const keyed = <T extends z.ZodType>(value: T) => z.record(z.string().max(60), value).meta({ maxProperties: MOST_KEYS });
/** What programs keep in levels, such as the answers of a form. */
const within = <T extends z.ZodType>(value: T) => z.union([plain, z.array(value).max(MOST_KEYS), keyed(value)]);

/** A lead as another system sends it, at most three levels deep: kept as it is, and read afterwards. */
const raw = keyed(within(within(within(plain))))
  .refine((one) => Object.keys(one).length <= MOST_KEYS, `Al massimo ${MOST_KEYS} dati`)
  .refine((one) => JSON.stringify(one).length <= MOST_BYTES, 'Al massimo 10 kB per lead');

export const inboundInput = z.object({
  /** The name of the portal or site. */
  source: z.string().trim().min(1, 'Indicare la fonte').max(60),
  leads: z
    .array(raw)
    .min(1, 'Inviare almeno un lead')
    .max(MOST_INBOUND, `Al massimo ${MOST_INBOUND} lead per chiamata`),
});

/** What another system sent and nobody could read: it waits for a person. */
export const waitingIntake = z.object({
  id: z.int(),
  source: z.string(),
  receivedAt: instant,
  /** What it says, as people read it. */
  raw: z.string(),
  /** Why it could not be read, in Italian. */
  why: z.string(),
  /** What was found in it: a form begins with that. */
  found: answerOf(leadFields).partial(),
  /** The sender of a mail who is not admitted yet. */
  sender: z.string().nullable(),
  /** It holds more than is shown: the file can be looked at as it came. */
  hasFile: z.boolean(),
});
export type WaitingIntake = z.output<typeof waitingIntake>;
