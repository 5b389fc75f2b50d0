import { z } from 'zod';
import { option, optionRule, version } from '../catalog/schema.ts';
import { customerTypes } from '../customers/terms.ts';
import { isDay } from '../dates.ts';
import { plan } from '../financials/schema.ts';
import { MONEY_LIMIT } from '../money.ts';
import { timeline } from '../timeline.ts';
import { closeReasons, incentiveTypes, quoteStates, usedTypes } from './terms.ts';
import { normalisePlate } from './used.ts';

const cents = z
  .int('Inserire un importo')
  .min(-MONEY_LIMIT, 'Importo troppo piccolo')
  .max(MONEY_LIMIT, 'Importo troppo grande');
const positive = cents.min(0, "L'importo non può essere negativo");
const text = (max: number) => z.string().trim().max(max, `Al massimo ${max} caratteri`);
const day = z.string().refine(isDay, 'Inserire una data valida');

/** A car taken in: valued in cents, with what its owner still owes on it. */
export const tradeIn = z.object({
  type: z.enum(usedTypes),
  plate: text(12).transform(normalisePlate),
  description: text(120),
  km: z.int().min(0).max(2_000_000).nullable(),
  registeredOn: day.nullable(),
  /** 0–6; decides the scrapping band of state aid. */
  euroClass: z.int().min(0).max(6).nullable(),
  valuation: positive,
  residualDebt: positive,
});
export type TradeIn = z.output<typeof tradeIn>;

/** A discount that the seller gives on top: an amount in cents or a percentage of the list price. */
export const customDiscount = z.object({
  label: text(80),
  amount: positive.nullable(),
  percent: z.number().min(0, 'Minimo 0 %').max(100, 'Massimo 100 %').nullable(),
});
export type CustomDiscount = z.output<typeof customDiscount>;

/** The financing that the customer wants; which plans fit is a rule. */
export const financingChoice = z.object({
  planId: z.int(),
  months: z.int().min(1).max(120),
  /** What the financing pays to the dealer, in cents. */
  amount: positive,
  protection: z.boolean(),
});
export type FinancingChoice = z.output<typeof financingChoice>;

/** Everything a seller decides in the builder: the whole input of the pricing engine beside the sheet. */
export const quoteDraft = z.object({
  versionId: z.int(),
  /** Province of the buyer: IPT depends on it. */
  province: z.string().regex(/^[A-Z]{2}$/, 'Scegliere la provincia'),
  /** Chosen colour, interior, optionals and packs. */
  optionIds: z.array(z.int()).max(100),
  accessoryIds: z.array(z.int()).max(50),
  customer: z.object({ id: z.int(), name: z.string().max(250), type: z.enum(customerTypes) }).nullable(),
  tradeIns: z.array(tradeIn).max(3, 'Al massimo 3 usati'),
  incentiveIds: z.array(z.int()).max(20),
  customDiscounts: z.array(customDiscount).max(5),
  /** Household income band for state aid: null = not declared. */
  lowIncome: z.boolean(),
  /** Paid by the customer now or at delivery before the balance, in cents. */
  deposit: positive,
  financing: financingChoice.nullable(),
  notes: text(4000),
});
export type QuoteDraft = z.output<typeof quoteDraft>;

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
        lowIncome: z.boolean(),
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
  /** Part of the amount that comes back to the dealer from who pays, percent. */
  refundPercent: z.number(),
});
export type Incentive = z.output<typeof incentive>;

export const province = z.object({
  code: z.string(),
  name: z.string(),
  iptPercent: z.number(),
  fixedForVatDeeds: z.boolean(),
});
export type Province = z.output<typeof province>;

/** Dated fiscal and company parameters of the day, in cents (domain.md §2.3, §2.4, §2.6). */
export const quoteParams = z.object({
  /** The day that prices and parameters were read for. */
  day: z.string(),
  taxRate: z.number(),
  expiryDays: z.int(),
  /** Messa su strada, VAT included; 0 when the maker's list price holds it. */
  roadCost: z.int(),
  /** Contributo pneumatici fuori uso, VAT included. */
  tyreFee: z.int(),
  /** Fixed IPT up to `iptKwLimit` kW. */
  iptFixed: z.int(),
  iptKwLimit: z.int(),
  /** Hundredths of a cent per kW above the limit, on all kW: 3.5119 euro = 35119. */
  iptPerKw: z.int(),
  /** Bolli, emolumenti, diritti, targhe of a first registration (art. 15). */
  registration: z.array(z.object({ label: z.string(), amount: z.int() })),
  /** Financing: imposta sostitutiva percent, stamp on the contract, stamp on each communication. */
  substituteTaxPercent: z.number(),
  contractStamp: z.int(),
  communicationStamp: z.int(),
});
export type QuoteParams = z.output<typeof quoteParams>;

/** All that the engine needs to price one version on one day; embedded in the builder and kept in the snapshot. */
export const priceSheet = z.object({
  maker: z.object({ id: z.int(), name: z.string() }),
  model: z.object({ id: z.int(), name: z.string(), body: z.string() }),
  version,
  options: z.array(option),
  rules: z.array(optionRule),
  accessories: z.array(
    z.object({ id: z.int(), code: z.string(), description: z.string(), price: z.int(), taxRate: z.number() }),
  ),
  incentives: z.array(incentive),
  plans: z.array(plan),
  provinces: z.array(province),
  params: quoteParams,
  /** Net invoice cost of list price and options as percent of their net price; only for who holds privilege 33. */
  costPercent: z.number().nullable(),
});
export type PriceSheet = z.output<typeof priceSheet>;

export const quote = z.object({
  id: z.int(),
  version: z.int(),
  /** `P-AAAA-NNNNNN` once issued. */
  number: z.string().nullable(),
  revision: z.int(),
  state: z.enum(quoteStates),
  /** Is there a newer revision? Then this one is history. */
  superseded: z.boolean(),
  issuedAt: z.iso.datetime({ offset: true }).nullable(),
  expiresOn: z.string().nullable(),
  seller: z.object({ id: z.int(), name: z.string() }),
  /** May the caller change it? State, ownership and privileges together. */
  editable: z.boolean(),
  draft: quoteDraft,
  /** Of today for drafts, the snapshot for everything issued. */
  sheet: priceSheet,
  closeReason: z.enum(closeReasons).nullable(),
  createdAt: z.iso.datetime({ offset: true }),
  updatedAt: z.iso.datetime({ offset: true }),
});
export type Quote = z.output<typeof quote>;

export const quoteRow = z.object({
  id: z.int(),
  number: z.string().nullable(),
  revision: z.int(),
  state: z.enum(quoteStates),
  customer: z.string().nullable(),
  vehicle: z.string(),
  /** Path of the builder for this quote. */
  href: z.string(),
  expiresOn: z.string().nullable(),
  keysInHand: z.int(),
  instalment: z.int().nullable(),
  seller: z.string(),
  sellerId: z.int(),
  createdAt: z.iso.datetime({ offset: true }),
  updatedAt: z.iso.datetime({ offset: true }),
});
export type QuoteRow = z.output<typeof quoteRow>;

export const quoteTimeline = z.object({
  events: timeline,
  revisions: z.array(
    z.object({
      id: z.int(),
      revision: z.int(),
      state: z.enum(quoteStates),
      keysInHand: z.int(),
      createdAt: z.string(),
    }),
  ),
});
