import { z } from 'zod';
import { keysOf } from '#domain/machine.ts';
import { schemaOf } from '#domain/schema.ts';
import { taxNatures } from '#domain/services/terms.ts';
import { regimes, saleRegimeKeys, usedStateKeys } from '#domain/stock/terms.ts';
import { approval } from '../approvals.ts';
import { storyEvents } from '#domain/documents/sending.ts';
import { closeReasons } from '../terms.ts';
import { b2bFields } from './fields.ts';
import { b2bStates, compactVat } from './terms.ts';

const cents = z.int();

/** What a person sends of a wholesale offer. */
const typed = schemaOf(b2bFields);
export const b2bDraft = typed.extend({ euVatNumber: typed.shape.euVatNumber.transform(compactVat) });

/** A used car of the stock as an offer needs it, cents. */
export const b2bCar = z.object({
  id: z.int(),
  /** Make, model and version. */
  name: z.string(),
  plate: z.string(),
  makerId: z.int().nullable(),
  kw: z.int().nullable(),
  km: z.int().nullable(),
  registeredOn: z.string().nullable(),
  /** As the stock has it: in the margin scheme, or with VAT on the whole price. */
  regime: z.enum(['margin', 'vat']),
  /** Why it cannot be sold, as the end of a sentence ("è venduta"); null: it can. */
  barred: z.string().nullable(),
  /** Who holds it for a customer, and until when, in the same way. */
  held: z.string().nullable(),
  /** Asked of traders, VAT included; null: not set. */
  askingPrice: cents.nullable(),
  /** Lowest price to a trader, VAT included; null: not set. */
  minimum: cents.nullable(),
  /** Art. 15 expenses of its papers where they are not those of the tariffs. */
  ownTransfer: z.object({ b2b: cents.nullable(), export: cents.nullable() }),
  /** What its margin follows from; null for who may not see it. */
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
  /** Percent below the asking price to which the caller may go; null: no cap. */
  cap: z.number().nullable(),
});
export type B2bCar = z.output<typeof b2bCar>;

