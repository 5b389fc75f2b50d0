import { z } from 'zod';
import { line } from '../text.ts';

const instant = z.iso.datetime({ offset: true });

/** Data of a customer that are enough to distinguish it. */
export const candidate = z.object({
  id: z.int(),
  version: z.int(),
  name: z.string(),
  taxCode: z.string().nullable(),
  vatNumber: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  city: z.string().nullable(),
  birthDate: z.string().nullable(),
  createdAt: instant,
  quotes: z.int(),
  updatedAt: instant,
});

/** A phone number, e-mail address or name shared by more customers than this proves nothing. */
export const ALIKE_AT_MOST = 6;

/** What two similar customers have in common. */
export const likenesses = {
  taxCode: 'Stesso codice fiscale',
  vatNumber: 'Stessa partita IVA',
  name: 'Stesso nome',
  email: 'Stessa e-mail',
  phone: 'Stesso telefono',
} as const;
export type Likeness = keyof typeof likenesses;
export const duplicates = z.array(
  z.object({ why: z.enum(Object.keys(likenesses) as Likeness[]), customers: z.array(candidate) }),
);
export type Duplicates = z.output<typeof duplicates>;

/** The result of a merge: both customers by their fields, and how many records move. */
export const mergePreview = z.object({
  kept: candidate,
  gone: candidate,
  /** Fields that differ, with both texts; `joins`: both values stay, one after the other. */
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
  /** Fields whose value comes from the customer that disappears. */
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

/** Records that a person looks at by hand, each with its page. */
export const looks = z.array(z.object({ what: z.string(), href: z.string() }));
export type Looks = z.output<typeof looks>;

/** What would be erased of a person, and what the law requires to keep. */
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
  looks: looks.describe('Cars whose notes may name the person: they stay, and somebody looks at them'),
});
export type ErasurePlan = z.output<typeof erasurePlan>;

export const erasureReasons = {
  request: 'Richiesta della persona (art. 17 GDPR)',
  retention: 'Termine di conservazione superato',
  error: 'Dati inseriti per errore',
} as const;
export const erasureInput = z.object({
  reason: z.enum(Object.keys(erasureReasons) as (keyof typeof erasureReasons)[]),
  /** The person's name, typed as confirmation. */
  name: line.max(200, 'Al massimo 200 caratteri'),
});

/** Customers whose retention time is over. */
export const retention = z.object({
  /** The day since which nothing has happened with them. */
  before: z.string(),
  automatic: z.boolean(),
  total: z.int(),
  rows: z.array(z.object({ id: z.int(), version: z.int(), name: z.string(), last: instant, quotes: z.int() })),
  looks: looks.describe('Cars whose notes may name one of these customers: they stay, and somebody looks at them'),
});
export type Retention = z.output<typeof retention>;
