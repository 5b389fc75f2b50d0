import { z } from 'zod';
import { option, optionRule, version } from '../catalog/schema.ts';
import { customerTypes } from '../customers/terms.ts';
import type { Values } from '../fields.ts';
import { plan, taxParams } from '../financials/schema.ts';
import { keysOf } from '../machine.ts';
import { insuranceFields } from '../insurances/fields.ts';
import { answerOf, schemaOf } from '../schema.ts';
import { taxNatures } from '../services/terms.ts';
import { line } from '../text.ts';
import { quoteFields, tradeInFields, type customDiscountFields } from './fields.ts';
import { priced } from './priced-schema.ts';
import { approval } from './approvals.ts';
import { closeReasons, incentiveTypes, quoteKinds, quoteStates, usedTypes } from './terms.ts';
import { normalisePlate } from '../plates.ts';
import { stockCar } from './stock-car.ts';
import { usedCar } from './used-car.ts';

const plate = line.max(12, 'Al massimo 12 caratteri').transform(normalisePlate);
export const tradeIn = schemaOf(tradeInFields).extend({ plate });
export type TradeIn = z.output<typeof tradeIn>;
export type CustomDiscount = Values<typeof customDiscountFields>;

/** What a seller may send of a draft. */
export const quoteDraft = schemaOf(quoteFields).extend({
  tradeIns: z.array(tradeIn).max(quoteFields.tradeIns.most, quoteFields.tradeIns.invalid),
});
export type QuoteDraft = z.output<typeof quoteDraft>;
export type FinancingChoice = NonNullable<QuoteDraft['financing']>;
/** A choice whose amount is settled, in cents. */
export type SettledChoice = Omit<FinancingChoice, 'amount'> & { amount: number };

/** An incentive on offer (domain.md §2.21). Amounts in cents, percentages as numbers; exactly one of amount, percent, bands. */
export const incentive = z.object({
  id: z.int(),
  type: z.enum(incentiveTypes),
  payer: z.enum(['maker', 'dealer', 'state', 'financial']),
  name: z.string(),
  /** What it reduces: list rows 1–4, the optionals, the packs, the accessories, or the total after VAT. */
  basis: z.enum(['list', 'optional', 'pack', 'accessory', 'total']),
  amount: z.int().nullable(),
  percent: z.number().nullable(),
  /** State aid: amount by CO2 and class of the scrapped car. `scrappedEuro` null: without scrapping. Caps are on the list price. */
  bands: z
    .array(
      z.object({
        co2From: z.int(),
        co2To: z.int(),
        scrappedEuro: z.array(z.int()).nullable(),
        /** Highest ISEE in cents; null: any. */
        maxIncome: z.int().nullable(),
        amount: z.int(),
        maxListPrice: z.int(),
      }),
    )
    .nullable(),
  /** Only one incentive of a group counts. */
  group: z.string().nullable(),
  customerTypes: z.array(z.enum(customerTypes)).nullable(),
  requiresUsed: z.enum(usedTypes).nullable(),
  requiresFinancing: z.boolean(),
  /** Shortest financing, months; the least that it pays to the dealer, cents; whose plan it must be. */
  minMonths: z.int().nullable(),
  minFinanced: z.int().nullable(),
  lender: z.string().nullable(),
  /** Euro classes of the car taken in. */
  scrappedEuro: z.array(z.int()).nullable(),
  /** Months for which the customer must have owned the car taken in. */
  ownedMonths: z.int().nullable(),
  /** Last day of registration. */
  plateBy: z.string().nullable(),
  /** Booked on the State's platform: the number must be stated. */
  needsBooking: z.boolean(),
  /** Last day, that of its campaign included; null: no end. */
  validTo: z.string().nullable(),
  /** The campaign that it belongs to, and whose it is. */
  campaign: z
    .object({
      companyId: z.int(),
      id: z.int(),
      name: z.string(),
      validTo: z.string().nullable(),
      /** The higher goes first. */
      priority: z.int(),
      /** Who it is for, beside what each incentive asks; null: all. */
      customerTypes: z.array(z.enum(customerTypes)).nullable(),
      /** False: its incentives do not count with those of another campaign. */
      stackable: z.boolean(),
      /** Where its rules are read. */
      documentUrl: z.string().nullable(),
      /** Gross cents left of its budget; null: at least what the car costs. */
      left: z.int().nullable(),
    })
    .nullable(),
  /** Percent of the amount that whoever pays refunds to the dealer. */
  refundPercent: z.number(),
  /** What the payer gives the dealer beside it, net cents; like the refund 0 for who may not see margins. */
  bonus: z.int(),
});
export type Incentive = z.output<typeof incentive>;

