/** Layouts of prints that the manufacturer writes for its network, and what dealers make of them. */
import { z } from 'zod';
import { keysOf } from '#domain/record/machine.ts';
import { line, lines } from '#domain/text.ts';
import { block, layout } from '../schema.ts';
import { layoutKinds, MOST_BLOCKS } from '../terms.ts';
import { MOST_NAME, MOST_NOTE } from './terms.ts';

const kind = z.enum(keysOf(layoutKinds));
const instant = z.iso.datetime({ offset: true });
const name = line.min(1, 'Inserire il nome').max(MOST_NAME, `Al massimo ${MOST_NAME} caratteri`);

export const newNetworkLayout = z.object({ kind, name });
export const networkLayoutInput = z.object({
  name,
  blocks: z.array(block).max(MOST_BLOCKS, `Al massimo ${MOST_BLOCKS} blocchi`),
});
export const publishedNote = z.object({
  note: lines
    .min(3, 'Scrivere che cosa cambia: lo legge chi la usa già')
    .max(MOST_NOTE, `Al massimo ${MOST_NOTE} caratteri`),
});
/** Whether dealers are offered it no more. */
export const withdrawal = z.object({ withdrawn: z.boolean() });

const used = {
  /** Companies that print by the newest edition, by a former one, by a copy that they wrote on. */
  current: z.int(),
  behind: z.int(),
  copied: z.int(),
};
const head = z.object({
  id: z.int(),
  version: z.int(),
  kind,
  name: z.string(),
  edition: z.int().describe('The newest one; 0: none was published'),
  withdrawn: z.boolean(),
  publishedAt: instant.nullable(),
});
export const listedNetworkLayout = head.extend(used);
export type ListedNetworkLayout = z.output<typeof listedNetworkLayout>;

export const networkLayout = head.extend({
  blocks: layout.shape.blocks,
  faults: layout.shape.faults,
  /** What the newest edition prints; what the product prints, before the first one. */
  published: layout.shape.blocks,
  editions: z.array(z.object({ edition: z.int(), note: z.string(), publishedAt: instant, companies: z.int() })),
  users: z
    .array(z.object({ id: z.int(), name: z.string(), edition: z.int(), isCopy: z.boolean(), at: instant }))
    .describe('At most 500 companies that print by it, those of the oldest edition first'),
  userCount: z.int().describe('How many companies print by it'),
});
export type NetworkLayout = z.output<typeof networkLayout>;

/** An edition as dealers are offered it. */
export const offeredLayout = z.object({
  id: z.int(),
  edition: z.int(),
  name: z.string(),
  note: z.string(),
  publishedAt: instant,
  blocks: layout.shape.blocks,
  taken: z
    .object({ edition: z.int(), isCopy: z.boolean() })
    .nullable()
    .describe('The edition that the company has of it'),
});
export type OfferedLayout = z.output<typeof offeredLayout>;

export const editionInput = z.object({
  layoutId: z.int().positive().max(Number.MAX_SAFE_INTEGER),
  edition: z.int().min(1).max(1_000_000),
});
