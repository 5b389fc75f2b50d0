import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { applies, isSeen } from '../record/fields.ts';
import { anyOf } from '../record/rights.ts';
import { answerOf, schemaOf } from '../record/schema.ts';
import { under } from '../record/under.ts';
import { paperFields, paperSeenWith } from './paper-fields.ts';
import { type PaperKind } from './paper-kinds.ts';
import { stockRights } from './rights.ts';

/** Whether a person may see papers of this kind: those of the purchase show costs. */
export const seesPaper = (kind: PaperKind, held: readonly number[]): boolean =>
  isSeen({ seenWith: paperSeenWith[kind] ?? stockRights.see.all }, held);

/** The input of a paper; a kind whose end is a field of the car has no end of its own. */
export const paperInput = schemaOf(paperFields).transform((paper) =>
  applies(paperFields.until, paper) ? paper : { ...paper, until: null },
);

/** A paper of a car; `file`: name and type of its scan. */
const paper = answerOf(paperFields).extend({
  id: z.int(),
  version: z.int(),
  file: z.object({ name: z.string(), type: z.string() }).nullable(),
  at: z.iso.datetime({ offset: true }),
  by: z.string().nullable(),
});
export type CarPaper = z.output<typeof paper>;

/** The papers that the caller may see, and the needed ones that are missing. */
export const carPapers = z.object({ rows: z.array(paper), missing: z.array(z.string()) });
export type CarPapers = z.output<typeof carPapers>;

/** A written paper, and the papers that the car lacks now. */
const savedPaper = paper.extend({ missing: carPapers.shape.missing });
export type SavedPaper = z.output<typeof savedPaper>;

const see = { privileges: anyOf(stockRights.see) };
const manage = { privileges: anyOf(stockRights.change), answer: savedPaper };

/** The calls about the papers of a car: `/stock/used/:id/papers`, `/stock/new/:id/papers`. */
export const paperCalls = <const Area extends string>(area: Area) =>
  under(area, {
    'GET /:id/papers': endpoint({
      summary: 'The papers of a car with their scans, those of its purchase for who may see costs',
      ...see,
      answer: carPapers,
    }),
    'POST /:id/papers': endpoint({
      summary: 'Enter a paper of a car, with a scan that was sent (POST /uploads) or without',
      ...manage,
      body: paperInput,
      creates: true,
    }),
    'PUT /:id/papers/:paperId': endpoint({
      summary: 'Change a paper; a scan that it loses is deleted after a day',
      ...manage,
      body: paperInput,
      versioned: true,
    }),
    'DELETE /:id/papers/:paperId': endpoint({
      summary: 'Delete a paper and its scan',
      ...manage,
      versioned: true,
      answer: carPapers.pick({ missing: true }),
    }),
    'GET /:id/papers/:paperId/scan': endpoint({
      summary: 'The scan of a paper: a PDF, or a picture',
      ...see,
      answer: 'file',
    }),
  });
