import { z } from 'zod';
import { keysOf } from '../record/machine.ts';
import { answerOf, schemaOf } from '../record/schema.ts';
import { pageForms } from '../signatures/terms.ts';
import { shapeFaults } from './rules.ts';
import { sectionFields } from './section-fields.ts';
import { standardLayouts } from './standard.ts';
import { conditions, MOST_BLOCKS, MOST_TEXT, MOST_TITLE, type LayoutKind } from './terms.ts';

const printed = (most: number) => z.string().max(most, `Al massimo ${most} caratteri`);
export const block = z.object({
  id: z
    .string()
    .max(40)
    .regex(/^[a-z0-9_-]{1,40}$/),
  kind: z.string().max(40),
  title: printed(MOST_TITLE),
  text: printed(MOST_TEXT),
  when: z.enum(keysOf(conditions)),
  hidden: z.boolean(),
  sectionId: z.int().positive().nullable(),
});

/** The blocks of a layout, checked as a whole: what is mandatory is there, and nothing of another kind. */
export const layoutInput = (kind: LayoutKind) =>
  z
    .object({ blocks: z.array(block).max(MOST_BLOCKS, `Al massimo ${MOST_BLOCKS} blocchi`) })
    .superRefine(({ blocks }, ctx) => {
      for (const { at, field, message } of shapeFaults(kind, blocks))
        ctx.addIssue({ code: 'custom', path: ['blocks', at, field], message });
    })
    .meta({ examples: [{ blocks: [...standardLayouts[kind]] }] });

const blocks = z.array(block);

/** The layout of a kind: its draft, what is wrong with it, its versions. */
export const layout = z.object({
  version: z.int(),
  blocks,
  faults: z.array(z.object({ at: z.int(), field: z.enum(keysOf(block.shape)), message: z.string() })),
  /** The version in use and what it prints; 0: the standard of the product. */
  inUse: z.int(),
  published: blocks,
  editedBy: z.string().nullable(),
  editedAt: z.iso.datetime({ offset: true }).nullable(),
  /** From the newest on; `prints`: how many records were printed with it. */
  versions: z.array(
    z.object({ number: z.int(), by: z.string(), at: z.iso.datetime({ offset: true }), prints: z.int() }),
  ),
  sections: z.array(z.object({ id: z.int(), name: z.string(), title: z.string(), text: z.string() })),
});
export type Layout = z.output<typeof layout>;

/** Where a block stands on a page, or a part of it. */
const place = z.object({
  id: z.string(),
  page: z.int(),
  from: z.number().describe('Where it begins, as a part of the height of the page'),
  to: z.number(),
});
export type Place = z.output<typeof place>;

/** A record as the draft, or a version, prints it. */
export const layoutTrial = z.object({
  pages: z.int(),
  form: z.enum(keysOf(pageForms)),
  /** What each variable is on this record. */
  values: z.record(z.string(), z.string()),
  /** The conditions that hold for it. */
  holds: z.array(z.enum(keysOf(conditions))),
  /** Where its blocks stand; of labels none does. */
  places: z.array(place),
});
export type LayoutTrial = z.output<typeof layoutTrial>;

export const layoutVersion = z.object({ number: z.int(), blocks });
export const layoutChanging = z.object({ records: z.int() });
export const layoutRecords = z.array(z.object({ id: z.int(), label: z.string() }));

export const sectionInput = schemaOf(sectionFields);
export const section = answerOf(sectionFields).extend({ id: z.int(), version: z.int(), archived: z.boolean() });
export type Section = z.output<typeof section>;
