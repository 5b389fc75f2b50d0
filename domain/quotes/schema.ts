import { z } from 'zod';
import { operations } from '../agencies/terms.ts';
import { option, optionRule, version } from '../catalog/schema.ts';
import { customerTypes } from '../customers/terms.ts';
import type { Values } from '../record/fields.ts';
import { plan, taxParams } from '../financials/schema.ts';
import { keysOf } from '../record/machine.ts';
import { homologationOfDay } from '../homologations/schema.ts';
import { insuranceFields } from '../insurances/fields.ts';
import { rowAnswer } from '../record/row-schema.ts';
import { answerOf, schemaOf } from '../record/schema.ts';
import { serviceKinds, taxNatures } from '../services/terms.ts';
import { line } from '../text.ts';
import { quoteFields, tradeInFields, type customDiscountFields } from './fields.ts';
import { quoteRowFields } from './row.ts';
import { priced } from './sheet/priced-schema.ts';
import { approval } from './approvals/schema.ts';
import { closeReasons, incentiveTypes, quoteStates, stackings, usedTypes } from './terms.ts';
import { normalisePlate } from '../plates.ts';
import { stockCar } from './start/stock-car.ts';
import { usedCar } from './start/used-car.ts';

const plate = line.max(12, 'Al massimo 12 caratteri').transform(normalisePlate);
export const tradeIn = schemaOf(tradeInFields).extend({ plate });
export type TradeIn = z.output<typeof tradeIn>;
export type CustomDiscount = Values<typeof customDiscountFields>;

const typed = schemaOf(quoteFields);
/** The draft as a seller sends it; programs from before visits were named send none. */
export const quoteDraft = typed.extend({
  visitId: typed.shape.visitId.default(null),
  tradeIns: z.array(tradeIn).max(quoteFields.tradeIns.most, quoteFields.tradeIns.invalid),
});
export type QuoteDraft = z.output<typeof quoteDraft>;
export type FinancingChoice = NonNullable<QuoteDraft['financing']>;
/** A choice with its final amount, in cents. */
export type SettledChoice = Omit<FinancingChoice, 'amount'> & { amount: number };

/**
 * An available incentive (rules.md §17). Amounts in cents, percentages as numbers; exactly one of amount, percent
 * and bands is set.
 */
export const incentive = z.object({
  id: z.int(),
  type: z.enum(incentiveTypes),
  payer: z.enum(['maker', 'dealer', 'state', 'financial']),
  name: z.string(),
  /** What it reduces: list rows 1–4, the optionals, the packs, the accessories, or the total after VAT. */
  basis: z.enum(['list', 'optional', 'pack', 'accessory', 'total']),
  amount: z.int().nullable(),
  percent: z.number().nullable(),
  /**
   * State aid: amount by CO2 and class of the scrapped car. `scrappedEuro` null: without scrapping. Price caps refer to
   * the list price.
   */
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
  /** Conditions on the financing: shortest duration in months, least amount in cents, and the lender. */
  minMonths: z.int().nullable(),
  minFinanced: z.int().nullable(),
  lender: z.string().nullable(),
  /** Accepted Euro classes of the trade-in. */
  scrappedEuro: z.array(z.int()).nullable(),
  /** Months for which the customer must have owned the trade-in. */
  ownedMonths: z.int().nullable(),
  /** Latest day of registration. */
  plateBy: z.string().nullable(),
  /** It needs a booking on the State's platform: the number must be stated. */
  needsBooking: z.boolean(),
  /** Last day, also considering its campaign; null: no end. */
  validTo: z.string().nullable(),
  /** Its campaign, and who runs it; null only in older snapshots. */
  campaign: z
    .object({
      companyId: z.int(),
      id: z.int(),
      name: z.string(),
      validTo: z.string().nullable(),
      /** A higher priority goes first. */
      priority: z.int(),
      /** Customer types of the whole campaign, beside those of each incentive; null: all. */
      customerTypes: z.array(z.enum(customerTypes)).nullable(),
      /** How its incentives go together with those of other campaigns. */
      stacking: z.enum(keysOf(stackings)),
      /** Address of its rules. */
      documentUrl: z.string().nullable(),
      /** Gross cents left of its budget; null: no budget, or at least the price of the car is left. */
      left: z.int().nullable(),
      /** Only for cars of so much CO2, where the options decide it; absent: for any. */
      co2: z.object({ from: z.int().nullable(), to: z.int().nullable() }).optional(),
    })
    .nullable(),
  /** Percent of the amount that the payer refunds to the dealer. */
  refundPercent: z.number(),
  /**
   * What the payer gives the dealer in addition, net cents. Bonus and refund are 0 for a reader who may not see
   * margins.
   */
  bonus: z.int(),
});
export type Incentive = z.output<typeof incentive>;

