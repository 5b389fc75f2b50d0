/** What crosses the wire about valuations; amounts in cents, instants with zone, days in Rome. */
import { z } from 'zod';
import { bodies } from '../catalog/bodies.ts';
import { fuels, gearboxes } from '../catalog/terms.ts';
import { normalisePlate } from '../plates.ts';
import { keysOf } from '../record/machine.ts';
import { rowAnswer } from '../record/row-schema.ts';
import { answerOf, schemaOf } from '../record/schema.ts';
import { usedStates } from '../stock/terms.ts';
import { dayIn, line } from '../text.ts';
import { counters, levels } from './counters.ts';
import { valuationFields } from './fields.ts';
import { valuationRowFields } from './row.ts';
import { questions, sources, valuationStates } from './terms.ts';

const instant = z.iso.datetime({ offset: true });
const person = z.object({ id: z.int(), name: z.string() });
const cents = z.int().min(0).max(100_000_000_00);

/** A car as a person types it; who may not see the wanted profit leaves it out, and what is stored stays. */
export const valuationInput = schemaOf(valuationFields).partial({ target: true });
export type ValuationInput = z.output<typeof valuationInput>;

/** What a source is asked; by plate where there is one, else by make, model and version. */
export const quotationInput = z
  .object({
    source: z.enum(keysOf(sources)),
    question: z.enum(keysOf(questions)),
    plate: line.max(12).transform(normalisePlate),
    maker: line.max(40),
    model: line.max(60),
    versionName: line.max(100),
    versionCode: line.max(40),
    registeredOn: dayIn('past').nullable(),
  })
  .superRefine(({ source, question, plate, maker, model, registeredOn }, ctx) => {
    const wrong = (path: string, message: string) => ctx.addIssue({ code: 'custom', path: [path], message });
    if (question === 'plate') {
      if (source !== 'EUR') wrong('source', 'La targa si cerca in EUR');
      if (plate.length < 5) wrong('plate', 'Inserire la targa');
      return;
    }
    if (maker === '') wrong('maker', 'Inserire la marca');
    if (model === '') wrong('model', 'Inserire il modello');
    if (registeredOn === null) wrong('registeredOn', 'Inserire la data di immatricolazione');
  });
export type QuotationInput = z.output<typeof quotationInput>;

/** A version that a plate may be, as the source knows it. */
const foundVersion = z.object({
  code: z.string().max(40),
  maker: z.string().max(40),
  model: z.string().max(60),
  versionName: z.string().max(100),
  body: z.enum(keysOf(bodies)),
  fuel: z.enum(keysOf(fuels)),
  gearbox: z.enum(keysOf(gearboxes)),
  registeredOn: z.iso.date(),
});
export type FoundVersion = z.output<typeof foundVersion>;

/** A comparable car on sale elsewhere. */
const advert = z.object({
  title: z.string().max(120),
  km: z.int().min(0).max(2_000_000),
  year: z.int().min(1950).max(2100),
  /** Kilometres away. */
  distance: z.int().min(0).max(2000),
  /** Days online. */
  days: z.int().min(0).max(5000),
  price: cents,
});
export type Advert = z.output<typeof advert>;

/** What a source answers: the same shape whichever it is. */
export const sourceAnswer = z.object({
  versions: z.array(foundVersion).max(20).default([]),
  /** What dealers buy such a car for, and sell it for. */
  tradeIn: cents.nullable().default(null),
  retail: cents.nullable().default(null),
  /** What it loses for each month of the semester. */
  monthly: cents.default(0),
  adverts: z.array(advert).max(60).default([]),
  listed: z.int().min(0).default(0),
  sold: z.int().min(0).default(0),
});
export type SourceAnswer = z.output<typeof sourceAnswer>;

export const quotation = sourceAnswer.extend({
  id: z.int(),
  source: z.enum(keysOf(sources)),
  question: z.enum(keysOf(questions)),
  askedOn: z.string(),
  /** The last day on which the answer is had without paying again. */
  validUntil: z.string(),
  /** It came from the simulator of this product, not from the source. */
  simulated: z.boolean(),
});
export type Quotation = z.output<typeof quotation>;

