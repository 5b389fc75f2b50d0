/** What crosses the wire about contracts; cents, days in Rome. */
import { z } from 'zod';
import { customerTypes } from '../customers/terms.ts';
import { usedTypes } from '../quotes/terms.ts';
import { keysOf, movesOf } from '../record/machine.ts';
import { rowAnswer } from '../record/row-schema.ts';
import { answerOf, schemaOf } from '../record/schema.ts';
import { saleChannels } from '../stock/terms.ts';
import { contactKeys, contractFields } from './fields.ts';
import { invoiceFields, receiptFields, reverseFields } from './money-fields.ts';
import { enclosureStates } from './enclosure-states.ts';
import { contractRowFields } from './row.ts';
import { contractMachine } from './rules.ts';
import {
  contractKinds,
  contractOrigins,
  contractSections,
  contractStates,
  depositOutcomes,
  documentTypes,
  invoiceKinds,
  objectives,
  objectiveSources,
  paymentKinds,
  paymentMethods,
  shownStates,
} from './terms.ts';

const cents = z.int();
const instant = z.iso.datetime({ offset: true });
const name = z.string().nullable();

/** Something that is missing, and where it is entered. */
export const missing = z.object({ sentence: z.string(), section: z.string().optional(), field: z.string().optional() });

export const receipt = z.object({
  id: z.int(),
  /** `R-AAAA-NNNNNN`. */
  number: z.string(),
  receivedOn: z.string(),
  kind: z.enum(keysOf(paymentKinds)),
  method: z.enum(keysOf(paymentMethods)),
  /** Negative: given back. */
  amount: cents,
  reference: z.string(),
  /** Why it reverses another one; otherwise blank. */
  reason: z.string(),
  /** Why it counts apart from the customer's other cash. */
  otherCause: z.string(),
  /** The till that took it. */
  locationId: z.int().nullable(),
  /** Whose it was on its day. */
  customerId: z.int().nullable(),
  customer: name,
  /** The receipt that this one reverses. */
  reversesId: z.int().nullable(),
});
export type Receipt = z.output<typeof receipt>;
const { reference, locationId, otherCause, again } = schemaOf(receiptFields).shape;
export const receiptInput = schemaOf(receiptFields).extend({
  reference: reference.default(''),
  locationId: locationId.default(null),
  otherCause: otherCause.default(''),
  again: again.default(false),
});

export const reverseInput = schemaOf(reverseFields);

export const invoice = z.object({
  id: z.int(),
  kind: z.enum(keysOf(invoiceKinds)),
  number: z.string(),
  issuedOn: z.string(),
  amount: cents,
});
export type Invoice = z.output<typeof invoice>;
export const invoiceInput = schemaOf(invoiceFields);

const agreedTradeIn = z.object({
  type: z.enum(usedTypes),
  plate: z.string(),
  description: z.string(),
  km: z.int().nullable(),
  valuation: cents,
  residualDebt: cents,
});
const soldCar = z.object({
  kind: z.enum(['new', 'used']),
  id: z.int(),
  code: z.string(),
  vin: z.string(),
  plate: z.string(),
  registeredOn: z.string().nullable(),
});