export const province = z.object({
  code: z.string(),
  name: z.string(),
  iptPercent: z.number(),
  fixedForVatDeeds: z.boolean(),
  /** Percent of the tax that cars with these fuels pay. */
  iptRules: z.array(z.object({ fuels: z.array(z.string()), percent: z.number() })),
});
export type Province = z.output<typeof province>;

const fees = z.array(z.object({ label: z.string(), amount: z.int() }));

/** Dated fiscal and company parameters of the day, in cents (rules.md §3, §4, §6). */
export const quoteParams = z.object({
  /** The day for which prices and parameters were read. */
  day: z.string(),
  taxRate: z.number(),
  /** The rate of L. 104/92. */
  reducedTaxRate: z.number(),
  expiryDays: z.int(),
  /** Whether the quotation of a trade-in must be stated before issuing. */
  quotationRequired: z.boolean(),
  /** Messa su strada, VAT included; 0 when the maker's list price includes it. */
  roadCost: z.int(),
  /** What it consists of, with VAT; absent in sheets of before it was told apart, empty where one amount says it all. */
  roadEntries: fees.optional(),
  /** Contributo pneumatici fuori uso, VAT included. */
  tyreFee: z.int(),
  /** Fixed IPT up to `iptKwLimit` kW. */
  iptFixed: z.int(),
  iptKwLimit: z.int(),
  /** Hundredths of a cent per kW above the limit, for all kW: 3.5119 euro = 35119. */
  iptPerKw: z.int(),
  /** Vans by payload up to this many quintals (null: above), before the surcharge. */
  iptVans: z.array(z.object({ quintals: z.int().nullable(), amount: z.int() })),
  /** Bolli, emolumenti, diritti, targhe of a first registration (art. 15). */
  registration: fees,
  /** The same fees for used cars by expense type (rules.md §6), without IPT. */
  transfer: z.object({ retail: fees, b2b: fees, export: fees }),
  /** The dealer's fee for the transfer of a used car, VAT included. */
  agencyFee: z.int(),
  /** Financing: imposta sostitutiva in percent, stamp duty on the contract and on each communication. */
  ...taxParams.shape,
  /** Bollo in cents per kW by emission class, up to and above `kwLimit`; superbollo above its own limit (rules.md §5). */
  roadTax: z.object({
    perKw: z.array(z.object({ euro: z.int(), upTo: z.int(), above: z.int() })),
    kwLimit: z.int(),
    superKwLimit: z.int(),
    superPerKw: z.int(),
    /**
     * Vans (N1) by payload up to this many quintals (null: above), from the smallest; amount null: the company has
     * typed none.
     */
    vans: z.array(z.object({ quintals: z.int().nullable(), amount: z.int().nullable() })),
  }),
});
export type QuoteParams = z.output<typeof quoteParams>;

/** An item sold beside the car at its own price, in cents with VAT; rate 0 is exempt (N4). */
const saleItem = z.object({
  id: z.int(),
  code: z.string(),
  description: z.string(),
  price: z.int(),
  taxRate: z.number(),
  /** Net cents; null if unknown, and for a reader who may not see margins. */
  cost: z.int().nullable(),
});
export type SaleItem = z.output<typeof saleItem>;

/** A service: why it has no VAT at rate 0, whether new quotes contain it, whether documents name it, and its groups. */
const serviceItem = saleItem.extend({
  /** Absent in quotes issued before it was noted. */
  kind: z.enum(keysOf(serviceKinds)).optional(),
  /** How long it lasts; null: without an end. Absent in quotes issued before it was noted. */
  months: z.int().nullable().optional(),
  taxNature: z.enum(keysOf(taxNatures)),
  defaultOn: z.boolean(),
  printed: z.boolean(),
  /** A quote has at most one service of each group; none: it combines with all others. */
  groups: z.array(z.string()),
});
export type ServiceItem = z.output<typeof serviceItem>;

/** A policy that the dealer sells, with the tariff for its premium. */
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

/**
 * Everything that the engine needs to price one version on one day; embedded in the builder and kept in the snapshot.
 */
