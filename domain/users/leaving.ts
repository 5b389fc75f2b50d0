import { z } from 'zod';

/** The most kinds of work that a person may leave. */
export const MOST_KINDS = 40;

/** Work of one kind that people leave: how much, and who may have it. */
export const leavingKind = z.object({
  kind: z.string(),
  count: z.int(),
  /** With its number: "12 preventivi aperti". */
  text: z.string(),
  /** What else there is and stays with their name; '' where nothing is. */
  besides: z.string(),
  /** Who is absent in those days comes last. */
  heirs: z.array(z.object({ id: z.int(), name: z.string(), absent: z.boolean() })),
  /** Whether it may also be nobody's. */
  nobody: z.boolean(),
});
export type LeavingKind = z.output<typeof leavingKind>;

/** Work that went to colleagues and can be taken back: when it went. */
export const handedOver = z.object({ id: z.int(), at: z.iso.datetime({ offset: true }) });
export type HandedOver = z.output<typeof handedOver>;

/** To whom the work of a kind goes; null: nobody. Kinds that are not named stay. */
export const heirInput = z.object({ kind: z.string().max(40), to: z.int().positive().nullable() });
export type Heir = z.output<typeof heirInput>;
