import { z } from 'zod';
import { compactCode } from '#domain/customers/foreign-codes.ts';
import { keysOf } from '#domain/record/machine.ts';
import { rowAnswer } from '#domain/record/row-schema.ts';
import { schemaOf } from '#domain/record/schema.ts';
import { serviceKinds, taxNatures } from '#domain/services/terms.ts';
import { regimes, saleRegimeKeys, usedStateKeys } from '#domain/stock/terms.ts';
import { approval } from '../approvals/schema.ts';
import { storyEvents } from '#domain/documents/sending.ts';
import { quoteHead } from '../schema.ts';
import { b2bFields } from './fields.ts';
import { b2bRowFields } from './row.ts';
import { b2bStates } from '../terms.ts';

const cents = z.int();

/** The input of a wholesale offer. */
const typed = schemaOf(b2bFields);
/** Callers may leave the country out: the backend reads the trader itself. */
const inItaly = (value: unknown) => (typeof value === 'object' && value !== null ? { country: 'IT', ...value } : value);
export const b2bDraft = typed.extend({
  customer: z.preprocess(inItaly, typed.shape.customer),
  euVatNumber: typed.shape.euVatNumber.transform(compactCode),
});

/** A used car of the stock as an offer needs it; amounts in cents. */
export const b2bCar = z.object({
  id: z.int(),
  /** Make, model and version. */
  name: z.string(),
  plate: z.string(),
  /** Body and colour, by which the car is drawn; empty in offers issued before they were kept. */
  body: z.string(),
  colour: z.string(),
  makerId: z.int().nullable(),
  kw: z.int().nullable(),
  km: z.int().nullable(),
  registeredOn: z.string().nullable(),
  /** The regime of the stock: the margin scheme, or VAT on the whole price. */
  regime: z.enum(['margin', 'vat']),
  /** Why it cannot be sold, as the end of a sentence ("è venduta"); null if it can. */
  barred: z.string().nullable(),
  /** Who reserved it for a customer, and until when, in the same form; null if nobody did. */
  held: z.string().nullable(),
  /** Asking price for traders, VAT included; null: not set. */
  askingPrice: cents.nullable(),
  /** Lowest price for a trader, VAT included; null: not set. */
  minimum: cents.nullable(),
  /** Art. 15 expenses for the deed of the car if they differ from the tariff; null: the tariff applies. */
  ownTransfer: z.object({ b2b: cents.nullable(), export: cents.nullable() }),
  /** Costs from which the margin is computed; null for a caller who may not see it. */
  costed: z
    .object({
      state: z.enum(usedStateKeys),
      regime: z.enum(keysOf(regimes)),
      purchaseCost: cents.nullable(),
      purchaseTaxRate: z.number(),
      consignmentFee: cents.nullable(),
      costs: z.object({ gross: cents, net: cents }),
    })
    .nullable(),
  /** Percent below the asking price that the caller may give; null: no cap. */
  cap: z.number().nullable(),
});
export type B2bCar = z.output<typeof b2bCar>;

/** A service that the caller may sell to traders; costs only for callers who may see margins. */
export const b2bService = z.object({
  id: z.int(),
  code: z.string(),
  description: z.string(),
  /** Absent in offers issued before it was noted. */
  kind: z.enum(keysOf(serviceKinds)).optional(),
  price: cents,
  cost: cents.optional(),
  /** In percent; at 0 `taxNature` says why there is no VAT. */
  taxRate: z.number(),
  taxNature: z.enum(keysOf(taxNatures)),
  defaultOn: z.boolean(),
  /** False: documents include it in an unnamed row. */
  printed: z.boolean(),
  /** An offer has at most one service of each group. */
  groups: z.array(z.string()),
  /** Makes of the cars that it is sold for; empty: all. */
  makerIds: z.array(z.int()),
  bands: z.array(
    z.object({
      kwTo: z.int().nullable(),
      kmTo: z.int().nullable(),
      monthsTo: z.int().nullable(),
      price: cents,
      cost: cents.optional(),
    }),
  ),
  bandsOnly: z.boolean(),
});
export type B2bService = z.output<typeof b2bService>;

