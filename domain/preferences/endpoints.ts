import { z } from 'zod';
import { datedAnswer, datedCalls, datedInput } from '../record/dated.ts';
import { endpoint, forEveryCompany, forManufacturer } from '../endpoint.ts';
import { privileges as p } from '../privileges.ts';
import { activityExport, activityPage, activityQuery } from './activity.ts';
import { province } from '../quotes/schema.ts';
import { fiscalFields } from './fiscal.ts';
import { nationalFields } from './national.ts';
import { provinceFields } from './province-fields.ts';
import { starterFields } from './starter.ts';

const fiscalAnswer = datedAnswer(fiscalFields).extend({
  /** For each parameter in force: the day it began, and whether the company set it itself, with the national one then. */
  since: z.array(z.object({ key: z.string(), from: z.string(), own: z.boolean(), national: z.number().nullable() })),
});
const starterAnswer = datedAnswer(starterFields);
export type StarterAnswer = z.output<typeof starterAnswer>;

/** Whom a change of national values touches. */
const touched = z.object({
  companies: z.int(),
  drafts: z.int().describe('Open drafts of quotes, as companies told the last night'),
  own: z
    .array(z.object({ key: z.string(), companies: z.int(), drafts: z.int() }))
    .describe('Companies with a value of their own, which stays, and their drafts'),
});
export type Touched = z.output<typeof touched>;
const nationalAnswer = datedAnswer(nationalFields).extend({
  since: z.array(
    z.object({ key: z.string(), from: z.string(), source: z.string().describe('Empty: of the first day') }),
  ),
  touched,
});
export type NationalAnswer = z.output<typeof nationalAnswer>;
/** A company's province rules, with the national values and the tariff of today for examples. */
const provincesAnswer = datedAnswer(provinceFields).extend({
  national: z.array(province),
  tariff: z.object({
    iptFixed: z.int(),
    iptKwLimit: z.int(),
    iptPerKw: z.int(),
    iptVans: z.array(z.object({ quintals: z.int().nullable(), amount: z.int() })),
  }),
});
export type ProvincesAnswer = z.output<typeof provincesAnswer>;
const provincesInput = datedInput(provinceFields).superRefine(({ rules }, ctx) => {
  for (const [index, { province: code, fuelRules }] of rules.entries()) {
    const wrong = (path: (string | number)[], message: string) =>
      ctx.addIssue({ code: 'custom', path: ['rules', index, ...path], message });
    if (rules.findIndex((one) => one.province === code) < index) wrong(['province'], 'Provincia già presente');
    for (const [at, rule] of fuelRules.entries())
      if (rule.fuels.length === 0) wrong(['fuelRules', at, 'fuels'], 'Scegliere almeno un’alimentazione');
  }
});
export type FiscalAnswer = z.output<typeof fiscalAnswer>;

/** Calls about a company's general settings. */
export const preferences = {
  ...forEveryCompany({
    'GET /preferences/activity': endpoint({
      summary:
        'Who changed and exported what, newest first; openings of customers’ pages where they are noted; who of the manufacturer entered',
      privileges: [p.managePreferences],
      peopleOnly: true,
      query: activityQuery,
      answer: activityPage,
    }),
    'GET /preferences/activity/export': endpoint({
      summary: 'The filtered register as CSV or XLSX',
      privileges: [p.managePreferences],
      peopleOnly: true,
      query: activityExport,
      answer: 'file',
      heavy: 'long',
    }),
  }),
  ...datedCalls('preferences/fiscal', {
    what: 'fiscal parameters',
    input: datedInput(fiscalFields),
    answer: fiscalAnswer,
  }),
  ...forManufacturer(
    datedCalls('network/starter', {
      what: 'companies that are opened from then on',
      input: datedInput(starterFields),
      answer: starterAnswer,
    }),
  ),
  ...forManufacturer(
    datedCalls('network/fiscal', {
      what: 'national fiscal values, which hold for every company without a value of its own',
      input: datedInput(nationalFields),
      answer: nationalAnswer,
    }),
  ),
  ...forEveryCompany(
    datedCalls('preferences/provinces', {
      what: 'the tax of provinces; the manufacturer sets the national rules',
      input: provincesInput,
      answer: provincesAnswer,
    }),
  ),
};
