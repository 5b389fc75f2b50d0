import type { DiscountCap } from '../settings/fields.ts';
import type { RoleCap } from './caps.ts';

/**
 * The caps with those that the company's own roles have of the role that each was copied from: they hold where a role
 * has none of its own.
 */
export const withOwnRoles = (
  caps: readonly DiscountCap[],
  roles: readonly { name: string; base: string }[],
): RoleCap[] => [
  ...caps,
  ...roles
    .filter(({ name, base }) => name !== base)
    .flatMap(({ name, base }) =>
      caps.filter(({ role }) => role === base).map((cap) => ({ ...cap, role: name, inherited: true as const })),
    ),
];
