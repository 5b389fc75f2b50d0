import { z } from 'zod';
import { balloonBases, planTypes } from './terms.ts';

/** A financing plan as a quote reads it. Percentages as numbers (6.95), amounts in cents. */
export const plan = z.object({
  id: z.int(),
  name: z.string(),
  company: z.string(),
  type: z.enum(planTypes),
  /** Durations in months with their TAN and, for balloon plans, the balloon percentage. */
  terms: z.array(z.object({ months: z.int(), tan: z.number(), balloonPercent: z.number().nullable() })).min(1),
  balloonBasis: z.enum(balloonBases).nullable(),
  /** Istruttoria, financed with the capital. */
  fee: z.int(),
  /** Incasso rata, for each instalment. */
  collectionFee: z.int(),
  /** Fee of the yearly communication. */
  yearlyFee: z.int(),
  /** Imposta sostitutiva 0.25 % with the first instalment, or stamp duty (rules.md §9). */
  taxMode: z.enum(['substitute', 'stamp']),
  /** Credit protection, percent of the capital per month; null when the plan does not offer it. */
  protectionPercent: z.number().nullable(),
  minAmount: z.int(),
  maxAmount: z.int(),
  /** Minimum deposit, percent of the keys-in-hand price. */
  minDepositPercent: z.number(),
  /** The most of the keys-in-hand price that deposit and trade-in may cover, in percent; null: no limit. */
  maxDepositPercent: z.number().nullable(),
  /** Limits of a typed balloon, percent of the basis; null: no limit below, and the plan's own above. */
  minBalloonPercent: z.number().nullable(),
  maxBalloonPercent: z.number().nullable(),
  /** Guaranteed future values, which replace the percentages of the terms; empty: the terms apply. */
  futureValues: z.array(z.object({ months: z.int(), kmPerYear: z.int(), percent: z.number() })),
  /** The future values are a table's of the manufacturer: what it does not say is not offered. */
  guaranteed: z.boolean(),
  /** Euros for each kilometre beyond the included ones; null: nothing agreed. */
  exceedKmPrice: z.number().nullable(),
  /** How the balloon is paid back; null when the plan has one step. */
  secondStep: z.object({ months: z.int(), tan: z.number() }).nullable(),
  /** The dealer's commission, percent of the amount; 0 for a reader who may not see margins. */
  commissionPercent: z.number(),
});
export type Plan = z.output<typeof plan>;

/** National amounts for the taxes of plans on a day; cents and percent. */
export const taxParams = z.object({
  substituteTaxPercent: z.number(),
  contractStamp: z.int(),
  communicationStamp: z.int(),
});
export type TaxParams = z.output<typeof taxParams>;
