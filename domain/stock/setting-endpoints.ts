import { z } from 'zod';
import { datedAnswer, datedCalls, datedInput } from '../record/dated.ts';
import { endpoint } from '../endpoint.ts';
import { anyOf } from '../record/rights.ts';
import { answerOf } from '../record/schema.ts';
import { valuationTableFields } from './valuation-fields.ts';
import { stockRights, valueWith } from './rights.ts';
import { stockSettingFields } from './setting-fields.ts';
import { usedSettingFields } from './used-setting-fields.ts';

/** The settings in force today that pages of the stock use; the target margin only for callers who may see costs. */
const stockTerms = answerOf(stockSettingFields).extend({
  used: answerOf(usedSettingFields)
    .pick({ minMargin: true, targetMargin: true, warrantyCost: true, sellingCost: true })
    .optional(),
});
export type StockTerms = z.output<typeof stockTerms>;

/** The settings in force today for valuing used cars; target margins only for callers who may see costs. */
const valuationTerms = answerOf(valuationTableFields).extend({
  /** For how many days an offer is made, unless somebody says otherwise. */
  offerDays: z.int(),
  /** The cost expected for every car, cents: the total with VAT, and each part net. */
  preparation: z.object({ gross: z.int(), net: z.int() }),
  resale: answerOf(usedSettingFields).pick({ targetMargin: true, warrantyCost: true, sellingCost: true }).optional(),
});
export type ValuationTerms = z.output<typeof valuationTerms>;

/** Calls about a company's settings for its stock. */
export const stockSettingCalls = {
  ...datedCalls('stock/settings', {
    what: 'its stock',
    input: datedInput(stockSettingFields),
    answer: datedAnswer(stockSettingFields),
  }),
  ...datedCalls('stock/used-settings', {
    what: 'its used cars',
    input: datedInput(usedSettingFields),
    answer: datedAnswer(usedSettingFields),
  }),
  'GET /stock/terms': endpoint({
    summary: 'What the stock goes by today: bands of ageing, how long a car is held, when papers that end are told of',
    privileges: anyOf(stockRights.see),
    answer: stockTerms,
  }),
  'GET /stock/valuation-terms': endpoint({
    summary: 'What used cars are valued by today: kilometres, optionals, damages and preparation, for an estimate',
    privileges: valueWith,
    answer: valuationTerms,
  }),
};
