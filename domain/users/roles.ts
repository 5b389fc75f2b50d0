import { z } from 'zod';
import { answerOf, schemaOf } from '../record/schema.ts';
import { roleFields } from './role-fields.ts';

export const roleInput = schemaOf(roleFields).refine(({ privileges }) => privileges.length > 0, {
  path: ['privileges'],
  message: roleFields.privileges.required,
});

/** A role that people may have: the company's own (`id`), or one of the product's. */
export const roleRow = answerOf(roleFields).extend({
  id: z.int().nullable(),
  version: z.int(),
  /** How many people have it, blocked ones included. */
  people: z.int(),
});
export type RoleRow = z.output<typeof roleRow>;

/** What a change of a role does to one person. */
export const roleEffect = z.object({
  id: z.int(),
  name: z.string(),
  blocked: z.boolean(),
  gains: z.array(z.string()),
  loses: z.array(z.string()),
  /** Why the caller may not change this person; null if they may. */
  issue: z.string().nullable(),
});
export type RoleEffect = z.output<typeof roleEffect>;
