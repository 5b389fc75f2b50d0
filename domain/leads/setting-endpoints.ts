import { z } from 'zod';
import { datedAnswer, datedCalls, datedInput } from '../record/dated.ts';
import { endpoint } from '../endpoint.ts';
import { privileges as p } from '../privileges.ts';
import { reasonCalls } from '../record/reasons.ts';
import { anyOf } from '../record/rights.ts';
import { answerOf, inputOf } from '../record/schema.ts';
import { ruleTryFields } from './fields.ts';
import { leadRights } from './rights.ts';
import { firstLeadReasons } from './rules.ts';
import { leadSettingFields } from './setting-fields.ts';
import { effectOf } from './actions.ts';
import { actionResults, openStates } from './terms.ts';
import { messageVariables, variableCategories } from './variables.ts';
import { keysOf } from '../record/machine.ts';

const named = z.array(z.object({ id: z.int(), name: z.string() }));

const input = datedInput(leadSettingFields).superRefine(({ types, responses, rules, results, templates }, ctx) => {
  const wrong = (path: (string | number)[], message: string) => ctx.addIssue({ code: 'custom', path, message });
  const doubled = <T>(rows: readonly T[], keyOf: (row: T) => string, path: string, field: string) => {
    for (const [at, row] of rows.entries())
      if (rows.findIndex((one) => keyOf(one) === keyOf(row)) < at) wrong([path, at, field], 'C’è già una riga uguale');
  };
  if (types.length === 0) wrong(['types'], 'Scegliere almeno un tipo');
  doubled(responses, ({ source, type }) => `${source} ${type}`, 'responses', 'source');
  doubled(templates, ({ name }) => name.toLowerCase(), 'templates', 'name');
  doubled(results, ({ label }) => label.toLowerCase(), 'results', 'label');
  for (const [at, { how, userId }] of rules.entries())
    if (how === 'person' && userId === null) wrong(['rules', at, 'userId'], 'Scegliere la persona');
  for (const [at, { type, result }] of results.entries())
    if (openStates.every((state) => effectOf(state, type, result) === null))
      wrong(['results', at, 'result'], 'Questo esito non vale per questa azione');
  if (results.length === 0) wrong(['results'], 'Serve almeno un esito');
});

/** The settings with the names that its rules choose among. */
const settingsAnswer = datedAnswer(leadSettingFields).extend({ people: named, locations: named });
export type LeadSettingsAnswer = z.output<typeof settingsAnswer>;

/** A lead as rules look at it. */
export const ruleFacts = inputOf(ruleTryFields, {
  /** Absent: none. */
  locationId: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER).optional(),
});

/** What would become of a lead, and why. */
const ruleTest = z.object({
  /** Each rule with why it does not fit; null: it does. */
  rules: z.array(z.object({ at: z.int(), why: z.string().nullable() })),
  /** The rule that counts; -1: none of the company's. */
  at: z.int(),
  assignee: z.string().nullable(),
  /** Why this person, or nobody, in Italian. */
  why: z.string(),
  /** Who would have been asked, but is away until the lead has to be answered. */
  away: z.array(z.string()),
});
export type RuleTest = z.output<typeof ruleTest>;

/** What the pages of leads go by today, with the result statuses and template variables as the specification §3 names them. */
const leadTerms = answerOf(leadSettingFields)
  .pick({ types: true, subtypes: true, mostUnanswered: true, templates: true, results: true })
  .extend({
    statuses: z.array(z.object({ value: z.enum(keysOf(actionResults)), label: z.string(), color: z.string() })),
    variables: z.array(
      z.object({ key: z.enum(keysOf(messageVariables)), label: z.string(), category: z.enum(variableCategories) }),
    ),
  });
export type LeadTerms = z.output<typeof leadTerms>;

/** Calls about a company's settings for its leads. */
export const leadSettingCalls = {
  ...datedCalls('leads/settings', { what: 'its leads', input, answer: settingsAnswer }),
  ...reasonCalls('leads', { what: 'a lead', moves: keysOf(firstLeadReasons) }),
  'GET /leads/settings/test': endpoint({
    summary: 'To whom a lead like this would go by the rules in force, and why; nothing is made',
    privileges: [p.managePreferences],
    query: ruleFacts,
    answer: ruleTest,
  }),
  'GET /leads/terms': endpoint({
    summary: 'What leads go by today: types, words for results, templates',
    privileges: anyOf(leadRights.see),
    answer: leadTerms,
  }),
};
