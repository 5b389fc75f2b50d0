/** What a role may do beside its privileges: how far discounts go in it. It is a power like a privilege. */
import { capOf, type RoleCap } from '../quotes/approvals/caps.ts';

/** How far discounts go in a role, under the caps of a company. */
export interface Latitude {
  role: string;
  caps: readonly RoleCap[];
}

const usages = ['new', 'used'] as const;

/** Whether on some car a discount may go further by the first latitude than by each of the others. */
export function goesFurther(now: Latitude, ...others: readonly Latitude[]): boolean {
  const makers = new Set([now, ...others].flatMap(({ caps }) => caps.map(({ makerId }) => makerId)).concat(null));
  const upTo = ({ caps, role }: Latitude, makerId: number | null, usage: 'new' | 'used') =>
    capOf(caps, role, { makerId, usage }) ?? Number.POSITIVE_INFINITY;
  return [...makers].some((makerId) =>
    usages.some((usage) => others.every((other) => upTo(now, makerId, usage) > upTo(other, makerId, usage))),
  );
}