export const counterRow = z.object({
  counter: z.enum(keysOf(counters)),
  used: z.int(),
  quota: z.int(),
  /** How many of the quota the caller may use up together with all others. */
  open: z.int(),
  level: z.enum(keysOf(levels)),
});

export const counterAnswer = z.object({
  /** `YYYY-MM`. */
  month: z.string(),
  rows: z.array(counterRow),
  /** Beyond the quota the source goes on answering. */
  overQuota: z.boolean(),
  /** Whether a source is the simulator of this product. */
  simulated: z.object({ EUR: z.boolean(), IND: z.boolean() }),
});
export type CounterAnswer = z.output<typeof counterAnswer>;

/** The question with its answer: `paid` is false for one that was kept. */
export const askedQuotation = z.object({ quotation, paid: z.boolean(), counters: counterAnswer });

/** Another valuation of the same plate in the company, whoever made it. */
const earlier = z.object({
  id: z.int(),
  number: z.string(),
  state: z.enum(keysOf(valuationStates)),
  by: z.string(),
  location: z.string().nullable(),
  offer: z.int().nullable(),
  offerUntil: z.string().nullable(),
  on: z.string(),
});

/** A car of the own stock like this one. */
const own = z.object({
  id: z.int(),
  title: z.string(),
  state: z.enum(keysOf(usedStates)),
  km: z.int().nullable(),
  registeredOn: z.string().nullable(),
  price: z.int().nullable(),
  /** What it was sold for, and when; null while it is on sale. */
  soldFor: z.int().nullable(),
  soldOn: z.string().nullable(),
  /** Days in stock. */
  days: z.int().nullable(),
});
export type OwnCar = z.output<typeof own>;

/** What became of the car; costs only for callers who may see them. */
const realised = z.object({
  carId: z.int(),
  state: z.enum(keysOf(usedStates)),
  purchaseCost: z.int().nullable().optional(),
  retailPrice: z.int().nullable(),
  soldFor: z.int().nullable(),
  soldOn: z.string().nullable(),
});

export const valuation = answerOf(valuationFields).extend({
  id: z.int(),
  version: z.int(),
  /** `V-AAAA-NNNNN`. */
  number: z.string(),
  state: z.enum(keysOf(valuationStates)),
  offer: z.int().nullable(),
  offerUntil: z.string().nullable(),
  /** By when the specialist answers. */
  answerBy: instant.nullable(),
  createdAt: instant,
  offerKm: z.int().nullable(),
  location: z.string().nullable(),
  customer: z.string().nullable(),
  madeBy: person,
  specialist: person.nullable(),
  question: z.string(),
  /** The quote that took the car in; `href`: its page, null for who may not open it. */
  quote: z.object({ id: z.int(), number: z.string().nullable(), href: z.string().nullable() }).nullable(),
  usedCarId: z.int().nullable(),
  quotations: z.array(quotation),
  earlier: z.array(earlier),
  own: z.array(own),
  /** Own comparable cars sold in the last 45 days. */
  ownSold: z.int(),
  realised: realised.nullable(),
  /** Valued cars of this model sold in twelve months: how many, and by how many percent they sold above the plan. */
  alike: z.object({ sold: z.int(), above: z.number().nullable() }),
  /** What is proposed to offer, in cents with VAT; null for callers who make no offers. */
  proposed: z.int().nullable(),
  /** The highest purchase price, in cents with VAT; null without a retail price, absent for callers who may not see margins. */
  atMost: z.int().nullable().optional(),
  offered: z.array(z.string()),
});
export type Valuation = z.output<typeof valuation>;

export const valuationRow = rowAnswer(valuationRowFields);
export type ValuationRow = z.output<typeof valuationRow>;

/** An offer that still holds for a plate: what a quote takes in. */
export const offerInForce = z.object({
  id: z.int(),
  number: z.string(),
  version: z.int(),
  offer: z.int(),
  offerUntil: z.string(),
  offerKm: z.int().nullable(),
  by: z.string(),
});
