import { z } from 'zod';
import { line } from '../text.ts';
import { tokenScopes } from './rules.ts';
import { TOKEN_DAYS } from './terms.ts';

/** The input of a token for another system: its privileges, and its validity in days. */
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
  /** The privileges that it was given. */
  privileges: z.array(z.int()),
  /** Those of them that its maker does not hold today, so that they have no effect. */
  idle: z.array(z.int()),
  createdAt: instant,
  /** The user responsible for it: the one who made it or took it over. */
  makerId: z.int(),
  createdBy: z.string(),
  /** Whether this user is blocked, which suspends the token. */
  creatorBlocked: z.boolean(),
  expiresAt: instant,
  /** Null: never used. */
  lastUsedAt: instant.nullable(),
});
export type TokenRow = z.output<typeof tokenRow>;

/** `token` is shown only once. */
export const newTokenRow = tokenRow.extend({ token: z.string() });

/** What happens to a token whose maker is blocked: it ends, or the blocking user takes it over. */
export const tokenFate = z.object({ id: z.int().positive(), fate: z.enum(['end', 'take']) });
export type TokenFate = z.output<typeof tokenFate>;
