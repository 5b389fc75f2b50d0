import { z } from 'zod';
import { line } from '../text.ts';

const instant = z.iso.datetime({ offset: true });

/** Enough of a customer to tell it from another one. */
export const candidate = z.object({
  id: z.int(),
  version: z.int(),
  name: z.string(),
  taxCode: z.string().nullable(),
  vatNumber: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  city: z.string().nullable(),
  quotes: z.int(),
  updatedAt: instant,
});

/** What two customers have in common. */
export const likenesses = {
  taxCode: 'Stesso codice fiscale',
  vatNumber: 'Stessa partita IVA',
  email: 'Stessa e-mail',
  phone: 'Stesso telefono',
  nameAndBirth: 'Stesso nome e data di nascita',
} as const;
export type Likeness = keyof typeof likenesses;
export const duplicates = z.array(
  z.object({ why: z.enum(Object.keys(likenesses) as Likeness[]), customers: z.array(candidate) }),
);
export type Duplicates = z.output<typeof duplicates>;

/** What a merge would do: both customers by their fields, and how much moves. */
export const mergePreview = z.object({
  kept: candidate,
  gone: candidate,
  /** Fields that differ, with the texts of both; `joins`: both stay, one after the other. */
  fields: z.array(
    z.object({ key: z.string(), label: z.string(), kept: z.string(), gone: z.string(), joins: z.boolean() }),
  ),
  moves: z.array(z.object({ what: z.string(), count: z.int() })),
});
export type MergePreview = z.output<typeof mergePreview>;

export const mergeInput = z.object({
  keptId: z.int().positive(),
  goneId: z.int().positive(),
  /** The versions that the caller saw. */
  keptVersion: z.int(),
  goneVersion: z.int(),
  /** Fields whose value is taken from the customer that goes. */
  take: z.array(z.string().max(40)).max(60).default([]),
});

export const merge = z.object({
  id: z.int(),
  keptId: z.int(),
  kept: z.string(),
  gone: z.string(),
  at: instant,
  who: z.string().nullable(),
  /** Last day on which it can be undone. */
  until: z.string(),
});
export type Merge = z.output<typeof merge>;

/** What of a person would be erased, and what stays because the law wants it. */
export const erasurePlan = z.object({
  name: z.string(),
  version: z.int(),
  erases: z.array(z.object({ what: z.string(), count: z.int() })),
  keeps: z.array(
    z.object({
      what: z.string(),
      count: z.int(),
      why: z.string(),
      until: z.string().nullable().describe('The last day; null where it is not known yet'),
    }),
  ),
});
export type ErasurePlan = z.output<typeof erasurePlan>;

export const erasureReasons = {
  request: 'Richiesta della persona (art. 17 GDPR)',
  retention: 'Termine di conservazione superato',
  error: 'Dati inseriti per errore',
} as const;
export const erasureInput = z.object({
  reason: z.enum(Object.keys(erasureReasons) as (keyof typeof erasureReasons)[]),
  /** The name as typed by who confirms. */
  name: line.max(200, 'Al massimo 200 caratteri'),
});

/** People past their time. */
export const retention = z.object({
  /** Nothing happened with them since this day. */
  before: z.string(),
  automatic: z.boolean(),
  total: z.int(),
  rows: z.array(z.object({ id: z.int(), version: z.int(), name: z.string(), last: instant, quotes: z.int() })),
});
export type Retention = z.output<typeof retention>;
