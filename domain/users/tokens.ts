import { z } from 'zod';
import { privileges } from '../privileges.ts';
import { line } from '../text.ts';
import { TOKEN_DAYS } from './terms.ts';

const numbers = Object.values(privileges) as number[];

/** A token for another system: what it may do, and for how many days. */
export const tokenInput = z.object({
  name: line.min(2, 'Dare un nome: a chi serve').max(60),
  privileges: z
    .array(z.int().refine((number) => numbers.includes(number), 'Privilegio sconosciuto'))
    .min(1, 'Scegliere almeno un permesso')
    .max(numbers.length),
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
  privileges: z.array(z.int()),
  createdAt: instant,
  /** Who made it, and whether they were blocked since. */
  createdBy: z.string(),
  creatorBlocked: z.boolean(),
  expiresAt: instant,
  /** Null: never. */
  lastUsedAt: instant.nullable(),
});
export type TokenRow = z.output<typeof tokenRow>;

/** `token` is shown once. */
export const newTokenRow = tokenRow.extend({ token: z.string() });