export const province = z.object({
  code: z.string(),
  name: z.string(),
  iptPercent: z.number(),
  fixedForVatDeeds: z.boolean(),
  /** Part of the tax in percent that cars of these fuels pay. */
  iptRules: z.array(z.object({ fuels: z.array(z.string()), percent: z.number() })),
});
export type Province = z.output<typeof province>;

const fees = z.array(z.object({ label: z.string(), amount: z.int() }));

/** Dated fiscal and company parameters of the day, in cents (domain.md §2.3, §2.4, §2.6). */
export const quoteParams = z.object({
  /** The day that prices and parameters were read for. */
  day: z.string(),
  taxRate: z.number(),
  /** Of L. 104/92. */
  reducedTaxRate: z.number(),
  expiryDays: z.int(),
  /** Must the quotation of a trade-in be stated before a quote is issued? */
  quotationRequired: z.boolean(),
  /** Messa su strada, VAT included; 0 when the maker's list price holds it. */
  roadCost: z.int(),
  /** Contributo pneumatici fuori uso, VAT included. */
  tyreFee: z.int(),
  /** Fixed IPT up to `iptKwLimit` kW. */
  iptFixed: z.int(),
  iptKwLimit: z.int(),
  /** Hundredths of a cent per kW above the limit, on all kW: 3.5119 euro = 35119. */
  iptPerKw: z.int(),
  /** Vans by payload up to these quintals (null: above), before the surcharge. */
  iptVans: z.array(z.object({ quintals: z.int().nullable(), amount: z.int() })),
  /** Bolli, emolumenti, diritti, targhe of a first registration (art. 15). */
  registration: fees,
  /** The same of used cars, by expense type (domain.md §2.6), without IPT. */
  transfer: z.object({ retail: fees, b2b: fees, export: fees }),
  /** What the dealer asks for the deed of a used car, VAT included. */
  agencyFee: z.int(),
  /** Financing: imposta sostitutiva percent, stamp on the contract, stamp on each communication. */
  ...taxParams.shape,
  /** Bollo in cents per kW by emission class, up to and above `kwLimit`; superbollo above its own limit (domain.md §2.5). */
  roadTax: z.object({
    perKw: z.array(z.object({ euro: z.int(), upTo: z.int(), above: z.int() })),
    kwLimit: z.int(),
    superKwLimit: z.int(),
    superPerKw: z.int(),
  }),
});
export type QuoteParams = z.output<typeof quoteParams>;

/** Something sold beside the car at its own price, VAT included in cents; rate 0 is exempt (N4). */
const saleItem = z.object({
  id: z.int(),
  code: z.string(),
  description: z.string(),
  price: z.int(),
  taxRate: z.number(),
  /** Net; null where it is not on record and for who may not see margins. */
  cost: z.int().nullable(),
});
export type SaleItem = z.output<typeof saleItem>;

/** A service: why it bears no VAT at rate 0, whether new quotes begin with it, whether paper names it, and what it excludes. */
const serviceItem = saleItem.extend({
  taxNature: z.enum(keysOf(taxNatures)),
  defaultOn: z.boolean(),
  printed: z.boolean(),
  /** Of services of one group a quote has one; null: it goes with all others. */
  group: z.string().nullable(),
});
export type ServiceItem = z.output<typeof serviceItem>;

/** A policy that the dealer sells, with the tariff that gives its premium. */
export const insuranceTariff = answerOf(insuranceFields)
  .pick({
    code: true,
    name: true,
    insurer: true,
    type: true,
    usages: true,
    durations: true,
    covers: true,
    zones: true,
    powers: true,
    minValue: true,
    maxValue: true,
    maxMonths: true,
    defaultOn: true,
    commissionPercent: true,
    rappelPercent: true,
  })
  .extend({ id: z.int() });
export type InsuranceTariff = z.output<typeof insuranceTariff>;