/** Everything that prices an offer on one day, with the cars of the draft; an issued offer keeps its sheet. */
export const b2bSheet = z.object({
  day: z.string(),
  taxRate: z.number(),
  expiryDays: z.int(),
  /** Default agency fee for a car in new offers, VAT included, in cents. */
  agencyFee: cents,
  /** Cents paid on the trader's behalf (art. 15) for the deed of one car, by kind of transfer. */
  transferCosts: z.object({ b2b: cents, export: cents }),
  /** Whether the caller may go beyond caps and minimum prices. */
  mayExceed: z.boolean(),
  /** The request for prices beyond the limits in any revision of the offer, while it is open, granted or refused. */
  approval: approval.nullable(),
  cars: z.array(b2bCar),
  /** Services that the caller may sell today. */
  services: z.array(b2bService),
});
export type B2bSheet = z.output<typeof b2bSheet>;

/** The values of a new offer. */
export const b2bStart = z.object({
  sheet: b2bSheet,
  provinces: z.array(z.object({ code: z.string(), name: z.string() })),
  notes: z.string(),
});

/** VAT rate in percent or nature (rules.md §1). */
const tax = z.union([z.number(), z.enum(['N1', 'N4', 'N3.1', 'N3.2', 'N5'])]);
export type B2bTax = z.output<typeof tax>;
const regime = z.enum(saleRegimeKeys);

/** A car with the VAT in its price; none is shown in the margin scheme. */
const pricedCar = b2bCar.pick({ name: true, plate: true, km: true, registeredOn: true }).extend({
  carId: z.int(),
  regime,
  price: cents,
  net: cents,
  vat: cents,
  tax,
  /** Art. 15 expenses for its deed, in cents. */
  transfer: cents,
});
export type PricedCar = z.output<typeof pricedCar>;

/** An expense beside the cars, summed over all of them. */
const expense = z.object({
  /** `transfer`, `agency`, `service-7`. */
  key: z.string(),
  label: z.string(),
  amount: cents,
  tax,
  /** Number of cars that it applies to. */
  cars: z.int(),
  /** False: a service that documents do not name. */
  printed: z.boolean(),
});
export type B2bExpense = z.output<typeof expense>;

const margin = z.object({
  /** Net margin in cents of all cars, agency fees and services; null when a car has no known cost. */
  amount: cents.nullable(),
  cars: z.array(z.object({ carId: z.int(), amount: cents.nullable() })),
});
export type B2bMargin = z.output<typeof margin>;

const issue = z.object({
  level: z.enum(['error', 'warning']),
  /** Path of the draft's field: `cars.0.price`. */
  path: z.string(),
  message: z.string(),
  /** It is about the margin, so a trader beside the seller must not see it. */
  ofMargin: z.literal(true).optional(),
});
export type B2bIssue = z.output<typeof issue>;

const b2bPriced = z.object({
  cars: z.array(pricedCar),
  /** Sums of the cars by regime, in the order of `saleRegimes`, without regimes that no car has. */
  regimes: z.array(z.object({ regime, cars: z.int(), net: cents, vat: cents, total: cents, tax, mention: z.string() })),
  expenses: z.array(expense),
  /** Sum of all cars. */
  carsTotal: cents,
  /** VAT of everything that bears VAT. */
  vat: cents,
  total: cents,
  /** Null without costs (privilege 33). */
  margin: margin.nullable(),
  issues: z.array(issue),
});
export type B2bPriced = z.output<typeof b2bPriced>;

/** The answer of every call about a wholesale offer. */
export const b2bQuote = quoteHead.extend({
  state: z.enum(keysOf(b2bStates)),
  draft: b2bDraft,
  /** Today's sheet for a draft, later the one that the offer was issued with. */
  sheet: b2bSheet,
  /** The prices at issue; null for a draft, which its sheet prices. */
  priced: b2bPriced.nullable(),
  /** The contract that was made of it; `href` null: the caller may not see it. */
  contract: z.object({ number: z.string(), href: z.string().nullable() }).nullable(),
});
export type B2bQuote = z.output<typeof b2bQuote>;

export const b2bRow = rowAnswer(b2bRowFields);
export type B2bRow = z.output<typeof b2bRow>;

/** Sums of the list by state, in cents; null when there are more rows than are counted. */
export const b2bSums = z
  .array(
    z.object({ state: z.enum(keysOf(b2bStates)), count: z.int(), total: cents, margin: cents.nullable().optional() }),
  )
  .nullable();
export type B2bSums = z.output<typeof b2bSums>;

export const b2bTimeline = z.object({
  events: storyEvents,
  revisions: z.array(
    z.object({
      id: z.int(),
      revision: z.int(),
      state: z.enum(keysOf(b2bStates)),
      total: cents,
      createdAt: z.string(),
      href: z.string(),
    }),
  ),
});
