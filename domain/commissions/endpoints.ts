import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { commentCalls } from '../record/comments.ts';
import { keysOf } from '../record/machine.ts';
import { moveEndpoints } from '../record/moves.ts';
import { exportQuery, flag, recordsPage, recordsQuery } from '../record/records.ts';
import { anyOf } from '../record/rights.ts';
import { rowFilters } from '../record/row-schema.ts';
import { timeline } from '../record/timeline.ts';
import { calendarDay } from '../text.ts';
import { privileges as p } from '../privileges.ts';
import { recordCalls } from '../record/calls.ts';
import { commissionRights } from './rights.ts';
import { statementRowFields } from './row.ts';
import { commissionRule, ruleInput, simulation, simulationInput, trial } from './rule-schema.ts';
import { earners, subjects, triggers } from './terms.ts';
import {
  effect,
  handLine,
  manyDone,
  manyStatements,
  payMany,
  split,
  splitInput,
  statement,
  statementRow,
  statementTarget,
} from './schema.ts';
import { statementMachine } from './statement.ts';

const view = anyOf(commissionRights.see);
const keep = anyOf(commissionRights.change);
const filters = {
  ...rowFilters(statementRowFields),
  userId: z.coerce.number().int().optional(),
  /** Only those whose lines somebody disputes. */
  disputed: flag.optional(),
  /** Only those that something is paid of: neither debts nor nothing. */
  payable: flag.optional(),
};

const moves = moveEndpoints(statementMachine, statement, {
  confirm: 'Confirm a month that is over: lines and rules are frozen; never the own',
  pay: 'Note that it was paid; never the own',
  unpay: 'It was not paid after all, with a reason',
});

/** Who sets what is earned, and never for oneself; whoever sees what everybody earns reads it. */
const sets = [p.managePreferences];
const reads = [...sets, ...keep];
const named = z.array(z.object({ id: z.int(), name: z.string() }));

/** Calls about commissions: the own (privilege 13), or everybody’s (31). */
export const commissions = {
  'GET /commissions/statements': endpoint({
    summary: 'Statements by person and month: filtered, sorted, paged; by default the newest month first',
    privileges: view,
    query: recordsQuery(filters),
    answer: recordsPage(statementRow),
  }),
  'GET /commissions/statements/export': endpoint({
    summary: 'The filtered statements as CSV or XLSX: the pay list',
    privileges: view,
    query: exportQuery(filters),
    answer: 'file',
    heavy: 'long',
  }),
  'GET /commissions/statements/:id': endpoint({
    summary: 'One statement with its lines, page by page, each with contract, basis and rule',
    privileges: view,
    query: z.object({ page: z.coerce.number().int().min(1).max(1000).optional() }),
    answer: statement,
  }),
  'GET /commissions/statements/:id/targets': endpoint({
    summary: 'The own targets of the month that rules pay for, and how they stand',
    privileges: view,
    answer: z.array(statementTarget),
  }),
  'GET /commissions/statements/:id/document': endpoint({
    summary: 'The statement as PDF',
    privileges: view,
    answer: 'file',
    heavy: 'short',
  }),
  'POST /commissions/statements/confirm': endpoint({
    summary: 'Confirm many statements of months that are over, never the own: what became of each',
    privileges: keep,
    body: manyStatements,
    answer: manyDone,
    keyed: true,
    heavy: 'long',
  }),
  'POST /commissions/statements/pay': endpoint({
    summary: 'Note of many confirmed statements that they were paid on a day, never of the own: what became of each',
    privileges: keep,
    body: payMany,
    answer: manyDone,
    keyed: true,
    heavy: 'long',
  }),
  ...moves,
  'GET /commissions/statements/:id/timeline': endpoint({
    summary: 'Who did what',
    privileges: view,
    answer: timeline,
  }),
  ...commentCalls('commissions/statements', view),
  ...recordCalls('commissions/rules', {
    names: ['a rule of commissions', 'rules of commissions'],
    see: reads,
    manage: sets,
    peopleOnly: true,
    filters: { archived: flag.optional(), subject: z.enum(keysOf(subjects)).optional() },
    input: ruleInput,
    answer: commissionRule,
  }),
  'GET /commissions/choices': endpoint({
    summary: 'What rules may name: people, roles, places, makes, models, baskets',
    privileges: reads,
    answer: z.object({
      people: named,
      roles: z.array(z.string()),
      locations: named,
      makers: named,
      models: named,
      baskets: named,
    }),
  }),
  'POST /commissions/simulation': endpoint({
    summary: 'What the contracts of the last quarter would have paid with a rule; nothing is written',
    privileges: keep,
    body: simulationInput,
    answer: simulation,
    heavy: 'long',
  }),
  'GET /commissions/trial': endpoint({
    summary: 'Of each rule whether it pays a person for a contract, and why',
    privileges: view,
    query: z.object({
      /** The contract, by its id or its number. */
      contractId: z.coerce.number().int().positive().optional(),
      number: z.string().trim().max(40).optional(),
      userId: z.coerce.number().int().positive().optional(),
      day: calendarDay.optional(),
      /** What of it is tried, as a line of the statement has it; absent: what the person sold, all of it. */
      earns: z.enum(keysOf(earners)).optional(),
      trigger: z.enum(keysOf(triggers)).optional(),
    }),
    answer: trial,
  }),
  'GET /commissions/people': endpoint({
    summary: 'Who may earn: active people who sell, and whoever has earned',
    privileges: keep,
    answer: z.array(z.object({ id: z.int(), name: z.string() })),
  }),
  'POST /commissions/lines': endpoint({
    summary: 'Enter a spiff or a correction for somebody else, with a reason, into the open statement; 201 answers it',
    privileges: keep,
    body: handLine,
    answer: statement,
    creates: true,
  }),
  'GET /commissions/contracts/:id/split': endpoint({
    summary: 'Who shares a sale, the first one first',
    privileges: keep,
    answer: split,
  }),
  'GET /commissions/contracts/:id/effect': endpoint({
    summary:
      'What who sells it would have more or less with another share of one of them: a seller the own; nothing is written',
    privileges: view,
    query: z.object({
      userId: z.coerce.number().int().positive(),
      /** Hundredths of a percent. */
      share: z.coerce.number().int().min(1).max(10_000),
    }),
    answer: effect,
  }),
  'POST /commissions/contracts/:id/split': endpoint({
    summary: 'Split a sale among up to four people; what is earned already is corrected in the open statements',
    privileges: keep,
    body: splitInput,
    answer: split,
    versioned: true,
  }),
};