export const priceSheet = z.object({
  /** Ids are null when the catalogue does not contain the make or model of a used car. */
  maker: z.object({ id: z.int().nullable(), name: z.string() }),
  model: z.object({ id: z.int().nullable(), name: z.string(), body: z.string() }),
  /** For a used car: id 0, and its price as list price. */
  version,
  /** The car of the used stock that is sold; null: a new one. */
  used: usedCar.nullable(),
  /** The car of the new stock, with its version and options; null: one that is ordered, or a used one. */
  stock: stockCar.nullable(),
  options: z.array(option),
  /** The list that the quote keeps after an edition has changed it, and up to when; absent: today's. */
  list: z.object({ day: z.iso.date(), until: z.iso.date() }).optional(),
  /** The type approval of the version on the day, by which its options change its CO2; absent: the version's own. */
  homologation: homologationOfDay.optional(),
  /** Pictures of a new version, the first one first, each with the paint that it shows, if any; absent where it has none, and in issued quotes. */
  images: z.array(z.object({ id: z.int(), optionId: z.int().nullable() })).optional(),
  rules: z.array(optionRule),
  accessories: z.array(saleItem),
  /** The dealer's services, with their prices for this version. */
  services: z.array(serviceItem),
  /** The maker's services: maintenance, longer warranty. */
  makerServices: z.array(serviceItem),
  incentives: z.array(incentive),
  plans: z.array(plan),
  insurances: z.array(insuranceTariff),
  provinces: z.array(province),
  params: quoteParams,
  /** Net invoice cost of list price and options, as percent of their net price; only with privilege 33. */
  costPercent: z.number().nullable(),
  /** Percent of the list that the caller may give as own discount; null: no cap. */
  discountCap: z.number().nullable(),
  /** Further gains and costs of this sale by margin, net cents, signed; empty for a reader who may not see margins. */
  extras: z.array(z.object({ label: z.string(), amount: z.int(), margin: z.union([z.literal(2), z.literal(3)]) })),
  /** What the usual agencies ask, net cents; absent for a reader who may not see margins, and where there is none. */
  agencyCosts: z
    .array(z.object({ operation: z.enum(keysOf(operations)), province: z.string(), cost: z.int() }))
    .optional(),
});
export type PriceSheet = z.output<typeof priceSheet>;

/** A sheet as its reader may see it; its hash differs between readers who may see costs and those who may not. */
export const hashedSheet = priceSheet.extend({ hash: z.string().max(64) });
export type HashedSheet = z.output<typeof hashedSheet>;

/** What every answer says of a quote, and of a wholesale offer. */
export const quoteHead = z.object({
  id: z.int(),
  version: z.int(),
  /** `P-AAAA-NNNNNN` once issued, `B-AAAA-NNNNNN` of a wholesale offer. */
  number: z.string().nullable(),
  revision: z.int(),
  /** Whether a newer revision replaced this one. */
  superseded: z.boolean(),
  /** Path of the valid revision when it is another one: a newer one, or the one that this draft will replace. */
  newest: z.string().nullable(),
  issuedAt: z.iso.datetime({ offset: true }).nullable(),
  expiresOn: z.string().nullable(),
  seller: z.object({ id: z.int(), name: z.string() }),
  /** Whether the caller may change it, by state, ownership and privileges. */
  editable: z.boolean(),
  /** Path of its builder. */
  href: z.string(),
  closeReason: z.enum(keysOf(closeReasons)).nullable(),
  /** The customer's current contact data; `silent`: they have asked not to be contacted. */
  contact: z
    .object({ phone: z.string().nullable(), email: z.string().nullable(), address: z.string(), silent: z.boolean() })
    .nullable(),
  createdAt: z.iso.datetime({ offset: true }),
  updatedAt: z.iso.datetime({ offset: true }),
});
export type QuoteHead = z.output<typeof quoteHead>;

/** The answer of every call about a quote; its price sheet is a resource of its own. */
export const quote = quoteHead.extend({
  state: z.enum(keysOf(quoteStates)),
  draft: quoteDraft,
  /** Hash of the sheet that prices it: today's sheet for drafts, the snapshot's for issued quotes. */
  sheetHash: z.string().max(64),
  /** The result at issue; null for a draft, which its sheet prices. */
  priced: priced.nullable(),
  /** The price day that a draft gave up for today's list, while that can be taken back. */
  formerDay: z.iso.date().nullable(),
  /** The last request for a discount above the cap, while it is open, granted or refused. */
  approval: approval.nullable(),
  /**
   * Why its car of the stock can no longer be sold to its customer, as a sentence: only for an open or accepted quote,
   * which then is no longer valid.
   */
  lost: z.string().nullable(),
});
export type Quote = z.output<typeof quote>;

export const quoteRow = rowAnswer(quoteRowFields);
export type QuoteRow = z.output<typeof quoteRow>;

/**
 * Sums of a list by state: cents, and the mean discount in percent of the list; margins only for callers who may see
 * them. Null when there are more rows than are counted.
 */
export const quoteSums = z
  .array(
    z.object({
      state: z.enum(keysOf(quoteStates)),
      count: z.int(),
      keysInHand: z.int(),
      margin: z.int().nullable().optional(),
      discountPercent: z.number().nullable().optional(),
    }),
  )
  .nullable();
export type QuoteSums = z.output<typeof quoteSums>;