/** The answer of every call about one contract. */
export const contract = answerOf(contractFields).extend({
  id: z.int(),
  version: z.int(),
  /** The version of each section that was saved; absent: 1. */
  versions: z.record(z.string(), z.int()),
  number: z.string(),
  state: z.enum(keysOf(contractStates)),
  /** Since when it is in its state. */
  since: instant,
  canceledAt: instant.nullable(),
  kind: z.enum(keysOf(contractKinds)),
  channel: z.enum(keysOf(saleChannels)),
  origin: z.enum(keysOf(contractOrigins)),
  quoteId: z.int().nullable(),
  b2bQuoteId: z.int().nullable(),
  /** The quote or wholesale offer by its number; `href` null: the caller may not see it. Null: made by hand. */
  madeOf: z.object({ number: z.string(), href: z.string().nullable() }).nullable(),
  seller: z.object({ id: z.int(), name: z.string() }),
  madeBy: z.object({ id: z.int(), name: z.string() }),
  commercialBy: z.object({ id: z.int(), name: z.string() }).nullable(),
  approvedBy: z.object({ id: z.int(), name: z.string() }).nullable(),
  /** Validations by somebody who sells or made it, because nobody else may. */
  alone: z.array(z.enum(['commercial', 'backOffice'])),
  customer: name,
  customerType: z.enum(customerTypes).nullable(),
  cobuyer: name,
  guarantor: name,
  representative: name,
  partner: name,
  location: name,
  businessCenter: name,
  vehicle: z.string(),
  body: z.string().nullable(),
  paint: z.string().nullable(),
  cars: z.array(soldCar),
  agreedTradeIns: z.array(agreedTradeIn),
  /** Where each objective comes from. */
  objectiveSources: z.record(z.string(), z.enum(keysOf(objectiveSources))),
  offeredObjectives: z.array(z.enum(keysOf(objectives))),
  economicVersion: z.int(),
  total: cents,
  keysInHand: cents,
  listTotal: cents,
  discount: cents,
  financed: cents,
  /** A policy is sold with it. */
  insured: z.boolean(),
  instalment: cents.nullable(),
  /** With corrections; only for callers who may see margins. */
  marginFirst: cents.nullable().optional(),
  marginSecond: cents.nullable().optional(),
  marginThird: cents.nullable().optional(),
  /** The net price of the car, of which they are told in percent; 0: it is not known. */
  netPrice: cents.optional(),
  planned: cents,
  /** What came of each row of the plan; negative where money goes out, as in the plan. */
  come: z.array(cents),
  /** What came less what went back; a car taken in without what is still owed on it. */
  received: cents,
  invoiced: cents,
  /** What is still to be given back after a cancellation. */
  owedBack: cents,
  /** What goes back to whom, after a cancellation or because more came than is due. */
  back: z.object({ customer: cents, lender: cents }),
  /** What is still owed to the lenders of cars taken in that came, or that stayed. */
  owedOnCars: cents,
  /** What the customer of a sale that ended still owes. */
  owedByCustomer: cents,
  /** What of it is for cars that were taken in and stay the company's; below zero: more was owed on them than they are worth. */
  keptTradeIns: cents,
  /** What is owed on those, paid or not. */
  keptDebts: cents,
  /** The kinds of money that the caller may register. */
  receives: z.array(z.enum(keysOf(paymentKinds))),
  receipts: z.array(receipt),
  invoices: z.array(invoice),
  signedOn: z.string().nullable(),
  /** A car taken in was valued anew after the approval, and no addendum is signed. */
  addendumDue: z.boolean(),
  /** What each car taken in was worth when the contract was validated; null: nobody has, or as it stands. */
  validatedValues: z.array(cents).nullable(),
  /** Whether the caller may decide on a value above the validated one. */
  decidesValue: z.boolean(),
  /** Whether who validates has looked at the cars taken in again. */
  tradeInChecked: z.boolean(),
  /** Whether the caller may say that the cars taken in were looked at again. */
  rechecks: z.boolean(),
  /** A consumer's withdrawal: when it counts, and who said it. */
  withdrawnAt: instant.nullable(),
  withdrawnName: z.string(),
  approvedOn: z.string().nullable(),
  billedOn: z.string().nullable(),
  registeredOn: z.string().nullable(),
  deliveredOn: z.string().nullable(),
  /** What the caller may do now, whatever is still missing for it. */
  offered: z.array(z.enum(movesOf(contractMachine))),
  /** Everything that the next move lacks. */
  lacks: z.array(missing),
  /** Who raised the value of a car taken in that waits for a second person; null: none waits, or nobody knows. */
  raisedBy: name,
  /** Who cancelled it, and why; null: it is not cancelled. */
  canceled: z.object({ by: name, reason: name, note: z.string() }).nullable(),
  /** Who sent it back to its state, from which, and why; null: nobody did. */
  returned: z
    .object({ by: name, at: instant, from: z.enum(keysOf(contractStates)), reason: z.string(), note: z.string() })
    .nullable(),
  /** Who asks to cancel it after its approval, why, and what becomes of the caparra; null: nobody does. */
  cancelling: z
    .object({
      by: name,
      at: instant,
      reason: name,
      note: z.string(),
      depositOutcome: z.enum(keysOf(depositOutcomes)).nullable(),
    })
    .nullable(),
  /**
   * Where the customer is reached by the customer's own record, while the sale goes on; null: no customer, one who was
   * erased, or the caller does not see it.
   */
  reached: z.record(z.enum(contactKeys), z.string()).nullable(),
  /** The customer has asked not to be contacted. */
  silent: z.boolean(),
  /** Whether the caller may change the record of the customer. */
  changesCustomer: z.boolean(),
  /** The day on which the file of each attachment came, by its upload. */
  uploadedOn: z.record(z.string(), z.string()),
  /** The enclosures that the customer may be asked for now, and those of them that the company's schema wants. */
  askable: z.array(z.enum(keysOf(documentTypes))),
  wanted: z.array(z.enum(keysOf(documentTypes))),
  /** Those that the customer was asked for, until each is accepted; `until`: the last day of the link. */
  enclosures: z.array(
    z.object({
      id: z.int(),
      type: z.enum(keysOf(documentTypes)),
      state: z.enum(keysOf(enclosureStates)),
      reason: z.string(),
      /** What came, read as the files of the contract. */
      pages: z.array(z.int()),
      until: z.string(),
    }),
  ),
  /** Who asked for a move that waits for a second person. */
  asked: z.record(z.string(), z.int()),
  /** Why the caller may not write a section now. */
  locks: z.partialRecord(z.enum(keysOf(contractSections)), z.string()),
  createdAt: instant,
  updatedAt: instant,
});
export type Contract = z.output<typeof contract>;

export const contractRow = rowAnswer(contractRowFields);
export type ContractRow = z.output<typeof contractRow>;

/** Sums of a list by where its contracts stand; margins only for callers who may see them. */
export const contractSums = z
  .array(
    z.object({
      state: z.enum(keysOf(shownStates)),
      count: z.int(),
      total: cents,
      received: cents,
      due: cents,
      marginSecond: cents.nullable().optional(),
    }),
  )
  .nullable();
export type ContractSums = z.output<typeof contractSums>;
