import { z } from 'zod';
import { keysOf } from '#domain/machine.ts';
import { schemaOf } from '#domain/schema.ts';
import { taxNatures } from '#domain/services/terms.ts';
import { regimes, usedStateKeys } from '#domain/stock/terms.ts';
import { approval } from '../approvals.ts';
import { storyEvents } from '#domain/documents/sending.ts';
import { closeReasons } from '../terms.ts';
import { b2bFields } from './fields.ts';
import { compactVat } from './eu-vat.ts';
import { b2bStates, saleRegimeKeys } from './terms.ts';

const cents = z.int();

/** What a person sends of a wholesale offer. */
const typed = schemaOf(b2bFields);
export const b2bDraft = typed.extend({ euVatNumber: typed.shape.euVatNumber.transform(compactVat) });

/** A used car of the stock that an offer may name. */
export const b2bCar = z.object({
  id: z.int(),
  name: z.string(),
  plate: z.string(),
  makerId: z.int().nullable(),
  kw: z.int().nullable(),
  km: z.int().nullable(),
  registeredOn: z.string().nullable(),
  regime: z.enum(['margin', 'vat']),
  barred: z.string().nullable(),
  held: z.string().nullable(),
  askingPrice: cents.nullable(),
  minimum: cents.nullable(),
  ownTransfer: z.object({ b2b: cents.nullable(), export: cents.nullable() }),
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
  cap: z.number().nullable(),
});

/** A service that the caller may sell to traders; costs only for who may see margins. */
export const b2bService = z.object({
  id: z.int(),
  code: z.string(),
  description: z.string(),
  price: cents,
  cost: cents.optional(),
  taxRate: z.number(),
  taxNature: z.enum(keysOf(taxNatures)),
  defaultOn: z.boolean(),
  printed: z.boolean(),
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

/** Everything needed to price an offer; its cars are those of the draft. */
export const b2bSheet = z.object({
  day: z.string(),
  taxRate: z.number(),
  expiryDays: z.int(),
  agencyFee: cents,
  transferCosts: z.object({ b2b: cents, export: cents }),
  mayExceed: z.boolean(),
  approval: approval.nullable(),
  cars: z.array(b2bCar),
  services: z.array(b2bService),
});

/** What a new offer begins with. */
export const b2bStart = z.object({
  sheet: b2bSheet,
  provinces: z.array(z.object({ code: z.string(), name: z.string() })),
  notes: z.string(),
});

const tax = z.union([z.number(), z.enum(['N1', 'N4', 'N3.1', 'N3.2', 'N5'])]);
const regime = z.enum(saleRegimeKeys);
const b2bPriced = z.object({
  cars: z.array(
    b2bCar.pick({ name: true, plate: true, km: true, registeredOn: true }).extend({
      carId: z.int(),
      regime,
      price: cents,
      net: cents,
      vat: cents,
      tax,
      transfer: cents,
    }),
  ),
  regimes: z.array(z.object({ regime, cars: z.int(), net: cents, vat: cents, total: cents, tax, mention: z.string() })),
  expenses: z.array(
    z.object({ key: z.string(), label: z.string(), amount: cents, tax, cars: z.int(), printed: z.boolean() }),
  ),
  carsTotal: cents,
  vat: cents,
  total: cents,
  margin: z
    .object({ amount: cents.nullable(), cars: z.array(z.object({ carId: z.int(), amount: cents.nullable() })) })
    .nullable(),
  issues: z.array(
    z.object({
      level: z.enum(['error', 'warning']),
      path: z.string(),
      message: z.string(),
      ofMargin: z.literal(true).optional(),
    }),
  ),
});

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