/** All that the engine needs to price one version on one day; embedded in the builder and kept in the snapshot. */
export const priceSheet = z.object({
  /** Ids are null where the catalogue does not know the make or model of a used car. */
  maker: z.object({ id: z.int().nullable(), name: z.string() }),
  model: z.object({ id: z.int().nullable(), name: z.string(), body: z.string() }),
  /** Of a used car: id 0, its price as list price. */
  version,
  /** The car of the used stock that is sold; null: a new one. */
  used: usedCar.nullable(),
  /** The very car of the new stock, with its version and options; null: one that is ordered, or a used one. */
  stock: stockCar.nullable(),
  options: z.array(option),
  rules: z.array(optionRule),
  accessories: z.array(saleItem),
  /** Of the dealer, as they cost for this version. */
  services: z.array(serviceItem),
  /** Of the maker: maintenance, longer warranty. */
  makerServices: z.array(serviceItem),
  incentives: z.array(incentive),
  plans: z.array(plan),
  insurances: z.array(insuranceTariff),
  provinces: z.array(province),
  params: quoteParams,
  /** Net invoice cost of list price and options as percent of their net price; only for who holds privilege 33. */
  costPercent: z.number().nullable(),
  /** Percent of the list that the caller may give as a discount of their own; null: no cap. */
  discountCap: z.number().nullable(),
  /** What else this sale earns or costs by margin, net cents, signed; empty for who may not see margins. */
  extras: z.array(z.object({ label: z.string(), amount: z.int(), margin: z.union([z.literal(2), z.literal(3)]) })),
});
export type PriceSheet = z.output<typeof priceSheet>;

/** A sheet with what its reader may see, so its hash differs between who may see costs and who may not. */
export const hashedSheet = priceSheet.extend({ hash: z.string().max(64) });
export type HashedSheet = z.output<typeof hashedSheet>;

/** What every call about a quote answers; its price sheet is a resource of its own. */
export const quote = z.object({
  id: z.int(),
  version: z.int(),
  /** `P-AAAA-NNNNNN` once issued. */
  number: z.string().nullable(),
  revision: z.int(),
  state: z.enum(keysOf(quoteStates)),
  /** Is there a newer revision? Then this one is history. */
  superseded: z.boolean(),
  /** Path of the revision that holds, where it is another one: a newer one, or the one that this draft is to follow. */
  newest: z.string().nullable(),
  issuedAt: z.iso.datetime({ offset: true }).nullable(),
  expiresOn: z.string().nullable(),
  seller: z.object({ id: z.int(), name: z.string() }),
  /** May the caller change it? State, ownership and privileges together. */
  editable: z.boolean(),
  draft: quoteDraft,
  /** Path of the builder for this quote. */
  href: z.string(),
  /** Of the sheet that prices it: of today for drafts, the snapshot's for everything issued. */
  sheetHash: z.string().max(64),
  /** What was issued, as it was computed then; null for a draft, which its sheet prices. */
  priced: priced.nullable(),
  /** The last discount past the cap that was asked for it, while it stands or was refused. */
  approval: approval.nullable(),
  closeReason: z.enum(keysOf(closeReasons)).nullable(),
  /** How the customer is reached, as it is now. */
  contact: z.object({ phone: z.string().nullable(), email: z.string().nullable(), address: z.string() }).nullable(),
  createdAt: z.iso.datetime({ offset: true }),
  updatedAt: z.iso.datetime({ offset: true }),
});
export type Quote = z.output<typeof quote>;

export const quoteRow = z.object({
  id: z.int(),
  version: z.int(),
  number: z.string().nullable(),
  revision: z.int(),
  state: z.enum(keysOf(quoteStates)),
  customer: z.string().nullable(),
  vehicle: z.string(),
  /** A new car, or one of the used stock. */
  kind: z.enum(keysOf(quoteKinds)),
  /** Path of the builder for this quote. */
  href: z.string(),
  expiresOn: z.string().nullable(),
  keysInHand: z.int(),
  instalment: z.int().nullable(),
  /** Margine II; only for who may see margins. */
  margin: z.int().nullable().optional(),
  /** What the seller gives of their own, and how much of the list that is; only for who may see margins. */
  discount: z.int().nullable().optional(),
  discountPercent: z.number().nullable().optional(),
  /** Of the customer, as it is now. */
  phone: z.string().nullable(),
  seller: z.string(),
  sellerId: z.int(),
  location: z.string().nullable(),
  issuedAt: z.iso.datetime({ offset: true }).nullable(),
  createdAt: z.iso.datetime({ offset: true }),
  updatedAt: z.iso.datetime({ offset: true }),
});
export type QuoteRow = z.output<typeof quoteRow>;
