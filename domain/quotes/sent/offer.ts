/** What the holder of a private link reads: words and figures of the document, and nothing else of the record. */
import { z } from 'zod';
import { whereabouts } from '#domain/companies/places.ts';

const instant = z.iso.datetime({ offset: true });
const lines = z.array(z.array(z.string()));
const row = z.object({
  label: z.string(),
  amount: z.string(),
  kind: z.string(),
  items: z.array(z.object({ label: z.string(), code: z.string(), amount: z.string() })),
});

/** States for the reader: only an open offer can be accepted. */
export const offerStates = ['open', 'accepted', 'expired', 'over', 'superseded', 'sold'] as const;

const letter = z.object({
  number: z.string(),
  revision: z.int(),
  state: z.enum(offerStates),
  validity: z.string(),
  /** `legal`: what the law asks a company to state wherever it offers something. */
  company: z.object({ name: z.string(), address: z.string(), contacts: z.string(), legal: z.string() }),
  seller: z.object({ name: z.string(), phone: z.string().nullable(), email: z.string() }),
  customer: z.string(),
  notes: z.array(z.string()),
  conditions: z.array(z.string()),
  privacy: z.string(),
  questions: z.array(z.object({ text: z.string(), at: instant, answer: z.string().nullable() })),
});

/** An issued quote as its customer reads it. */
const quoteOffer = letter.extend({
  kind: z.literal('quote'),
  /** Where the offer was made, and its opening hours; null if unknown. */
  place: whereabouts.nullable(),
  vehicle: z.object({
    title: z.string(),
    version: z.string(),
    body: z.string(),
    /** `#rrggbb`, or the name of the colour. */
    paint: z.string().nullable(),
    facts: lines,
  }),
  rows: z.array(row),
  keysInHand: z.object({ amount: z.string(), note: z.string() }),
  payment: z.array(row),
  financing: z
    .object({
      title: z.string(),
      headline: lines,
      facts: lines,
      totalDue: z.array(z.string()),
      example: z.string(),
      /** The plan month by month: heads of the columns, rows, and their sums. */
      schedules: z.array(
        z.object({ title: z.string(), head: z.array(z.string()), rows: lines, sums: z.array(z.string()) }),
      ),
    })
    .nullable(),
  /** The warranty of a used car: heading and printed sentence. */
  warranty: z.object({ title: z.string(), text: z.string() }).nullable(),
  equipment: z.array(z.string()),
});
export type QuoteOffer = z.output<typeof quoteOffer>;

const sum = z.object({ label: z.string(), cars: z.string(), net: z.string(), vat: z.string(), total: z.string() });

/** A wholesale offer as its trader reads it. */
const traderOffer = letter.extend({
  kind: z.literal('b2b_quote'),
  cars: z.array(
    z.object({
      name: z.string(),
      plate: z.string(),
      km: z.string(),
      registered: z.string(),
      regime: z.string(),
      tax: z.string(),
      price: z.string(),
    }),
  ),
  /** Sums by regime, and expenses beside the cars. */
  regimes: z.array(sum),
  expenses: z.array(sum),
  total: z.string(),
  totalNote: z.string(),
  mentions: z.array(z.string()),
});
export type TraderOffer = z.output<typeof traderOffer>;

export const offer = z.discriminatedUnion('kind', [quoteOffer, traderOffer]);
export type Offer = z.output<typeof offer>;
