import { z } from 'zod';
import { line } from '../text.ts';
import { tokenScopes } from './rules.ts';
import { TOKEN_DAYS } from './terms.ts';

/** A token for another system: what it may do, and for how many days. */
export const tokenInput = z.object({
  name: line.min(2, 'Dare un nome: a chi serve').max(60),
  privileges: z
    .array(z.int().refine((number) => tokenScopes.includes(number), 'Un token non può avere questo permesso'))
    .min(1, 'Scegliere almeno un permesso')
    .max(tokenScopes.length),
  days: z
    .int()
    .refine((days) => (TOKEN_DAYS as readonly number[]).includes(days), 'Scegliere una durata')
    .min(1)
    .max(Math.max(...TOKEN_DAYS)),
});

const instant = z.iso.datetime({ offset: true });

export const tokenRow = z.object({
  id: z.int(),
  name: z.string(),
  /** What it was given. */
  privileges: z.array(z.int()),
  /** Those of them that its maker does not hold today: they open nothing. */
  idle: z.array(z.int()),
  createdAt: instant,
  /** Who answers for it: who made it, or took it over. */
  makerId: z.int(),
  createdBy: z.string(),
  /** Were they blocked since? Then it opens nothing at all. */
  creatorBlocked: z.boolean(),
  expiresAt: instant,
  /** Null: never. */
  lastUsedAt: instant.nullable(),
});
export type TokenRow = z.output<typeof tokenRow>;

/** `token` is shown once. */
export const newTokenRow = tokenRow.extend({ token: z.string() });

/** What becomes of a token whose maker is blocked: it ends, or who blocks answers for it from now on. */
export const tokenFate = z.object({ id: z.int().positive(), fate: z.enum(['end', 'take']) });
export type TokenFate = z.output<typeof tokenFate>;