/** A service that the caller may sell to traders; costs only for who may see margins. */
export const b2bService = z.object({
  id: z.int(),
  code: z.string(),
  description: z.string(),
  price: cents,
  cost: cents.optional(),
  /** Percent; at 0 the nature says why it bears none. */
  taxRate: z.number(),
  taxNature: z.enum(keysOf(taxNatures)),
  defaultOn: z.boolean(),
  /** False: part of an unnamed row on paper. */
  printed: z.boolean(),
  /** Makes of the cars that it is for; none: all. */
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

/** All that prices an offer on one day, its cars those of the draft; an issued one keeps it. */
export const b2bSheet = z.object({
  day: z.string(),
  taxRate: z.number(),
  expiryDays: z.int(),
  /** What a new offer proposes for the agency's work on a car, VAT included. */
  agencyFee: cents,
  /** Cents paid on the trader's behalf (art. 15) for the papers of one car, by what is done with them. */
  transferCosts: z.object({ b2b: cents, export: cents }),
  /** May the caller go past caps and minimum prices? */
  mayExceed: z.boolean(),
  /** What was asked past caps and minimum prices for any revision of it, while it stands or was refused. */
  approval: approval.nullable(),
  cars: z.array(b2bCar),
  /** What the caller may sell beside them today. */
  services: z.array(b2bService),
});
export type B2bSheet = z.output<typeof b2bSheet>;

/** What a new offer begins with. */
export const b2bStart = z.object({
  sheet: b2bSheet,
  provinces: z.array(z.object({ code: z.string(), name: z.string() })),
  notes: z.string(),
});

/** VAT rate in percent or nature (domain.md §2.1). */
const tax = z.union([z.number(), z.enum(['N1', 'N4', 'N3.1', 'N3.2', 'N5'])]);
export type B2bTax = z.output<typeof tax>;
const regime = z.enum(saleRegimeKeys);

/** A car with what of its price is VAT; in the margin scheme nothing that the document may show. */
const pricedCar = b2bCar.pick({ name: true, plate: true, km: true, registeredOn: true }).extend({
  carId: z.int(),
  regime,
  price: cents,
  net: cents,
  vat: cents,
  tax,
  /** Art. 15 expenses of its papers. */
  transfer: cents,
});
export type PricedCar = z.output<typeof pricedCar>;

/** What is paid beside the cars, for all of them together. */
const expense = z.object({
  /** `transfer`, `agency`, `service-7`. */
  key: z.string(),
  label: z.string(),
  amount: cents,
  tax,
  /** For how many of them. */
  cars: z.int(),
  /** False: a service that paper does not name. */
  printed: z.boolean(),
});
export type B2bExpense = z.output<typeof expense>;

const margin = z.object({
  /** Net cents: of all cars with the agency's work and services; null where one of them has no known cost. */
  amount: cents.nullable(),
  cars: z.array(z.object({ carId: z.int(), amount: cents.nullable() })),
});
export type B2bMargin = z.output<typeof margin>;

const issue = z.object({
  level: z.enum(['error', 'warning']),
  /** Of the draft's field: `cars.0.price`. */
  path: z.string(),
  message: z.string(),
  /** About what the offer leaves: not for the eyes of a trader beside. */
  ofMargin: z.literal(true).optional(),
});
export type B2bIssue = z.output<typeof issue>;

const b2bPriced = z.object({
  cars: z.array(pricedCar),
  /** The cars of one regime together, in the order of `saleRegimes`; only those that the offer has. */
  regimes: z.array(z.object({ regime, cars: z.int(), net: cents, vat: cents, total: cents, tax, mention: z.string() })),
  expenses: z.array(expense),
  /** Of all cars. */
  carsTotal: cents,
  /** Of everything that bears VAT at a rate. */
  vat: cents,
  total: cents,
  /** Null without costs (privilege 33). */
  margin: margin.nullable(),
  issues: z.array(issue),
});
export type B2bPriced = z.output<typeof b2bPriced>;

/** What every call about a wholesale offer answers. */
export const b2bQuote = z.object({
  id: z.int(),
  version: z.int(),
  /** `B-AAAA-NNNNNN` once issued. */
  number: z.string().nullable(),
  revision: z.int(),
  state: z.enum(keysOf(b2bStates)),
  superseded: z.boolean(),
  /** Path of the newest revision, where this one is history. */
  newest: z.string().nullable(),
  issuedAt: z.iso.datetime({ offset: true }).nullable(),
  expiresOn: z.string().nullable(),
  seller: z.object({ id: z.int(), name: z.string() }),
  editable: z.boolean(),
  draft: b2bDraft,
  href: z.string(),
  /** Of today for a draft, as it was issued afterwards. */
  sheet: b2bSheet,
  /** What was issued, as it was computed then; null for a draft, which its sheet prices. */
  priced: b2bPriced.nullable(),
  closeReason: z.enum(keysOf(closeReasons)).nullable(),
  createdAt: z.iso.datetime({ offset: true }),
  updatedAt: z.iso.datetime({ offset: true }),
});
export type B2bQuote = z.output<typeof b2bQuote>;

export const b2bRow = z.object({
  id: z.int(),
  version: z.int(),
  number: z.string().nullable(),
  revision: z.int(),
  state: z.enum(keysOf(b2bStates)),
  customer: z.string().nullable(),
  /** How many, and which. */
  carCount: z.int(),
  vehicle: z.string(),
  href: z.string(),
  expiresOn: z.string().nullable(),
  total: cents,
  /** Only for who may see margins. */
  margin: cents.nullable().optional(),
  phone: z.string().nullable(),
  seller: z.string(),
  sellerId: z.int(),
  createdAt: z.iso.datetime({ offset: true }),
  updatedAt: z.iso.datetime({ offset: true }),
});
export type B2bRow = z.output<typeof b2bRow>;

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
