import type { User } from '#domain/auth/schema.ts';
import { assertOpen, MANUFACTURER, ON_BEHALF, type Endpoint } from '#domain/endpoint.ts';
import { Failure } from '#domain/errors.ts';

/**
 * Step 7: checks that this user may make this call. Audience first, then privileges (specification §6); tokens of other
 * systems may not make calls reserved for people. Throws `unauthenticated` or `forbidden`. The backend checks the same
 * again and adds the rules of the record.
 */
export function checkAccess(endpoint: Endpoint, user: User | null, headers?: Headers): void {
  if (endpoint.audience === 'public') return;
  if (!user) throw new Failure('unauthenticated');
  // What a company has granted the manufacturer's people stands in that company: the backend alone knows it.
  if (endpoint.behalf && user.company_id === MANUFACTURER && headers?.has(ON_BEHALF)) return;
  const { company_id: companyId, privileges, service: isService = false } = user;
  assertOpen(endpoint, { companyId, privileges, isService });
}
