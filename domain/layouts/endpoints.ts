import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { privileges as p } from '../privileges.ts';
import { recordCalls } from '../record/calls.ts';
import { flag } from '../record/records.ts';
import { keysOf } from '../record/machine.ts';
import { under } from '../record/under.ts';
import { pageForms } from '../signatures/terms.ts';
import {
  layout,
  layoutChanging,
  layoutInput,
  layoutTrial,
  layoutRecords,
  layoutVersion,
  section,
  sectionInput,
} from './schema.ts';
import { editionInput, offeredLayout } from './network/schema.ts';
import type { LayoutKind } from './terms.ts';

const manage = [p.managePreferences] as const;

const tried = z.object({
  record: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER),
  number: z.coerce.number().int().min(0).max(1_000_000).optional(),
  draft: z.coerce.number().int().optional().describe('The version of the draft, so that a browser loads a new one'),
  form: z
    .enum(keysOf(pageForms))
    .default('page')
    .describe('Its A4 pages, or what a phone shows of a print that is signed there; other prints have A4 alone'),
});

/** The calls about the layout of one kind of prints: `/layouts/contracts`… */
const layoutCalls = <const Kind extends LayoutKind>(kind: Kind, what: string) =>
  under(`layouts/${kind}`, {
    GET: endpoint({
      summary: `The draft of how ${what} are printed, the version in use and those before`,
      privileges: manage,
      answer: layout,
    }),
    PUT: endpoint({
      summary: `Save the draft of how ${what} are printed; a variable that does not exist is named and keeps it from being published`,
      privileges: manage,
      body: layoutInput(kind),
      answer: layout,
      versioned: true,
    }),
    'POST /publish': endpoint({
      summary: `Print ${what} by the draft from now on; what was printed keeps its version`,
      privileges: manage,
      answer: layout,
      versioned: true,
    }),
    'GET /versions': endpoint({
      summary: 'The blocks of a version as they were published; 0 is the standard',
      privileges: manage,
      query: z.object({ number: z.coerce.number().int().min(0).max(1_000_000) }),
      answer: layoutVersion,
    }),
    'GET /offered': endpoint({
      summary: `The manufacturer's layouts of ${what}, and which of them the company has`,
      privileges: manage,
      answer: z.array(offeredLayout),
    }),
    'POST /adopt': endpoint({
      summary: `Print ${what} by an edition of the manufacturer from now on, as it is; what was printed keeps its version`,
      privileges: manage,
      body: editionInput,
      answer: layout,
      versioned: true,
    }),
    'POST /copy': endpoint({
      summary: 'Take an edition of the manufacturer into the draft, to be written on',
      privileges: manage,
      body: editionInput,
      answer: layout,
      versioned: true,
    }),
    'GET /records': endpoint({
      summary: 'The newest records that the caller may see, to try the draft on',
      privileges: manage,
      answer: layoutRecords,
    }),
    'GET /changing': endpoint({
      summary: `How many ${what} a version that is published now will print, as they keep none yet`,
      privileges: manage,
      answer: layoutChanging,
    }),
    'GET /trial': endpoint({
      summary:
        'What the variables and conditions are on a record that the caller may see, and its pages by the draft or a version',
      privileges: manage,
      query: tried,
      answer: layoutTrial,
      heavy: 'short',
    }),
    'GET /preview': endpoint({
      summary: 'A page of a record that the caller may see as SVG, by the draft or a version of the layout',
      privileges: manage,
      query: tried.extend({
        page: z.coerce.number().int().min(1).max(500).default(1),
      }),
      answer: 'file',
      heavy: 'short',
    }),
  });

/** Calls about how the company's documents are laid out. */
export const layouts = {
  ...layoutCalls('contracts', 'contracts'),
  ...layoutCalls('annexes', 'annexes of contracts'),
  ...layoutCalls('receipts', 'receipts'),
  ...layoutCalls('quotes', 'quotes'),
  ...layoutCalls('offers', 'wholesale offers'),
  ...layoutCalls('stocks', 'window sheets'),
  ...recordCalls('layout-sections', {
    names: ['a reusable block of the prints', 'reusable blocks of the prints'],
    see: manage,
    manage,
    filters: { archived: flag.optional() },
    input: sectionInput,
    answer: section,
  }),
};
